"""Holds streamed text for a moment, so that a fast model does not cause a frame for each of its words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TICK = 0.016
"""Seconds: one frame of a screen."""


class Deltas:
    """Joins deltas of one session. The first one of a burst leaves at once, the next ones with the next tick.

    Args:
        send: gets a type and its joined text.
    """

    def __init__(self, send: Callable[[str, str], None]) -> None:
        self._send = send
        self._waiting: list[tuple[str, list[str]]] = []
        self._timer: asyncio.TimerHandle | None = None

    def add(self, kind: str, text: str) -> None:
        """Take one delta; order is kept."""
        if self._timer is None:
            self._send(kind, text)
            self._timer = asyncio.get_running_loop().call_later(TICK, self._tick)
        elif self._waiting and self._waiting[-1][0] == kind:
            self._waiting[-1][1].append(text)
        else:
            self._waiting.append((kind, [text]))

    def flush(self) -> None:
        """Send what waits, before anything else is sent."""
        waiting, self._waiting = self._waiting, []
        for kind, texts in waiting:
            self._send(kind, "".join(texts))

    def _tick(self) -> None:
        self._timer = None
        if self._waiting:
            self.flush()
            self._timer = asyncio.get_running_loop().call_later(TICK, self._tick)
