"""The Settings page: it lies over the window, and every setting takes effect at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_shell.areas.rendering import render
from hermes_shell.contribution import Contribution
from hermes_shell.core.settings_page import about
from hermes_shell.core.settings_page.view import settings_view
from hermes_shell.core.shell import CoreContext

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

_PALETTE = (
    ("nav.settings", "Settings", ["preferences", "options"]),
    ("keybinds.openPanel", "Keyboard shortcuts", ["keys", "bindings", "settings"]),
    ("appearance.themes", "Choose a theme", ["appearance", "colours", "colors", "settings"]),
    ("appearance.light", "Light appearance", ["theme", "mode", "day"]),
    ("appearance.dark", "Dark appearance", ["theme", "mode", "night"]),
    ("appearance.system", "Follow the system's appearance", ["theme", "mode", "light", "dark"]),
    ("appearance.toggleDensity", "Switch between compact and relaxed rows", ["density", "spacing", "appearance"]),
    ("view.zoomIn", "Zoom in", ["larger", "text size", "appearance"]),
    ("view.zoomOut", "Zoom out", ["smaller", "text size", "appearance"]),
    ("view.zoomReset", "Actual size", ["zoom", "100 %", "text size", "appearance"]),
)
"""Command, label and further words of the palette rows."""


def register(ctx: CoreContext) -> None:
    """Contribute the page at `/settings`, and what leads to it and changes the appearance to the palette."""
    about.register(ctx)
    ctx.register_many(
        [
            Contribution(
                area="routes",
                id="settings",
                title="Settings",
                data={"path": "/settings", "overlay": True},
                render=page,
            ),
            *(
                Contribution(
                    area="palette",
                    id=command,
                    title=label,
                    data={"id": command, "label": label, "command": command, "action": command, "keywords": words},
                )
                for command, label, words in _PALETTE
            ),
        ]
    )


def page(window: Window) -> str:
    """The page as HTML."""
    return render("core/settings.html", view=settings_view(window))
