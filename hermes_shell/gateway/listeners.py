"""Listeners of one thing, kept apart from each other's failures."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from hermes_shell.gateway.protocol import Dispose

log = logging.getLogger(__name__)

T = TypeVar("T")


class Listeners(Generic[T]):
    """Who hears of something, in the order in which they came.

    Args:
        name: of what they hear, for the log.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._entries: list[list[Callable[[T], None]]] = []

    def add(self, listener: Callable[[T], None]) -> Dispose:
        """Let one more hear; the same function may hear more than once."""
        entry = [listener]
        self._entries.append(entry)

        def dispose() -> None:
            self._entries[:] = [other for other in self._entries if other is not entry]

        return dispose

    def tell(self, news: T) -> None:
        """Call everyone; one that fails is logged and stops nobody else."""
        for entry in tuple(self._entries):
            try:
                entry[0](news)
            except Exception:
                log.exception("a listener of the gateway's %s failed", self._name)
