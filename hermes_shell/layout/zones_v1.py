"""Saved layouts of version 1: five zones around the workspace, as the tree that looks the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from hermes_shell.areas.panes import WORKSPACE
from hermes_shell.layout.saved_values import object_of
from hermes_shell.layout.state import DEFAULT_SIZES
from hermes_shell.layout.tree import MAIN


def tree_of_zones(saved: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was saved as zones, as what is saved now; the reader of the latter judges the values.

    Left and right zones took the whole height, top and bottom ones the width of the workspace.
    """
    zones = object_of(saved.get("zones"))
    middle = [_group(name, zones) for name in ("top", MAIN, "bottom")]
    column = {"id": "s1", "axis": "column", "children": [zone for zone in middle if zone], "weights": []}
    outer = [_group("left", zones), column, _group("right", zones)]
    sidebar = object_of(saved.get("sidebar"))
    return {
        "root": {"id": "s2", "axis": "row", "children": [zone for zone in outer if zone], "weights": []},
        "dismissed": saved.get("dismissed"),
        "sidebar": sidebar,
        "hidden_sides": ["left"] if sidebar.get("hidden") is True else [],
    }


def _group(name: str, zones: Mapping[str, Any]) -> dict[str, object] | None:
    zone = object_of(zones.get(name))
    panes = zone.get("panes")
    listed = cast("list[object]", panes) if isinstance(panes, list) else []
    if name == MAIN:
        return {"id": name, "panes": [WORKSPACE, *listed], "active": zone.get("active") or WORKSPACE}
    if not listed:
        return None
    return {
        "id": name,
        "panes": listed,
        "active": zone.get("active"),
        "minimised": zone.get("minimised"),
        "basis": zone.get("size"),
        "default": DEFAULT_SIZES[name],
    }
