from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from hermes_shell import registry as registry_module
from hermes_shell.areas import AREAS
from hermes_shell.registry import Contribution, RealmMirror, Registry

MODELS: dict[str, type[BaseModel]] = {area.id: area.wire for area in AREAS.values()}


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
    assert registry.version == 2


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


def descriptor(area: str = "statusBar.right", name: str = "p:x", **more: object) -> dict[str, object]:
    return {"area": area, "id": name, "source": "plugin:p", "seq": 1, **more}


def test_mirror_sorts_by_order_then_seq_and_hides_disabled() -> None:
    mirror = RealmMirror(MODELS)
    mirror.apply(
        [
            descriptor(name="p:late", order=5, seq=1),
            descriptor(name="p:b", seq=3),
            descriptor(name="p:a", seq=2),
            descriptor(name="p:off", seq=1, enabled=False),
        ]
    )
    assert [entry.id for entry in mirror.area("statusBar.right")] == ["p:a", "p:b", "p:late"]


def test_bad_descriptor_is_refused_alone_with_its_field_named() -> None:
    mirror = RealmMirror(MODELS)
    applied = mirror.apply(
        [
            descriptor("panes", "p:bad", fields={"placement": "somewhere"}),
            descriptor("panes", "p:good", fields={"placement": "left"}),
            descriptor(name="p:order", order="first"),
            "not an object",
        ]
    )
    assert [entry.id for entry in mirror.area("panes")] == ["p:good"]
    assert applied.touched == {"panes": {"p:good"}}
    first, second, third = applied.warnings
    assert (first.plugin, first.area, first.id, first.field) == ("p", "panes", "p:bad", "placement")
    assert "'main', 'left'" in first.message
    assert (second.plugin, second.field) == ("p", "order")
    assert "number" in second.message
    assert third.plugin == "unknown"


def test_refused_replacement_removes_what_stood_there() -> None:
    mirror = RealmMirror(MODELS)
    mirror.apply([descriptor("panes", "p:x", fields={"placement": "left"})])
    applied = mirror.apply([descriptor("panes", "p:x", fields={"placement": 5})])
    assert list(mirror.area("panes")) == []
    assert applied.touched == {"panes": {"p:x"}}


def test_unknown_area_is_inert_and_listed() -> None:
    mirror = RealmMirror(MODELS)
    applied = mirror.apply([descriptor("some.area")])
    assert applied.touched == {}
    assert list(mirror.inert) == [("some.area", "p:x")]
    mirror.apply([], [("some.area", "p:x")])
    assert mirror.inert == {}


def test_applying_a_delta_twice_changes_nothing_the_second_time() -> None:
    mirror = RealmMirror(MODELS)
    delta = [descriptor(name="p:x"), descriptor("panes", "p:y", title="Y")]
    assert set(mirror.apply(delta).touched) == {"statusBar.right", "panes"}
    shown = mirror.area("panes")
    again = mirror.apply(delta, [("panes", "p:gone")])
    assert again.touched == {}
    assert mirror.area("panes") is shown


def test_slot_areas_hold_no_fields() -> None:
    mirror = RealmMirror(MODELS)
    mirror.apply([descriptor(fields={"label": "secret"})])
    assert mirror.area("statusBar.right")[0].data == {}


def test_realm_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "MAX_CONTRIBUTIONS", 2)
    mirror = RealmMirror(MODELS)
    applied = mirror.apply([descriptor(name=f"p:{number}") for number in range(3)])
    assert len(mirror) == 2
    assert "at most" in applied.warnings[0].message


@given(
    st.lists(
        st.tuples(st.sampled_from(["p:a", "p:b", "p:c", "p:d"]), st.integers(-2, 2), st.integers(0, 9), st.booleans()),
        max_size=30,
    )
)
def test_mirror_always_equals_a_fresh_sort(changes: list[tuple[str, int, int, bool]]) -> None:
    mirror = RealmMirror(MODELS)
    expected: dict[str, tuple[int, int]] = {}
    for name, order, seq, put in changes:
        if put:
            mirror.apply([descriptor(name=name, order=order, seq=seq)])
            expected[name] = (order, seq)
        else:
            mirror.apply([], [("statusBar.right", name)])
            expected.pop(name, None)
        shown = [entry.id for entry in mirror.area("statusBar.right")]
        assert shown == sorted(expected, key=lambda entry: (*expected[entry], entry))
