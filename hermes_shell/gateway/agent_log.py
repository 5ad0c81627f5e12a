"""What an agent writes: into a file and not to the shell, so that it can go on when the shell is killed."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FILE_NAME = "gateway-child.log"
TAIL_BYTES = 16 * 1024
MOST_BYTES = 1024 * 1024
CHECK_SECONDS = 60.0
"""How often the file's size is looked at."""


class AgentLog:
    """The file; mode 0600, for an agent may write what it was given.

    Args:
        file: where it lies.
        secret: left out of what `tail` tells.
    """

    def __init__(self, file: Path, secret: str) -> None:
        self.file = file
        self._secret = secret

    def begin(self) -> None:
        """Make it empty and readable by its user alone.

        Raises:
            OSError: that cannot be.
        """
        self.file.unlink(missing_ok=True)
        os.close(os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    def tail(self, count: int = 3) -> str:
        """The last lines, as one text; empty when there are none."""
        try:
            with self.file.open("rb") as stream:
                stream.seek(max(0, os.fstat(stream.fileno()).st_size - TAIL_BYTES))
                raw = stream.read(TAIL_BYTES)
        except OSError:
            return ""
        lines = [line.strip() for line in raw.decode("utf-8", "replace").splitlines()]
        return " ".join([line for line in lines if line][-count:]).replace(self._secret, "•••")

    def keep_small(self) -> None:
        """Drop what it holds when that is too much; the agent goes on at its end, which is its beginning then."""
        with contextlib.suppress(OSError):
            if self.file.stat().st_size > MOST_BYTES:
                os.truncate(self.file, 0)

    def remove(self) -> None:
        """Nobody needs it any more."""
        with contextlib.suppress(OSError):
            self.file.unlink()
