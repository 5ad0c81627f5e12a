"""The frame that a window shows first: the beginning of the home's last page, kept for the next start.

A page begins with what its first paint shows; `BOUNDARY` ends it. That part depends on the shell's
version, on settings and layout, and on nothing that a plugin does; so the next start can send it before anything is
loaded that could render it, and the rest of the same page follows when there is a server. The server renders the page
as ever and compares: a frame that was not right is replaced by loading the page again.

The file holds no secret: the base path and the nonce are taken out.
"""

from __future__ import annotations

import hashlib
import json
import logging

from hermes_shell import __version__
from hermes_shell.cache_file import write_atomically
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from hermes_shell.storage import Storage

BOUNDARY = "<!-- The frame ends here. -->"
"""Stands in a page between what its first paint shows and everything else."""
NONCE = "first-frame-nonce"
"""Stands in a kept frame where the nonce of an answer goes."""

_BASE = "/first-frame-base/"
_SCOPE = "shell"
_OF_PLUGINS = "plugins."
_SHORTEST = 2
_SIZE_LIMIT = 2 * 1024 * 1024

_log = logging.getLogger(__name__)


class FirstFrame:
    """The kept frame of one home.

    Args:
        home: keeps it among what can be computed again.
        base: the path below which everything is served; never kept.
    """

    def __init__(self, home: Home, base: str) -> None:
        self._file = home.cache / "first-frame.html"
        self._base = base
        self._kept: bytes | None = None

    def read(self, key: str) -> str | None:
        """The frame that was kept under this key; None when there is none.

        Args:
            key: of `frame_key`.
        """
        try:
            with self._file.open("rb") as stream:
                content = stream.read(_SIZE_LIMIT + 1)
            found, _, text = content.decode("utf-8").partition("\n")
        except (OSError, ValueError):
            return None
        if len(text) < _SHORTEST or len(content) > _SIZE_LIMIT or found != _line(key, text):
            return None
        self._kept = content
        return text

    def filled(self, text: str, nonce: str) -> str:
        """A kept frame as it stands in an answer."""
        return text.replace(_BASE, self._base).replace(NONCE, nonce)

    def keep(self, key: str, page: str) -> None:
        """Keep the frame of a page for the next start; what cannot be written is not kept.

        Args:
            key: of `frame_key`, as it is now.
            page: rendered with `NONCE` as its nonce and with its sheet in it.
        """
        text = page.partition(BOUNDARY)[0].replace(self._base, _BASE)
        content = f"{_line(key, text)}\n{text}".encode()
        if content == self._kept:
            return
        write_atomically(self._file, content)
        self._kept = content


def _line(key: str, text: str) -> str:
    """The first line of the file. With half of a frame, what follows would stand in a comment, a style or a title."""
    return f"{key} {hashlib.sha256(text.encode()).hexdigest()}"


def frame_key(settings: Settings, storage: Storage) -> str:
    """What a frame depends on, in one line: version, mode of the start, and everything that the shell keeps."""
    kept = sorted((key, value) for key, value in storage.items(_SCOPE).items() if not key.startswith(_OF_PLUGINS))
    facts = [__version__, settings.developer, settings.safe_mode, kept]
    return hashlib.sha256(json.dumps(facts, separators=(",", ":")).encode()).hexdigest()
