"""Files that go with prompts: kept in the home, and put into the text that the model gets."""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import re
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.attachment_limits import FILE_BYTES, IMAGE_BYTES
from hermes_shell.gateway.embedded.images import Image, recognise

TEXT_BYTES = 200 * 1024
"""Bytes of one referenced file that go into a prompt."""

ALL_TEXT_BYTES = 600 * 1024
"""Bytes of all referenced files of one prompt."""

REFERENCES = 20

_REFERENCE = re.compile(r'@file:(?:"([^"\n]{1,1000})"|(\S{1,1000}))')
_UNSAFE = re.compile(r"[^\w.\- ]+", re.UNICODE)


class Attachments:
    """The files of all sessions. Every function blocks, so it runs in a thread.

    Args:
        folder: where they are kept, a folder a session.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep_image(self, stored: str, name: str, content: str) -> tuple[Path, Image, int]:
        """Keep an image that came as base64.

        Returns:
            Where it lies, what it is, and its bytes.

        Raises:
            GatewayError: 4016, it is no image, or too large, or cannot be written.
        """
        data = decoded(content, IMAGE_BYTES)
        image = recognise(data)
        if image is None:
            raise GatewayError(4016, f"{name or 'The file'} is not a PNG, JPEG, GIF or WebP image.")
        return self._write(stored, name or "image", data), image, len(data)

    def keep_file(self, stored: str, name: str, data_url: str) -> Path:
        """Keep a file that came as a `data:` URL, and return where it lies.

        Raises:
            GatewayError: 4016, it is too large or cannot be read or written.
        """
        head, _, content = data_url.partition(",")
        if not head.startswith("data:") or not head.endswith(";base64"):
            raise GatewayError(4016, "data_url must be a base64 data: URL")
        return self._write(stored, name or "file", decoded(content, FILE_BYTES))

    def delete(self, stored: str) -> None:
        """Delete the files of a session."""
        with contextlib.suppress(OSError):
            shutil.rmtree(self._folder / _safe(stored))

    def _write(self, stored: str, name: str, data: bytes) -> Path:
        folder = self._folder / _safe(stored)
        target = folder / f"{secrets.token_hex(4)}-{_safe(name)}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
        except OSError as error:
            raise GatewayError(4016, f"{name} cannot be kept: {error.strerror}.") from error
        return target


def decoded(content: str, most: int) -> bytes:
    """The bytes of a base64 text.

    Raises:
        GatewayError: 4016, it is none or stands for more than `most` bytes.
    """
    if len(content) > most * 4 // 3 + 4:
        raise GatewayError(4016, f"The file is larger than {most // 1024 // 1024} MB.")
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise GatewayError(4016, "The file's content is not base64.") from error


def with_files(text: str, cwd: str, attached: Mapping[str, str]) -> str | None:
    """A prompt with the files that it refers to as `@file:name`.

    Args:
        text: the prompt.
        cwd: where relative paths begin.
        attached: reference -> path of the files that were attached.

    Returns:
        The longer text; None when it refers to no file.
    """
    blocks: list[str] = []
    left = ALL_TEXT_BYTES
    for match in list(_REFERENCE.finditer(text))[:REFERENCES]:
        reference = match.group(1) or match.group(2).rstrip(",;:!?)")
        path = Path(attached.get(reference, reference)).expanduser()
        block = _block(reference, path if path.is_absolute() else Path(cwd) / path, min(TEXT_BYTES, left))
        left -= len(block)
        blocks.append(block)
        if left <= 0:
            break
    if not blocks:
        return None
    return "\n\n".join([text, "--- Attached Context ---", *blocks])


def existing_file(path: str, cwd: str) -> Path:
    """A file that a user named.

    Args:
        path: absolute, relative to `cwd`, or with `~`.
        cwd: where relative paths begin.

    Raises:
        GatewayError: 4016, it is not there.
    """
    try:
        found = Path(cwd) / Path(path).expanduser()
        if found.is_file():
            return found
    except (OSError, ValueError, RuntimeError) as error:
        raise GatewayError(4016, f"file not found: {path[:300]} ({error})") from error
    raise GatewayError(4016, f"file not found: {path[:300]}")


def _block(reference: str, path: Path, most: int) -> str:
    try:
        if not path.is_file():  # a pipe or a device would never end
            return f"[{reference}: no such file]"
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        return f"[{reference}: cannot be read ({error})]"
    if b"\0" in data[:8192]:
        return f"[{reference}: not a text file, {path.stat().st_size} bytes]"
    shown = data[:most].decode("utf-8", "replace")
    more = "\n[cut here]" if len(data) > most else ""
    fence = "```"
    while fence in shown:
        fence += "`"
    return f"{reference}:\n{fence}\n{shown}\n{fence}{more}"


def _safe(name: str) -> str:
    """A file name without separators, dots at its beginning, or surprises."""
    cleaned = _UNSAFE.sub("_", os.path.basename(name.replace("\\", "/"))).strip(" .")
    return cleaned[-80:] or "file"
