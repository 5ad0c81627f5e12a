"""Where panes stand: a tree of groups, and cards over it, as pure functions on one immutable state."""

from hermes_shell.layout.adopt import adopt, enforce
from hermes_shell.layout.group_operations import (
    flip,
    maximise,
    minimise,
    reset_size,
    resize,
    set_strip,
    set_tint,
    toggle_side,
)
from hermes_shell.layout.operations import (
    activate,
    close,
    float_pane,
    in_sight,
    move,
    move_group,
    reset,
    reveal,
    undismiss,
    unfloat,
)
from hermes_shell.layout.sashes import sash_between, track_style
from hermes_shell.layout.saved import from_json, is_readable, is_whole, to_json
from hermes_shell.layout.shown import ShownGroup, ShownLayout, ShownTab, shown_layout
from hermes_shell.layout.sized import dropped, kept, sized
from hermes_shell.layout.state import Floating, LayoutState, Sidebar
from hermes_shell.layout.tree import Group, Node, Split

__all__ = [
    "Floating",
    "Group",
    "LayoutState",
    "Node",
    "ShownGroup",
    "ShownLayout",
    "ShownTab",
    "Sidebar",
    "Split",
    "activate",
    "adopt",
    "close",
    "dropped",
    "enforce",
    "flip",
    "float_pane",
    "from_json",
    "in_sight",
    "is_readable",
    "is_whole",
    "kept",
    "maximise",
    "minimise",
    "move",
    "move_group",
    "reset",
    "reset_size",
    "resize",
    "reveal",
    "sash_between",
    "set_strip",
    "set_tint",
    "shown_layout",
    "sized",
    "to_json",
    "toggle_side",
    "track_style",
    "undismiss",
    "unfloat",
]
