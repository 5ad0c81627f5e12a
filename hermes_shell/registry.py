"""The registry of the core's contributions.

Rules: contract, registry R1 to R12, with the deviations that the changelog names: an old disposer removes only what it
registered, and the sequence number alone decides ties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from hermes_shell.contribution import Contribution, Dispose, Key, LiveCondition

if TYPE_CHECKING:
    from collections.abc import Generator

_by_place = attrgetter("order", "seq")


def _is_shown(contribution: Contribution) -> bool:
    if not contribution.enabled:
        return False
    when = contribution.when
    if when is None:
        return True
    return bool(when.get() if isinstance(when, LiveCondition) else when())


class Registry:
    """The core's contributions, with the same semantics as the page registry."""

    def __init__(self) -> None:
        self._areas: dict[str, dict[str, Contribution]] = {}
        self._snapshots: dict[str, tuple[Contribution, ...]] = {}
        self._detach: dict[Key, Dispose] = {}
        self._listeners: dict[str, list[Callable[[], None]]] = {}
        self._global_listeners: list[Callable[[frozenset[str]], None]] = []
        self._seq = 0
        self._depth = 0
        self._pending: set[str] = set()

    def register(self, contribution: Contribution) -> Dispose:
        """Put one contribution in; the result takes it out again."""
        return self.register_many([contribution])

    def register_many(self, contributions: Iterable[Contribution]) -> Dispose:
        """Put several in as one batch: each touched area is notified once (contract, registry R8).

        Returns:
            A disposer that removes exactly these registrations, harmless when called twice.
        """
        placed: list[Contribution] = []
        with self.transaction():
            for contribution in contributions:
                self._seq += 1
                placed.append(self._put(replace(contribution, seq=self._seq)))
        remaining = list(placed)

        def dispose() -> None:
            mine, remaining[:] = list(remaining), []
            with self.transaction():
                for contribution in mine:
                    self._remove(contribution)

        return dispose

    def get_area(self, area: str) -> tuple[Contribution, ...]:
        """The shown contributions of `area` in order; the same object until the area changes (R1, R5, R6, R11)."""
        snapshot = self._snapshots.get(area)
        if snapshot is None:
            held = self._areas.get(area, {}).values()
            snapshot = tuple(sorted(filter(_is_shown, held), key=_by_place))
            self._snapshots[area] = snapshot
        return snapshot

    def get(self, area: str, contribution_id: str) -> Contribution | None:
        """The contribution of that key, shown or not."""
        return self._areas.get(area, {}).get(contribution_id)

    def areas(self) -> tuple[str, ...]:
        """Ids of all areas that hold something."""
        return tuple(area for area, held in self._areas.items() if held)

    def invalidate(self, area: str) -> None:
        """Read the callable conditions of `area` again and tell its listeners."""
        with self.transaction():
            self._pending.add(area)

    def subscribe(self, area: str, listener: Callable[[], None]) -> Dispose:
        """Call `listener` once for each batch that touches `area` (R9)."""
        return _subscribe(self._listeners.setdefault(area, []), listener)

    def subscribe_all(self, listener: Callable[[frozenset[str]], None]) -> Dispose:
        """Call `listener` once for each batch, with the areas it touched (R9)."""
        return _subscribe(self._global_listeners, listener)

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Make everything inside one batch, also when it raises."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0 and self._pending:
                self._flush()

    def _flush(self) -> None:
        touched, self._pending = frozenset(self._pending), set()
        for area in touched:
            self._snapshots.pop(area, None)
        for area in touched:
            for listener in tuple(self._listeners.get(area, ())):
                listener()
        for listener in tuple(self._global_listeners):
            listener(touched)

    def _put(self, contribution: Contribution) -> Contribution:
        self._release(contribution.key)
        self._areas.setdefault(contribution.area, {})[contribution.id] = contribution
        self._pending.add(contribution.area)
        if contribution.when is not None and isinstance(contribution.when, LiveCondition):
            area = contribution.area
            self._detach[contribution.key] = contribution.when.listen(lambda: self.invalidate(area))
        return contribution

    def _remove(self, contribution: Contribution) -> None:
        held = self._areas.get(contribution.area, {})
        if held.get(contribution.id) is not contribution:  # replaced or gone: the replacement stays (R12)
            return
        self._release(contribution.key)
        del held[contribution.id]
        self._pending.add(contribution.area)

    def _release(self, key: Key) -> None:
        detach = self._detach.pop(key, None)
        if detach is not None:
            detach()


def _subscribe(listeners: list[Any], listener: Any) -> Dispose:
    entry = [listener]

    def call(*args: object) -> None:
        for listen in entry:
            listen(*args)

    listeners.append(call)

    def dispose() -> None:
        if entry:
            entry.clear()
            listeners.remove(call)

    return dispose
