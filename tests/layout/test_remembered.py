"""A pane that was closed comes back where it was."""

from __future__ import annotations

import json
from dataclasses import replace

from hermes_shell import layout
from hermes_shell.layout import LayoutState
from hermes_shell.layout.remembered import MOST
from hermes_shell.layout.tree import find, group_of
from tests.layout.views import drawn, group, main, pane, split

PANES = [pane(f"p:{name}") for name in "abcde"]
STATE = LayoutState(
    root=split(
        "s1",
        "row",
        split("s2", "column", group("g3", "p:a"), group("g4", "p:b", "p:c"), weights=(0.5, 1.5)),
        main("p:e"),
        group("right", "p:d", default=336),
        weights=(1, 4, 4),
    ),
    next_id=5,
)


def seen(state: LayoutState) -> object:
    """The tree alone, with all sizes and ids; which tab is in front may differ."""
    return json.loads(json.dumps(layout.to_json(state)["root"]))


def test_a_tab_comes_back_among_its_neighbours() -> None:
    for name in ("p:b", "p:c", "p:e"):
        closed = layout.from_json(json.loads(json.dumps(layout.to_json(layout.close(STATE, name)))))
        assert drawn(layout.reveal(closed, name, PANES)) == drawn(STATE)


def test_it_comes_back_after_its_neighbours_when_there_are_fewer_of_them() -> None:
    closed = layout.move(layout.close(STATE, "p:c"), "p:b", "main", "center")
    assert drawn(layout.reveal(layout.move(closed, "p:a", "right", "center"), "p:c", PANES)) != drawn(STATE)
    fewer = replace(STATE, root=group("main", "workspace", "p:a", "p:b", "p:c", "p:d", "p:e"))
    closed = layout.close(layout.close(fewer, "p:e"), "p:a")
    assert drawn(layout.reveal(closed, "p:e", PANES)) == "W b c d e"


def test_a_group_comes_back_beside_its_neighbour_with_its_room_and_its_name() -> None:
    for name in ("p:a", "p:d"):
        closed = layout.from_json(json.loads(json.dumps(layout.to_json(layout.close(STATE, name)))))
        assert find(closed.root, "g3" if name == "p:a" else "right") is None
        assert seen(layout.reveal(closed, name, PANES)) == seen(STATE)


def test_all_of_them_come_back_in_the_reverse_order() -> None:
    order = ("p:d", "p:b", "p:a", "p:c", "p:e")
    state = STATE
    for name in order:
        state = layout.close(state, name)
    assert drawn(state) == "W"
    for name in reversed(order):
        state = layout.undismiss(state, name, PANES)
    assert drawn(state) == drawn(STATE)


def test_a_card_that_is_docked_again_goes_where_it_was() -> None:
    floating = layout.float_pane(STATE, "p:b", PANES)
    assert drawn(layout.unfloat(floating, "p:b", PANES)) == drawn(STATE)


def test_without_group_and_neighbour_the_placement_decides() -> None:
    state = layout.close(STATE, "p:a")
    state = layout.move(layout.move(state, "p:b", "main", "center"), "p:c", "main", "center")
    assert find(state.root, "g4") is None
    back = layout.undismiss(state, "p:a", PANES)
    own = group_of(back.root, "p:a")
    assert own is not None
    assert own.id == "main", "where others of its placement are"


def test_a_name_that_was_given_to_another_node_meanwhile_is_not_used_twice() -> None:
    track = layout.close(STATE, "p:a").remembered[-1]
    state = replace(STATE, root=main("p:b"), dismissed=("p:a",), next_id=3)
    state = replace(state, remembered=(replace(track, neighbour="main", split="s9", group="g9"),))
    back = layout.undismiss(state, "p:a", [pane("p:a")])
    own = group_of(back.root, "p:a")
    assert own is not None
    assert (own.id, back.root.id, back.next_id) == ("g3", "s4", 5)


def test_only_so_many_places_are_kept() -> None:
    names = [f"p:{at}" for at in range(MOST + 5)]
    state = LayoutState(root=main(*names))
    for name in names:
        state = layout.close(state, name)
    assert [track.pane for track in state.remembered] == names[5:]
