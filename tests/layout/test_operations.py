"""What a user does to panes: front, close, reveal, move, float."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from hermes_shell import layout
from hermes_shell.areas.panes import PaneView, Position
from hermes_shell.layout import Group, LayoutState, Split, shown_layout
from hermes_shell.layout.state import Floating
from hermes_shell.layout.tree import find, group_of
from tests.layout.views import drawn, group, main, pane, split

PANES = [pane("p:a"), pane("p:b", aliases=("board",)), pane("p:c", "left"), pane("p:f", "floating")]
START = layout.adopt(LayoutState(), PANES)


def front(state: LayoutState, name: str) -> str | None:
    return cast("Group", find(state.root, name)).active


def test_the_start_of_these_tests() -> None:
    assert drawn(START) == "[c | W | a b]"
    assert [card.pane for card in START.floating] == ["p:f"]


def test_activating_fronts_a_tab_unfolds_its_group_and_raises_a_card() -> None:
    folded = layout.minimise(START, "right")
    shown = layout.activate(folded, "p:b")
    assert find(shown.root, "right") == group("right", "p:a", "p:b", active="p:b", default=336)
    two = replace(START, floating=(Floating("p:f"), Floating("p:g")))
    assert [card.pane for card in layout.activate(two, "p:f").floating] == ["p:g", "p:f"]
    assert layout.activate(START, "p:a") is START
    assert layout.activate(START, "nothing") is START


def test_closing_remembers_the_order_and_never_takes_the_workspace() -> None:
    state = layout.close(layout.close(layout.close(START, "p:b"), "p:f"), "p:a")
    assert state.dismissed == ("p:b", "p:f", "p:a")
    assert drawn(state) == "[c | W]"
    assert state.floating == ()
    for unknown in ("workspace", "nothing", "p:a"):
        assert layout.close(state, unknown) is state


def test_undismissing_gives_the_place_back_silently_and_revealing_fronts_it() -> None:
    closed = layout.close(START, "p:b")
    assert layout.adopt(closed, PANES) is closed
    silent = layout.undismiss(closed, "p:b", PANES)
    assert (drawn(silent), front(silent, "right"), silent.dismissed) == ("[c | W | a b]", "p:a", ())
    shown = layout.reveal(closed, "board", PANES)
    assert front(shown, "right") == "p:b"
    assert layout.undismiss(START, "p:a", PANES) is START


def test_revealing_shows_the_side_unfolds_the_group_and_ends_a_maximised_other_one() -> None:
    state = layout.toggle_side(layout.minimise(layout.maximise(START, "main"), "left"), "left")
    shown = layout.reveal(state, "p:c", PANES)
    assert (shown.hidden_sides, shown.maximised, cast("Group", find(shown.root, "left")).minimised) == (
        frozenset(),
        None,
        False,
    )
    full = layout.maximise(START, "right")
    assert layout.reveal(full, "p:b", PANES).maximised == "right"
    assert layout.reveal(full, "workspace", PANES).maximised is None
    assert layout.reveal(full, "nothing", PANES) is full


def test_revealing_adopts_a_pane_without_a_place_and_raises_a_card() -> None:
    assert group_of(layout.reveal(LayoutState(), "p:a", PANES).root, "p:a") is not None
    two = replace(START, floating=(Floating("p:f"), Floating("p:a")))
    assert [card.pane for card in layout.reveal(two, "p:f", PANES).floating] == ["p:a", "p:f"]


@pytest.mark.parametrize(
    ("pos", "expected"),
    [
        ("left", "[c | a | W | b]"),
        ("right", "[c | W | a | b]"),
        ("top", "[c | (a / W) | b]"),
        ("bottom", "[c | (W / a) | b]"),
        ("center", "[c | W a | b]"),
    ],
)
def test_a_tab_moves_to_the_stack_or_an_edge_of_a_group(pos: Position, expected: str) -> None:
    moved = layout.move(START, "p:a", "main", pos)
    assert drawn(moved) == expected
    assert cast("Group", group_of(moved.root, "p:a")).active == "p:a"


def test_a_tab_is_reordered_in_its_own_strip() -> None:
    assert find(layout.move(START, "p:b", "right", "center", "p:a").root, "right") == group(
        "right", "p:b", "p:a", active="p:b", default=336
    )
    assert drawn(layout.move(START, "p:a", "right", "center")) == "[c | W | b a]"
    inside = layout.move(START, "p:a", "main", "center", "workspace")
    assert drawn(inside) == "[c | a W | b]"
    assert drawn(layout.move(inside, "workspace", "main", "center", "p:a")) == "[c | W a | b]"


def test_the_only_tab_of_a_group_takes_its_group_along() -> None:
    state = layout.set_tint(START, "left", "blue")
    moved = layout.move(state, "p:c", "right", "bottom")
    assert drawn(moved) == "[W | (a b / c)]"
    assert find(moved.root, "left") == group("left", "p:c", tint="blue")
    assert layout.move(state, "p:c", "left", "bottom") is state
    wide = layout.resize(START, "left", 300, PANES)
    assert find(layout.move(wide, "p:c", "root", "right").root, "left") == group("left", "p:c", basis=300, default=280)


def test_a_move_that_changes_nothing_to_see_changes_nothing() -> None:
    column = layout.move(START, "p:b", "right", "bottom")
    assert drawn(column) == "[c | W | (a / b)]"
    below = cast("Group", group_of(column.root, "p:b"))
    assert layout.move(column, "p:b", "right", "bottom") is column
    assert layout.move(column, "p:b", below.id, "left") is column


def test_panes_beside_a_sized_group_share_its_pixels() -> None:
    moved = layout.move(START, "p:b", "right", "left")
    assert drawn(moved) == "[c | W | b | a]"
    added, rest = cast("Group", group_of(moved.root, "p:b")), cast("Group", find(moved.root, "right"))
    assert (added.default, rest.basis) == (168, 168)


def test_the_root_has_edges_only_and_unknown_places_change_nothing() -> None:
    assert drawn(layout.move(START, "p:a", "root", "bottom")) == "([c | W | b] / a)"
    for args in (
        ("p:a", "root", "center"),
        ("p:a", "gone", "left"),
        ("nothing", "main", "left"),
        ("workspace", "right", "center"),
        ("workspace", "right", "left"),
        ("p:a", "float:p:f", "center"),
    ):
        assert layout.move(START, args[0], args[1], cast("Position", args[2])) is START


def test_groups_move_as_a_whole_and_the_main_group_stays() -> None:
    assert drawn(layout.move_group(START, "right", "left", "top")) == "[(a b / c) | W]"
    assert drawn(layout.move_group(START, "right", "root", "left")) == "[a b | c | W]"
    kept = find(layout.move_group(START, "right", "root", "left").root, "right")
    assert cast("Group", kept).default == 336
    merged = layout.move_group(layout.activate(START, "p:b"), "right", "main", "center")
    assert find(merged.root, "main") == replace(main("p:a", "p:b"), active="p:b")
    for args in (("main", "right", "left"), ("right", "right", "top"), ("right", "gone", "top"), ("x", "main", "top")):
        assert layout.move_group(START, args[0], args[1], cast("Position", args[2])) is START
    assert layout.move_group(START, "right", "root", "center") is START


def test_a_tab_floats_with_and_without_numbers_and_comes_back() -> None:
    card = layout.float_pane(START, "p:a", PANES)
    assert card.floating[-1] == Floating("p:a", "top-right", 36, 36, 320, 240)
    assert drawn(card) == "[c | W | b]"
    put = layout.float_pane(START, "p:a", PANES, "bottom-left", 3, -50, 20, 5000)
    assert put.floating[-1] == Floating("p:a", "bottom-left", 3, 0, 160, 4000)
    changed = layout.float_pane(put, "p:f", PANES, x=100)
    assert changed.floating[0] == replace(START.floating[0], x=100)
    back = layout.unfloat(card, "p:a", PANES)
    assert (drawn(back), front(back, "right")) == ("[c | W | a b]", "p:a")
    assert drawn(layout.unfloat(START, "p:f", PANES)) == "[c | W | a b f]"
    assert drawn(layout.move(START, "p:f", "left", "bottom")) == "[(c / f) | W | a b]"
    for unknown in ("workspace", "nothing"):
        assert layout.float_pane(START, unknown, PANES) is START
        assert layout.unfloat(START, unknown, PANES) is START


def test_a_closed_pane_that_floats_is_no_longer_closed() -> None:
    floating = layout.float_pane(layout.close(START, "p:a"), "p:a", PANES)
    assert (floating.dismissed, floating.floating[-1].pane) == ((), "p:a")


def test_a_maximised_group_that_goes_is_no_longer_maximised() -> None:
    state = layout.maximise(START, "left")
    assert layout.close(state, "p:c").maximised is None
    assert layout.float_pane(state, "p:c", PANES).maximised is None
    assert layout.move(state, "p:c", "main", "center").maximised is None


def test_reset_is_the_layout_of_a_first_start() -> None:
    assert layout.reset(PANES) == START
    assert isinstance(START.root, Split)
    assert split("s2", "row", *START.root.children).axis == START.root.axis


def tracks(state: LayoutState, panes: list[PaneView]) -> list[tuple[str | None, float]]:
    """Size and weight of every node in tree order."""

    def walk(node: dict[str, Any]) -> list[tuple[str | None, float]]:
        inside = [track for child in node.get("children", ()) for track in walk(child)]
        return [(node["size"], node["weight"]), *inside]

    return walk(shown_layout(state, panes, (), "").layout["root"])


def test_a_pane_that_comes_back_gets_the_room_that_it_had() -> None:
    panes = [pane("p:a"), pane("p:b", "bottom", dock="workspace", pos="bottom")]
    state = layout.adopt(LayoutState(), panes)
    state = layout.resize(layout.resize(state, "right", 500, panes), "main", 300, panes, beside=100)
    before = tracks(state, panes)
    assert (None, 1.5) in before
    assert ("500px", 1) in before
    for name in ("p:a", "p:b"):
        back = layout.undismiss(layout.close(state, name), name, panes)
        assert (drawn(back), tracks(back, panes)) == ("[(W / b) | a]", before)
        again = layout.unfloat(layout.float_pane(state, name, panes), name, panes)
        assert (drawn(again), tracks(again, panes)) == ("[(W / b) | a]", before)
    assert layout.reset(panes).remembered == ()
