"""Whether an engine ended the process while it came up, so that the next start does without it, once.

A toolkit that aborts leaves no time for another one: what is known of it is that it began and never showed a page.
Several processes may show windows of one home, on a server without its own: one that still lives has not been ended.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path

_NAMES = ("gtk", "qt", "native")
_LONGEST = 40

_log = logging.getLogger(__name__)


class EngineTrial:
    """The record of one home.

    Args:
        file: there from the beginning of an engine until it has shown a page.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._runs = False

    def take_failed(self) -> str | None:
        """The engine that ended the last start, told once; None when none did."""
        try:
            with self._file.open("rb") as stream:
                name, _, process = stream.read(_LONGEST).decode("ascii", "replace").strip().partition(" ")
            if _is_another(process):
                return None
            os.unlink(self._file)
        except OSError:
            return None
        return name if name in _NAMES else None

    def begin(self, engine: str) -> None:
        """An engine is about to be loaded."""
        self._runs = True
        try:
            self._file.write_text(f"{engine} {os.getpid()}", "ascii")
        except OSError as error:
            _log.info("%s cannot be written (%s): an engine that ends the process is not noticed", self._file, error)

    def passed(self) -> None:
        """It has shown a page, or ended in good order. Later calls do nothing."""
        if self._runs:
            self._runs = False
            with suppress(OSError):
                self._file.unlink()


def _is_another(process: str) -> bool:
    """Whether a process id is that of another process that lives."""
    if sys.platform == "win32" or not process.isdigit() or int(process) in (0, os.getpid()):
        return False
    try:
        os.kill(int(process), 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True
