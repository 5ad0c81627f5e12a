"""Where panes stand: five zones around the workspace, as pure functions on one immutable state."""

from hermes_shell.layout.adopt import adopt, enforce
from hermes_shell.layout.operations import (
    activate,
    close,
    minimise,
    reset,
    resize,
    reveal,
    toggle_sidebar,
    undismiss,
)
from hermes_shell.layout.shown import ShownTab, ShownZone, columns, shown_zones
from hermes_shell.layout.state import ZONES, LayoutState, Sidebar, Zone, from_json, to_json

__all__ = [
    "ZONES",
    "LayoutState",
    "ShownTab",
    "ShownZone",
    "Sidebar",
    "Zone",
    "activate",
    "adopt",
    "close",
    "columns",
    "enforce",
    "from_json",
    "minimise",
    "reset",
    "resize",
    "reveal",
    "shown_zones",
    "to_json",
    "toggle_sidebar",
    "undismiss",
]
