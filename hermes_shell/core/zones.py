"""The layout of one window as HTML, and what a change of layout or panes makes different."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from hermes_shell.areas.panes import PaneView
from hermes_shell.areas.rendering import macro
from hermes_shell.layout import LayoutState, ShownGroup, ShownTab, sash_between, shown_layout, track_style


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
        self.shown: Mapping[str, ShownGroup] = {}
        self.html: dict[str, str] = {}
        self.layout: Mapping[str, Any] = {}
        self._printed: dict[str, _Printed] = {}

    def update(self, state: LayoutState, panes: Sequence[PaneView], title: str) -> list[dict[str, object]]:
        """Render the groups and tell the parts that differ from the last time.

        The tree comes first: it makes room for the groups that the parts behind it fill. A group that was out of sight
        is a new element for the page and filled again.

        Args:
            state: the layout after adoption.
            panes: what is registered now.
            title: title of the workspace's tab.
        """
        seen = shown_layout(state, panes, self._mounted, title)
        known = {pane.id for pane in panes}
        self._mounted &= known
        self._printed = {pane: printed for pane, printed in self._printed.items() if pane in known}
        self._mounted |= {tab.id for group in seen.groups.values() for tab in group.tabs if tab.mounted}
        parts: list[dict[str, object]] = []
        if seen.layout != self.layout:
            self.layout = seen.layout
            parts.append({"layout": seen.layout})
        self.html = {zone: html for zone, html in self.html.items() if zone in seen.groups}
        for zone, group in seen.groups.items():
            if zone in self.html and self.shown.get(zone) == group:
                continue
            html = self._print(group)
            if self.html.get(zone) != html:
                self.html[zone] = html
                parts.append({"target": _selector(zone), "html": html})
        self.shown = seen.groups
        return parts

    def tree(self) -> str:
        """The tree and the cards with everything in them, for a page's first HTML."""
        html = {zone: Markup(inside) for zone, inside in self.html.items()}
        return str(macro("areas/layout_tree.html", "tree")(self.layout, html, track_style, sash_between))

    def _print(self, group: ShownGroup) -> str:
        pieces = [self._print_tab(tab, group.minimised) for tab in group.tabs]
        tabs = Markup("\n".join(piece.tab for piece in pieces))
        panels = Markup("\n".join(piece.panel for piece in pieces))
        return str(macro("areas/zone.html", "inside")(group, tabs, panels))

    def _print_tab(self, tab: ShownTab, minimised: bool) -> _Printed:
        printed = self._printed.get(tab.id)
        if printed is None or printed.of != tab or printed.minimised != minimised:
            strip = str(macro("areas/zone.html", "tab")(tab))
            printed = _Printed(tab, minimised, strip, str(macro("areas/zone.html", "panel")(tab, minimised)))
            self._printed[tab.id] = printed
        return printed


def _selector(zone: str) -> str:
    """The CSS selector of a zone; the id of a card may hold any character."""
    text = re.sub(r'["\\\x00-\x1f\x7f]', lambda found: f"\\{ord(found[0]):x} ", zone)
    return f'[data-zone="{text}"]'
