"""The core rows of the main navigation.

A row whose surface is not part of this version is not shown; its id stays known for preferences
(`hermes_shell.areas.sidebar_nav.CORE_ROWS`).
"""

from __future__ import annotations

from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext


def register(ctx: CoreContext) -> None:
    """Contribute the rows that lead somewhere."""
    ctx.register_many(
        [
            _row("new-session", "Home", "/", "home"),
            _row("capabilities", "Plugins", "/capabilities", "plug"),
        ]
    )


def _row(name: str, label: str, path: str, codicon: str) -> Contribution:
    data = {"path": path, "label": label, "codicon": codicon}
    return Contribution(area="sidebar.nav", id=name, title=label, data=data)
