"""Sizes in px that a page measured, for the children of one split: what a sash or a drop leaves to each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hermes_shell.areas.panes import PaneView
from hermes_shell.layout.shown import shown_layout
from hermes_shell.layout.state import SIZE_MAX, SIZE_MIN, LayoutState, clamp
from hermes_shell.layout.tracks import is_folded
from hermes_shell.layout.tree import Group, Node, bounded, changed, changed_group, find, parent_of

Json = Mapping[str, Any]


def sized(state: LayoutState, near: str, sizes: Mapping[str, float], panes: Sequence[PaneView]) -> LayoutState:
    """Give the children of the split that a node stands in the sizes that a page measured or wants.

    A child of fixed size gets its own as basis; the others share what is left in the ratio of theirs.

    Args:
        state: the layout so far.
        near: id of a child of the split; without one, nothing changes.
        sizes: px by node id. What is not named, stands elsewhere or is folded stays as it is.
        panes: what is registered now.
    """
    place = parent_of(state.root, near)
    if place is None:
        return state
    split = place[0]
    shown = {
        name: node
        for name, node in shown_children(state, split.id, panes).items()
        if sizes.get(name, 0) > 0 and not is_folded(node)
    }
    if not shown:
        return state
    fixed = {name for name, node in shown.items() if node["size"] is not None}
    shared = {child.id: weight for child, weight in zip(split.children, split.weights, strict=True)}
    shared = {name: weight for name, weight in shared.items() if name in shown and name not in fixed}
    room = sum(sizes[name] for name in shared)
    part = {name: sum(shared.values()) * sizes[name] / room for name in shared}

    def child_of(node: Node) -> Node:
        return replace(node, basis=clamp(sizes[node.id], SIZE_MIN, SIZE_MAX)) if node.id in fixed else node

    weights = tuple(
        bounded(part[child.id]) if child.id in part else weight
        for child, weight in zip(split.children, split.weights, strict=True)
    )
    children = tuple(child_of(child) for child in split.children)
    return state.with_root(changed(state.root, split.id, lambda _: replace(split, children=children, weights=weights)))


def dropped(
    state: LayoutState, added: str, zone: str, size: float, sizes: Mapping[str, float], panes: Sequence[PaneView]
) -> LayoutState:
    """Give a group that was just put at an edge the size that its preview had.

    At the edge of the whole tree, and beside a group of fixed size, it is of fixed size itself: by weight it would take
    its room from others than the one it was put beside.

    Args:
        state: the layout after the move.
        added: id of the group.
        zone: where it was put: id of a node, or `root`.
        size: px of the group along the axis of its split.
        sizes: px of those beside it, by node id.
        panes: what is registered now.
    """
    place = parent_of(state.root, added)
    if place is None or size <= 0 or not isinstance(find(state.root, added), Group):
        return state
    shown = shown_children(state, place[0].id, panes)
    own, target = shown.get(added), shown.get(zone)
    fixed_target = zone == "root" or (target is not None and target["size"] is not None)
    others_share = any(node["size"] is None for name, node in shown.items() if name != added)
    if own is not None and own["size"] is None and fixed_target and others_share:
        default = clamp(size, SIZE_MIN, SIZE_MAX)
        state = state.with_root(changed_group(state.root, added, lambda group: replace(group, default=default)))
    return sized(state, added, {**sizes, added: size}, panes)


def kept(
    before: LayoutState, moved: LayoutState, zone: str, tracks: Mapping[str, float], panes: Sequence[PaneView]
) -> LayoutState:
    """A move with the tracks around it as they were: a declared size that came or went changes none of them.

    Args:
        before: the layout before the move.
        moved: the one after it.
        zone: the node at whose edge something was put; a new split may stand in its place.
        tracks: px by node id, each along the split that the node stood in, as measured before.
        panes: what is registered now.
    """
    old, new = (_sizes(shown_layout(state, panes, (), "").layout["root"]) for state in (before, moved))
    root = moved.root
    for name, size in new.items():
        was = name if name in old else zone
        place = parent_of(root, name)
        is_added = name not in old and isinstance(find(root, name), Group)
        if is_added or place is None or was not in old or old[was] == size or tracks.get(was, 0) <= 0:
            continue
        px = clamp(tracks[was], SIZE_MIN, SIZE_MAX)
        root = changed(root, name, lambda node, px=px: replace(node, basis=px, default=node.default or px))
    return moved.with_root(root)


def _sizes(node: Json) -> dict[str, str | None]:
    """Fixed sizes by node id of what is not folded, the node itself left out."""
    found: dict[str, str | None] = {}
    for child in node["children"] if node["kind"] == "split" else ():
        if not is_folded(child):
            found[child["id"]] = child["size"]
        found |= _sizes(child)
    return found


def shown_children(state: LayoutState, split: str, panes: Sequence[PaneView]) -> Mapping[str, Json]:
    """The children of a split as a page gets them, by id and in order; none when it is not shown."""
    node = _shown(shown_layout(state, panes, (), "").layout["root"], split)
    return {} if node is None or node["kind"] != "split" else {child["id"]: child for child in node["children"]}


def _shown(node: Json, name: str) -> Json | None:
    if node["id"] == name:
        return node
    children: Sequence[Json] = node["children"] if node["kind"] == "split" else ()
    return next((found for child in children if (found := _shown(child, name)) is not None), None)
