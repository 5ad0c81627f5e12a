"""What a screen reader calls groups and splits."""

from __future__ import annotations

from hermes_shell.layout.tree import MAIN, Node

LABELS = {
    "left": "Left panes",
    "top": "Upper panes",
    MAIN: "Workspace",
    "bottom": "Lower panes",
    "right": "Right panes",
}


def label_of(node: Node) -> str:
    """The name of a node; the same as long as it lives."""
    return LABELS.get(node.id, f"Panes {node.id[1:]}")
