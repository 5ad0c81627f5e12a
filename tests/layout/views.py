"""Short forms of panes and trees for the tests of the layout."""

from __future__ import annotations

from dataclasses import replace

from hermes_shell.areas.panes import WORKSPACE, PaneView, Placement, Position
from hermes_shell.layout import Group, LayoutState, Node, Split
from hermes_shell.layout.tree import Axis


def pane(
    name: str, placement: Placement = "right", dock: str | None = None, pos: Position = "center", **more: object
) -> PaneView:
    """A registered pane; its plugin is what stands before the colon."""
    view = PaneView(name, name, name.partition(":")[0], placement, dock_pane=dock, dock_pos=pos)
    return replace(view, **more)


def group(name: str, *panes: str, **more: object) -> Group:
    """A group whose first pane is in front."""
    return replace(Group(name, panes, panes[0]), **more)


def main(*panes: str) -> Group:
    """The main group with the workspace first."""
    return group("main", WORKSPACE, *panes)


def split(name: str, axis: Axis, *children: Node, weights: tuple[float, ...] | None = None, **more: object) -> Split:
    """Nodes beside each other, evenly unless weights are given."""
    return replace(Split(name, axis, children, weights or (1.0,) * len(children)), **more)


def drawn(node: Node | LayoutState) -> str:
    """A tree in one line: a row as `[a | b]`, a column as `(a / b)`, a group by its panes."""
    if isinstance(node, LayoutState):
        node = node.root
    if isinstance(node, Group):
        return " ".join("W" if name == WORKSPACE else name.partition(":")[2] or name for name in node.panes)
    inside = [drawn(child) for child in node.children]
    return f"[{' | '.join(inside)}]" if node.axis == "row" else f"({' / '.join(inside)})"
