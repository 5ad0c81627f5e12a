from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from hermes_shell import realm_mirror
from hermes_shell.areas import AREAS
from hermes_shell.realm_mirror import RealmMirror

MODELS: dict[str, type[BaseModel]] = {area.id: area.wire for area in AREAS.values()}


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


def test_flag_of_a_wrong_type_is_left_out_alone() -> None:
    mirror = RealmMirror(MODELS)
    fields = {"placement": "left", "uncloseable": "perhaps", "dock.enforce": 7, "hideOnly": True}
    applied = mirror.apply([descriptor("panes", "p:x", fields=fields)])
    assert mirror.area("panes")[0].data == {"placement": "left", "hideOnly": True}
    assert [warning.field for warning in applied.warnings] == ["dock.enforce", "uncloseable"]
    assert "the flag is ignored" in applied.warnings[0].message


def test_refused_replacement_removes_what_stood_there() -> None:
    mirror = RealmMirror(MODELS)
    mirror.apply([descriptor("panes", "p:x", fields={"placement": "left"})])
    applied = mirror.apply([descriptor("panes", "p:x", fields={"placement": 5})])
    assert list(mirror.area("panes")) == []
    assert applied.touched == {"panes": {"p:x"}}


def test_unknown_area_is_inert() -> None:
    mirror = RealmMirror(MODELS)
    applied = mirror.apply([descriptor("some.area")])
    assert (applied.touched, applied.warnings, len(mirror)) == ({}, [], 0)
    assert mirror.apply([], [("some.area", "p:x")]).touched == {}


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
    monkeypatch.setattr(realm_mirror, "MAX_CONTRIBUTIONS", 2)
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
