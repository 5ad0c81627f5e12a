"""The saved form of a layout: version 2, what version 1 kept, and what is left of a damaged one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import cast, get_args

from hermes_shell.areas.panes import WORKSPACE, Anchor
from hermes_shell.layout.remembered import MOST, PART_MAX, PART_MIN
from hermes_shell.layout.saved_values import (
    entries_of,
    given_or,
    number_of,
    object_of,
    size_of,
    texts_of,
    weight_of,
    whole_of,
)
from hermes_shell.layout.state import (
    FLOAT_HEIGHT,
    FLOAT_MARGIN,
    FLOAT_MIN_HEIGHT,
    FLOAT_MIN_WIDTH,
    FLOAT_WIDTH,
    MAX_PANES,
    SIDEBAR_MAX,
    SIDEBAR_MIN,
    SIDEBAR_SIZE,
    SIZE_MAX,
    SIZE_MIN,
    TEMPORARY,
    Floating,
    LayoutState,
    Side,
    Sidebar,
    Track,
    default_root,
)
from hermes_shell.layout.tree import (
    EVEN,
    MAIN,
    MAX_DEPTH,
    Axis,
    Group,
    Node,
    Split,
    Strip,
    Tint,
    groups,
    normalised,
)
from hermes_shell.layout.zones_v1 import tree_of_zones

VERSION = 2
_MAX_NODES = 4 * MAX_PANES


def to_json(state: LayoutState) -> dict[str, object]:
    """The saved form; panes that live in one window only are left out."""
    return {
        "version": VERSION,
        "root": _node_json(_lasting(state.root)),
        "floating": [_card_json(card) for card in state.floating if not card.pane.startswith(TEMPORARY)],
        "dismissed": [pane for pane in state.dismissed if not pane.startswith(TEMPORARY)],
        "hidden_sides": sorted(state.hidden_sides),
        "sidebar": {"size": state.sidebar.size},
        "remembered": [_track_json(track) for track in state.remembered if not track.pane.startswith(TEMPORARY)],
        "next_id": state.next_id,
    }


def from_json(value: object) -> LayoutState:
    """Read a saved layout of this version or of version 1.

    What is damaged in it counts as not there and the rest is kept: a pane that stands twice keeps its first place, a
    weight that is no positive number is 1, a huge or tiny one is bounded. Any JSON value is accepted; `is_readable`
    tells what should not be read.
    """
    saved = object_of(value)
    if saved.get("version") != VERSION and "zones" in saved:
        saved = tree_of_zones(saved)
    reader = _Reader()
    root = reader.node(saved.get("root"), 0)
    root = default_root() if root is None else root if reader.has_main else _with_main(root, reader.new_id("s"))
    root = normalised(root)
    floating = tuple(card for raw in entries_of(saved.get("floating")) if (card := reader.card(raw)) is not None)
    dismissed = tuple(reader.panes(saved.get("dismissed")))
    sidebar = object_of(saved.get("sidebar"))
    hidden = set(texts_of(saved.get("hidden_sides")))
    return LayoutState(
        root=root,
        floating=floating,
        dismissed=dismissed,
        hidden_sides=frozenset(side for side in get_args(Side) if side in hidden),
        sidebar=Sidebar(size_of(sidebar.get("size"), SIDEBAR_MIN, SIDEBAR_MAX) or SIDEBAR_SIZE),
        remembered=_tracks(saved.get("remembered")),
        next_id=max(reader.next_id, whole_of(saved.get("next_id"))),
    )


def is_readable(value: object) -> bool:
    """Whether a saved value is a layout of a version that this program knows."""
    if not isinstance(value, dict):
        return False
    version = cast("Mapping[str, object]", value).get("version", 1)
    return isinstance(version, int) and not isinstance(version, bool) and version in (1, VERSION)


def is_whole(value: object, read: LayoutState) -> bool:
    """Whether all of a saved layout was read: a damaged one holds something that `read` would not be saved as.

    Args:
        value: what was saved.
        read: what `from_json` made of it.
    """
    saved = object_of(value)
    if saved.get("version") != VERSION:
        return isinstance(saved.get("zones", {}), dict)
    return _is_in(saved, to_json(read))


def _is_in(part: object, whole: object) -> bool:
    """Whether one JSON value says nothing that another one does not; what an older program left out is no damage."""
    if isinstance(part, dict) and isinstance(whole, dict):
        inside = cast("dict[str, object]", whole)
        entries = cast("dict[str, object]", part).items()
        return all(key in inside and _is_in(value, inside[key]) for key, value in entries)
    if isinstance(part, list) and isinstance(whole, list):
        some, others = cast("list[object]", part), cast("list[object]", whole)
        return len(some) == len(others) and all(_is_in(one, other) for one, other in zip(some, others, strict=True))
    return part == whole


def _with_main(root: Node, split: str) -> Node:
    """A tree that had no main group with one: what was in it stands beside the workspace and no deeper than before."""
    main = default_root()
    if isinstance(root, Group):
        return Split(split, "row", (main, root), EVEN)
    mean = sum(root.weights) / len(root.weights)
    return replace(root, children=(main, *root.children), weights=(mean, *root.weights))


def _lasting(root: Node) -> Node:
    """The tree without panes that are never saved."""

    def kept(node: Node) -> Node:
        if isinstance(node, Split):
            return replace(node, children=tuple(kept(child) for child in node.children))
        panes = tuple(pane for pane in node.panes if not pane.startswith(TEMPORARY))
        return node if panes == node.panes else replace(node, panes=panes)

    if not any(pane.startswith(TEMPORARY) for group in groups(root) for pane in group.panes):
        return root
    return normalised(kept(root))


def _node_json(node: Node) -> dict[str, object]:
    made: dict[str, object] = {"id": node.id, "basis": node.basis, "default": node.default}
    if isinstance(node, Split):
        children = [_node_json(child) for child in node.children]
        return {**made, "axis": node.axis, "children": children, "weights": list(node.weights)}
    return {
        **made,
        "panes": list(node.panes),
        "active": node.active,
        "minimised": node.minimised,
        "strip": node.strip,
        "tint": node.tint,
    }


def _card_json(card: Floating) -> dict[str, object]:
    return {
        "pane": card.pane,
        "anchor": card.anchor,
        "x": card.x,
        "y": card.y,
        "width": card.width,
        "height": card.height,
    }


def _track_json(track: Track) -> dict[str, object]:
    return asdict(track)


def _tracks(value: object) -> tuple[Track, ...]:
    """The remembered places of panes; of two for one pane the last one counts."""
    found: dict[str, Track] = {}
    for entry in entries_of(value):
        raw = object_of(entry)
        pane, part = raw.get("pane"), number_of(raw.get("part"))
        if isinstance(pane, str) and pane and part is not None and PART_MIN <= part <= PART_MAX:
            found.pop(pane, None)
            axis: Axis = "column" if raw.get("axis") == "column" else "row"
            group, index = raw.get("group"), size_of(raw.get("index"), 0, MAX_PANES)
            split, neighbour = _known_id(raw.get("split"), "s"), _known_id(raw.get("neighbour"), "sg")
            found[pane] = Track(
                pane,
                axis,
                part,
                *_basis(raw),
                group=_known_id(group, "g") or MAIN,
                index=given_or(index, 0),
                split=split if neighbour else None,
                neighbour=neighbour if split else None,
                after=raw.get("after") is not False,
            )
    return tuple(found.values())[-MOST:]


class _Reader:
    """Reads nodes and cards; remembers which panes and ids it has seen."""

    def __init__(self) -> None:
        self.has_main = False
        self.next_id = 1
        self._panes: set[str] = set()
        self._ids: set[str] = set()
        self._nodes = 0

    def new_id(self, letter: str) -> str:
        """An id that no node has."""
        made = f"{letter}{self.next_id}"
        self.next_id += 1
        self._ids.add(made)
        return made

    def node(self, value: object, depth: int) -> Node | None:
        """One node with everything below it; None where there is nothing left of it."""
        raw = object_of(value)
        self._nodes += 1
        if not raw or depth > MAX_DEPTH or self._nodes > _MAX_NODES:
            return None
        if "children" not in raw:
            return self._group(raw)
        name = self._id(raw, "s")
        weights = entries_of(raw.get("weights"))
        children: list[Node] = []
        kept: list[float] = []
        for at, entry in enumerate(entries_of(raw.get("children"))):
            child = self.node(entry, depth + 1)
            if child is not None:
                children.append(child)
                kept.append(weight_of(weights[at] if at < len(weights) else None))
        axis: Axis = "column" if raw.get("axis") == "column" else "row"
        basis, default = _basis(raw)
        return Split(name, axis, tuple(children), tuple(kept), basis, default) if children else None

    def card(self, value: object) -> Floating | None:
        """One card; None for one without a pane or whose pane stands elsewhere."""
        raw = object_of(value)
        panes = self.panes([raw.get("pane")])
        if not panes:
            return None
        anchor = raw.get("anchor")
        return Floating(
            panes[0],
            cast("Anchor", anchor) if anchor in get_args(Anchor) else "top-right",
            given_or(size_of(raw.get("x"), -SIZE_MAX, SIZE_MAX), FLOAT_MARGIN),
            given_or(size_of(raw.get("y"), 0, SIZE_MAX), FLOAT_MARGIN),
            given_or(size_of(raw.get("width"), FLOAT_MIN_WIDTH, SIZE_MAX), FLOAT_WIDTH),
            given_or(size_of(raw.get("height"), FLOAT_MIN_HEIGHT, SIZE_MAX), FLOAT_HEIGHT),
        )

    def panes(self, value: object) -> list[str]:
        """The panes of a list that stand nowhere else; the workspace stands in the main group alone."""
        found: list[str] = []
        for pane in texts_of(value):
            if pane not in self._panes and pane != WORKSPACE and len(self._panes) < MAX_PANES:
                self._panes.add(pane)
                found.append(pane)
        return found

    def _group(self, raw: Mapping[str, object]) -> Group | None:
        listed = list(texts_of(raw.get("panes")))
        own = self.panes(listed)
        if raw.get("id") == MAIN and not self.has_main:
            self.has_main = True
            wanted = set(own)
            at = listed.index(WORKSPACE) if WORKSPACE in listed else 0
            before = [pane for pane in listed[:at] if pane in wanted]
            own = [*before, WORKSPACE, *[pane for pane in own if pane not in before]]
        if not own:
            return None
        name = self._id(raw, "g")
        active, strip, tint = raw.get("active"), raw.get("strip"), raw.get("tint")
        basis, default = _basis(raw)
        return Group(
            name,
            tuple(own),
            active if isinstance(active, str) and active in own else own[0],
            minimised=raw.get("minimised") is True and name != MAIN,
            basis=basis,
            default=default,
            strip=cast("Strip", strip) if strip in get_args(Strip) else None,
            tint=cast("Tint", tint) if tint in get_args(Tint) else None,
        )

    def _id(self, raw: Mapping[str, object], letter: str) -> str:
        """The saved id, or a new one where it is none or taken."""
        name = raw.get("id")
        if not isinstance(name, str) or not _is_id(name, letter) or name in self._ids:
            return self.new_id(letter)
        self._ids.add(name)
        if name[1:].isdigit():
            self.next_id = max(self.next_id, int(name[1:]) + 1)
        return name


def _known_id(value: object, letters: str) -> str | None:
    return value if isinstance(value, str) and any(_is_id(value, letter) for letter in letters) else None


def _is_id(name: str, letter: str) -> bool:
    named = letter == "g" and name in ("left", "right", "top", "bottom", MAIN)
    return named or (name[:1] == letter and name[1:].isascii() and name[1:].isdigit() and len(name) < 10)


def _basis(raw: Mapping[str, object]) -> tuple[int | None, int | None]:
    return size_of(raw.get("basis"), SIZE_MIN, SIZE_MAX), size_of(raw.get("default"), SIZE_MIN, SIZE_MAX)
