"""What a user or a plugin does to panes: fronts, closes, moves. Unknown ids change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hermes_shell.areas.panes import WORKSPACE, Anchor, PaneView, Position
from hermes_shell.layout.adopt import adopt, insert, new_card, open_beside
from hermes_shell.layout.remembered import put_back, remember
from hermes_shell.layout.sides import side_of
from hermes_shell.layout.state import (
    FLOAT_MIN_HEIGHT,
    FLOAT_MIN_WIDTH,
    SIZE_MAX,
    SIZE_MIN,
    Floating,
    LayoutState,
    clamp,
)
from hermes_shell.layout.tree import (
    MAIN,
    Edge,
    Group,
    Node,
    axis_of,
    changed,
    changed_group,
    contains,
    find,
    group_of,
    parent_of,
    shape,
    stacked,
    without_node,
    without_pane,
)


def activate(state: LayoutState, pane: str) -> LayoutState:
    """Bring a placed pane to the front of its group and unfold the group; a card comes to the front of the cards."""
    card = state.card_of(pane)
    if card is not None:
        return replace(state, floating=(*state.without_card(pane).floating, card))
    group = group_of(state.root, pane)
    if group is None or (group.active == pane and not group.minimised):
        return state
    return _with_group(state, group, replace(group, active=pane, minimised=False))


def close(state: LayoutState, pane: str) -> LayoutState:
    """Take a pane off the screen and remember that the user closed it; the workspace stays."""
    if pane == WORKSPACE or (state.card_of(pane) is None and group_of(state.root, pane) is None):
        return state
    return replace(_taken(remember(state, pane), pane), dismissed=(*state.dismissed, pane))


def undismiss(state: LayoutState, pane: str, panes: Sequence[PaneView]) -> LayoutState:
    """Forget that the user closed a pane and give it a place again, without bringing it to the front."""
    if pane not in state.dismissed:
        return state
    return adopt(replace(state, dismissed=tuple(entry for entry in state.dismissed if entry != pane)), panes)


def reveal(state: LayoutState, pane: str, panes: Sequence[PaneView]) -> LayoutState:
    """Bring a pane to the front wherever it is: forget a close, place it, show its side, unfold its group.

    A group that fills the window gives way to another one.

    Args:
        state: the layout so far.
        pane: id of a pane, or one of the aliases that a pane declares.
        panes: what is registered now. A pane that is not registered changes nothing.
    """
    target = WORKSPACE if pane == WORKSPACE else _registered(pane, panes)
    if target is None:
        return state
    return in_sight(activate(adopt(undismiss(state, target, panes), panes), target), target, panes)


def in_sight(state: LayoutState, pane: str, panes: Sequence[PaneView]) -> LayoutState:
    """Show the side that a placed pane stands on, and end a maximised other group: what was put there is seen there."""
    group = group_of(state.root, pane)
    if group is None:
        return state
    side = side_of(state.root, group.id, panes)
    if side is not None and side in state.hidden_sides:
        state = replace(state, hidden_sides=state.hidden_sides - {side})
    return state if state.maximised in (None, group.id) else replace(state, maximised=None)


def move(state: LayoutState, pane: str, zone: str, pos: Position, before: str | None = None) -> LayoutState:
    """Take a pane to the stack or to an edge of a group; it comes to the front there.

    Args:
        state: the layout so far.
        pane: in the tree or floating; the workspace stays in the main group.
        zone: id of a group, of a split or `root`; the last two have edges only.
        pos: where to.
        before: pane of the stack to stand before, in the centre.
    """
    own, target = group_of(state.root, pane), find(state.root, zone)
    if target is None or (own is None and state.card_of(pane) is None):
        return state
    if pos == "center":
        if not isinstance(target, Group) or (pane == WORKSPACE and target.id != MAIN) or before == pane:
            return state
        return _restacked(state, pane, target, before)
    if pane == WORKSPACE or (own is not None and own.id == target.id and len(own.panes) == 1):
        return state
    # The only pane of a group takes the group with it, with its name and looks.
    alone = own is not None and own.panes == (pane,)
    added = replace(own, active=pane, minimised=False) if own and alone else Group(f"g{state.next_id}", (pane,), pane)
    return _moved_beside(state, added, _taken(state, pane), zone, pos)


def move_group(state: LayoutState, zone: str, to: str, pos: Position) -> LayoutState:
    """Take a whole group into the stack or to an edge of another node; the main group stays.

    Args:
        state: the layout so far.
        zone: id of the group.
        to: id of another group, of a split or `root`; the last two have edges only.
        pos: where to.
    """
    group, target = find(state.root, zone), find(state.root, to)
    if not isinstance(group, Group) or group.id == MAIN or target is None or group is target:
        return state
    if pos != "center":
        return _moved_beside(state, group, state.with_root(without_node(state.root, group.id)), to, pos)
    if not isinstance(target, Group):
        return state
    root = without_node(state.root, group.id)
    return state.with_root(stacked(root, target.id, group.panes, None, activate=group.active))


def float_pane(
    state: LayoutState,
    pane: str,
    panes: Sequence[PaneView],
    anchor: Anchor | None = None,
    x: float | None = None,
    y: float | None = None,
    width: float | None = None,
    height: float | None = None,
) -> LayoutState:
    """Take a registered pane out of the tree into a card, or change the card it is in.

    Args:
        state: the layout so far.
        pane: its id.
        panes: what is registered now.
        anchor: the corner it keeps its distance from; None = as it was, at first the top right one.
        x, y: distance from that corner in px; None = as it was, at first set off from other cards.
        width, height: px; None = as it was, at first what the pane declares.
    """
    view = next((entry for entry in panes if entry.id == pane), None)
    placed = group_of(state.root, pane) is not None or pane in state.dismissed
    card = state.card_of(pane)
    if view is None or not (placed or card):
        return state
    if card is None:
        state = replace(
            _taken(remember(state, pane), pane), dismissed=tuple(entry for entry in state.dismissed if entry != pane)
        )
        card = new_card(state, view, anchor)
        state = replace(state, floating=(*state.floating, card))
    placed_anew = Floating(
        pane,
        anchor or card.anchor,
        card.x if x is None else clamp(x, -SIZE_MAX, SIZE_MAX),
        card.y if y is None else clamp(y, 0, SIZE_MAX),
        card.width if width is None else clamp(width, FLOAT_MIN_WIDTH, SIZE_MAX),
        card.height if height is None else clamp(height, FLOAT_MIN_HEIGHT, SIZE_MAX),
    )
    return replace(state, floating=tuple(placed_anew if entry is card else entry for entry in state.floating))


def unfloat(state: LayoutState, pane: str, panes: Sequence[PaneView]) -> LayoutState:
    """Take a card back into the tree, to the front where it was, else at its dock or placement (floating: right)."""
    views = {entry.id: entry for entry in panes}
    if state.card_of(pane) is None or pane not in views:
        return state
    rest = state.without_card(pane)
    return in_sight(activate(put_back(rest, pane) or insert(rest, views[pane], views), pane), pane, panes)


def reset(panes: Sequence[PaneView]) -> LayoutState:
    """The layout of a first start: sizes, places and closed panes are forgotten (contract, PA9)."""
    return adopt(LayoutState(), panes)


def _registered(pane: str, panes: Sequence[PaneView]) -> str | None:
    if any(view.id == pane for view in panes):
        return pane
    return next((view.id for view in panes if pane in view.aliases), None)


def _with_group(state: LayoutState, group: Group, other: Group) -> LayoutState:
    return state.with_root(changed_group(state.root, group.id, lambda _: other))


def _taken(state: LayoutState, pane: str) -> LayoutState:
    """The layout with a pane nowhere; a maximised group that goes with it is no longer maximised."""
    state = state.without_card(pane)
    return _checked(state.with_root(without_pane(state.root, pane)))


def _checked(state: LayoutState) -> LayoutState:
    if state.maximised is None or find(state.root, state.maximised) is not None:
        return state
    return replace(state, maximised=None)


def _restacked(state: LayoutState, pane: str, target: Group, before: str | None) -> LayoutState:
    if pane in target.panes:
        rest = [entry for entry in target.panes if entry != pane]
        at = rest.index(before) if before in rest else len(rest)
        order = (*rest[:at], pane, *rest[at:])
        return _with_group(state, target, replace(target, panes=order, active=pane, minimised=False))
    taken = _taken(state, pane)
    root = stacked(taken.root, target.id, (pane,), before, activate=pane)
    return taken.with_root(changed_group(root, target.id, lambda group: replace(group, minimised=False)))


def _moved_beside(state: LayoutState, added: Group, rest: LayoutState, to: str, pos: Position) -> LayoutState:
    """`rest` with a group at an edge of a node; `state` when nothing that can be seen changed or the node is gone."""
    target, edge = find(rest.root, to), _edge(pos)
    if target is None or edge is None:
        return state
    axis = axis_of(edge)
    stood = parent_of(state.root, added.id)
    if stood is None or stood[0].axis != axis:
        added = replace(added, basis=None, default=None)
    moved = open_beside(rest, target.id, added, edge)
    if added.basis is None and added.default is None:
        moved = _shared(moved, added.id, target)
    same = shape(moved.root) == shape(state.root) and rest.floating == state.floating
    return state if same else _checked(moved)


def _shared(state: LayoutState, name: str, target: Node) -> LayoutState:
    """Two groups that share a fixed track of px get half of it each; by weight only one of them would be fixed."""
    stands, beside, now = parent_of(state.root, name), parent_of(state.root, target.id), find(state.root, target.id)
    size = None if now is None else now.basis or now.default
    if stands is None or beside is None or stands[0] is not beside[0] or size is None or contains(target, MAIN):
        return state
    half = max(size // 2, SIZE_MIN)
    root = changed_group(state.root, name, lambda group: replace(group, default=half))
    return state.with_root(changed(root, target.id, lambda node: replace(node, basis=max(size - half, SIZE_MIN))))


def _edge(pos: str) -> Edge | None:
    match pos:
        case "left" | "right" | "top" | "bottom":
            return pos
        case _:
            return None
