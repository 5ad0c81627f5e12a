"""Core rows of the palette, and the built-in key bindings."""

from __future__ import annotations

from hermes_shell.contribution import Contribution
from hermes_shell.core.actions import ACTIONS, FIXED_KEYS, surface_of
from hermes_shell.core.shell import CoreContext

_PLUGINS = ("plugin", "plugins", "extension", "extensions", "addon", "addons", "add-on")
_KEYWORDS = {
    "view.toggleSidebar": ["navigation", "hide", "show"],
    "view.toggleRightSidebar": ["panes", "hide", "show"],
    "view.toggleStatusbar": ["hide", "show"],
    "view.findInPage": ["search", "text", "pane"],
    "view.findNext": ["search", "again"],
    "view.findPrevious": ["search", "back"],
    "view.closeTab": ["pane", "dismiss", "hide"],
    "view.reopenTab": ["pane", "undo", "closed"],
    "view.toggleTabStrip": ["tabs", "hide", "show"],
    "view.flipPanes": ["mirror", "left", "right"],
    "view.paneMenu": ["pane", "options", "actions"],
    "page.openToSide": ["page", "split", "beside", "tile", "side", "two"],
    "layout.maximise": ["pane", "zoom", "full", "restore"],
    "layout.minimise": ["pane", "fold", "collapse", "restore"],
    "layout.float": ["pane", "window", "detach"],
    "layout.moveLeft": ["pane", "split", "dock"],
    "layout.moveRight": ["pane", "split", "dock"],
    "layout.moveUp": ["pane", "split", "dock"],
    "layout.moveDown": ["pane", "split", "dock"],
    "layout.nextZone": ["pane", "focus", "switch"],
    "layout.previousZone": ["pane", "focus", "switch"],
    "layout.reset": ["panes", "sizes", "default"],
    "layout.undoReset": ["panes", "sizes", "restore", "back"],
    "nav.capabilities": ["capabilities", *_PLUGINS],
    "nav.home": ["start"],
    "plugins.reload": ["refresh", "plugin.js", "developer", *_PLUGINS],
    "plugins.rescan": ["rescan", "find", "folder", *_PLUGINS],
    "plugins.openFolder": ["install", "show", "file manager", *_PLUGINS],
    "plugins.addSample": ["install", "example", "first", *_PLUGINS],
    "session.newWindow": ["open", "second", "another"],
    "appearance.toggleMode": ["theme", "dark", "light", "appearance"],
}
"""More words to find a command by. An action that is not named here has no palette row from here."""


def register(ctx: CoreContext) -> None:
    """Contribute every built-in action and the fixed keys to the keybinds, and named commands to the palette."""
    ctx.register_many(
        Contribution(
            area="keybinds",
            id=action.id,
            title=action.label,
            data={
                "id": action.id,
                "label": action.label,
                "category": action.category,
                "defaults": list(action.defaults),
                "command": action.id,
                "passthrough": action.passthrough,
                "soft": list(action.soft),
                "surface": surface_of(action.id),
            },
        )
        for action in ACTIONS
    )
    ctx.register_many(
        Contribution(
            area="keybinds",
            id=f"fixed:{key.id}",
            title=key.label,
            data={
                "id": key.id,
                "label": key.label,
                "category": key.category,
                "defaults": list(key.combos),
                "command": key.command,
                "surface": surface_of(key.id),
                "fixed": True,
            },
        )
        for key in FIXED_KEYS
    )
    ctx.register_many(
        Contribution(
            area="palette",
            id=action.id,
            title=action.label,
            data={
                "id": action.id,
                "label": action.label,
                "command": action.id,
                "action": action.id,
                "keywords": _KEYWORDS[action.id],
            },
        )
        for action in ACTIONS
        if action.id in _KEYWORDS
    )
