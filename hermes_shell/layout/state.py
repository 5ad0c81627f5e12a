"""The state of a window's layout. Panes of plugins that are not there keep their place in it (contract, PA5)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from hermes_shell.areas.panes import WORKSPACE, Anchor
from hermes_shell.layout.tree import MAIN, Axis, Group, Node

SIZE_MIN = 80
"""Smallest track in px."""
SIZE_MAX = 4000
SIDEBAR_MIN, SIDEBAR_MAX = 192, 360
SIDEBAR_SIZE = 248
DEFAULT_SIZES = {"left": 280, "right": 336, "top": 200, "bottom": 240}
"""Px of a group that a placement opened, while no pane declares a size and nobody chose one."""
FLOAT_MARGIN = 12
FLOAT_MIN_WIDTH, FLOAT_MIN_HEIGHT = 160, 96
FLOAT_WIDTH, FLOAT_HEIGHT = 320, 240
FLOAT_STEP = 24
"""A card that opens where another one stands is set off by this many px."""
TEMPORARY = "plugin-workspace:"
"""Panes whose id starts so live in one window and are never saved."""
MAX_PANES = 2000
"""Panes of one saved layout; what stands behind them is forgotten."""

Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Sidebar:
    """Width in px. It is hidden together with the left side."""

    size: int = SIDEBAR_SIZE


@dataclass(frozen=True, slots=True)
class Floating:
    """A pane in a card over the tree: its distance in px from the corner it is anchored to, and its size."""

    pane: str
    anchor: Anchor = "top-right"
    x: int = FLOAT_MARGIN
    y: int = FLOAT_MARGIN
    width: int = FLOAT_WIDTH
    height: int = FLOAT_HEIGHT


@dataclass(frozen=True, slots=True)
class Track:
    """The place and the room of a pane that is not in the tree any more.

    Attributes:
        pane: its id.
        axis: of the split that its group stood in.
        part: of the weight that the group shared with its neighbour, between 0 and 1.
        basis: px that a sash gave the group.
        default: px of the group that its placement opened.
        group: id of the group.
        index: of the pane among the tabs of the group.
        split: id of the split that the group stood in; None = the group was all there was.
        neighbour: id of the node beside the group in that split.
        after: the group stood right of the neighbour or below it.
    """

    pane: str
    axis: Axis
    part: float
    basis: int | None = None
    default: int | None = None
    group: str = MAIN
    index: int = 0
    split: str | None = None
    neighbour: str | None = None
    after: bool = True


def default_root() -> Node:
    """The tree of a first start: the workspace alone."""
    return Group(MAIN, (WORKSPACE,), WORKSPACE)


@dataclass(frozen=True, slots=True)
class LayoutState:
    """Where everything stands.

    A pane is in the tree, floating or dismissed, never twice; the workspace never leaves the group `main`.

    Attributes:
        root: the tree.
        floating: the cards, the one in front last.
        dismissed: panes that the user closed, the oldest first.
        hidden_sides: sides of the tree that are hidden.
        sidebar: the column of the sessions beside the tree.
        maximised: the group that alone is shown; not saved.
        remembered: the room of panes that left the tree, the oldest first.
        next_id: number of the next node.
    """

    root: Node = field(default_factory=default_root)
    floating: tuple[Floating, ...] = ()
    dismissed: tuple[str, ...] = ()
    hidden_sides: frozenset[Side] = frozenset()
    sidebar: Sidebar = Sidebar()
    maximised: str | None = None
    remembered: tuple[Track, ...] = ()
    next_id: int = 1

    def card_of(self, pane: str) -> Floating | None:
        """The card of a floating pane."""
        return next((card for card in self.floating if card.pane == pane), None)

    def with_root(self, root: Node, *, ids: int = 0) -> LayoutState:
        """A copy with another tree, in which this many numbers were used."""
        return self if root is self.root else replace(self, root=root, next_id=self.next_id + ids)

    def without_card(self, pane: str) -> LayoutState:
        """A copy in which a pane does not float."""
        if self.card_of(pane) is None:
            return self
        return replace(self, floating=tuple(card for card in self.floating if card.pane != pane))


def clamp(size: float, least: int, most: int) -> int:
    """`size` in px as a whole number between two bounds."""
    return max(least, min(most, round(size)))
