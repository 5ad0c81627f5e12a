"""Where panes go that have no place yet (contract, areas 4.1, "Adoption algorithm")."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from hermes_shell import layout
from hermes_shell.areas.panes import Placement, Position
from hermes_shell.layout import Group, LayoutState
from hermes_shell.layout.state import DEFAULT_SIZES, Floating
from hermes_shell.layout.tree import MAX_DEPTH, find, group_of, groups
from tests.layout.views import drawn, group, main, pane, split


@pytest.mark.parametrize(
    ("placement", "expected"),
    [("left", "[a | W]"), ("right", "[W | a]"), ("top", "(a / W)"), ("bottom", "(W / a)"), ("main", "W a")],
)
def test_a_placement_opens_its_side_with_its_name_and_a_default_size(placement: Placement, expected: str) -> None:
    state = layout.adopt(LayoutState(), [pane("p:a", placement)])
    assert drawn(state) == expected
    opened = group_of(state.root, "p:a")
    assert opened is not None
    assert (opened.id, opened.default) == (placement, DEFAULT_SIZES.get(placement))


def test_sides_take_the_whole_height_in_whatever_order_they_come() -> None:
    panes = [pane("p:b", "bottom"), pane("p:r"), pane("p:l", "left"), pane("p:t", "top")]
    assert drawn(layout.adopt(LayoutState(), panes)) == "[l | (t / W / b) | r]"
    assert drawn(layout.adopt(LayoutState(), panes[::-1])) == "[l | (t / W / b) | r]"


def test_a_side_whose_name_is_taken_gets_a_numbered_group() -> None:
    # The group `right` was filled by the user with panes of the left side, which stand elsewhere now.
    state = LayoutState(split("s1", "row", main(), group("right", "q:l")), next_id=2)
    state = layout.adopt(state, [pane("q:l", "left"), pane("p:t", "top")])
    assert drawn(layout.adopt(state, [pane("q:l", "left"), pane("p:t", "top"), pane("p:b", "bottom")])) == (
        "[(t / W / b) | l]"
    )
    again = layout.adopt(LayoutState(split("s1", "row", main(), group("g2", "q:l")), next_id=3), [pane("p:a")])
    assert group_of(again.root, "p:a") == group("right", "p:a", default=336)


def test_a_pane_joins_the_group_of_its_placement_whose_own_panes_are_not_there_yet() -> None:
    state = LayoutState(split("s1", "row", main(), group("right", "gone:x")), next_id=2)
    joined = layout.adopt(state, [pane("p:a")])
    assert drawn(joined) == "[W | x a]"
    assert find(joined.root, "right") == group("right", "gone:x", "p:a")


@pytest.mark.parametrize(
    ("pos", "expected"),
    [
        ("left", "[W | a | x]"),
        ("right", "[W | x | a]"),
        ("top", "[W | (a / x)]"),
        ("bottom", "[W | (x / a)]"),
        ("center", "[W | x a]"),
    ],
)
def test_a_dock_stands_at_that_edge_of_its_anchor(pos: Position, expected: str) -> None:
    state = layout.adopt(LayoutState(), [pane("p:x"), pane("p:a", dock="p:x", pos=pos)])
    assert drawn(state) == expected
    assert group_of(state.root, "p:x") is not None


def test_panes_do_not_follow_one_that_is_on_the_right_only_by_default() -> None:
    docked = pane("p:x", dock="workspace", pos="bottom", placed=False)
    assert drawn(layout.adopt(LayoutState(), [docked, pane("p:a")])) == "[(W / x) | a]"
    assert drawn(layout.adopt(LayoutState(), [replace(docked, placed=True), pane("p:a")])) == "(W / x a)"


def test_panes_follow_one_without_a_dock_before_one_that_stands_at_its_dock() -> None:
    docked, plain = pane("p:x", dock="workspace"), pane("p:y")
    state = LayoutState(split("s1", "row", main("p:x"), group("g2", "p:y")), next_id=3)
    assert drawn(layout.adopt(state, [docked, plain, pane("p:a")])) == "[W x | y a]"
    # With the other one out of sight, the docked one is all there is.
    assert drawn(layout.adopt(state, [docked, pane("p:a")])) == "[W x a | y]"


def test_dock_before_takes_the_place_of_that_tab() -> None:
    state = layout.adopt(LayoutState(), [pane("p:a"), pane("p:b", dock="p:a", dock_before="p:a")])
    assert find(state.root, "right") == group("right", "p:b", "p:a", active="p:a", default=336)


def test_panes_that_dock_to_each_other_or_to_themselves_find_a_place() -> None:
    circle = [pane("p:a", dock="p:b", pos="right"), pane("p:b", dock="p:a", pos="bottom")]
    assert drawn(layout.adopt(LayoutState(), circle)) == "[W | (a / b)]"
    assert drawn(layout.adopt(LayoutState(), [pane("p:a", dock="p:a", pos="left")])) == "[a | W]"


@pytest.mark.parametrize("core", ["sessions", "files", "terminal", "review"])
@pytest.mark.parametrize("pos", ["center", "bottom"])
def test_a_tab_beside_a_core_pane_that_is_not_here_goes_to_the_side_of_that_pane(core: str, pos: Position) -> None:
    state = layout.adopt(LayoutState(), [pane("p:a", "right", dock=core, pos=pos)])
    sides = {"sessions": "[a | W]", "terminal": "(W / a)"}
    assert drawn(state) == (sides.get(core, "[W | a]") if pos == "center" or core == "sessions" else "(W / a)")


def test_a_collapsed_pane_minimises_only_a_group_that_it_opens() -> None:
    opens = layout.adopt(LayoutState(), [pane("p:a", collapsed=True), pane("p:b")])
    joins = layout.adopt(LayoutState(), [pane("p:a"), pane("p:b", collapsed=True)])
    inside = layout.adopt(LayoutState(), [pane("p:a", "main", collapsed=True)])
    assert [cast("Group", find(state.root, "right")).minimised for state in (opens, joins)] == [True, False]
    assert inside.root == main("p:a")


def test_floating_panes_become_cards_set_off_from_each_other() -> None:
    panes = [
        pane("p:a", "floating", width="200px", height="10rem"),
        pane("p:b", "floating"),
        pane("p:c", "floating", anchor="bottom-left", width="10px", height="5%"),
    ]
    state = layout.adopt(LayoutState(), panes)
    assert drawn(state) == "W"
    assert state.floating == (
        Floating("p:a", "top-right", 12, 12, 200, 160),
        Floating("p:b", "top-right", 36, 36, 320, 240),
        Floating("p:c", "bottom-left", 12, 12, 160, 240),
    )
    assert layout.adopt(state, panes) == state


def test_an_enforced_dock_moves_once_a_start() -> None:
    panes = [pane("p:a", dock="workspace", pos="left", enforce=True)]
    moved_by_user = LayoutState(split("s1", "row", main(), group("right", "p:a")), next_id=2)
    moved, already = layout.enforce(moved_by_user, panes, frozenset())
    assert drawn(moved) == "[a | W]"
    assert layout.enforce(moved_by_user, panes, already) == (moved_by_user, already)


def test_an_enforced_dock_waits_for_its_anchor_and_leaves_what_stands_right() -> None:
    panes = [pane("p:a", dock="q:x", pos="bottom", enforce=True), pane("p:b", dock="p:b", enforce=True)]
    state = LayoutState(split("s1", "row", main(), group("right", "p:a")), next_id=2)
    assert layout.enforce(state, panes, frozenset()) == (state, frozenset())
    stands = LayoutState(
        split("s1", "row", main(), split("s2", "column", group("g3", "q:x"), group("g4", "p:a"), weights=(3, 1))),
        next_id=5,
    )
    same, already = layout.enforce(stands, panes, frozenset())
    assert same is stands
    assert already == {"p:a"}
    tab = pane("p:a", dock="q:x", enforce=True)
    stack = LayoutState(split("s1", "row", main(), group("g2", "q:x", "p:a", "q:y")), next_id=3)
    assert layout.enforce(stack, [tab], frozenset())[0] is stack
    restacked, _ = layout.enforce(stands, [tab], frozenset())
    assert drawn(restacked) == "[W | x a]"


def test_enforced_docks_to_each_other_end() -> None:
    panes = [pane("p:a", dock="p:b", pos="right", enforce=True), pane("p:b", dock="p:a", pos="right", enforce=True)]
    state, already = layout.enforce(layout.adopt(LayoutState(), panes), panes, frozenset())
    assert already == {"p:a", "p:b"}
    assert layout.enforce(state, panes, already) == (state, already)
    assert drawn(layout.adopt(state, panes)) == "[W | a | b]"


def test_docks_do_not_nest_without_end() -> None:
    edges = cast("list[Position]", ["right", "bottom"])
    panes = [pane("p:0")]
    panes += [pane(f"p:{n}", dock=f"p:{n - 1}", pos=edges[n % 2]) for n in range(1, 200)]
    state = layout.adopt(LayoutState(), panes)
    assert sum(len(found.panes) for found in layout_groups(state)) == 201
    assert depth(state) <= MAX_DEPTH
    assert layout.from_json(layout.to_json(state)) == state


def test_two_hundred_panes_of_one_placement_stand_in_one_group() -> None:
    panes = [pane(f"p:{n}") for n in range(200)]
    state = layout.adopt(LayoutState(), panes)
    assert find(state.root, "right") == group("right", *[view.id for view in panes], default=336)
    assert layout.adopt(state, panes) == state


def test_what_the_user_closed_is_not_adopted() -> None:
    state = replace(LayoutState(), dismissed=("p:a",))
    assert layout.adopt(state, [pane("p:a"), pane("p:b", dock="p:a", pos="top")]).root == split(
        "s2", "column", group("top", "p:b"), main()
    )


def layout_groups(state: LayoutState) -> list[Group]:
    return list(groups(state.root))


def depth(state: LayoutState) -> int:
    text = drawn(state)
    deepest = level = 0
    for letter in text:
        level += (letter in "[(") - (letter in "])")
        deepest = max(deepest, level)
    return deepest
