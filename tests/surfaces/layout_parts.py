"""Layout parts as the server sends them, for pages without one."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

Node = dict[str, Any]


def group(name: str, *, size: str | None = None, weight: float = 1, minimised: bool = False, **more: object) -> Node:
    """A group of panes; without a size it is flexible."""
    return {
        "kind": "group",
        "id": name,
        "label": f"Panes {name}",
        "size": "1.75rem" if minimised else size,
        "weight": weight,
        "min": None,
        "max": None,
        "grow": False,
        "side": None,
        "edge": None,
        "minimised": minimised,
        "tint": None,
        "strip": None,
        **more,
    }


def split(name: str, axis: str, *children: Node, size: str | None = None, weight: float = 1, **more: object) -> Node:
    """A row or a column."""
    return {
        "kind": "split",
        "id": name,
        "axis": axis,
        "label": f"Panes {name}",
        "size": size,
        "weight": weight,
        "min": None,
        "max": None,
        "grow": False,
        "side": None,
        "edge": None,
        "folded": False,
        "children": list(children),
        **more,
    }


def layout(root: Node, *, floating: Sequence[Node] = (), **more: object) -> Node:
    """The part that says how the groups stand."""
    return {
        "layout": {
            "root": root,
            "floating": list(floating),
            "maximised": None,
            "sidebar": 248,
            "sides": {"left": "empty", "right": "shown"},
            **more,
        }
    }


def card(pane: str, *, x: int = 12, y: int = 12) -> Node:
    """A floating pane."""
    zone = f"float:{pane}"
    return {
        "pane": pane,
        "zone": zone,
        "title": pane,
        "anchor": "top-right",
        "x": x,
        "y": y,
        "width": 320,
        "height": 240,
    }


def fill(zone: str, *panes: str, active: str | None = None) -> Node:
    """The part that fills a group with panes, each a slot."""
    front = active or (panes[0] if panes else None)
    tabs = "".join(_tab(pane, active=pane == front) for pane in panes)
    panels = "".join(_panel(pane, active=pane == front) for pane in panes)
    strip = f'<div class="hs-tabstrip"><div class="hs-tabs" role="tablist">{tabs}</div></div>'
    return {"target": f'[data-zone="{zone}"]', "html": strip + panels}


def fold(zone: str, *panes: str) -> Node:
    """The part that fills a minimised group."""
    buttons = "".join(f'<button type="button" data-pane-activate="{escape(pane)}">{pane}</button>' for pane in panes)
    panels = "".join(_panel(pane, active=False) for pane in panes)
    return {"target": f'[data-zone="{zone}"]', "html": f'<div class="hs-zone-fold">{buttons}</div>{panels}'}


def _tab(pane: str, *, active: bool) -> str:
    name, told = escape(pane), str(active).lower()
    return (
        f'<div class="hs-tab" data-tab="{name}" data-active="{told}"><button type="button" role="tab" id="tab:{name}"'
        f' aria-selected="{told}" tabindex="{0 if active else -1}" data-pane-activate="{name}">{name}</button></div>'
    )


def _panel(pane: str, *, active: bool) -> str:
    name = escape(pane)
    return (
        f'<div class="hs-pane" role="tabpanel" tabindex="-1" id="pane:{name}" data-pane="{name}"'
        f"{'' if active else ' hidden'}>"
        f'<hermes-slot id="slot:panes:{name}" area="panes" cid="{name}" hx-morph-skip-children></hermes-slot></div>'
    )
