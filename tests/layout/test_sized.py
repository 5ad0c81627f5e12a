"""Sizes that a page measured: what a drop and a sash leave to the children of a split."""

from __future__ import annotations

from typing import cast

from hermes_shell import layout
from hermes_shell.areas.panes import Position
from hermes_shell.layout import LayoutState, Split
from hermes_shell.layout.sized import shown_children
from hermes_shell.layout.tree import find
from tests.layout.views import drawn, group, main, pane, split

FIXED = pane("p:fixed", width="240px", height="180px")
PANES = [FIXED, pane("p:a"), pane("p:b"), pane("p:c", width="200px")]


def basis(state: LayoutState, name: str) -> int | None:
    node = find(state.root, name)
    assert node is not None
    return node.basis


def sizes_of(state: LayoutState, name: str) -> dict[str, str | None]:
    """The fixed size of each child of a split; None = by weight."""
    return {node: child["size"] for node, child in shown_children(state, name, PANES).items()}


def test_a_fixed_group_and_the_one_beside_it_get_half_each() -> None:
    tree = split("s1", "row", main("p:a"), group("g2", "p:fixed"))
    moved = layout.move(LayoutState(tree, next_id=3), "p:a", "g2", "left")
    halved = layout.dropped(moved, "g3", "g2", 98, {"g2": 98, "main": 700}, PANES)
    assert drawn(halved) == "[W | a | fixed]"
    assert sizes_of(halved, "s1") == {"main": None, "g3": "98px", "g2": "98px"}


def test_a_group_that_shares_its_room_is_halved_by_weight_and_shrunk_ones_keep_what_they_had() -> None:
    tree = split("s1", "row", main("p:a"), group("g2", "p:b"), group("g5", "p:fixed"), weights=(3, 1, 1))
    moved = layout.move(LayoutState(tree, next_id=6), "p:a", "main", "right")
    halved = layout.dropped(moved, "g6", "main", 300, {"main": 300, "g2": 200, "g5": 190}, PANES)
    assert sizes_of(halved, "s1") == {"main": None, "g6": None, "g2": None, "g5": "190px"}
    whole = cast("Split", halved.root)
    assert whole.weights[:3] == (1.5, 1.5, 1)


def test_a_pane_that_declares_a_size_gets_half_all_the_same() -> None:
    tree = split("s1", "row", main("p:c"), group("g2", "p:b"), weights=(1, 1))
    moved = layout.move(LayoutState(tree, next_id=3), "p:c", "g2", "bottom")
    halved = layout.dropped(moved, "g3", "g2", 370, {"g2": 370}, PANES)
    assert cast("Split", find(halved.root, "s4")).weights == (1, 1)
    right = layout.dropped(
        layout.move(LayoutState(tree, next_id=3), "p:c", "main", "left"), "g3", "main", 250, {"main": 250}, PANES
    )
    assert basis(right, "g3") == 250


def test_at_the_edge_of_the_tree_a_group_gets_the_size_of_its_preview() -> None:
    edges: tuple[Position, ...] = ("right", "bottom")
    for pos in edges:
        moved = layout.move(LayoutState(main("p:a"), next_id=1), "p:a", "root", pos)
        put = layout.dropped(moved, "g1", "root", 336, {"main": 600}, PANES)
        assert sizes_of(put, "s2")["g1"] == "336px"
        assert sizes_of(put, "s2")["main"] is None


def test_what_is_not_there_or_folded_keeps_its_size() -> None:
    tree = split("s1", "row", main(), group("g2", "p:a"), group("g3", "p:fixed", minimised=True))
    state = LayoutState(tree)
    assert layout.sized(state, "nobody", {"main": 3}, PANES) is state
    sized = layout.sized(state, "main", {"main": 300, "g2": 100, "g3": 90, "nobody": 7}, PANES)
    assert basis(sized, "g3") is None
    assert cast("Split", sized.root).weights == (1.5, 0.5, 1)
    assert layout.dropped(state, "main", "root", -1, {}, PANES) is state
