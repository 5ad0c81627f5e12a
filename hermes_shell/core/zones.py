"""The zones of one window as HTML, and what a change of layout or panes makes different."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hermes_shell.areas.panes import PaneView
from hermes_shell.areas.rendering import macro
from hermes_shell.layout import LayoutState, ShownTab, ShownZone, columns, shown_zones


@dataclass(frozen=True, slots=True)
class _Printed:
    """The HTML of one tab and of its panel, and what it was printed from."""

    of: ShownTab
    minimised: bool
    tab: str
    panel: str


class RenderedZones:
    """What a page shows of the layout. A pane that was in front once keeps its slot."""

    def __init__(self) -> None:
        self._mounted: set[str] = set()
        self.shown: dict[str, ShownZone] = {}
        self.html: dict[str, str] = {}
        self.columns: dict[str, int] = {}
        self._printed: dict[str, _Printed] = {}

    def update(self, state: LayoutState, panes: Sequence[PaneView], title: str) -> list[dict[str, object]]:
        """Render the zones and tell the parts that differ from the last time.

        Args:
            state: the layout after adoption.
            panes: what is registered now.
            title: title of the workspace's tab.
        """
        zones = shown_zones(state, panes, self._mounted, title)
        known = {pane.id for pane in panes}
        self._mounted &= known
        self._printed = {pane: printed for pane, printed in self._printed.items() if pane in known}
        self._mounted |= {tab.id for zone in zones.values() for tab in zone.tabs if tab.mounted}
        parts: list[dict[str, object]] = []
        for name, zone in zones.items():
            if self.shown.get(name) == zone:
                continue
            html = self._print(zone)
            if self.html.get(name) != html:
                self.html[name] = html
                parts.append({"target": f'[data-zone="{name}"]', "html": html})
        self.shown = zones
        sizes = columns(state, zones)
        if sizes != self.columns:
            self.columns = sizes
            parts.append({"target": None, "columns": sizes})
        return parts

    def _print(self, zone: ShownZone) -> str:
        pieces = [self._print_tab(tab, zone.minimised) for tab in zone.tabs]
        tabs = Markup("\n".join(piece.tab for piece in pieces))
        panels = Markup("\n".join(piece.panel for piece in pieces))
        return str(macro("areas/zone.html", "inside")(zone, tabs, panels))

    def _print_tab(self, tab: ShownTab, minimised: bool) -> _Printed:
        printed = self._printed.get(tab.id)
        if printed is None or printed.of != tab or printed.minimised != minimised:
            strip = str(macro("areas/zone.html", "tab")(tab))
            printed = _Printed(tab, minimised, strip, str(macro("areas/zone.html", "panel")(tab, minimised)))
            self._printed[tab.id] = printed
        return printed
