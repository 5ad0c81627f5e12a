"""Inline styles of tracks and the separators between neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from hermes_shell import layout
from hermes_shell.areas.panes import PaneView
from hermes_shell.layout import LayoutState, Node, sash_between, shown_layout, track_style
from hermes_shell.layout.sashes import number
from tests.layout.views import group, main, pane, split

WIDE = [pane("p:a", width="300px"), pane("p:b", width="20rem"), pane("p:c"), pane("p:d")]


def shown(root: Node, *panes: PaneView) -> dict[str, Any]:
    return shown_layout(LayoutState(root), panes or WIDE, (), "Home").layout["root"]


def sashes(root: Node, *panes: PaneView) -> list[tuple[str, str, int, int] | None]:
    tree = shown(root, *panes)
    found = [sash_between(tree, at) for at in range(1, len(tree["children"]))]
    return [None if sash is None else (sash.target, sash.beside, sash.sign, sash.value) for sash in found]


def test_a_sash_resizes_the_fixed_one_of_both_neighbours() -> None:
    root = split("s1", "row", group("g2", "p:a"), main(), group("g3", "p:b"))
    assert sashes(root) == [("g2", "main", 1, 300), ("g3", "main", -1, 50)]


def test_of_two_fixed_ones_it_takes_the_one_farther_from_the_main_group() -> None:
    root = split("s1", "row", group("g2", "p:a"), group("g3", "p:b"), main(), group("g4", "p:e"), group("g5", "p:f"))
    more = [*WIDE, pane("p:e", width="90px"), pane("p:f", width="95px")]
    assert sashes(root, *more) == [
        ("g2", "g3", 1, 300),
        ("g3", "main", 1, 50),
        ("g4", "main", -1, 90),
        ("g5", "g4", -1, 95),
    ]


def test_of_two_that_share_their_room_it_takes_the_first_and_tells_its_part() -> None:
    root = split("s1", "row", main(), group("g2", "p:c"), weights=(3, 1))
    assert sashes(root) == [("main", "g2", 1, 75)]


def test_a_track_that_takes_the_rest_is_not_resized() -> None:
    inner = split("s2", "row", group("g3", "p:a"), group("g4", "p:b"))
    tree = shown(split("s1", "column", main(), inner))["children"][1]
    sash = sash_between(tree, 1)
    assert sash is not None
    assert (sash.target, sash.sign, sash.orientation, sash.label) == ("g3", 1, "vertical", "Resize p:a")


@pytest.mark.parametrize("folded", ["g2", "g3"])
def test_there_is_no_sash_beside_a_folded_group(folded: str) -> None:
    root = split("s1", "row", main(), group("g2", "p:c"), group("g3", "p:d"))
    state = layout.minimise(LayoutState(root), folded)
    tree = shown_layout(state, WIDE, (), "").layout["root"]
    assert [sash_between(tree, at) is None for at in (1, 2)] == [folded == "g2", True]


def test_styles_of_tracks() -> None:
    def node(**more: object) -> dict[str, Any]:
        made = {
            "kind": "group",
            "minimised": False,
            "size": None,
            "weight": 1.5,
            "min": None,
            "max": None,
            "grow": False,
        }
        return {**made, **more}

    assert track_style(node(), "row") == "flex:1.5 1 0px;min-width:5rem"
    assert track_style(node(size="3px", min="1rem", max="50%"), "column") == (
        "flex:0 1 3px;min-height:1rem;max-height:50%;--track:3px"
    )
    assert track_style(node(size="3px", max="9px", grow=True), "row") == "flex:1 1 3px;min-width:5rem;--track:3px"
    assert track_style(node(size="1.75rem", minimised=True), "row") == (
        "flex:0 0 1.75rem;min-width:1.75rem;--track:1.75rem"
    )
    assert track_style(node(minimised=True), "row") == "flex:1.5 1 0px;min-width:5rem"


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (0.3333, "0.3333"), (1.5, "1.5"), (10.0, "10"), (0.0001, "0.0001")]
)
def test_numbers_read_as_a_page_writes_them(value: float, text: str) -> None:
    assert number(value) == text
