"""Saved layouts: the round trip, version 1, damage."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_shell import layout
from hermes_shell.layout import LayoutState, Sidebar, from_json, is_readable, shown_layout, to_json
from hermes_shell.layout.state import Floating, Track
from hermes_shell.layout.tree import LEAST_WEIGHT, MAX_DEPTH, MOST_WEIGHT, Split, groups
from tests.layout.views import drawn, group, main, pane, split

BUSY = LayoutState(
    root=split(
        "s7",
        "row",
        group("left", "p:l", default=280),
        split(
            "s6", "column", main("p:m"), group("g5", "p:b", minimised=True, tint="red", strip="never"), weights=(3, 1)
        ),
        group("right", "p:r", "gone:x", active="gone:x", basis=400, default=336),
    ),
    floating=(Floating("p:f", "bottom-left", -4, 30, 200, 100),),
    dismissed=("p:d", "p:e"),
    hidden_sides=frozenset({"left"}),
    sidebar=Sidebar(300),
    remembered=(Track("p:d", "row", 0.25, 500), Track("p:e", "column", 0.5)),
    next_id=9,
)


def through_a_file(state: LayoutState) -> Any:
    return json.loads(json.dumps(to_json(state)))


def test_what_is_saved_is_what_is_loaded() -> None:
    assert from_json(through_a_file(BUSY)) == BUSY
    assert from_json(through_a_file(LayoutState())) == LayoutState()
    assert from_json(through_a_file(layout.maximise(BUSY, "right"))).maximised is None


def test_panes_of_one_window_are_never_saved() -> None:
    root = split("s1", "row", main("plugin-workspace:x"), group("g2", "plugin-workspace:y"), group("g3", "p:a"))
    state = LayoutState(root, (Floating("plugin-workspace:z"),), ("plugin-workspace:w", "p:d"), next_id=4)
    saved = through_a_file(state)
    assert "plugin-workspace" not in json.dumps(saved)
    loaded = from_json(saved)
    assert (drawn(loaded), loaded.floating, loaded.dismissed) == ("[W | a]", (), ("p:d",))


def test_an_id_is_never_used_twice_even_when_a_file_says_so() -> None:
    saved = through_a_file(BUSY)
    saved["root"]["children"][2]["id"] = "left"
    saved["root"]["children"][1]["id"] = "s7"
    saved["next_id"] = 1
    loaded = from_json(saved)
    ids = [found.id for found in groups(loaded.root)]
    assert len(set(ids)) == 4
    assert loaded.next_id > 7


def test_a_pane_that_stands_twice_keeps_its_first_place() -> None:
    saved = through_a_file(BUSY)
    saved["root"]["children"][2]["panes"] = ["p:l", "p:r", "p:r", "workspace"]
    saved["floating"].append({"pane": "p:r"})
    saved["dismissed"] += ["p:f", "p:m", "p:d"]
    loaded = from_json(saved)
    assert drawn(loaded) == "[l | (W m / b) | r]"
    assert [card.pane for card in loaded.floating] == ["p:f"]
    assert loaded.dismissed == ("p:d", "p:e")


@pytest.mark.parametrize("weight", [0, -1, "1", None, True, float("nan"), float("inf"), 10**400])
def test_a_weight_that_is_no_positive_number_is_one(weight: object) -> None:
    saved = to_json(BUSY)
    root: dict[str, Any] = saved["root"]  # type: ignore[assignment]
    root["weights"] = [weight, 2]
    loaded = from_json(saved).root
    assert isinstance(loaded, Split)
    assert loaded.weights == (1, 2, 1)


@pytest.mark.parametrize(("weight", "bound"), [(5e-324, LEAST_WEIGHT), (1e-9, LEAST_WEIGHT), (1e308, MOST_WEIGHT)])
def test_a_huge_or_tiny_weight_is_bounded_also_in_a_split_that_dissolves(weight: float, bound: float) -> None:
    saved = through_a_file(BUSY)
    nested = {"axis": "row", "children": [{"panes": ["p:x"]}, {"panes": ["p:y"]}], "weights": [weight, weight]}
    saved["root"]["children"].append(nested)
    saved["root"]["weights"] = [weight, weight, weight, weight]
    loaded = from_json(saved)
    assert isinstance(loaded.root, Split)
    assert loaded.root.weights[:3] == (bound, bound, bound)
    assert all(LEAST_WEIGHT <= part <= MOST_WEIGHT for part in loaded.root.weights)
    assert from_json(through_a_file(loaded)) == loaded
    shown = shown_layout(loaded, [pane("p:x"), pane("p:y")], (), "Home").layout
    assert "NaN" not in json.dumps(shown)


@pytest.mark.parametrize("size", ["-5px", "calc(", "100vw; }", [], True, float("nan"), 1e300])
def test_a_size_that_is_none_is_forgotten_or_bounded(size: object) -> None:
    saved = to_json(BUSY)
    root: dict[str, Any] = saved["root"]  # type: ignore[assignment]
    root["children"][2]["basis"] = size
    saved["sidebar"] = {"size": size}
    loaded = from_json(saved)
    assert isinstance(loaded.root, Split)
    assert loaded.root.children[2].basis == (4000 if size == 1e300 else None)
    assert loaded.sidebar.size == (360 if size == 1e300 else 248)


def test_of_the_remembered_room_what_is_whole_is_kept() -> None:
    saved = through_a_file(BUSY)
    saved["remembered"] += [{"pane": "p:d", "part": 0.75}, {"pane": "p:x", "part": 1}, {"pane": 5, "part": 0.5}, None]
    assert from_json(saved).remembered == (Track("p:e", "column", 0.5), Track("p:d", "row", 0.75))


def test_a_tree_without_a_main_group_gets_one_and_keeps_its_panes() -> None:
    assert drawn(from_json({"version": 2, "root": {"id": "g1", "panes": ["p:a"]}})) == "[W | a]"
    assert drawn(from_json({"version": 2, "root": {"id": "s1", "children": []}})) == "W"
    twice = {
        "id": "s3",
        "axis": "column",
        "children": [{"id": "main", "panes": ["p:a"]}, {"id": "main", "panes": ["p:b"]}],
    }
    assert drawn(from_json({"version": 2, "root": twice})) == "(W a / b)"


def test_a_tree_of_the_greatest_depth_without_a_main_group_loses_nothing() -> None:
    root: dict[str, Any] = {"panes": ["p:deepest"]}
    for level in range(MAX_DEPTH):
        axis = "column" if level % 2 else "row"
        root = {"axis": axis, "children": [{"panes": [f"p:{level}"]}, root]}
    loaded = from_json({"version": 2, "root": root})
    assert sum(len(found.panes) for found in groups(loaded.root)) == MAX_DEPTH + 2
    assert from_json(through_a_file(loaded)) == loaded


def test_a_tree_without_end_is_cut() -> None:
    root: dict[str, Any] = {"id": "main", "panes": ["workspace"]}
    for _ in range(100):
        root = {"id": "s1", "axis": "row", "children": [{"panes": ["p:x"]}, root]}
    assert drawn(from_json({"version": 2, "root": root})) == "[W | x]"
    many = {"panes": [f"p:{n}" for n in range(5000)]}
    assert sum(len(found.panes) for found in groups(from_json({"version": 2, "root": many}).root)) == 2001


def test_version_one_becomes_the_tree_that_looks_the_same() -> None:
    saved: dict[str, Any] = {
        "version": 1,
        "zones": {
            "left": {"panes": ["p:l"], "active": "p:l", "size": 300, "minimised": False},
            "main": {"panes": ["p:m"], "active": "p:m", "size": None, "minimised": False},
            "bottom": {"panes": ["p:b", "p:c"], "active": "p:c", "size": None, "minimised": True},
            "top": {"panes": [], "active": None, "size": 90, "minimised": False},
        },
        "dismissed": ["p:d"],
        "sidebar": {"size": 200, "hidden": True},
    }
    state = from_json(saved)
    assert drawn(state) == "[l | (W m / b c)]"
    found = {node.id: node for node in groups(state.root)}
    assert found["left"] == group("left", "p:l", basis=300, default=280)
    assert found["main"] == replace(main("p:m"), active="p:m")
    assert found["bottom"] == group("bottom", "p:b", "p:c", active="p:c", minimised=True, default=240)
    assert (state.dismissed, state.sidebar.size, state.hidden_sides) == (("p:d",), 200, {"left"})
    assert from_json(through_a_file(state)) == state
    assert from_json({"version": 1, "zones": {}, "dismissed": [], "sidebar": {}}) == replace(
        LayoutState(), next_id=from_json({"zones": {}}).next_id
    )


@pytest.mark.parametrize(
    ("value", "readable"),
    [
        ({"version": 2}, True),
        ({"version": 1}, True),
        ({}, True),
        ({"version": 3, "root": {}}, False),
        ({"version": "2"}, False),
        ({"version": True}, False),
        ([], False),
        (None, False),
        ("layout", False),
    ],
)
def test_only_known_versions_are_read(value: object, readable: bool) -> None:
    assert is_readable(value) is readable


_KEYS = ["version", "root", "children", "panes", "weights", "axis", "id", "active", "zones", "left", "main"]
_MORE_KEYS = ["floating", "pane", "x", "width", "dismissed", "sidebar", "size", "hidden_sides", "next_id", "basis"]
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["main", "right", "g1", "s1", "workspace", "p:a", "p:b", "column", 2]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(_KEYS + _MORE_KEYS), inner, max_size=5),
    max_leaves=25,
)


@given(_VALUES)
def test_any_damage_is_read_and_reading_is_stable(value: object) -> None:
    state = from_json(value)
    assert from_json(through_a_file(state)) == state
    panes = [pane for found in groups(state.root) for pane in found.panes]
    everything = [*panes, *(card.pane for card in state.floating), *state.dismissed]
    assert len(everything) == len(set(everything))
    assert panes.count("workspace") == 1
    assert layout.adopt(state, [pane("p:a")]) is not None
