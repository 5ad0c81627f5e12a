"""The nonces of boot links. Apart from their door, so that a window can be given one before the server is loaded."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from hmac import compare_digest

LIFETIME = 60.0
"""Seconds a boot link works."""
OUTSTANDING_LIMIT = 64


class BootLinks:
    """Mints and redeems one-shot nonces. Safe to use from any thread.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._deadlines: dict[str, float] = {}

    def mint(self) -> str:
        """A new nonce, good once within 60 s. With 64 outstanding ones the oldest stops working."""
        nonce = secrets.token_urlsafe(32)
        with self._lock:
            while len(self._deadlines) >= OUTSTANDING_LIMIT:
                self._deadlines.pop(next(iter(self._deadlines)))
            self._deadlines[nonce] = self._clock() + LIFETIME
        return nonce

    def redeem(self, nonce: str) -> bool:
        """Use up a nonce; False when it is unknown, used or too old. Takes the same time for every wrong one."""
        offered = nonce.encode("utf-8", "replace")
        found: str | None = None
        with self._lock:
            for known in self._deadlines:
                if compare_digest(known.encode(), offered):
                    found = known
            return found is not None and self._clock() <= self._deadlines.pop(found)
