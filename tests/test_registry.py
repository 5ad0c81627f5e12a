from __future__ import annotations

from collections.abc import Callable

from hermes_shell.contribution import Contribution
from hermes_shell.registry import Registry


class Switch:
    """A live condition that a test flips."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.listeners: list[Callable[[], None]] = []

    def get(self) -> bool:
        return self.on

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def flip(self) -> None:
        self.on = not self.on
        for listener in tuple(self.listeners):
            listener()


def make(area: str, name: str, order: float = 0.0) -> Contribution:
    return Contribution(area=area, id=name, order=order)


def ids(registry: Registry, area: str = "a") -> list[str]:
    return [entry.id for entry in registry.get_area(area)]


def test_order_ascends_and_ties_keep_registration_order() -> None:
    registry = Registry()
    registry.register_many([make("a", "late", 5), make("a", "one"), make("a", "two"), make("a", "early", -1)])
    assert ids(registry) == ["early", "one", "two", "late"]


def test_snapshot_is_the_same_object_until_the_area_changes() -> None:
    registry = Registry()
    registry.register_many([make("a", "x"), make("b", "y")])
    before, other = registry.get_area("a"), registry.get_area("b")
    assert registry.get_area("a") is before
    registry.register(make("a", "z"))
    assert registry.get_area("a") is not before
    assert registry.get_area("b") is other
    assert registry.get_area("empty") == ()


def test_replacement_moves_to_the_end_and_old_disposer_leaves_it() -> None:
    registry = Registry()
    first = registry.register(make("a", "x"))
    registry.register(make("a", "y"))
    second = registry.register(make("a", "x"))
    assert ids(registry) == ["y", "x"]
    first()
    assert ids(registry) == ["y", "x"]
    second()
    second()
    assert ids(registry) == ["y"]


def test_each_batch_notifies_touched_areas_and_global_listeners_once() -> None:
    registry = Registry()
    heard: list[str] = []
    batches: list[frozenset[str]] = []
    registry.subscribe("a", lambda: heard.append("a"))
    registry.subscribe("b", lambda: heard.append("b"))
    registry.subscribe_all(batches.append)
    dispose = registry.register_many([make("a", "1"), make("a", "2"), make("c", "3")])
    assert heard == ["a"]
    dispose()
    dispose()
    assert heard == ["a", "a"]
    assert batches == [frozenset({"a", "c"})] * 2


def test_listener_disposer_is_idempotent() -> None:
    registry = Registry()
    heard: list[int] = []
    dispose = registry.subscribe("a", lambda: heard.append(1))
    dispose()
    dispose()
    registry.register(make("a", "1"))
    assert heard == []


def test_live_condition_empties_and_restores_and_is_released() -> None:
    registry = Registry()
    switch = Switch()
    heard: list[int] = []
    dispose = registry.register(Contribution(area="a", id="x", when=switch))
    registry.subscribe("a", lambda: heard.append(1))
    switch.flip()
    assert ids(registry) == []
    switch.flip()
    assert ids(registry) == ["x"]
    assert len(heard) == 2
    registry.register(make("a", "x"))
    assert switch.listeners == []
    dispose()
    assert ids(registry) == ["x"]


def test_callable_condition_is_read_when_the_area_is_rebuilt() -> None:
    registry = Registry()
    shown = [False]
    registry.register(Contribution(area="a", id="x", when=lambda: shown[0]))
    assert ids(registry) == []
    shown[0] = True
    assert ids(registry) == []
    registry.invalidate("a")
    assert ids(registry) == ["x"]


def test_disabled_contribution_is_hidden_and_still_known() -> None:
    registry = Registry()
    registry.register(Contribution(area="a", id="x", enabled=False))
    assert ids(registry) == []
    assert registry.get("a", "x") is not None
