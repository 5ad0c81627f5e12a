"""What a user or a plugin does to the layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hermes_shell.areas.panes import WORKSPACE, PaneView
from hermes_shell.layout.adopt import adopt, without
from hermes_shell.layout.state import (
    SIDEBAR_MAX,
    SIDEBAR_MIN,
    SIZE_MAX,
    SIZE_MIN,
    ZONES,
    LayoutState,
    Sidebar,
    clamp,
)


def activate(state: LayoutState, pane: str) -> LayoutState:
    """Bring a placed pane to the front of its zone and unfold the zone; a pane without a place changes nothing."""
    name = "main" if pane == WORKSPACE else state.zone_of(pane)
    if name is None:
        return state
    return state.with_zone(name, replace(state.zones[name], active=pane, minimised=False))


def close(state: LayoutState, pane: str) -> LayoutState:
    """Take a pane off the screen and remember that the user closed it."""
    name = state.zone_of(pane)
    if name is None:
        return state
    state = state.with_zone(name, without(state.zones[name], pane))
    return replace(state, dismissed=(*state.dismissed, pane))


def undismiss(state: LayoutState, pane: str, panes: Sequence[PaneView]) -> LayoutState:
    """Forget that the user closed a pane and give it a place again, without bringing it to the front."""
    state = replace(state, dismissed=tuple(entry for entry in state.dismissed if entry != pane))
    return adopt(state, panes)


def reveal(state: LayoutState, pane: str, panes: Sequence[PaneView]) -> LayoutState:
    """Bring a pane to the front wherever it is: forget a close, place it, unfold its zone.

    Args:
        state: the layout so far.
        pane: id of a pane, or one of the aliases that a pane declares.
        panes: what is registered now. A pane that is not registered changes nothing.
    """
    if pane == WORKSPACE:
        return activate(state, pane)
    known = {view.id for view in panes}
    target = pane if pane in known else next((view.id for view in panes if pane in view.aliases), None)
    if target is None:
        return state
    return activate(undismiss(state, target, panes), target)


def resize(state: LayoutState, zone: str, size: float) -> LayoutState:
    """Set the size of a zone or of the sidebar, in px and within bounds; an unknown zone changes nothing."""
    if zone == "sidebar":
        return replace(state, sidebar=replace(state.sidebar, size=clamp(size, SIDEBAR_MIN, SIDEBAR_MAX)))
    if zone not in ZONES or zone == "main":
        return state
    return state.with_zone(zone, replace(state.zones[zone], size=clamp(size, SIZE_MIN, SIZE_MAX)))


def minimise(state: LayoutState, zone: str) -> LayoutState:
    """Fold a zone to its strip, or unfold it; the main zone cannot be folded."""
    if zone not in ZONES or zone == "main":
        return state
    return state.with_zone(zone, replace(state.zones[zone], minimised=not state.zones[zone].minimised))


def toggle_sidebar(state: LayoutState) -> LayoutState:
    """Hide the sidebar or show it again."""
    return replace(state, sidebar=Sidebar(state.sidebar.size, not state.sidebar.hidden))


def reset(panes: Sequence[PaneView]) -> LayoutState:
    """The layout of a first start: sizes, places and closed panes are forgotten (contract, PA9)."""
    return adopt(LayoutState(), panes)
