"""Whether an engine ended the process while it came up, so that the next start does without it, once.

A toolkit that aborts leaves no time for another one: what is known of it is that it began and never showed a page.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

_NAMES = ("gtk", "qt", "native")
_LONGEST_NAME = 20

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
                name = stream.read(_LONGEST_NAME).decode("ascii", "replace").strip()
            os.unlink(self._file)
        except OSError:
            return None
        return name if name in _NAMES else None

    def begin(self, engine: str) -> None:
        """An engine is about to be loaded."""
        self._runs = True
        try:
            self._file.write_text(engine, "ascii")
        except OSError as error:
            _log.info("%s cannot be written (%s): an engine that ends the process is not noticed", self._file, error)

    def passed(self) -> None:
        """It has shown a page, or ended in good order. Later calls do nothing."""
        if self._runs:
            self._runs = False
            with suppress(OSError):
                self._file.unlink()
