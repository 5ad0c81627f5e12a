"""Random panes and random operations on a layout."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import get_args

from hermes_shell import layout
from hermes_shell.areas.panes import Anchor, PaneView, Placement, Position
from hermes_shell.layout import LayoutState
from hermes_shell.layout.tree import nodes

LENGTHS = (None, None, "200px", "20rem", "40%", "max(20rem, 30vw)")


def views(random: Random) -> list[PaneView]:
    """Twelve panes of four plugins, some of which dock to each other or to nothing that is there."""
    names = [f"{plugin}:{number}" for plugin in "pqrs" for number in range(3)]
    anchors = [*names, "workspace", "sessions", "files", "absent"]
    return [
        PaneView(
            name,
            name,
            name[0],
            placement=random.choice(get_args(Placement)),
            dock_pane=random.choice([None, random.choice(anchors)]),
            dock_pos=random.choice(get_args(Position)),
            dock_before=random.choice([None, random.choice(names)]),
            enforce=random.random() < 0.2,
            anchor=random.choice(get_args(Anchor)),
            collapsible=random.random() < 0.8,
            collapsed=random.random() < 0.2,
            width=random.choice(LENGTHS),
            height=random.choice(LENGTHS),
            max_width=random.choice(LENGTHS),
            min_height=random.choice(LENGTHS),
        )
        for name in names
    ]


Change = Callable[[LayoutState], LayoutState]


def step(random: Random, state: LayoutState, panes: list[PaneView]) -> tuple[str, Change]:
    """Some operation on something that may be there, and its name."""
    pane = random.choice([*[view.id for view in panes], "workspace", "nothing"])
    known = [node.id for node in nodes(state.root)]
    zone, other = random.choice([*known, "root", "sidebar", "gone"]), random.choice([*known, "root", "gone"])
    pos = random.choice(get_args(Position))
    before = random.choice([None, random.choice(panes).id])
    px, beside = random.uniform(-100, 3000), random.choice([None, random.uniform(-10, 1000), 1e-9])
    operations: list[tuple[str, Change]] = [
        ("activate", lambda now: layout.activate(now, pane)),
        ("reveal", lambda now: layout.reveal(now, pane, panes)),
        ("close", lambda now: layout.close(now, pane)),
        ("undismiss", lambda now: layout.undismiss(now, pane, panes)),
        ("move", lambda now: layout.move(now, pane, zone, pos, before)),
        ("move", lambda now: layout.move(now, pane, other, pos, before)),
        ("move_group", lambda now: layout.move_group(now, zone, other, pos)),
        (
            "float with numbers",
            lambda now: layout.float_pane(now, pane, panes, random.choice([None, *get_args(Anchor)]), px, px, px, px),
        ),
        ("float", lambda now: layout.float_pane(now, pane, panes)),
        ("unfloat", lambda now: layout.unfloat(now, pane, panes)),
        ("resize", lambda now: layout.resize(now, zone, px, panes, beside)),
        ("reset_size", lambda now: layout.reset_size(now, zone, panes)),
        ("minimise", lambda now: layout.minimise(now, zone, panes)),
        ("maximise", lambda now: layout.maximise(now, random.choice([None, zone]), panes)),
        ("toggle_side", lambda now: layout.toggle_side(now, random.choice(["left", "right"]))),
        ("flip", layout.flip),
        ("set_tint", lambda now: layout.set_tint(now, zone, random.choice([None, "red"]))),
        ("set_strip", lambda now: layout.set_strip(now, zone, random.choice([None, "never"]))),
    ]
    return random.choice(operations)
