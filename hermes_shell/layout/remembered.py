"""The room that a pane had before it left the tree, so that it gets it back (contract, areas 4.1)."""

from __future__ import annotations

from dataclasses import replace

from hermes_shell.layout.state import LayoutState, Track
from hermes_shell.layout.tree import EVEN, Axis, Weights, group_of, parent_of

MOST = 100
"""The oldest ones behind are forgotten."""
PART_MIN, PART_MAX = 0.01, 0.99


def remember(state: LayoutState, pane: str) -> LayoutState:
    """Note the track of the group that goes with a pane; a pane among others has none."""
    group = group_of(state.root, pane)
    place = None if group is None or len(group.panes) > 1 else parent_of(state.root, group.id)
    if group is None or place is None:
        return state
    split, at = place
    own, other = split.weights[at], split.weights[at - 1 if at else 1]
    part = min(max(own / (own + other), PART_MIN), PART_MAX)
    rest = tuple(track for track in state.remembered if track.pane != pane)
    return replace(state, remembered=(*rest, Track(pane, split.axis, part, group.basis))[-MOST:])


def remembered_basis(state: LayoutState, pane: str, axis: Axis) -> int | None:
    """The px that a sash had given to the group of a pane."""
    track = _track(state, pane, axis)
    return None if track is None else track.basis


def remembered_weights(state: LayoutState, pane: str, axis: Axis) -> Weights:
    """How a pane shared the room with its neighbour: the neighbour's weight, then its own."""
    track = _track(state, pane, axis)
    return EVEN if track is None else (2 * (1 - track.part), 2 * track.part)


def _track(state: LayoutState, pane: str, axis: Axis) -> Track | None:
    return next((track for track in state.remembered if track.pane == pane and track.axis == axis), None)
