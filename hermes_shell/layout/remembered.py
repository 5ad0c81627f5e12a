"""The place and the room that a pane had before it left the tree, so that it gets them back (contract, areas 4.1)."""

from __future__ import annotations

from dataclasses import replace

from hermes_shell.layout.state import LayoutState, Track
from hermes_shell.layout.tree import (
    EVEN,
    MAIN,
    MAX_DEPTH,
    Axis,
    Edge,
    Group,
    Weights,
    beside,
    bounded,
    changed,
    changed_group,
    depth,
    find,
    group_of,
    parent_of,
)

MOST = 100
"""The oldest ones behind are forgotten."""
PART_MIN, PART_MAX = 0.01, 0.99
_SIDES = ("left", "right", "top", "bottom")


def remember(state: LayoutState, pane: str) -> LayoutState:
    """Note where a pane of the tree stands, and the track of its group, which may go with it."""
    group = group_of(state.root, pane)
    if group is None:
        return state
    track = Track(pane, "row", 0.5, group.basis, group.default, group.id, group.panes.index(pane))
    place = parent_of(state.root, group.id)
    if place is not None and group.id != MAIN:
        split, at = place
        other = at - 1 if at else 1
        part = split.weights[at] / (split.weights[at] + split.weights[other])
        track = replace(
            track,
            axis=split.axis,
            part=min(max(part, PART_MIN), PART_MAX),
            split=split.id,
            neighbour=split.children[other].id,
            after=at > 0,
        )
    rest = tuple(known for known in state.remembered if known.pane != pane)
    return replace(state, remembered=(*rest, track)[-MOST:])


def put_back(state: LayoutState, pane: str) -> LayoutState | None:
    """The layout with a pane where it was, without bringing it to the front.

    It goes among the tabs of its group; when the group is gone, into a new one at the same side of the same neighbour,
    in which it is as large as before.

    Args:
        state: the layout; the pane stands nowhere in it.
        pane: its id.

    Returns:
        None when nothing is remembered, or neither group nor neighbour is there any more.
    """
    track = next((track for track in state.remembered if track.pane == pane), None)
    if track is None:
        return None
    group = find(state.root, track.group)
    if isinstance(group, Group):
        panes = (*group.panes[: track.index], pane, *group.panes[track.index :])
        return state.with_root(changed_group(state.root, group.id, lambda found: replace(found, panes=panes)))
    return _split_off(state, track)


def remembered_basis(state: LayoutState, pane: str, axis: Axis) -> int | None:
    """The px that a sash had given to the group of a pane."""
    track = _track(state, pane, axis)
    return None if track is None else track.basis


def remembered_weights(state: LayoutState, pane: str, axis: Axis) -> Weights:
    """How a pane shared the room with its neighbour: the neighbour's weight, then its own."""
    track = _track(state, pane, axis)
    return EVEN if track is None else (2 * (1 - track.part), 2 * track.part)


def _split_off(state: LayoutState, track: Track) -> LayoutState | None:
    neighbour = None if track.neighbour is None else find(state.root, track.neighbour)
    if neighbour is None or track.split is None:
        return None
    # The ids that group and split had: what is remembered of other panes names them.
    name = track.group if _is_free(state, track.group) else f"g{state.next_id}"
    split = track.split if _is_free(state, track.split) else f"s{state.next_id + 1}"
    added = Group(name, (track.pane,), track.pane, basis=track.basis, default=track.default)
    weights = (2 * (1 - track.part), 2 * track.part)
    root = beside(state.root, neighbour.id, added, _edge(track), split, weights)
    parent = parent_of(state.root, neighbour.id)
    if parent is not None and parent[0].axis == track.axis:
        # The others took the room that it left, so all of them give it back.
        inside, at = parent
        own = bounded(inside.weights[at] * track.part / (1 - track.part))
        at += 1 if track.after else 0
        shares = (*inside.weights[:at], own, *inside.weights[at:])
        root = changed(root, inside.id, lambda node: node if isinstance(node, Group) else replace(node, weights=shares))
    return None if depth(root) > MAX_DEPTH else state.with_root(root, ids=2)


def _is_free(state: LayoutState, name: str) -> bool:
    """Whether a node can have an id: no other has it, and none will get it by counting."""
    return find(state.root, name) is None and (name in _SIDES or int(name[1:]) < state.next_id)


def _edge(track: Track) -> Edge:
    if track.axis == "row":
        return "right" if track.after else "left"
    return "bottom" if track.after else "top"


def _track(state: LayoutState, pane: str, axis: Axis) -> Track | None:
    return next((track for track in state.remembered if track.pane == pane and track.axis == axis), None)
