"""The sides of the tree: what stands left and right of the main group (contract, areas 4.1, "Side ownership")."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hermes_shell.areas.panes import PaneView
from hermes_shell.layout.state import Side
from hermes_shell.layout.tree import MAIN, Axis, Edge, Node, contains, groups, on_path_to_main

_ENDS: Mapping[Axis, tuple[Edge, Edge]] = {"row": ("left", "right"), "column": ("top", "bottom")}


def around(root: Node) -> Iterator[tuple[Node, Edge]]:
    """What stands beside the main group, or beside a split around it, and where."""
    for split in on_path_to_main(root):
        before, behind = _ENDS[split.axis]
        edge = before
        for child in split.children:
            if contains(child, MAIN):
                edge = behind
            else:
                yield child, edge


def edges(root: Node) -> Iterator[tuple[Node, Side]]:
    """What stands left or right of the main group in a row, and on which edge; what is above or below is on no side."""
    for node, edge in around(root):
        match edge:
            case "left" | "right":
                yield node, edge
            case "top" | "bottom":
                pass


def owner(node: Node, left: Collection[str]) -> Side:
    """The side that a node at an edge belongs to: left when it holds a pane placed `left`, else right.

    Args:
        node: holds no main group.
        left: the registered panes with the placement `left`.
    """
    return "left" if any(pane in left for group in groups(node) for pane in group.panes) else "right"


def side_of(root: Node, name: str, panes: Sequence[PaneView]) -> Side | None:
    """The side that a node belongs to with everything around it; None in the middle.

    Args:
        root: the tree.
        name: id of the node.
        panes: what is registered now.
    """
    left = placed_left(panes)
    return next((owner(node, left) for node, _ in edges(root) if contains(node, name)), None)


def placed_left(panes: Sequence[PaneView]) -> frozenset[str]:
    """The panes with the placement `left`."""
    return frozenset(pane.id for pane in panes if pane.placement == "left")
