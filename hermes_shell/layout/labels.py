"""What a screen reader calls groups and splits."""

from __future__ import annotations

from collections.abc import Mapping

from hermes_shell.layout.sides import around
from hermes_shell.layout.tree import MAIN, Node, front_of, groups, nodes

SIDES: Mapping[str, str] = {
    "left": "Left panes",
    "top": "Upper panes",
    "bottom": "Lower panes",
    "right": "Right panes",
}
LONGEST = 80
"""Characters of a title that a name takes over."""


def labels_of(root: Node, titles: Mapping[str, str]) -> Mapping[str, str]:
    """The name of every node in which there is something to be seen, by its id.

    A group with the name of a side is called after that side while it stands there, any other after its pane in front.
    A split is called after its first group.

    Args:
        root: the tree.
        titles: the panes that can be seen, with their titles.
    """
    stands = {group.id: edge for node, edge in around(root) for group in groups(node)}
    named: dict[str, str] = {}
    for group in groups(root):
        front, side = front_of(group, titles), SIDES.get(group.id)
        if group.id == MAIN:
            named[MAIN] = "Workspace"
        elif front is not None:
            named[group.id] = side if side and stands.get(group.id) == group.id else _short(titles[front])
    inside = {node.id: [named[group.id] for group in groups(node) if group.id in named] for node in nodes(root)}
    return named | {name: f"{seen[0]} and others" for name, seen in inside.items() if seen and name not in named}


def _short(title: str) -> str:
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 1]}…"
