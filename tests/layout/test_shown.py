"""What a page gets of a layout: the tree with what can be seen, its tracks, the insides of its groups."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hermes_shell import layout
from hermes_shell.areas.panes import PaneView
from hermes_shell.layout import LayoutState, Node, shown_layout
from hermes_shell.layout.state import Floating
from tests.layout.views import group, main, pane, split


def shown(state: LayoutState | Node, *panes: PaneView) -> dict[str, Any]:
    state = state if isinstance(state, LayoutState) else LayoutState(state)
    return dict(shown_layout(state, panes, (), "Home").layout)


def nodes(root: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = {root["id"]: root}
    for child in root.get("children", ()):
        found |= nodes(child)
    return found


def test_a_window_without_panes_is_the_main_group_alone() -> None:
    assert shown(LayoutState()) == {
        "root": {
            "kind": "group",
            "id": "main",
            "label": "Workspace",
            "size": None,
            "weight": 1.0,
            "min": "min(24rem, 50%)",
            "max": None,
            "grow": False,
            "side": None,
            "edge": None,
            "minimised": False,
            "tint": None,
            "strip": None,
        },
        "floating": [],
        "maximised": None,
        "sidebar": 248,
        "sides": {"left": "empty", "right": "empty"},
        "dismissed": [],
    }


def test_panes_that_are_not_there_leave_no_node() -> None:
    root = split("s1", "row", main(), split("s2", "column", group("g3", "gone:x"), group("g4", "gone:y")))
    assert list(nodes(shown(root)["root"])) == ["s1", "main"]
    assert list(nodes(shown(root, pane("gone:y"))["root"])) == ["s1", "main", "s2", "g4"]


def test_a_declared_size_is_fixed_a_sash_wins_over_it_and_a_default_fills_in() -> None:
    root = split("s1", "row", main(), group("g2", "p:a", "p:b"), group("right", "p:c", default=336))
    a, b, c = pane("p:a", width="300px"), pane("p:b", width="max(20rem, 30vw)"), pane("p:c")
    found = nodes(shown(root, a, b, c)["root"])
    assert [found[name]["size"] for name in ("main", "g2", "right")] == [
        None,
        "max(300px, max(20rem, 30vw))",
        "336px",
    ]
    wide = layout.resize(LayoutState(root), "g2", 500, [a, b, c])
    assert nodes(shown(wide, a, b, c)["root"])["g2"]["size"] == "500px"
    # Without a declared size, what a sash once gave does not count.
    assert nodes(shown(wide, replace(a, width=None), c)["root"])["g2"]["size"] is None


def test_plain_sizes_are_compared_and_the_larger_one_counts() -> None:
    root = split("s1", "column", main(), group("g2", "p:a", "p:b"))
    panes = (pane("p:a", height="15rem"), pane("p:b", height="200px"))
    assert nodes(shown(root, *panes)["root"])["g2"]["size"] == "15rem"


def test_a_pane_placed_main_without_a_size_makes_its_group_flexible() -> None:
    root = split("s1", "row", main(), group("g2", "p:a", "p:b"))
    sized, main_pane = pane("p:a", width="300px"), pane("p:b", "main")
    assert nodes(shown(root, sized, main_pane)["root"])["g2"]["size"] is None
    assert nodes(shown(root, sized, replace(main_pane, width="200px"))["root"])["g2"]["size"] == "300px"


def test_a_split_is_as_wide_as_its_widest_child_and_as_long_as_the_sum() -> None:
    inner = split("s4", "row", group("g5", "p:b"), group("g6", "p:c"))
    root = split("s1", "row", main(), split("s2", "column", group("g3", "p:a"), inner))
    a, b, c = pane("p:a", width="300px"), pane("p:b", width="200px"), pane("p:c", width="10rem")
    assert nodes(shown(root, a, b, c)["root"])["s2"]["size"] == "max(300px, calc(200px + 10rem))"
    assert nodes(shown(root, a, b, replace(c, width=None))["root"])["s2"]["size"] == "300px"


def test_a_split_around_the_main_group_is_flexible() -> None:
    root = split("s1", "row", split("s2", "column", main(), group("g3", "p:a")), group("g4", "p:b"))
    found = nodes(shown(root, pane("p:a", width="900px"), pane("p:b", width="200px"))["root"])
    assert (found["s2"]["size"], found["s2"]["min"]) == (None, "min(24rem, 50%)")


@pytest.mark.parametrize("least", ["100000%", "5000px", "calc(90vw + 1px)", "21rem"])
def test_a_least_size_pushes_nobody_out_of_the_window(least: str) -> None:
    root = split("s1", "row", main(), group("g2", "p:a"))
    assert nodes(shown(root, pane("p:a", min_width=least))["root"])["g2"]["min"] == f"min({least}, 25%)"


def test_least_and_most_sizes_bound_a_track() -> None:
    inner = split("s3", "row", group("g4", "p:a"), group("g5", "p:b"))
    root = split("s1", "row", main(), split("s2", "column", inner, group("g6", "p:c")))
    a = pane("p:a", min_width="10rem", max_width="400px", max_height="50vh")
    found = nodes(shown(root, a, pane("p:b"), pane("p:c", min_width="200px"))["root"])
    assert (found["g4"]["min"], found["g4"]["max"]) == ("10rem", "400px")
    assert (found["s3"]["min"], found["s3"]["max"]) == (None, None)
    assert found["s2"]["min"] == "max(calc(10rem + 5rem), 200px)"
    both = nodes(shown(split("s1", "row", main(), group("g2", "p:a", "p:b")), a, pane("p:b"))["root"])
    assert both["g2"]["max"] is None


def test_where_all_are_fixed_the_last_one_without_a_bound_takes_the_rest() -> None:
    inner = split("s2", "column", group("g3", "p:a"), group("g4", "p:b"))
    root = split("s1", "row", main(), inner)
    a, b = pane("p:a", height="100px"), pane("p:b", height="200px")
    found = nodes(shown(root, a, b)["root"])
    assert [found[name]["grow"] for name in ("g3", "g4")] == [False, True]
    found = nodes(shown(root, a, replace(b, max_height="300px"))["root"])
    assert [found[name]["grow"] for name in ("g3", "g4")] == [True, False]


def test_weights_have_a_mean_of_one_among_those_that_share() -> None:
    root = split("s1", "row", main(), group("g2", "p:a"), group("g3", "gone:x"), weights=(0.25, 0.05, 100))
    found = nodes(shown(root, pane("p:a"))["root"])
    assert [found[name]["weight"] for name in ("main", "g2")] == [1.6667, 0.3333]


def test_a_folded_group_is_a_strip_and_a_split_of_nothing_else_too() -> None:
    inner = split("s2", "column", group("g3", "p:a", minimised=True), group("g4", "p:b"))
    state, panes = LayoutState(split("s1", "row", main(), inner)), (pane("p:a", height="90px"), pane("p:b"))
    found = nodes(shown(state, *panes)["root"])
    assert (found["g3"]["size"], found["g3"]["minimised"], found["s2"]["folded"]) == ("1.75rem", True, False)
    found = nodes(shown(layout.minimise(state, "g4"), *panes)["root"])
    assert (found["s2"]["size"], found["s2"]["folded"]) == ("1.75rem", True)
    assert [(found[name]["size"], found[name]["weight"]) for name in ("g3", "g4")] == [(None, 1), (None, 1)]


def test_sides_are_owned_by_what_stands_in_them_and_hide_as_one() -> None:
    column = split("s3", "column", main(), group("bottom", "p:b"))
    root = split("s1", "row", group("left", "p:l"), column, group("right", "p:r"), group("g4", "p:l2"))
    panes = (pane("p:l", "left"), pane("p:l2", "left"), pane("p:r"), pane("p:b", "bottom"))
    found = nodes(shown(root, *panes)["root"])
    assert {name: (node["edge"], node["side"]) for name, node in found.items() if node["edge"]} == {
        "left": ("left", "left"),
        "right": ("right", "right"),
        "g4": ("right", "left"),
    }
    hidden = shown(layout.toggle_side(LayoutState(root), "left"), *panes)
    assert list(nodes(hidden["root"])) == ["s1", "s3", "main", "bottom", "right"]
    assert (hidden["sides"], hidden["sidebar"]) == ({"left": "hidden", "right": "shown"}, 0)
    assert shown(root, panes[2])["sides"] == {"left": "empty", "right": "shown"}


def test_a_maximised_group_is_named_while_it_can_be_seen() -> None:
    state = layout.maximise(LayoutState(split("s1", "row", main(), group("g2", "p:a"))), "g2")
    assert shown(state, pane("p:a"))["maximised"] == "g2"
    assert shown(state)["maximised"] is None
    groups = shown_layout(state, [pane("p:a")], (), "Home").groups
    assert [found.maximised for found in groups.values()] == [False, True]


def test_cards_of_panes_that_are_there_are_zones_of_their_own() -> None:
    state = replace(LayoutState(), floating=(Floating("gone:x"), Floating("p:a", "top-left", 1, 2, 300, 200)))
    view = replace(pane("p:a"), title="Card")
    assert shown(state, view)["floating"] == [
        {
            "pane": "p:a",
            "zone": "float:p:a",
            "title": "Card",
            "anchor": "top-left",
            "x": 1,
            "y": 2,
            "width": 300,
            "height": 200,
        }
    ]
    inside = shown_layout(state, [view], (), "Home").groups["float:p:a"]
    assert (inside.label, inside.front.id, inside.floating, inside.tabs[0].mounted) == ("Card", "p:a", True, True)


def test_closed_panes_that_could_be_shown_are_named() -> None:
    state = replace(LayoutState(), dismissed=("gone:x", "p:a"))
    assert shown(state, pane("p:a"))["dismissed"] == ["p:a"]


def test_every_shown_group_has_one_front_and_slots_mount_at_first_sight() -> None:
    panes = [pane("p:a"), pane("p:b"), pane("p:c", keep_alive=False)]
    state = layout.adopt(LayoutState(), panes)
    tabs = shown_layout(state, panes, {"p:c"}, "Home").groups["right"].tabs
    assert [tab.mounted for tab in tabs] == [True, False, False]
    tabs = shown_layout(layout.activate(state, "p:b"), panes, {"p:a"}, "Home").groups["right"].tabs
    assert [(tab.mounted, tab.active) for tab in tabs] == [(True, False), (True, True), (False, False)]
    folded = layout.minimise(state, "right")
    assert [tab.mounted for tab in shown_layout(folded, panes, (), "Home").groups["right"].tabs] == [False] * 3


def test_the_front_of_a_group_whose_front_is_not_there_is_its_first_pane() -> None:
    state = LayoutState(split("s1", "row", main(), group("left", "gone:x", "p:a", "p:b")))
    found = shown_layout(state, [pane("p:a"), pane("p:b")], (), "Home").groups["left"]
    assert (found.front.id, [tab.id for tab in found.tabs]) == ("p:a", ["p:a", "p:b"])


@pytest.mark.parametrize(("forbids", "collapsible"), [(False, True), (True, False)])
def test_a_group_may_fold_unless_a_pane_of_it_forbids_it(forbids: bool, collapsible: bool) -> None:
    panes = [pane("p:a"), pane("p:b", collapsible=not forbids)]
    groups = shown_layout(layout.adopt(LayoutState(), panes), panes, (), "Home").groups
    assert (groups["right"].collapsible, groups["main"].collapsible) == (collapsible, False)
