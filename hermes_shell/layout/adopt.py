"""Adoption: a pane without a place gets one and does not take the front (contract, areas 4.1, "Adoption algorithm")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hermes_shell.areas.css_length import pixels
from hermes_shell.areas.panes import Anchor, PaneView, Placement
from hermes_shell.layout.remembered import put_back, remembered_basis, remembered_weights
from hermes_shell.layout.state import (
    DEFAULT_SIZES,
    FLOAT_HEIGHT,
    FLOAT_MARGIN,
    FLOAT_MIN_HEIGHT,
    FLOAT_MIN_WIDTH,
    FLOAT_STEP,
    FLOAT_WIDTH,
    SIZE_MAX,
    Floating,
    LayoutState,
    clamp,
)
from hermes_shell.layout.tree import (
    EVEN,
    MAIN,
    MAX_DEPTH,
    Edge,
    Group,
    Node,
    Split,
    Weights,
    axis_of,
    beside,
    changed_group,
    depth,
    find,
    group_of,
    groups,
    normalised,
    shape,
    stacked,
    without_pane,
)

_MISSING_CORE: Mapping[str, Placement] = {"sessions": "left", "files": "right", "review": "right", "terminal": "bottom"}
"""Panes of the upstream app that are no panes here, and where they stand there: a tab beside one goes to that side."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a pane goes: to the centre or an edge of a group, or (`group` None) to a new group on a side."""

    group: str | None
    pos: str


def adopt(state: LayoutState, panes: Sequence[PaneView]) -> LayoutState:
    """Give every registered pane a place that has none and was not closed by the user, in registry order.

    One that was closed before goes where it was (`put_back`), any other to its dock or placement. The front tab of a
    group stays in front. A pane that asks to start collapsed minimises a group that it opens. A pane placed `floating`
    becomes a card and never enters the tree (PA6).

    Args:
        state: the layout so far; placed panes keep their place.
        panes: what is registered now, in registry order.
    """
    placed = {pane for group in groups(state.root) for pane in group.panes}
    placed.update(card.pane for card in state.floating)
    placed.update(state.dismissed)
    views = {pane.id: pane for pane in panes}
    collapsed: list[PaneView] = []
    for pane in panes:
        if pane.id in placed:
            continue
        placed.add(pane.id)
        if pane.placement == "floating":
            state = replace(state, floating=(*state.floating, new_card(state, pane)))
            continue
        state = put_back(state, pane.id) or insert(state, pane, views)
        if pane.collapsed:
            collapsed.append(pane)
    for pane in collapsed:
        state = _minimise_own(state, pane, views)
    return state


def enforce(
    state: LayoutState, panes: Sequence[PaneView], already: frozenset[str]
) -> tuple[LayoutState, frozenset[str]]:
    """Move panes with an enforced dock to it, each once a start; one whose anchor is not there yet waits for it.

    Args:
        state: the layout so far.
        panes: what is registered now.
        already: panes that were moved since the start.

    Returns:
        The new layout, and `already` with the moved panes.
    """
    views = {pane.id: pane for pane in panes}
    for pane in panes:
        if not pane.enforce or pane.id in already or pane.dock_pane in (None, pane.id):
            continue
        own, anchor = group_of(state.root, pane.id), group_of(state.root, pane.dock_pane or "")
        if own is None or anchor is None:
            continue
        already |= {pane.id}
        if pane.dock_pos == "center" and own is anchor and pane.dock_before is None:
            continue
        moved = insert(state.with_root(without_pane(state.root, pane.id)), pane, views)
        if shape(moved.root) != shape(state.root):
            state = moved
    return state, already


def insert(state: LayoutState, pane: PaneView, views: Mapping[str, PaneView]) -> LayoutState:
    """The layout with a pane at its dock, with the panes of its placement, or in a new group of its placement."""
    place = _place_of(state.root, pane, views)
    if place.group is None:
        return _open_side(state, pane, place.pos)
    if place.pos == "center":
        return state.with_root(stacked(state.root, place.group, (pane.id,), pane.dock_before, activate=None))
    edge = _edge(place.pos)
    name = edge if place.group == MAIN and find(state.root, edge) is None else f"g{state.next_id}"
    axis = axis_of(edge)
    added = Group(name, (pane.id,), pane.id, basis=remembered_basis(state, pane.id, axis))
    return open_beside(state, place.group, added, edge, remembered_weights(state, pane.id, axis))


def open_beside(state: LayoutState, target: str, added: Node, edge: Edge, weights: Weights = EVEN) -> LayoutState:
    """The layout with a node at an edge of another one; too deep, its panes join the stack there."""
    root = beside(state.root, target, added, edge, f"s{state.next_id + 1}", weights)
    anchor = find(state.root, target)
    if depth(root) > MAX_DEPTH and isinstance(anchor, Group):
        inside = tuple(pane for group in groups(added) for pane in group.panes)
        return state.with_root(stacked(state.root, target, inside, None, activate=None))
    return state.with_root(root, ids=2)


def new_card(
    state: LayoutState,
    pane: PaneView,
    anchor: Anchor | None = None,
) -> Floating:
    """A card for a pane at its anchor, set off from the cards that stand there.

    Args:
        state: the layout; the pane does not float in it.
        pane: whose declared size and anchor count where no other is given.
        anchor: a corner.
    """
    corner = anchor or pane.anchor
    there = {card.x for card in state.floating if card.anchor == corner}
    at = FLOAT_MARGIN
    while at in there:
        at += FLOAT_STEP
    return Floating(
        pane.id,
        corner,
        at,
        at,
        clamp(pixels(pane.width) or FLOAT_WIDTH, FLOAT_MIN_WIDTH, SIZE_MAX),
        clamp(pixels(pane.height) or FLOAT_HEIGHT, FLOAT_MIN_HEIGHT, SIZE_MAX),
    )


def _place_of(root: Node, pane: PaneView, views: Mapping[str, PaneView]) -> _Place:
    """The anchor of a pane: the pane it docks to, else the first pane with its placement, else the workspace (PA4)."""
    placement = "right" if pane.placement == "floating" else pane.placement
    if pane.dock_pane is None:
        return _on_side(root, pane, placement, views)
    anchor = None if pane.dock_pane == pane.id else group_of(root, pane.dock_pane)
    if anchor is not None:
        return _Place(anchor.id, pane.dock_pos)
    side = _MISSING_CORE.get(pane.dock_pane)
    if side is not None and (pane.dock_pos == "center" or pane.dock_pane == "sessions"):
        return _on_side(root, pane, side, views)
    return _Place(_same_placement(root, pane, placement, views) or MAIN, pane.dock_pos)


def _on_side(root: Node, pane: PaneView, placement: Placement, views: Mapping[str, PaneView]) -> _Place:
    """With the panes of a placement. A group that is named after it may hold panes that are not there yet."""
    group = _same_placement(root, pane, placement, views)
    if group is None and isinstance(find(root, placement), Group):
        group = placement
    return _Place(None, placement) if group is None else _Place(group, "center")


def _same_placement(root: Node, pane: PaneView, placement: Placement, views: Mapping[str, PaneView]) -> str | None:
    """The group of the first pane in tree order with a placement. The workspace is placed `main`.

    One that docks nowhere comes before those that stand at a dock of their own. A pane that only says where it docks
    is on the right by default, wherever it stands: others do not follow it there.
    """
    if placement == "main":
        return MAIN
    at_dock: str | None = None
    for group in groups(root):
        for other in group.panes:
            view = views.get(other)
            if view is None or other == pane.id or not view.placed or view.placement != placement:
                continue
            if view.dock_pane is None:
                return group.id
            at_dock = at_dock or group.id
    return at_dock


def _open_side(state: LayoutState, pane: PaneView, side: str) -> LayoutState:
    """A new group on a side: left and right at the full height of the tree, top and bottom beside the main group."""
    edge = _edge(side)
    name = edge if find(state.root, edge) is None else f"g{state.next_id}"
    basis = remembered_basis(state, pane.id, axis_of(edge))
    added = Group(name, (pane.id,), pane.id, basis=basis, default=DEFAULT_SIZES[edge])
    if edge in ("top", "bottom"):
        return open_beside(state, MAIN, added, edge)
    root = state.root
    if isinstance(root, Split) and root.axis == "row":
        # A share like the others': halving one neighbour's would shrink it when the new group gets no fixed size.
        mean = sum(root.weights) / len(root.weights)
        first = edge == "left"
        children = (added, *root.children) if first else (*root.children, added)
        weights = (mean, *root.weights) if first else (*root.weights, mean)
        return state.with_root(normalised(replace(root, children=children, weights=weights)), ids=1)
    return open_beside(state, "root", added, edge)


def _minimise_own(state: LayoutState, pane: PaneView, views: Mapping[str, PaneView]) -> LayoutState:
    """Fold the group of a pane that opened it: no other pane that can be seen stands before it."""
    group = group_of(state.root, pane.id)
    if group is None or group.id == MAIN:
        return state
    if next((other for other in group.panes if other in views), None) != pane.id:
        return state
    return state.with_root(changed_group(state.root, group.id, lambda found: replace(found, minimised=True)))


def _edge(pos: str) -> Edge:
    match pos:
        case "left" | "right" | "top" | "bottom":
            return pos
        case _:
            raise AssertionError(f"{pos} is no edge")
