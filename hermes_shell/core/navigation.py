"""The core rows of the main navigation, and the user's own choice of rows.

A row whose surface is not part of this version is not shown; its id stays known for preferences
(`hermes_shell.areas.sidebar_nav.CORE_ROWS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from hermes_shell.areas.sidebar_nav import NAV
from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext, Shell

HIDDEN: Final = "sidebarNav.hidden"
"""The setting with the rows that the user hid; it may name any row (contract, N2 and 5.1)."""


def register(ctx: CoreContext) -> None:
    """Contribute the rows that lead somewhere and the way to the list of rows, and follow what the user hides."""
    ctx.register_many(
        [
            _row("new-session", "New chat", "/", "edit"),
            _row("capabilities", "Plugins", "/capabilities", "plug"),
            Contribution(
                area="palette",
                id="sidebar.editNav",
                title="Choose rows of the sidebar",
                data={
                    "id": "sidebar.editNav",
                    "label": "Choose rows of the sidebar",
                    "command": "sidebar.editNav",
                    "keywords": ["navigation", "hide", "show", "rows"],
                },
            ),
        ]
    )
    _take_choice(ctx.shell)
    ctx.on_setting(lambda key: _apply(ctx.shell) if key == HIDDEN else None)


def _row(name: str, label: str, path: str, codicon: str) -> Contribution:
    data = {"path": path, "label": label, "codicon": codicon}
    return Contribution(area=NAV, id=name, title=label, data=data)


def _take_choice(shell: Shell) -> None:
    shell.nav_hidden = frozenset(cast("Sequence[str]", shell.preferences.preference(HIDDEN)))


def _apply(shell: Shell) -> None:
    _take_choice(shell)
    for window in tuple(shell.windows.values()):
        window.push(window.update((NAV,)))
