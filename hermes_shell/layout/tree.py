"""The layout tree: groups of panes in nested splits, as pure functions (contract, areas 4.1, "Layout tree model")."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hermes_shell.areas.panes import WORKSPACE

MAIN = "main"
"""Id of the group that holds the workspace."""
Axis = Literal["row", "column"]
Strip = Literal["always", "never"]
Tint = Literal["red", "orange", "yellow", "green", "blue", "purple"]
Edge = Literal["left", "right", "top", "bottom"]
Weights = tuple[float, float]
"""Of the target of an insertion, and of what is added."""
EVEN: Weights = (1.0, 1.0)
MAX_DEPTH = 32
"""Splits inside each other; what would go deeper joins the stack that it was to stand beside."""
LEAST_WEIGHT, MOST_WEIGHT = 1e-6, 1e6
"""What is divided again and again does not become nothing, and no sum of weights is infinite."""


@dataclass(frozen=True, slots=True)
class Group:
    """A stack of panes with one in front.

    Attributes:
        id: never used again in one state.
        panes: tab order.
        active: the pane in front.
        minimised: folded to its strip.
        basis: px along the axis of the split that it stands in, chosen by a sash.
        default: px along that axis while no pane declares a size and nobody chose one; None = a share by weight.
        strip: whether the tab strip is always or never shown.
        tint: colour of its background.
    """

    id: str
    panes: tuple[str, ...]
    active: str | None = None
    minimised: bool = False
    basis: int | None = None
    default: int | None = None
    strip: Strip | None = None
    tint: Tint | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """Nodes beside each other. `basis` and `default` as of a group."""

    id: str
    axis: Axis
    children: tuple[Node, ...]
    weights: tuple[float, ...]
    basis: int | None = None
    default: int | None = None


Node = Group | Split


def bounded(weight: float) -> float:
    """A positive weight within the bounds that every weight of a tree keeps."""
    return min(max(weight, LEAST_WEIGHT), MOST_WEIGHT)


def nodes(node: Node) -> Iterator[Node]:
    """The node and everything below it, in tree order."""
    yield node
    if isinstance(node, Split):
        for child in node.children:
            yield from nodes(child)


def groups(node: Node) -> Iterator[Group]:
    """Every group, in tree order."""
    return (found for found in nodes(node) if isinstance(found, Group))


def find(root: Node, name: str) -> Node | None:
    """The node of an id; `root` is the root itself."""
    return root if name == "root" else next((node for node in nodes(root) if node.id == name), None)


def group_of(root: Node, pane: str) -> Group | None:
    """The group that holds a pane."""
    return next((group for group in groups(root) if pane in group.panes), None)


def front_of(group: Group, seen: Container[str]) -> str | None:
    """The pane in front of those of a group that can be seen; None when there is none."""
    if group.active is not None and group.active in seen:
        return group.active
    return next((pane for pane in group.panes if pane in seen), None)


def parent_of(root: Node, name: str) -> tuple[Split, int] | None:
    """The split that a node stands in, and its place there; None for the root."""
    for node in nodes(root):
        if isinstance(node, Split):
            for at, child in enumerate(node.children):
                if child.id == name:
                    return node, at
    return None


def contains(node: Node, name: str) -> bool:
    """Whether a node of that id is this one or below it."""
    return any(found.id == name for found in nodes(node))


def changed(root: Node, name: str, change: Callable[[Node], Node]) -> Node:
    """The tree with one node replaced; the same tree when there is no such node."""
    if root.id == name:
        return change(root)
    if isinstance(root, Group):
        return root
    children = tuple(changed(child, name, change) for child in root.children)
    return (
        root if all(a is b for a, b in zip(children, root.children, strict=True)) else replace(root, children=children)
    )


def changed_group(root: Node, name: str, change: Callable[[Group], Group]) -> Node:
    """The tree with one group replaced; the same tree when there is no such group."""
    return changed(root, name, lambda node: change(node) if isinstance(node, Group) else node)


def normalised(root: Node) -> Node:
    """The tree without empty groups, splits of one child, and splits inside a split of the same axis.

    A child that takes the place of its split takes over its size there; a split that dissolves in another one shares
    its weight among its children. The main group is never empty, so something is left.
    """
    node = _normalised(root)
    assert node is not None, "the main group is never empty"
    return node if node.basis is None and node.default is None else replace(node, basis=None, default=None)


def _normalised(node: Node) -> Node | None:
    if isinstance(node, Group):
        if not node.panes:
            return None
        return node if node.active in node.panes else replace(node, active=node.panes[0])
    children: list[Node] = []
    weights: list[float] = []
    for child, weight in zip(node.children, node.weights, strict=True):
        kept = _normalised(child)
        if isinstance(kept, Split) and kept.axis == node.axis:
            whole = sum(kept.weights)
            children += kept.children
            weights += [bounded(weight * part / whole) for part in kept.weights]
        elif kept is not None:
            children.append(kept)
            weights.append(weight)
    if len(children) < 2:
        return replace(children[0], basis=node.basis, default=node.default) if children else None
    if _same(children, node.children):
        return node
    return replace(node, children=tuple(children), weights=tuple(weights))


def _same(children: Sequence[Node], others: Sequence[Node]) -> bool:
    return len(children) == len(others) and all(a is b for a, b in zip(children, others, strict=True))


def without_pane(root: Node, pane: str) -> Node:
    """The tree without a pane; the right neighbour of a front tab comes to the front, else the left one."""
    group = group_of(root, pane)
    if group is None or pane == WORKSPACE:
        return root
    at = group.panes.index(pane)
    panes = group.panes[:at] + group.panes[at + 1 :]
    active = group.active
    if active == pane:
        active = panes[min(at, len(panes) - 1)] if panes else None
    return normalised(changed_group(root, group.id, lambda found: replace(found, panes=panes, active=active)))


def without_node(root: Node, name: str) -> Node:
    """The tree without a node; the main group stays."""
    node = find(root, name)
    if node is None or node is root or contains(node, MAIN):
        return root
    return normalised(changed(root, name, lambda found: Group(found.id, ())))


def stacked(root: Node, target: str, panes: tuple[str, ...], before: str | None, *, activate: str | None) -> Node:
    """The tree with panes in the stack of a group (`insertAtGroup`, centre).

    Args:
        root: the tree; it does not hold the panes.
        target: id of a group.
        panes: what comes in, in this order.
        before: a pane of the group that they stand before; None or another = at the end.
        activate: comes to the front; None = the front stays.
    """

    def change(group: Group) -> Group:
        at = group.panes.index(before) if before in group.panes else len(group.panes)
        active = activate or group.active or panes[0]
        return replace(group, panes=(*group.panes[:at], *panes, *group.panes[at:]), active=active)

    return changed_group(root, target, change)


def axis_of(edge: Edge) -> Axis:
    """The axis of a split that puts something at an edge."""
    return "row" if edge in ("left", "right") else "column"


def beside(root: Node, target: str, added: Node, edge: Edge, split: str, weights: Weights = EVEN) -> Node:
    """The tree with a node at an edge of another one (`insertAtGroup`, edge).

    In a split of that axis the two share the target's weight; elsewhere a new split takes the target's place and size.

    Args:
        root: the tree; it does not hold the node.
        target: id of a node of it, `root` for the whole.
        added: what comes in.
        edge: of the target.
        split: id of a new split.
        weights: of the target and of what is added.
    """
    axis = axis_of(edge)
    first = edge in ("left", "top")
    found = find(root, target)
    if found is None:
        return root
    parent = parent_of(root, found.id)
    if parent is not None and parent[0].axis == axis:
        inside, at = parent
        share = inside.weights[at] / sum(weights)
        pair = tuple(bounded(share * part) for part in (weights[::-1] if first else weights))
        both = (added, found) if first else (found, added)
        return normalised(
            changed(
                root,
                inside.id,
                lambda _: replace(
                    inside,
                    children=(*inside.children[:at], *both, *inside.children[at + 1 :]),
                    weights=(*inside.weights[:at], *pair, *inside.weights[at + 1 :]),
                ),
            )
        )
    inner = replace(found, basis=None, default=None)
    wrapped = Split(
        split,
        axis,
        (added, inner) if first else (inner, added),
        (weights[1], weights[0]) if first else weights,
        basis=found.basis,
        default=found.default,
    )
    return normalised(changed(root, found.id, lambda _: wrapped))


def on_path_to_main(root: Node) -> Iterator[Split]:
    """The splits that the main group stands in, from the root on."""
    node = root
    while isinstance(node, Split):
        yield node
        node = next(child for child in node.children if contains(child, MAIN))


def depth(node: Node) -> int:
    """How many splits stand in each other below a node, itself included."""
    return 0 if isinstance(node, Group) else 1 + max(depth(child) for child in node.children)


def shape(node: Node) -> object:
    """What can be seen of a tree, without ids, sizes and weights."""
    if isinstance(node, Group):
        return node.panes
    return (node.axis, *(shape(child) for child in node.children))
