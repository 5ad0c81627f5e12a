"""The groups of the list are named by days: it is arranged anew when another one begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

LOOK_SECONDS = 30.0
"""How often somebody looks at the date. A timer for midnight would be late by as long as the machine slept."""


class DayWatch:
    """Tells when it is another day than it was.

    Args:
        changed: called then.
        today: the day it is.
    """

    def __init__(self, changed: Callable[[], None], today: Callable[[], date] = date.today) -> None:
        self._changed = changed
        self._today = today
        self._day = today()
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Look at the date, now and from now on."""
        day = self._today()
        if day != self._day:
            self._day = day
            self._changed()
        self.close()
        self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self.look)

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
