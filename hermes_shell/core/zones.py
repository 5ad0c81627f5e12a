"""The zones of one window as HTML, and what a change of layout or panes makes different."""

from __future__ import annotations

from collections.abc import Sequence

from hermes_shell.areas.panes import PaneView
from hermes_shell.areas.rendering import macro
from hermes_shell.layout import LayoutState, ShownZone, columns, shown_zones


class RenderedZones:
    """What a page shows of the layout. A pane that was in front once keeps its slot."""

    def __init__(self) -> None:
        self._mounted: set[str] = set()
        self.shown: dict[str, ShownZone] = {}
        self.html: dict[str, str] = {}
        self.columns: dict[str, int] = {}

    def update(self, state: LayoutState, panes: Sequence[PaneView], title: str) -> list[dict[str, object]]:
        """Render the zones and tell the parts that differ from the last time.

        Args:
            state: the layout after adoption.
            panes: what is registered now.
            title: title of the workspace's tab.
        """
        zones = shown_zones(state, panes, self._mounted, title)
        self._mounted &= {pane.id for pane in panes}
        self._mounted |= {tab.id for zone in zones.values() for tab in zone.tabs if tab.mounted}
        parts: list[dict[str, object]] = []
        for name, zone in zones.items():
            if self.shown.get(name) == zone:
                continue
            html = str(macro("areas/zone.html", "inside")(zone))
            if self.html.get(name) != html:
                self.html[name] = html
                parts.append({"target": f'[data-zone="{name}"]', "html": html})
        self.shown = zones
        sizes = columns(state, zones)
        if sizes != self.columns:
            self.columns = sizes
            parts.append({"target": None, "columns": sizes})
        return parts
