"""How long to wait before the next attempt."""

from __future__ import annotations

import random
from dataclasses import dataclass

FIRST_SECONDS = 0.5
LONGEST_SECONDS = 30.0
STEADY_SECONDS = 20.0
"""A connection that held for so long makes the next loss a first one."""


@dataclass
class Backoff:
    """Waits that double from half a second to half a minute, each up to a fifth shorter by chance.

    The first one after a success is none at all: most losses are a restart, or a cable.
    """

    failures: int = 0

    def wait(self) -> float:
        """Count a failure; returns how many seconds to wait now."""
        self.failures += 1
        if self.failures == 1:
            return 0.0
        longest = min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** min(self.failures - 2, 16))
        return longest * random.uniform(0.8, 1.0)

    def held(self, seconds: float) -> None:
        """A connection was there for that long."""
        if seconds >= STEADY_SECONDS:
            self.failures = 0
