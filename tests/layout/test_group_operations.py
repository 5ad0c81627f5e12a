"""Sizes, folding, maximising, sides and looks of groups."""

from __future__ import annotations

from typing import cast

import pytest

from hermes_shell import layout
from hermes_shell.layout import Group, LayoutState, Split
from hermes_shell.layout.tree import LEAST_WEIGHT, find
from tests.layout.views import drawn, group, main, pane, split

PANES = [pane("p:a"), pane("p:b", "bottom", collapsible=False), pane("p:c", "left")]
START = layout.adopt(LayoutState(), PANES)


def basis(state: LayoutState, name: str) -> int | None:
    node = find(state.root, name)
    assert node is not None
    return node.basis


def test_a_fixed_group_gets_the_size_and_forgets_it() -> None:
    assert drawn(START) == "[c | (W / b) | a]"
    wide = layout.resize(START, "right", 400.4, PANES)
    assert basis(wide, "right") == 400
    assert basis(layout.resize(START, "right", -5, PANES), "right") == 80
    assert basis(layout.resize(START, "right", 9e8, PANES, beside=3), "right") == 4000
    assert layout.reset_size(wide, "right", PANES) == START


def test_two_groups_that_share_their_room_divide_it() -> None:
    tree = split("s1", "row", main(), group("g2", "p:a"), group("g3", "p:b"), weights=(1, 2, 1))
    state, panes = LayoutState(tree), [pane("p:a"), pane("p:b")]
    moved = cast("Split", layout.resize(state, "main", 300, panes, beside=100).root)
    assert moved.weights == (2.25, 0.75, 1)
    assert cast("Split", layout.reset_size(LayoutState(moved), "main", panes).root).weights == (1.5, 1.5, 1)
    # Without the other size, or behind the last one, there is nothing to divide.
    for unknown in (
        layout.resize(state, "main", 300, panes),
        layout.resize(state, "main", 0, panes, beside=100),
        layout.resize(state, "g3", 300, panes, beside=100),
        layout.resize(state, "gone", 300, panes, beside=100),
        layout.reset_size(state, "g3", panes),
        layout.reset_size(state, "s1", panes),
    ):
        assert unknown is state


@pytest.mark.parametrize(("size", "beside"), [(9e8, 1e-9), (1e-9, 9e8)])
def test_a_share_never_becomes_nothing(size: float, beside: float) -> None:
    state, panes = LayoutState(split("s1", "row", main(), group("g2", "p:a")), next_id=3), [pane("p:a")]
    for _ in range(3):
        state = layout.resize(state, "main", size, panes, beside=beside)
    weights = cast("Split", state.root).weights
    assert min(weights) == LEAST_WEIGHT
    assert layout.from_json(layout.to_json(state)) == state


def test_a_pair_is_one_of_neighbours_that_can_be_seen() -> None:
    tree = split("s1", "row", main(), group("g2", "gone:x"), group("g3", "p:b"))
    moved = cast("Split", layout.resize(LayoutState(tree), "main", 100, [pane("p:b")], beside=300).root)
    assert moved.weights == (0.5, 1, 1.5)
    assert layout.resize(LayoutState(tree), "g2", 100, [pane("p:b")], beside=300).root is tree


def test_a_column_of_groups_on_a_side_is_sized_as_one() -> None:
    state = layout.move(START, "p:b", "right", "bottom")
    assert drawn(state) == "[c | W | (a / b)]"
    wrapper = cast("Split", state.root).children[2]
    assert basis(layout.resize(state, wrapper.id, 500, PANES), wrapper.id) == 500


def test_the_sidebar_has_bounds_and_a_default() -> None:
    assert layout.resize(START, "sidebar", 9999, PANES).sidebar.size == 360
    assert layout.reset_size(layout.resize(START, "sidebar", 300, PANES), "sidebar", PANES) == START


def test_groups_fold_but_not_the_main_one_nor_one_with_a_pane_that_forbids_it() -> None:
    folded = layout.minimise(START, "right", PANES)
    assert cast("Group", find(folded.root, "right")).minimised
    assert layout.minimise(folded, "right", PANES) == START
    for zone in ("main", "bottom", "gone", "root"):
        assert layout.minimise(START, zone, PANES) is START


def test_one_group_fills_the_window_until_it_is_asked_again() -> None:
    state = layout.toggle_side(layout.minimise(START, "right", PANES), "right")
    full = layout.maximise(state, "right", PANES)
    assert (full.maximised, full.hidden_sides) == ("right", frozenset())
    assert not cast("Group", find(full.root, "right")).minimised
    assert layout.maximise(full, "right", PANES).maximised is None
    assert layout.maximise(full, None).maximised is None
    assert layout.maximise(full, "main", PANES).maximised == "main"
    assert layout.minimise(full, "right", PANES).maximised is None
    assert layout.maximise(state, "gone", PANES) is state


def test_sides_hide_and_come_back() -> None:
    hidden = layout.toggle_side(START, "left")
    assert hidden.hidden_sides == {"left"}
    assert layout.toggle_side(hidden, "left") == START


def test_flipping_mirrors_left_and_right_with_their_weights() -> None:
    tree = split("s1", "row", group("left", "p:c"), split("s2", "column", main(), group("g3", "p:b")), weights=(1, 3))
    flipped = cast("Split", layout.flip(LayoutState(tree)).root)
    assert (drawn(flipped), flipped.weights) == ("[(W / b) | c]", (3, 1))
    assert layout.flip(layout.flip(START)) == START
    # A row that the main group does not stand in keeps its order.
    away = split("s1", "column", main(), split("s2", "row", group("g3", "p:a"), group("g4", "p:b")))
    assert drawn(layout.flip(LayoutState(away))) == "(W / [a | b])"


@pytest.mark.parametrize("zone", ["main", "right"])
def test_strip_and_tint_belong_to_a_group(zone: str) -> None:
    state = layout.set_tint(layout.set_strip(START, zone, "never"), zone, "purple")
    found = cast("Group", find(state.root, zone))
    assert (found.strip, found.tint) == ("never", "purple")
    assert layout.set_tint(layout.set_strip(state, zone, None), zone, None) == START
    assert layout.set_tint(START, "gone", "red") is START
