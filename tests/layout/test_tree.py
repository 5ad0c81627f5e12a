"""The layout tree: normalisation, insertion, removal (contract, areas 4.1, "Layout tree model")."""

from __future__ import annotations

import pytest

from hermes_shell.layout.tree import (
    Edge,
    Group,
    Split,
    beside,
    find,
    normalised,
    shape,
    stacked,
    without_node,
    without_pane,
)
from tests.layout.views import drawn, group, main, split


def test_empty_groups_go_and_a_split_of_one_child_is_unwrapped() -> None:
    root = split(
        "s1", "row", main(), split("s2", "column", Group("g3", ()), group("g4", "p:a"), basis=300, default=336)
    )
    made = normalised(root)
    assert drawn(made) == "[W | a]"
    kept = find(made, "g4")
    assert kept is not None
    assert (kept.basis, kept.default) == (300, 336)
    assert normalised(split("s1", "row", main(), Group("g2", ()), basis=9)) == main()


def test_splits_of_the_same_axis_are_flattened_and_share_the_weight_of_their_place() -> None:
    inner = split("s2", "row", group("g3", "p:a"), group("g4", "p:b"), weights=(1, 3))
    made = normalised(split("s1", "row", main(), inner, weights=(1, 2)))
    assert isinstance(made, Split)
    assert drawn(made) == "[W | a | b]"
    assert made.weights == (1, 0.5, 1.5)


def test_a_front_that_is_not_there_is_the_first_pane() -> None:
    made = normalised(split("s1", "row", main(), group("g2", "p:a", "p:b", active="p:gone")))
    assert find(made, "g2") == group("g2", "p:a", "p:b")


def test_a_normal_tree_is_left_as_it_is() -> None:
    root = split("s1", "row", main(), split("s2", "column", group("g3", "p:a"), group("g4", "p:b")))
    assert normalised(root) is root


@pytest.mark.parametrize(
    ("edge", "expected"),
    [("left", "[x | W]"), ("right", "[W | x]"), ("top", "(x / W)"), ("bottom", "(W / x)")],
)
def test_an_edge_wraps_its_target_with_the_new_one_on_that_side(edge: Edge, expected: str) -> None:
    made = beside(main(), "main", group("g1", "p:x"), edge, "s2", weights=(3, 1))
    assert isinstance(made, Split)
    assert drawn(made) == expected
    assert made.weights == ((1, 3) if edge in ("left", "top") else (3, 1))


def test_an_edge_in_a_split_of_that_axis_shares_the_weight_of_the_target() -> None:
    root = split("s1", "row", main(), group("g2", "p:a"), weights=(3, 1))
    made = beside(root, "g2", group("g3", "p:x"), "left", "s4")
    assert isinstance(made, Split)
    assert drawn(made) == "[W | x | a]"
    assert made.weights == (3, 0.5, 0.5)


def test_a_split_that_wraps_a_sized_group_takes_its_size_over() -> None:
    root = split("s1", "row", main(), group("g2", "p:a", basis=300, default=336))
    made = beside(root, "g2", group("g3", "p:x"), "bottom", "s4")
    wrapper, inner = find(made, "s4"), find(made, "g2")
    assert wrapper is not None
    assert inner is not None
    assert (wrapper.basis, wrapper.default, inner.basis, inner.default) == (300, 336, None, None)
    back = find(without_pane(made, "p:x"), "g2")
    assert back is not None
    assert (back.basis, back.default) == (300, 336)


def test_an_edge_of_the_root_takes_the_whole_height_or_width() -> None:
    root = split("s1", "column", main(), group("g2", "p:a"))
    assert drawn(beside(root, "root", group("g3", "p:x"), "right", "s4")) == "[(W / a) | x]"
    assert drawn(beside(root, "root", group("g3", "p:x"), "top", "s4")) == "(x / W / a)"
    assert beside(root, "gone", group("g3", "p:x"), "right", "s4") is root


def test_stacking_joins_before_a_pane_or_at_the_end_and_keeps_the_front() -> None:
    root = split("s1", "row", main(), group("g2", "p:a", "p:b", active="p:b"))
    assert find(stacked(root, "g2", ("p:x",), "p:b", activate=None), "g2") == group(
        "g2", "p:a", "p:x", "p:b", active="p:b"
    )
    assert find(stacked(root, "g2", ("p:x",), "p:gone", activate="p:x"), "g2") == group(
        "g2", "p:a", "p:b", "p:x", active="p:x"
    )


@pytest.mark.parametrize(("gone", "front"), [("p:b", "p:c"), ("p:c", "p:b")])
def test_removing_the_front_selects_the_right_neighbour_else_the_left(gone: str, front: str) -> None:
    root = split("s1", "row", main(), group("g2", "p:a", "p:b", "p:c", active=gone))
    left = find(without_pane(root, gone), "g2")
    assert isinstance(left, Group)
    assert left.active == front


def test_the_workspace_and_its_group_cannot_be_removed() -> None:
    root = split("s1", "row", main("p:a"), group("g2", "p:b"))
    assert without_pane(root, "workspace") is root
    assert without_node(root, "main") is root
    assert without_node(root, "s1") is root
    assert drawn(without_node(root, "g2")) == "W a"
    assert drawn(without_pane(without_pane(root, "p:b"), "p:a")) == "W"


def test_a_shape_knows_neither_ids_nor_weights() -> None:
    first = split("s1", "row", main(), group("g2", "p:a"), weights=(1, 2))
    assert shape(first) == shape(split("s7", "row", main(), group("g9", "p:a", basis=100)))
    assert shape(first) != shape(split("s1", "row", group("g2", "p:a"), main()))
