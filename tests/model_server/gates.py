"""Places where a stream waits for the test, instead of a pace that would have to be guessed."""

from __future__ import annotations

import threading
from collections.abc import Callable

DEADLINE = 30.0
"""How long a stream, or a test, waits at most, in seconds."""


class Gates:
    """The held streams of a server, by the name in «hold NAME». A gate that was released stays open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reached: dict[str, threading.Event] = {}
        self._open: dict[str, threading.Event] = {}
        self._left: dict[str, threading.Event] = {}
        self._closed = threading.Event()

    def wait(self, name: str, gone: Callable[[], bool]) -> bool:
        """Wait in a stream until `name` is released; False when its reader went away, or nobody released it."""
        self._event(self._reached, name).set()
        opened = self._event(self._open, name)
        for _ in range(int(DEADLINE / 0.02)):
            if opened.wait(0.02):
                return True
            if gone():
                self._event(self._left, name).set()
                return False
            if self._closed.is_set():
                return False
        return False

    def reached(self, name: str) -> None:
        """Wait in a test until a stream stands at `name`.

        Raises:
            AssertionError: none came before the deadline.
        """
        assert self._event(self._reached, name).wait(DEADLINE), f"no stream came to «hold {name}»"

    def left(self, name: str) -> None:
        """Wait in a test until the reader of the stream at `name` went away.

        Raises:
            AssertionError: it reads on at the deadline.
        """
        assert self._event(self._left, name).wait(DEADLINE), f"nobody left the stream at «hold {name}»"

    def release(self, name: str) -> None:
        """Let the stream at `name` go on, now or when it comes."""
        self._event(self._open, name).set()

    def close(self) -> None:
        """End every wait."""
        self._closed.set()

    def _event(self, events: dict[str, threading.Event], name: str) -> threading.Event:
        with self._lock:
            return events.setdefault(name, threading.Event())
