"""What to do when a window's renderer dies: load the page again, but not for ever."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

MOST_RELOADS = 3
WITHIN_SECONDS = 60.0


class RendererWatch:
    """Counts the deaths of one window's renderer.

    Args:
        clock: seconds, monotonic.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._deaths: deque[float] = deque(maxlen=MOST_RELOADS)

    def died(self) -> bool:
        """Take a death; whether the page should be loaded again: at most three times within a minute."""
        now = self._clock()
        again = len(self._deaths) < MOST_RELOADS or now - self._deaths[0] >= WITHIN_SECONDS
        if again:
            self._deaths.append(now)
        else:
            self._deaths.clear()  # whoever asks for the page again gets the same patience again
        return again
