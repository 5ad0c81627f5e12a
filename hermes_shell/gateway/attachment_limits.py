"""How large a file may be that goes with a prompt, by the kind of the gateway."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CALL_BYTES: Final = 15 * 1024 * 1024
"""The largest call to a gateway behind a socket, which closes the connection above 16 MiB."""
FILE_BYTES: Final = 50 * 1024 * 1024
"""The most bytes of one file that the embedded gateway takes."""
IMAGE_BYTES: Final = 20 * 1024 * 1024
"""The most bytes of one image there."""
ENVELOPE_BYTES: Final = 64 * 1024
"""What a call needs beside the file."""


@dataclass(frozen=True)
class AttachmentLimits:
    """The most bytes of one file, and of one image."""

    file: int
    image: int

    def problem(self, name: str, kind: str, size: int) -> str | None:
        """Why a file cannot go to this gateway, as a sentence; None when it can.

        Args:
            name: of the file.
            kind: `image` or `file`.
            size: bytes.
        """
        most = self.image if kind == "image" else self.file
        if size <= most:
            return None
        return f"{name} has {in_megabytes(size, up=True)} MB, and the gateway takes {in_megabytes(most)} MB at most."


_EMBEDDED: Final = AttachmentLimits(FILE_BYTES, IMAGE_BYTES)
# A file goes as base64 in one call: four letters for three bytes.
_SOCKET: Final = AttachmentLimits(*[(CALL_BYTES - ENVELOPE_BYTES) * 3 // 4] * 2)


def attachment_limits(kind: str) -> AttachmentLimits:
    """The limits of a kind of gateway; without one those of the embedded gateway, the largest."""
    return _SOCKET if kind in ("child", "remote") else _EMBEDDED


def in_megabytes(size: int, *, up: bool = False) -> str:
    """A size for people, never larger than it is, or never smaller with `up`."""
    tenths = -(-size * 10 // 1048576) if up else size * 10 // 1048576
    return f"{tenths / 10:g}"
