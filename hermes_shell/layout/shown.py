"""The layout as the window shows it: only panes that are registered, the workspace always first in the main zone."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from hermes_shell.areas.panes import WORKSPACE, PaneView
from hermes_shell.layout.state import SIZE_MAX, SIZE_MIN, ZONES, LayoutState, clamp

DEFAULT_SIZES = {"left": 280, "right": 336, "top": 200, "bottom": 240}
FOLDED = 28
"""Size of a minimised zone in px: the height of a tab strip, so that minimising is a fold."""
LABELS = {
    "left": "Left panes",
    "top": "Upper panes",
    "main": "Workspace",
    "bottom": "Lower panes",
    "right": "Right panes",
}
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)(px|rem)?")


@dataclass(frozen=True, slots=True)
class ShownTab:
    """One tab and its panel. `mounted`: its slot exists, because it was in front at least once."""

    id: str
    title: str
    active: bool
    closable: bool
    mounted: bool
    style: str = ""


@dataclass(frozen=True, slots=True)
class ShownZone:
    """One zone as its template prints it; `size` in px."""

    id: str
    label: str
    tabs: tuple[ShownTab, ...]
    size: int
    minimised: bool

    @property
    def empty(self) -> bool:
        """No pane is shown in it."""
        return not self.tabs

    @property
    def front(self) -> str | None:
        """Id of the pane in front; None when the zone is empty."""
        return next((tab.id for tab in self.tabs if tab.active), None)


def shown_zones(
    state: LayoutState, panes: Sequence[PaneView], mounted: Collection[str], workspace_title: str
) -> dict[str, ShownZone]:
    """Every zone by name.

    Args:
        state: the layout after adoption.
        panes: what is registered now.
        mounted: panes that were in front before in this window; they keep their slot.
        workspace_title: title of the workspace's tab.
    """
    known = {pane.id: pane for pane in panes}
    zones: dict[str, ShownZone] = {}
    for name in ZONES:
        zone = state.zones[name]
        shown = [known[pane] for pane in zone.panes if pane in known and pane != WORKSPACE]
        ids = [pane.id for pane in shown]
        if name == "main":
            ids.insert(0, WORKSPACE)
        front = zone.active if zone.active in ids else (ids[0] if ids else None)
        minimised = zone.minimised and name != "main"
        tabs = [
            ShownTab(
                id=pane.id,
                title=pane.title,
                active=pane.id == front,
                closable=pane.closable,
                mounted=(pane.id == front and not minimised) or (pane.id in mounted and pane.keep_alive),
                style=";".join(f"{css}:{length}" for css, length in pane.limits),
            )
            for pane in shown
        ]
        if name == "main":
            active = front == WORKSPACE
            tabs.insert(0, ShownTab(WORKSPACE, workspace_title, active, closable=False, mounted=True))
        size = zone.size if zone.size is not None else _wished_size(name, shown)
        zones[name] = ShownZone(name, LABELS[name], tuple(tabs), size, minimised)
    return zones


def columns(state: LayoutState, zones: Mapping[str, ShownZone]) -> dict[str, int]:
    """Sizes of the sidebar and the four outer zones in px; 0 = not there."""
    sizes = {"sidebar": 0 if state.sidebar.hidden else state.sidebar.size}
    for name in DEFAULT_SIZES:
        zone = zones[name]
        sizes[name] = 0 if zone.empty else FOLDED if zone.minimised else zone.size
    return sizes


def pixels(length: str | None) -> int | None:
    """A plain CSS length in px or rem as whole px; None for anything else."""
    match = _LENGTH.fullmatch((length or "").strip())
    if match is None:
        return None
    return round(min(float(match[1]), 1e6) * (16 if match[2] == "rem" else 1))


def _wished_size(name: str, panes: Sequence[PaneView]) -> int:
    if name == "main":
        return 0
    sideways = name in ("left", "right")
    wishes = [size for pane in panes if (size := pixels(pane.width if sideways else pane.height)) is not None]
    return clamp(max(wishes), SIZE_MIN, SIZE_MAX) if wishes else DEFAULT_SIZES[name]
