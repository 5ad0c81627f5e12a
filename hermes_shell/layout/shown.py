"""The layout as the window shows it: the tree with only what can be seen, and what stands in its groups."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hermes_shell.areas.panes import WORKSPACE, PaneView
from hermes_shell.layout.labels import labels_of
from hermes_shell.layout.sides import edges, owner, placed_left
from hermes_shell.layout.state import Floating, LayoutState, Side
from hermes_shell.layout.tracks import Tracks
from hermes_shell.layout.tree import MAIN, Group, Node, front_of, groups

FLOAT = "float:"
"""The zone of a floating pane is this and its id."""


@dataclass(frozen=True, slots=True)
class ShownTab:
    """One tab and its panel.

    Attributes:
        mounted: its slot exists, because it was in front at least once.
        fields: which nodes and calls of the pane its tab and strip show.
    """

    id: str
    title: str
    active: bool
    closable: bool
    draggable: bool
    mounted: bool
    fields: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """The inside of one group, or of a card, as its template prints it."""

    id: str
    label: str
    tabs: tuple[ShownTab, ...]
    minimised: bool = False
    maximised: bool = False
    collapsible: bool = False
    floating: bool = False

    @property
    def front(self) -> ShownTab:
        """The tab of the pane in front."""
        return next(tab for tab in self.tabs if tab.active)


@dataclass(frozen=True, slots=True)
class ShownLayout:
    """Everything that a page shows of a layout.

    Attributes:
        layout: the tree, the cards, the sides and the closed panes as JSON.
        groups: the inside of each zone in it.
    """

    layout: Mapping[str, Any]
    groups: Mapping[str, ShownGroup]


def shown_layout(
    state: LayoutState, panes: Sequence[PaneView], mounted: Collection[str], workspace_title: str
) -> ShownLayout:
    """What a page shows.

    Args:
        state: the layout after adoption.
        panes: what is registered now.
        mounted: panes that were in front before in this window; they keep their slot.
        workspace_title: title of the workspace's tab.
    """
    views = {pane.id: pane for pane in panes}
    views[WORKSPACE] = PaneView(WORKSPACE, workspace_title, "core", "main", closable=False, draggable=False)
    owners = _owners(state.root, panes, views)
    labels = labels_of(state.root, {pane.id: pane.title for pane in views.values()})
    tree = Tracks(views, owners, state.hidden_sides, labels).tree(state.root)
    zones: dict[str, ShownGroup] = {}
    for group in groups(state.root):
        if group.id in tree.shown:
            is_maximised = group.id == state.maximised
            zones[group.id] = _group(group, labels[group.id], views, mounted, maximised=is_maximised)
    cards: list[Mapping[str, Any]] = []
    for card in state.floating:
        view = views.get(card.pane)
        if view is not None:
            cards.append(_card(card, view))
            zones[FLOAT + card.pane] = _inside_of_card(view)
    hidden = state.hidden_sides
    present = {side for _, side in owners.values()}
    layout = {
        "root": tree.root,
        "floating": cards,
        "maximised": state.maximised if state.maximised in tree.shown else None,
        "sidebar": 0 if "left" in hidden else state.sidebar.size,
        "sides": {
            side: "empty" if side not in present else "hidden" if side in hidden else "shown"
            for side in ("left", "right")
        },
        "dismissed": [pane for pane in state.dismissed if pane in views],
    }
    return ShownLayout(layout, zones)


def _owners(root: Node, panes: Sequence[PaneView], views: Mapping[str, PaneView]) -> dict[str, tuple[Side, Side]]:
    """Edge and owning side of every node at an edge in which there is something to be seen."""
    left = placed_left(panes)
    return {
        node.id: (edge, owner(node, left))
        for node, edge in edges(root)
        if any(pane in views for group in groups(node) for pane in group.panes)
    }


def _group(
    group: Group, label: str, views: Mapping[str, PaneView], mounted: Collection[str], *, maximised: bool
) -> ShownGroup:
    shown = [views[pane] for pane in group.panes if pane in views]
    front = front_of(group, views)
    collapsible = group.id != MAIN and all(pane.collapsible for pane in shown)
    minimised = group.minimised and group.id != MAIN
    return ShownGroup(
        id=group.id,
        label=label,
        tabs=tuple(
            ShownTab(
                id=pane.id,
                title=pane.title,
                active=pane.id == front,
                closable=pane.closable,
                draggable=pane.draggable,
                mounted=pane.id == WORKSPACE
                or (pane.id == front and not minimised)
                or (pane.id in mounted and pane.keep_alive),
                fields=pane.fields,
            )
            for pane in shown
        ),
        minimised=minimised,
        maximised=maximised,
        collapsible=collapsible,
    )


def _card(card: Floating, view: PaneView) -> Mapping[str, Any]:
    return {
        "pane": card.pane,
        "zone": FLOAT + card.pane,
        "title": view.title,
        "anchor": card.anchor,
        "x": card.x,
        "y": card.y,
        "width": card.width,
        "height": card.height,
    }


def _inside_of_card(view: PaneView) -> ShownGroup:
    tab = ShownTab(view.id, view.title, True, view.closable, view.draggable, mounted=True, fields=view.fields)
    return ShownGroup(id=FLOAT + view.id, label=view.title, tabs=(tab,), floating=True)
