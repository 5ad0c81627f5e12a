"""Images that go with a prompt: what they are and how large."""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass
from pathlib import Path

from hermes_shell.gateway.attachment_limits import IMAGE_BYTES


@dataclass(frozen=True)
class Image:
    """What the first bytes of an image tell.

    Attributes:
        kind: its media type.
        width: in pixels; 0 = not told.
        height: in pixels; 0 = not told.
    """

    kind: str
    width: int
    height: int

    @property
    def tokens(self) -> int:
        """About how many tokens a model reads for it."""
        return max(85, self.width * self.height // 750) if self.width else 1000


def recognise(data: bytes) -> Image | None:
    """The image in some bytes; None when they are not PNG, JPEG, GIF or WebP."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return Image("image/png", *struct.unpack(">II", data[16:24]))
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return Image("image/gif", *struct.unpack("<HH", data[6:10]))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        if data[12:16] == b"VP8X" and len(data) >= 30:
            width = int.from_bytes(data[24:27], "little") + 1
            return Image("image/webp", width, int.from_bytes(data[27:30], "little") + 1)
        return Image("image/webp", 0, 0)
    if data.startswith(b"\xff\xd8"):
        return Image("image/jpeg", *_jpeg_size(data))
    return None


def as_data_url(path: str) -> str | None:
    """An image file as a `data:` URL; None when it is gone, too large or no image."""
    try:
        file = Path(path)
        if file.stat().st_size > IMAGE_BYTES:
            return None
        data = file.read_bytes()
    except (OSError, ValueError):
        return None
    image = recognise(data)
    return None if image is None else f"data:{image.kind};base64,{base64.b64encode(data).decode('ascii')}"


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0
