"""What groups and splits are called."""

from __future__ import annotations

from hermes_shell import layout
from hermes_shell.layout import LayoutState, Node
from hermes_shell.layout.labels import LONGEST, labels_of
from tests.layout.views import group, main, pane, split

TITLES = {"workspace": "Home", "p:a": "Alpha", "p:b": "Beta", "p:c": "Gamma", "p:long": "x" * 1_000_000}


def called(root: Node) -> dict[str, str]:
    return dict(labels_of(root, TITLES))


def test_a_group_is_called_after_its_pane_in_front_and_one_on_its_side_after_the_side() -> None:
    root = split("s1", "row", main("p:b"), group("g2", "p:a", "p:b", active="p:b"), group("right", "p:c"))
    assert called(root) == {"main": "Workspace", "g2": "Beta", "right": "Right panes", "s1": "Workspace and others"}


def test_a_group_that_left_its_side_is_called_after_its_pane() -> None:
    state = layout.adopt(LayoutState(), [pane("p:a", "left"), pane("p:b", "bottom")])
    assert called(state.root)["left"] == "Left panes"
    assert called(state.root)["bottom"] == "Lower panes"
    assert called(layout.flip(state).root)["left"] == "Alpha"
    assert called(layout.move(state, "p:b", "root", "left").root)["bottom"] == "Beta"
    # Still on the left, with another one below it.
    assert called(layout.move(state, "p:b", "left", "bottom").root)["left"] == "Left panes"


def test_what_cannot_be_seen_has_no_name_and_gives_none() -> None:
    inner = split("s3", "column", group("g4", "gone:x"), group("g5", "gone:y", "p:c"), group("g6", "p:a"))
    away = split("s7", "column", group("g8", "gone:z"), group("g9", "gone:w"))
    names = called(split("s1", "row", main(), inner, away))
    assert names == {
        "main": "Workspace",
        "g5": "Gamma",
        "g6": "Alpha",
        "s1": "Workspace and others",
        "s3": "Gamma and others",
    }


def test_a_title_without_end_is_cut() -> None:
    assert called(split("s1", "row", main(), group("g2", "p:long")))["g2"] == "x" * (LONGEST - 1) + "…"
