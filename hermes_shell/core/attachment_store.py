"""Files that go with prompts: in the cache of the home, each in a folder of its own, readable by its user alone."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from hermes_shell.core.chat.prompt import Attachment
from hermes_shell.errors import ShellError
from hermes_shell.gateway.attachment_limits import FILE_BYTES

log = logging.getLogger(__name__)

SIZE_LIMIT = FILE_BYTES
"""Bytes of one attachment, whatever the gateway is: it may be another one when the prompt goes out."""
NAME_LIMIT = 120
KEEP_FOR = 90 * 24 * 3600
"""Seconds after which a file is deleted at a later start that neither a draft nor a waiting prompt holds."""
PICTURES = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
"""Media types that are given to the model as pictures."""

_ID = re.compile(r"[0-9a-f-]{36}")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\<>:\"|?*]+")


class AttachmentError(ShellError):
    """A file could not be taken; says why in one sentence."""


class Attachments:
    """The attachments of one home; `shell.attachments`.

    Args:
        folder: where they lie; made with the first one.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.pruned = False

    async def receive(self, name: str, media_type: str, pieces: AsyncIterator[bytes]) -> Attachment:
        """Keep a file as it comes in.

        Args:
            name: what the user calls it; a path is cut to its last part.
            media_type: as the browser says.
            pieces: its bytes.

        Raises:
            AttachmentError: it is longer than the limit, or cannot be written; nothing of it is left then.
        """
        media_type = media_type.partition(";")[0].strip().lower()
        identity = str(uuid4())
        place = self._folder / identity
        safe = safe_name(name, PICTURES.get(media_type, "bin"))
        size = 0
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.mkdir(mode=0o700)
            with os.fdopen(os.open(place / safe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                async for piece in pieces:
                    size += len(piece)
                    if size > SIZE_LIMIT:
                        raise AttachmentError(f"{safe} is larger than {SIZE_LIMIT // 1024 // 1024} MB.")
                    await asyncio.to_thread(file.write, piece)
            facts = {"name": safe, "kind": "image" if media_type in PICTURES else "file", "type": media_type}
            _write(place / "facts.json", json.dumps({**facts, "size": size}))
        except OSError as error:
            shutil.rmtree(place, ignore_errors=True)
            raise AttachmentError(f"{safe} could not be kept: {error.strerror or error}.") from error
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        found = self.get(identity)
        assert found is not None, "it was written just now"
        return found

    def get(self, identity: str) -> Attachment | None:
        """An attachment by its id; None when it is not there, or not whole."""
        facts = self._facts(identity)
        if facts is None:
            return None
        path = self._folder / identity / facts["name"]
        if not path.is_file():
            return None
        return Attachment(identity, facts["name"], facts["kind"], str(path), facts["size"])

    def media_type(self, identity: str) -> str:
        """The media type of an attachment as its browser said, empty when nobody knows."""
        facts = self._facts(identity)
        return "" if facts is None else str(facts["type"])

    def prune(self, held: set[str], now: float | None = None) -> int:
        """Delete what is old and not held; returns how many. Blocks: not for the event loop."""
        self.pruned = True
        now = time.time() if now is None else now
        gone = 0
        for place in self._folder.iterdir() if self._folder.is_dir() else ():
            try:
                if place.name in held or now - place.stat().st_mtime < KEEP_FOR:
                    continue
                shutil.rmtree(place)
                gone += 1
            except OSError as error:
                log.warning("An old attachment stays: %s", error)
        return gone

    def _facts(self, identity: str) -> dict[str, Any] | None:
        if not _ID.fullmatch(identity):
            return None
        try:
            facts: dict[str, Any] = json.loads((self._folder / identity / "facts.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return facts


def safe_name(name: str, ending: str) -> str:
    """A file name without directories and control characters; one that has nothing else is called `attachment`."""
    last = re.split(r"[/\\]", name)[-1]
    clean = _UNSAFE.sub("_", last).strip(". ")
    if not clean or clean == "facts.json":
        return f"attachment.{ending}"
    stem, dot, suffix = clean.rpartition(".")
    if len(clean.encode()) <= NAME_LIMIT:
        return clean
    kept = (stem if dot else clean).encode()[: NAME_LIMIT - 20].decode(errors="ignore")
    return f"{kept}.{suffix[:16]}" if dot else kept


def _write(path: Path, text: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
