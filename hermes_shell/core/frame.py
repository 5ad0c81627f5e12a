"""Tools of the title bar, and the workspace pane."""

from __future__ import annotations

from hermes_shell.areas.panes import WORKSPACE
from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext


def register(ctx: CoreContext) -> None:
    """Contribute the sidebar toggle, the mode switch, the way to the plugins, and the workspace pane."""
    ctx.register_many(
        [
            _tool("left", "sidebar", "Toggle sidebar", "layout-sidebar-left", "view.toggleSidebar"),
            _tool("right", "mode", "Switch between light and dark", "color-mode", "appearance.toggleMode"),
            _tool("right", "plugins", "Plugins", "plug", "nav.capabilities"),
            Contribution(
                area="panes", id=WORKSPACE, title="Workspace", data={"placement": "main", "uncloseable": True}
            ),
        ]
    )


def _tool(side: str, name: str, label: str, icon: str, command: str) -> Contribution:
    data = {"id": name, "label": label, "icon": icon, "command": command, "actionId": command}
    return Contribution(area=f"titleBar.tools.{side}", id=name, title=label, data=data)
