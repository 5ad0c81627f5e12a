"""Inline styles of tracks, and the separators between neighbours; static/host/layout_tree.js does the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from hermes_shell.layout.state import SIZE_MAX, SIZE_MIN
from hermes_shell.layout.tracks import LEAST, is_folded
from hermes_shell.layout.tree import MAIN

Json = Mapping[str, Any]
_PIXELS = re.compile(r"(\d+(?:\.\d+)?)px")


@dataclass(frozen=True, slots=True)
class Sash:
    """The separator between two neighbours of a split.

    Attributes:
        target: id of the node that it resizes.
        beside: id of the other one.
        sign: 1 when the target stands before the sash, -1 when it stands behind.
        orientation: `vertical` between columns.
        value: px of a fixed track whose size is plain px; else per cent of the room of both, 50 while nobody measured.
        least, most: bounds of the value.
        label: what a screen reader says.
    """

    target: str
    beside: str
    sign: int
    orientation: str
    value: int
    least: int
    most: int
    label: str


def track_style(node: Json, axis: str) -> str:
    """The inline style of a node.

    Args:
        node: as a page gets it.
        axis: of the split that it is a child of; `row` for the root.
    """
    side, size = "width" if axis == "row" else "height", node["size"]
    if size is not None and is_folded(node):
        return f"flex:0 0 {size};min-{side}:{size};--track:{size}"
    flex = f"{number(node['weight'])} 1 0px" if size is None else f"{1 if node['grow'] else 0} 1 {size}"
    style = f"flex:{flex};min-{side}:{node['min'] or LEAST}"
    if node["max"] and not node["grow"]:
        style += f";max-{side}:{node['max']}"
    # What a rule needs that takes a track out of its split: the right side of a narrow window.
    return style if size is None else f"{style};--track:{size}"


def sash_between(split: Json, behind: int) -> Sash | None:
    """The sash before a child of a split; None beside a minimised one.

    It resizes the fixed one of both neighbours. Of two fixed ones it takes the one farther from the main group, of two
    that share the room the first.

    Args:
        split: as a page gets it.
        behind: index of the child behind the sash.
    """
    children = cast("Sequence[Json]", split["children"])
    first, second = children[behind - 1], children[behind]
    if is_folded(first) or is_folded(second):
        return None
    fixed = [child["size"] is not None and not child["grow"] for child in (first, second)]
    behind_main = any(_contains_main(child) for child in children[:behind])
    takes_second = fixed[1] and (not fixed[0] or behind_main)
    target, beside = (second, first) if takes_second else (first, second)
    value, least, most = 50, 0, 100
    pixels = _PIXELS.fullmatch(target["size"] or "")
    if any(fixed) and pixels:
        value, least, most = round(float(pixels[1])), SIZE_MIN, SIZE_MAX
    elif first["size"] is None and second["size"] is None:
        value = round(100 * first["weight"] / (first["weight"] + second["weight"]))
    return Sash(
        target=target["id"],
        beside=beside["id"],
        sign=-1 if takes_second else 1,
        orientation="vertical" if split["axis"] == "row" else "horizontal",
        value=value,
        least=least,
        most=most,
        label=f"Resize {target['label']}",
    )


def number(value: float) -> str:
    """A weight as CSS and JSON write it: at most four decimals, none that say nothing."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _contains_main(node: Json) -> bool:
    if node["kind"] == "group":
        return node["id"] == MAIN
    return any(_contains_main(child) for child in node["children"])
