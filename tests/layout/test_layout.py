from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_shell import layout
from hermes_shell.areas.panes import PaneView, Placement, Position
from hermes_shell.layout import LayoutState, Zone, columns, from_json, shown_zones, to_json
from hermes_shell.layout.shown import pixels

NAMES = ["p:a", "p:b", "q:c", "q:d"]
panes_strategy = st.lists(
    st.builds(
        PaneView,
        id=st.sampled_from(NAMES),
        title=st.just("Pane"),
        plugin=st.just("p"),
        placement=st.sampled_from(["main", "left", "right", "top", "bottom", "floating"]),
        dock_pane=st.one_of(st.none(), st.sampled_from([*NAMES, "workspace", "absent"])),
        dock_pos=st.sampled_from(["top", "bottom", "left", "right", "center"]),
        dock_before=st.one_of(st.none(), st.sampled_from(NAMES)),
        enforce=st.booleans(),
        collapsed=st.booleans(),
    ),
    unique_by=lambda pane: pane.id,
)
states = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["zones", "left", "right", "main", "panes", "active", "size", "dismissed", "sidebar"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


def pane(
    name: str, placement: Placement = "right", dock: str | None = None, pos: Position = "center", **more: object
) -> PaneView:
    view = PaneView(name, name, name.partition(":")[0], placement, dock_pane=dock, dock_pos=pos)
    return replace(view, **more)


def placed(state: LayoutState) -> dict[str, tuple[str, ...]]:
    return {name: zone.panes for name, zone in state.zones.items() if zone.panes}


def test_default_placement_is_right_and_stacking_is_silent() -> None:
    state = layout.adopt(LayoutState(), [pane("p:a"), pane("p:b")])
    assert placed(state) == {"right": ("p:a", "p:b")}
    assert state.zones["right"].active == "p:a"


def test_dock_to_an_edge_of_the_workspace_is_the_zone_on_that_side() -> None:
    for pos in ("left", "right", "top", "bottom"):
        state = layout.adopt(LayoutState(), [pane("p:a", dock="workspace", pos=cast("Position", pos))])
        assert placed(state) == {pos: ("p:a",)}
    assert placed(layout.adopt(LayoutState(), [pane("p:a", dock="workspace")])) == {"main": ("p:a",)}


def test_dock_to_an_absent_pane_falls_back_to_the_same_placement() -> None:
    state = layout.adopt(LayoutState(), [pane("p:a", "left"), pane("p:b", "left", dock="gone", pos="bottom")])
    assert placed(state) == {"left": ("p:a", "p:b")}
    assert placed(layout.adopt(LayoutState(), [pane("p:b", dock="gone", pos="bottom")])) == {"bottom": ("p:b",)}


def test_dock_before_takes_the_place_of_that_tab() -> None:
    state = layout.adopt(LayoutState(), [pane("p:a"), pane("p:b", dock="p:a", dock_before="p:a")])
    assert placed(state) == {"right": ("p:b", "p:a")}
    assert state.zones["right"].active == "p:a"


def test_pane_in_the_main_zone_leaves_the_workspace_in_front() -> None:
    panes = [pane("p:a", "main")]
    state = layout.adopt(LayoutState(), panes)
    zones = shown_zones(state, panes, (), "Home")
    assert [tab.id for tab in zones["main"].tabs] == ["workspace", "p:a"]
    assert zones["main"].front == "workspace"
    revealed = layout.reveal(state, "p:a", panes)
    assert shown_zones(revealed, panes, (), "Home")["main"].front == "p:a"
    back = layout.activate(revealed, "workspace")
    assert shown_zones(back, panes, (), "Home")["main"].front == "workspace"


def test_collapsed_pane_minimises_only_a_zone_that_it_opens() -> None:
    state = layout.adopt(LayoutState(), [pane("p:a", collapsed=True)])
    assert state.zones["right"].minimised
    state = layout.adopt(LayoutState(), [pane("p:a"), pane("p:b", collapsed=True)])
    assert not state.zones["right"].minimised


def test_enforced_dock_moves_once_a_start() -> None:
    panes = [pane("p:a", dock="workspace", pos="left", enforce=True)]
    state = LayoutState().with_zone("right", Zone(("p:a",), "p:a"))
    moved, already = layout.enforce(state, panes, frozenset())
    assert placed(moved) == {"left": ("p:a",)}
    back = LayoutState().with_zone("right", Zone(("p:a",), "p:a"))
    assert layout.enforce(back, panes, already) == (back, already)


def test_close_fronts_the_right_neighbour_else_the_left() -> None:
    state = LayoutState().with_zone("right", Zone(("a", "b", "c"), "b"))
    assert layout.close(state, "b").zones["right"].active == "c"
    state = LayoutState().with_zone("right", Zone(("a", "b", "c"), "c"))
    closed = layout.close(state, "c")
    assert closed.zones["right"].active == "b"
    assert closed.dismissed == ("c",)


def test_closed_pane_stays_closed_until_it_is_undismissed_revealed_or_reset() -> None:
    panes = [pane("p:a"), pane("p:b", aliases=("board",))]
    closed = layout.close(layout.adopt(LayoutState(), panes), "p:b")
    assert layout.adopt(closed, panes) == closed
    silent = layout.undismiss(closed, "p:b", panes)
    assert silent.zones["right"].active == "p:a"
    assert layout.reveal(closed, "board", panes).zones["right"].active == "p:b"
    assert placed(layout.reset(panes)) == {"right": ("p:a", "p:b")}


def test_reveal_unfolds_and_unknown_panes_change_nothing() -> None:
    panes = [pane("p:a")]
    state = layout.minimise(layout.adopt(LayoutState(), panes), "right")
    assert not layout.reveal(state, "p:a", panes).zones["right"].minimised
    assert layout.reveal(state, "nothing", panes) is state
    assert layout.activate(state, "nothing") is state
    assert layout.close(state, "nothing") is state


def test_sizes_are_bounded_and_the_main_zone_has_none() -> None:
    state = layout.resize(LayoutState(), "right", 3)
    assert state.zones["right"].size == 80
    assert layout.resize(LayoutState(), "sidebar", 9999).sidebar.size == 360
    assert layout.resize(LayoutState(), "main", 300) == LayoutState()
    assert layout.minimise(LayoutState(), "main") == LayoutState()
    assert layout.toggle_sidebar(LayoutState()).sidebar.hidden


def test_columns_are_zero_for_empty_and_28_for_folded_zones() -> None:
    panes = [pane("p:a", width="20rem"), pane("p:b", "bottom")]
    state = layout.minimise(layout.adopt(LayoutState(), panes), "bottom")
    zones = shown_zones(state, panes, (), "Home")
    assert columns(state, zones) == {"sidebar": 248, "left": 0, "right": 320, "top": 0, "bottom": 28}


def test_slots_mount_at_first_activation_and_stay() -> None:
    panes = [pane("p:a"), pane("p:b"), pane("p:c", keep_alive=False)]
    state = layout.adopt(LayoutState(), panes)
    tabs = shown_zones(state, panes, {"p:c"}, "Home")["right"].tabs
    assert [tab.mounted for tab in tabs] == [True, False, False]
    tabs = shown_zones(layout.activate(state, "p:b"), panes, {"p:a"}, "Home")["right"].tabs
    assert [tab.mounted for tab in tabs] == [True, True, False]


def test_absent_panes_keep_their_place_and_are_not_shown() -> None:
    state = LayoutState().with_zone("left", Zone(("p:gone", "p:a"), "p:gone"))
    zone = shown_zones(state, [pane("p:a")], (), "Home")["left"]
    assert [(tab.id, tab.active) for tab in zone.tabs] == [("p:a", True)]
    assert placed(from_json(to_json(state))) == {"left": ("p:gone", "p:a")}


def test_panes_of_one_window_are_never_saved() -> None:
    state = LayoutState().with_zone("main", Zone(("plugin-workspace:x", "p:a"), "plugin-workspace:x"))
    assert json.loads(json.dumps(to_json(state)))["zones"]["main"] == {
        "panes": ["p:a"],
        "active": None,
        "size": None,
        "minimised": False,
    }


@pytest.mark.parametrize(
    ("length", "size"), [("336px", 336), ("20rem", 320), ("300", 300), ("50%", None), (None, None), ("calc(1px)", None)]
)
def test_plain_lengths_are_pixels(length: str | None, size: int | None) -> None:
    assert pixels(length) == size


@given(states)
def test_any_damage_is_read_and_reading_is_stable(value: object) -> None:
    state = from_json(value)
    assert from_json(json.loads(json.dumps(to_json(state)))) == state


@given(panes_strategy, states)
def test_adoption_places_each_pane_once_and_is_idempotent(panes: list[PaneView], saved: object) -> None:
    state = layout.adopt(from_json(saved), panes)
    everything = [entry for zone in state.zones.values() for entry in zone.panes]
    assert len(everything) == len(set(everything))
    for view in panes:
        assert (view.id in everything) != (view.id in state.dismissed)
    assert layout.adopt(state, panes) == state


operations = st.lists(
    st.tuples(
        st.sampled_from(["activate", "close", "reveal", "undismiss", "minimise", "resize"]), st.sampled_from(NAMES)
    ),
    max_size=12,
)


@given(panes_strategy, operations)
def test_every_shown_zone_has_exactly_one_front_tab(panes: list[PaneView], steps: list[tuple[str, str]]) -> None:
    state = layout.adopt(LayoutState(), panes)
    for op, name in steps:
        match op:
            case "activate":
                state = layout.activate(state, name)
            case "close":
                state = layout.close(state, name)
            case "reveal":
                state = layout.reveal(state, name, panes)
            case "undismiss":
                state = layout.undismiss(state, name, panes)
            case "minimise":
                state = layout.minimise(state, "right")
            case _:
                state = layout.resize(state, "left", 100)
        for zone in shown_zones(state, panes, (), "Home").values():
            assert sum(tab.active for tab in zone.tabs) == (0 if zone.empty else 1)
        assert from_json(to_json(state)) == state
