"""Ten thousand random operations: nothing is lost, doubled or empty, and what is saved is what is loaded."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from hermes_shell import layout
from hermes_shell.areas.panes import PaneView
from hermes_shell.layout import Group, LayoutState, Split, shown_layout
from hermes_shell.layout.state import FLOAT_MIN_HEIGHT, FLOAT_MIN_WIDTH, SIZE_MIN
from hermes_shell.layout.tree import LEAST_WEIGHT, MAX_DEPTH, MOST_WEIGHT, Node, groups, nodes, normalised
from tests.layout.random_layouts import step, views

SEEDS = range(20)
STEPS = 500


def check(state: LayoutState, panes: list[PaneView]) -> None:
    """Every invariant of a layout."""
    placed = [pane for group in groups(state.root) for pane in group.panes]
    everything = [*placed, *(card.pane for card in state.floating), *state.dismissed]
    assert len(everything) == len(set(everything)), "a pane stands twice"
    assert {view.id for view in panes} <= set(everything), "a pane was lost"
    found = list(nodes(state.root))
    assert len({node.id for node in found}) == len(found), "an id is used twice"
    main = next(node for node in found if node.id == "main")
    assert isinstance(main, Group)
    assert "workspace" in main.panes
    assert not main.minimised
    assert state.maximised is None or any(node.id == state.maximised for node in found)
    for node in found:
        check_node(node)
    assert normalised(state.root) is state.root
    assert depth(state.root) <= MAX_DEPTH
    for card in state.floating:
        assert card.width >= FLOAT_MIN_WIDTH
        assert card.height >= FLOAT_MIN_HEIGHT
        assert card.y >= 0
    check_shown(state, panes)
    saved = json.loads(json.dumps(layout.to_json(state)))
    assert layout.from_json(saved) == replace(state, maximised=None)


def check_node(node: Node) -> None:
    assert node.basis is None or node.basis >= SIZE_MIN
    if isinstance(node, Group):
        assert node.panes, "an empty group"
        assert node.active in node.panes
        return
    assert len(node.children) == len(node.weights) >= 2
    assert all(LEAST_WEIGHT <= weight <= MOST_WEIGHT for weight in node.weights)
    assert all(not isinstance(child, Split) or child.axis != node.axis for child in node.children)


def check_shown(state: LayoutState, panes: list[PaneView]) -> None:
    seen = shown_layout(state, panes, (), "Home")
    zones: set[str] = {card["zone"] for card in seen.layout["floating"]}

    def walk(node: dict[str, Any]) -> None:
        if node["kind"] == "group":
            zones.add(node["id"])
            return
        children = cast("list[dict[str, Any]]", node["children"])
        assert children, "a split without anything in it"
        assert all(child["weight"] > 0 for child in children)
        flexible = [child for child in children if child["size"] is None or child["grow"]]
        assert flexible or all(
            child["minimised"] if child["kind"] == "group" else child["folded"] for child in children
        )
        for child in children:
            walk(child)

    walk(seen.layout["root"])
    assert zones == set(seen.groups)
    assert "main" in zones
    for group in seen.groups.values():
        assert sum(tab.active for tab in group.tabs) == 1


def depth(node: Node) -> int:
    return 0 if isinstance(node, Group) else 1 + max(depth(child) for child in node.children)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_operations_keep_every_invariant(seed: int) -> None:
    random = Random(seed)
    panes = views(random)
    state, enforced = layout.adopt(LayoutState(), panes), frozenset[str]()
    check(state, panes)
    for _ in range(STEPS):
        changed = step(random, state, panes)[1](state)
        state, enforced = layout.enforce(layout.adopt(changed, panes), panes, enforced)
        assert layout.adopt(state, panes) is state
        check(state, panes)


def test_every_random_operation_changes_something_again_and_again() -> None:
    tried, changing = Counter[str](), Counter[str]()
    for seed in range(3):
        random = Random(seed)
        panes = views(random)
        state = layout.adopt(LayoutState(), panes)
        for _ in range(STEPS):
            name, change = step(random, state, panes)
            changed = layout.adopt(change(state), panes)
            tried[name] += 1
            changing[name] += changed != state
            state = changed
    assert min(changing[name] for name in tried) >= 3, changing


@pytest.mark.parametrize("seed", SEEDS)
def test_panes_that_come_and_go_find_their_places_again(seed: int) -> None:
    random = Random(seed)
    panes = views(random)
    state = layout.adopt(LayoutState(), panes)
    for _ in range(20):
        state = layout.adopt(step(random, state, panes)[1](state), panes)
    gone = random.sample(panes, 6)
    here = [view for view in panes if view not in gone]
    # A window with half of the plugins, saved and loaded, with nothing else done to it.
    half = layout.from_json(json.loads(json.dumps(layout.to_json(layout.adopt(state, here)))))
    assert layout.adopt(half, panes) == replace(state, maximised=None)
