"""How the children of a split share its room (contract, areas 4.1, "Track sizing"): the tree as a page gets it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from hermes_shell.areas.css_length import largest, pixels, total
from hermes_shell.areas.panes import PaneView
from hermes_shell.layout.state import Side
from hermes_shell.layout.tree import MAIN, Axis, Group, Node, Split, contains

Json = dict[str, Any]
"""A node as a page gets it."""

FOLDED = "1.75rem"
"""Track of a minimised group: the height of a tab strip, so that minimising is a fold."""
LEAST = "5rem"
"""Smallest track of which nobody declares another: 80 px."""
MAIN_LEAST = {"row": "min(24rem, 50%)", "column": "min(12rem, 50%)"}
"""What wide neighbours in a small window leave to the main group."""
MOST_LEAST = "25%"
"""Largest part of its split that a pane can ask for as its least size, so that two of them leave main its own."""
_MODEST = 320
"""Pixels of a least size that is taken as it is."""


@dataclass(frozen=True, slots=True)
class ShownTree:
    """The root as JSON, and the ids of the groups in it."""

    root: Json
    shown: Collection[str]


class Tracks:
    """Makes the tree that a page gets: without what cannot be seen, every node with its track.

    Args:
        views: what can be seen, by pane id, the workspace included.
        owners: edge and owning side of the nodes at an edge, by node id.
        hidden: sides that are not shown.
        labels: names of nodes, by node id.
    """

    def __init__(
        self,
        views: Mapping[str, PaneView],
        owners: Mapping[str, tuple[Side, Side]],
        hidden: Collection[Side],
        labels: Mapping[str, str],
    ) -> None:
        self._views = views
        self._labels = labels
        self._owners = owners
        self._hidden = hidden

    def tree(self, root: Node) -> ShownTree:
        """The whole tree; the main group is always in it."""
        shown: set[str] = set()
        made = self._node(root, "row", 1.0, shown)
        assert made is not None, "the main group is always shown"
        return ShownTree(made, shown)

    def _node(self, node: Node, axis: Axis, weight: float, shown: set[str]) -> Json | None:
        """A node as JSON with its track along `axis`; None when nothing of it is shown."""
        edge, side = self._owners.get(node.id, (None, None))
        if side in self._hidden:
            return None
        made: Json = {"kind": "group", "id": node.id}
        folded = False
        if isinstance(node, Split):
            children = self._children(node, shown)
            if not children:
                return None
            folded = all(is_folded(child) for child in children)
            made |= {"kind": "split", "axis": node.axis, "folded": folded, "children": children}
        else:
            if not self._tenants(node):
                return None
            shown.add(node.id)
            folded = node.minimised and node.id != MAIN
            made |= {"minimised": folded, "tint": node.tint, "strip": node.strip}
        return made | {
            "label": self._labels[node.id],
            "size": FOLDED if folded else self._size(node, axis, own=True),
            "weight": weight,
            "min": None if folded else self._least(node, axis),
            "max": None if folded else self._most(node, axis),
            "grow": False,
            "side": side,
            "edge": edge,
        }

    def _children(self, split: Split, shown: set[str]) -> list[Json]:
        made = [
            child
            for node, weight in zip(split.children, split.weights, strict=True)
            if (child := self._node(node, split.axis, weight, shown)) is not None
        ]
        if made and all(is_folded(child) for child in made):
            # They share the length of the strip that the split is.
            for child in made:
                child["size"] = None
        _share(made)
        return made

    def _tenants(self, group: Group) -> list[PaneView]:
        return [self._views[pane] for pane in group.panes if pane in self._views]

    def _size(self, node: Node, axis: Axis, *, own: bool) -> str | None:
        """The fixed size of a node along an axis, None when it is flexible.

        A group is fixed when a shown pane of it declares a size. The size that a sash gave wins over that only.

        Args:
            node: what is measured.
            axis: along which.
            own: the node stands in a split of that axis, so its basis and default count.
        """
        if isinstance(node, Group):
            declared = self._declared(node, axis)
        elif node.axis == axis:
            sizes = [self._size(child, axis, own=True) for child in node.children if self._is_shown(child)]
            fixed = [size for size in sizes if size is not None]
            declared = total(fixed) if fixed and len(fixed) == len(sizes) else None
        else:
            sizes = [self._size(child, axis, own=False) for child in node.children if self._is_shown(child)]
            declared = largest([size for size in sizes if size is not None])
        if contains(node, MAIN) or (isinstance(node, Group) and self._is_flexible(node, axis)):
            return None
        if not own or (declared is None and node.default is None):
            return declared
        return f"{node.basis}px" if node.basis is not None else declared or f"{node.default}px"

    def _declared(self, group: Group, axis: Axis) -> str | None:
        sizes = [pane.width if axis == "row" else pane.height for pane in self._tenants(group)]
        return largest([size for size in sizes if size is not None])

    def _is_flexible(self, group: Group, axis: Axis) -> bool:
        """A tenant is placed `main`, and one declares no size."""
        tenants = self._tenants(group)
        sizes = [pane.width if axis == "row" else pane.height for pane in tenants]
        return any(pane.placement == "main" for pane in tenants) and None in sizes

    def _least(self, node: Node, axis: Axis) -> str | None:
        if isinstance(node, Group):
            if node.id == MAIN:
                return MAIN_LEAST[axis]
            sizes = [pane.min_width if axis == "row" else pane.min_height for pane in self._tenants(node)]
            return largest([_bounded(size) for size in sizes if size is not None])
        sizes = [self._least(child, axis) for child in node.children if self._is_shown(child)]
        given = [size for size in sizes if size is not None]
        if not given:
            return None
        return largest(given) if node.axis != axis else total([size or LEAST for size in sizes])

    def _most(self, node: Node, axis: Axis) -> str | None:
        """The largest of the declared ones, where every pane declares one; the main group has none."""
        if isinstance(node, Split) or node.id == MAIN:
            return None
        sizes = [pane.max_width if axis == "row" else pane.max_height for pane in self._tenants(node)]
        return None if None in sizes else largest([size for size in sizes if size is not None])

    def _is_shown(self, node: Node) -> bool:
        if isinstance(node, Group):
            return bool(self._tenants(node))
        return any(self._is_shown(child) for child in node.children)


def _bounded(least: str) -> str:
    """A declared least size that cannot push the rest of the tree out of the window."""
    plain = pixels(least)
    return least if plain is not None and plain <= _MODEST else f"min({least}, {MOST_LEAST})"


def is_folded(node: Mapping[str, Any]) -> bool:
    """Whether a node is a minimised group or a split of nothing else."""
    return bool(node["minimised"] if node["kind"] == "group" else node["folded"])


def _share(children: list[Json]) -> None:
    """Weights with a mean of 1, or a child that takes what fixed ones leave: nothing of a split stays empty."""
    flexible = [child for child in children if child["size"] is None]
    mean = sum(child["weight"] for child in flexible) / len(flexible) if flexible else 1.0
    for child in children:
        child["weight"] = max(round(child["weight"] / mean, 4), 0.0001) if child["size"] is None else 1
    if not flexible:
        open_ones = [child for child in children if not is_folded(child)]
        limitless = [child for child in open_ones if child["max"] is None]
        for child in (limitless or open_ones)[-1:]:
            child["grow"] = True
