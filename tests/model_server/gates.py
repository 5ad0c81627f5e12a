"""Places where a stream waits for the test, instead of a pace that would have to be guessed."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass

DEADLINE = 30.0
"""How long a stream, or a test, waits at most, in seconds."""


@dataclass(frozen=True)
class Gate:
    """One place of one script, with a name of its own.

    Attributes:
        hold: the directive that stands in the script.
    """

    gates: Gates
    name: str

    @property
    def hold(self) -> str:
        return f"«hold {self.name}»"

    def reached(self) -> None:
        """Wait in a test until a stream stands here; fails at the deadline."""
        self.gates.reached(self.name)

    def release(self) -> None:
        """Let the stream go on, now or when it comes."""
        self.gates.release(self.name)

    def left(self) -> None:
        """Wait in a test until the reader of the stream went away; fails at the deadline."""
        self.gates.left(self.name)


class Gates:
    """The held streams of a server, by the name in «hold NAME». A gate that was released stays open."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._reached: dict[str, threading.Event] = {}
        self._open: dict[str, threading.Event] = {}
        self._left: dict[str, threading.Event] = {}
        self._closed = threading.Event()

    def new(self) -> Gate:
        """A gate that no script has had before."""
        return Gate(self, f"gate-{next(self._numbers)}")

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
