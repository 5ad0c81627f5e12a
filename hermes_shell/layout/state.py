"""The state of a window's layout, and its saved form.

Panes of plugins that are not there keep their place in the state and are not shown (contract, PA5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import isnan
from typing import cast

ZONES = ("left", "top", "main", "bottom", "right")
VERSION = 1
SIZE_MIN = 80
"""Smallest zone in px."""
SIZE_MAX = 4000
SIDEBAR_MIN, SIDEBAR_MAX = 192, 360
SIDEBAR_SIZE = 248
TEMPORARY = "plugin-workspace:"
"""Panes whose id starts so live in one window and are never saved."""
MAX_PANES = 2000
"""Saved panes of all zones together; older ones behind it are forgotten."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One stack of panes: tab order, the pane in front, size in px (None = never resized)."""

    panes: tuple[str, ...] = ()
    active: str | None = None
    size: int | None = None
    minimised: bool = False


@dataclass(frozen=True, slots=True)
class Sidebar:
    """Width in px, and whether it is hidden."""

    size: int = SIDEBAR_SIZE
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class LayoutState:
    """All zones, the panes that the user closed, and the sidebar."""

    zones: Mapping[str, Zone] = field(default_factory=lambda: {zone: Zone() for zone in ZONES})
    dismissed: tuple[str, ...] = ()
    sidebar: Sidebar = Sidebar()

    def zone_of(self, pane: str) -> str | None:
        """The zone that holds `pane`, None when no zone does."""
        return next((name for name, zone in self.zones.items() if pane in zone.panes), None)

    def with_zone(self, name: str, zone: Zone) -> LayoutState:
        """A copy with one zone replaced."""
        return replace(self, zones={**self.zones, name: zone})


def to_json(state: LayoutState) -> dict[str, object]:
    """The saved form; panes that live in one window only are left out."""
    zones: dict[str, object] = {}
    for name, zone in state.zones.items():
        panes = [pane for pane in zone.panes if not pane.startswith(TEMPORARY)][:MAX_PANES]
        active = zone.active if zone.active in panes else None
        if panes or zone.size is not None or zone.minimised:
            zones[name] = {"panes": panes, "active": active, "size": zone.size, "minimised": zone.minimised}
    return {
        "version": VERSION,
        "zones": zones,
        "dismissed": [pane for pane in state.dismissed if not pane.startswith(TEMPORARY)][:MAX_PANES],
        "sidebar": {"size": state.sidebar.size, "hidden": state.sidebar.hidden},
    }


def from_json(value: object) -> LayoutState:
    """Read a saved layout; what is damaged in it counts as not there and the rest is kept.

    A pane that stands twice keeps its first place. Any JSON value is accepted.
    """
    saved = _object(value)
    seen: set[str] = set()
    found = _object(saved.get("zones"))
    zones: dict[str, Zone] = {}
    for name in ZONES:
        raw = _object(found.get(name))
        panes = tuple(pane for pane in _texts(raw.get("panes")) if pane not in seen and not seen.add(pane))
        active = raw.get("active")
        zones[name] = Zone(
            panes=panes,
            active=active if isinstance(active, str) and active in panes else None,
            size=_size(raw.get("size"), SIZE_MIN, SIZE_MAX),
            minimised=raw.get("minimised") is True and name != "main",
        )
    sidebar = _object(saved.get("sidebar"))
    return LayoutState(
        zones=zones,
        dismissed=tuple(dict.fromkeys(pane for pane in _texts(saved.get("dismissed")) if pane not in seen)),
        sidebar=Sidebar(
            size=_size(sidebar.get("size"), SIDEBAR_MIN, SIDEBAR_MAX) or SIDEBAR_SIZE,
            hidden=sidebar.get("hidden") is True,
        ),
    )


def clamp(size: float, least: int, most: int) -> int:
    """`size` in px as a whole number between two bounds."""
    return max(least, min(most, round(size)))


def _object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _texts(value: object) -> Iterable[str]:
    entries = cast("list[object]", value)[:MAX_PANES] if isinstance(value, list) else []
    return [entry for entry in entries if isinstance(entry, str) and entry]


def _size(value: object, least: int, most: int) -> int | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or isnan(value):
        return None
    return clamp(max(-1e9, min(1e9, value)), least, most)
