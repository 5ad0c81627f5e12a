"""What a user does to groups, sides and sizes. Unknown ids change nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hermes_shell.areas.panes import PaneView
from hermes_shell.layout.sides import side_of
from hermes_shell.layout.sized import shown_children
from hermes_shell.layout.state import (
    SIDEBAR_MAX,
    SIDEBAR_MIN,
    SIDEBAR_SIZE,
    SIZE_MAX,
    SIZE_MIN,
    LayoutState,
    Side,
    Sidebar,
    clamp,
)
from hermes_shell.layout.tracks import is_folded
from hermes_shell.layout.tree import (
    MAIN,
    Group,
    Node,
    Split,
    Strip,
    Tint,
    bounded,
    changed,
    changed_group,
    contains,
    find,
    parent_of,
)


def resize(
    state: LayoutState, zone: str, size: float, panes: Sequence[PaneView], beside: float | None = None
) -> LayoutState:
    """Set the size of a node or of the sidebar.

    A node of fixed size gets this size. One that shares its room by weight divides it with the node behind it.

    Args:
        state: the layout so far.
        zone: id of a node, or `sidebar`.
        size: px; brought within bounds.
        panes: what is registered now.
        beside: px of the node behind; needed where both share their room.
    """
    if zone == "sidebar":
        return replace(state, sidebar=Sidebar(clamp(size, SIDEBAR_MIN, SIDEBAR_MAX)))
    place = _shown_place(state, zone, panes)
    if place is None:
        return state
    node, behind, split = place
    if node["size"] is not None and not node["grow"]:
        return _with_basis(state, zone, clamp(size, SIZE_MIN, SIZE_MAX))
    if behind is None or beside is None or size <= 0 or beside <= 0:
        return state
    return _shared(state, split, (zone, behind["id"]), size / (size + beside))


def reset_size(state: LayoutState, zone: str, panes: Sequence[PaneView]) -> LayoutState:
    """Forget the size of a node: its own one again, or half of the room it shares. The sidebar gets its first width."""
    if zone == "sidebar":
        return replace(state, sidebar=Sidebar(SIDEBAR_SIZE))
    place = _shown_place(state, zone, panes)
    if place is None:
        return state
    node, behind, split = place
    if node["size"] is not None and not node["grow"]:
        return _with_basis(state, zone, None)
    return state if behind is None else _shared(state, split, (zone, behind["id"]), 0.5)


def minimise(state: LayoutState, zone: str, panes: Sequence[PaneView] = ()) -> LayoutState:
    """Fold a group to its strip, or unfold it; neither the main group nor one with a pane that forbids it is folded."""
    group = _group(state, zone)
    if group is None or group.id == MAIN:
        return state
    forbids = any(not pane.collapsible and pane.id in group.panes for pane in panes)
    if forbids and not group.minimised:
        return state
    folded = not group.minimised
    maximised = None if folded and state.maximised == zone else state.maximised
    return replace(_with_group(state, replace(group, minimised=folded)), maximised=maximised)


def maximise(state: LayoutState, zone: str | None, panes: Sequence[PaneView] = ()) -> LayoutState:
    """Let one group fill the window, unfolded and on a side that is shown; None, or the same one again, ends that."""
    if zone is None or zone == state.maximised:
        return replace(state, maximised=None)
    group = _group(state, zone)
    if group is None:
        return state
    side = side_of(state.root, zone, panes)
    sides = state.hidden_sides - {side} if side else state.hidden_sides
    return replace(_with_group(state, replace(group, minimised=False)), maximised=zone, hidden_sides=sides)


def toggle_side(state: LayoutState, side: Side) -> LayoutState:
    """Hide a side of the tree or show it again; the left one together with the sidebar."""
    return replace(state, hidden_sides=state.hidden_sides ^ {side})


def flip(state: LayoutState) -> LayoutState:
    """Mirror left and right: every row that the main group stands in is turned around."""

    def turned(node: Node) -> Node:
        if isinstance(node, Group) or not contains(node, MAIN):
            return node
        children, weights = tuple(turned(child) for child in node.children), node.weights
        if node.axis == "row":
            children, weights = children[::-1], weights[::-1]
        return replace(node, children=children, weights=weights)

    return state.with_root(turned(state.root))


def set_strip(state: LayoutState, zone: str, show: Strip | None) -> LayoutState:
    """Show the tab strip of a group always or never; None = as the settings say."""
    return _replaced(state, zone, lambda group: replace(group, strip=show))


def set_tint(state: LayoutState, zone: str, colour: Tint | None) -> LayoutState:
    """Tint the background of a group; None = not."""
    return _replaced(state, zone, lambda group: replace(group, tint=colour))


def _group(state: LayoutState, zone: str) -> Group | None:
    node = find(state.root, zone)
    return node if isinstance(node, Group) and node.id == zone else None


def _with_group(state: LayoutState, group: Group) -> LayoutState:
    return _replaced(state, group.id, lambda _: group)


def _replaced(state: LayoutState, zone: str, change: Callable[[Group], Group]) -> LayoutState:
    return state.with_root(changed_group(state.root, zone, change))


def _with_basis(state: LayoutState, name: str, basis: int | None) -> LayoutState:
    return state.with_root(changed(state.root, name, lambda node: replace(node, basis=basis)))


def _shown_place(
    state: LayoutState, name: str, panes: Sequence[PaneView]
) -> tuple[Mapping[str, Any], Mapping[str, Any] | None, str] | None:
    """A node as it is shown, the next one if it shares its room with it, and the id of their split."""
    parent = parent_of(state.root, name)
    if parent is None:
        return None
    children = list(shown_children(state, parent[0].id, panes).values())
    at = next((at for at, child in enumerate(children) if child["id"] == name), None)
    if at is None or is_folded(children[at]):
        return None
    behind = children[at + 1] if at + 1 < len(children) else None
    shares = behind is not None and behind["size"] is None and children[at]["size"] is None
    return children[at], behind if shares else None, parent[0].id


def _shared(state: LayoutState, split: str, pair: tuple[str, str], part: float) -> LayoutState:
    """Divide the weight of two children of a split; `part` of it goes to the first."""
    node = find(state.root, split)
    assert isinstance(node, Split), "the parent of a node is a split"
    places = [next(at for at, child in enumerate(node.children) if child.id == name) for name in pair]
    whole = sum(node.weights[at] for at in places)
    weights = list(node.weights)
    weights[places[0]], weights[places[1]] = bounded(whole * part), bounded(whole * (1 - part))
    return state.with_root(changed(state.root, split, lambda _: replace(node, weights=tuple(weights))))
