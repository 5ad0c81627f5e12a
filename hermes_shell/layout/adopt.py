"""Adoption: a pane that has no place yet gets one, without taking the front (contract, areas 4.1 and PA1 to PA7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from hermes_shell.areas.panes import WORKSPACE, PaneView
from hermes_shell.layout.state import LayoutState, Zone

_PLACED = {"left": "left", "right": "right", "top": "top", "bottom": "bottom", "main": "main", "floating": "right"}


def adopt(state: LayoutState, panes: Sequence[PaneView]) -> LayoutState:
    """Give every registered pane a place that has none and was not closed by the user, in registry order.

    The front tab of a zone stays in front; only an empty zone shows its first pane. A pane that asks to start collapsed
    minimises a zone that it opens.

    Args:
        state: the layout so far; placed panes keep their place.
        panes: what is registered now, in registry order.
    """
    placed = {pane for zone in state.zones.values() for pane in zone.panes}
    registered = {pane.id for pane in panes}
    for pane in panes:
        if pane.id in placed or pane.id in state.dismissed:
            continue
        name = _zone_for(state, pane, panes)
        zone = state.zones[name]
        opens = _opens(name, zone, registered)
        state = state.with_zone(name, _insert(zone, pane, registered, opens))
        placed.add(pane.id)
    return state


def enforce(
    state: LayoutState, panes: Sequence[PaneView], already: frozenset[str]
) -> tuple[LayoutState, frozenset[str]]:
    """Move panes with an enforced dock to it, each once a start.

    Args:
        state: the layout so far.
        panes: what is registered now.
        already: panes that were moved since the start.

    Returns:
        The new layout, and `already` with the moved panes.
    """
    registered = {pane.id for pane in panes}
    for pane in panes:
        if not pane.enforce or not pane.docked or pane.id in already:
            continue
        already |= {pane.id}
        current = state.zone_of(pane.id)
        target = _zone_for(state, pane, panes)
        if current is None or current == target:
            continue
        state = state.with_zone(current, without(state.zones[current], pane.id))
        zone = state.zones[target]
        opens = _opens(target, zone, registered)
        state = state.with_zone(target, _insert(zone, pane, registered, opens))
    return state, already


def without(zone: Zone, pane: str) -> Zone:
    """The zone with one pane less; the right neighbour of a front tab comes to the front, else the left one."""
    if pane not in zone.panes:
        return zone
    at = zone.panes.index(pane)
    panes = zone.panes[:at] + zone.panes[at + 1 :]
    active = zone.active
    if active == pane:
        active = panes[min(at, len(panes) - 1)] if panes else None
    return replace(zone, panes=panes, active=active)


def _opens(name: str, zone: Zone, registered: Collection[str]) -> bool:
    """Whether a pane that comes in is the first to be seen there; the main zone always shows the workspace."""
    return name != "main" and not any(other in registered for other in zone.panes)


def _insert(zone: Zone, pane: PaneView, registered: Collection[str], opens: bool) -> Zone:
    before = pane.dock_before
    at = zone.panes.index(before) if before in zone.panes else len(zone.panes)
    panes = (*zone.panes[:at], pane.id, *zone.panes[at:])
    active = pane.id if opens else zone.active
    return replace(zone, panes=panes, active=active, minimised=pane.collapsed if opens else zone.minimised)


def _zone_for(state: LayoutState, pane: PaneView, panes: Sequence[PaneView]) -> str:
    """The zone of a pane: beside the pane it docks to, else with the first pane of its placement, else its placement.

    An edge of the workspace is the zone on that side. Zones do not nest, so an edge of any other pane is its zone.
    """
    own = _PLACED[pane.placement]
    if not pane.docked:
        return own
    anchor = _anchor_zone(state, pane, panes)
    if pane.dock_pos == "center" or anchor != "main":
        return anchor
    return pane.dock_pos


def _anchor_zone(state: LayoutState, pane: PaneView, panes: Sequence[PaneView]) -> str:
    if pane.dock_pane == WORKSPACE:
        return "main"
    if pane.dock_pane is not None and (zone := state.zone_of(pane.dock_pane)) is not None:
        return zone
    # The anchor is absent: the first placed pane with the same placement stands in for it, else the main pane (PA4).
    for other in panes:
        if other.id != pane.id and _PLACED[other.placement] == _PLACED[pane.placement]:
            zone = state.zone_of(other.id)
            if zone is not None:
                return zone
    return "main"
