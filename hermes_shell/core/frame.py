"""Tools of the title bar, and the workspace pane."""

from __future__ import annotations

from hermes_shell.areas.panes import WORKSPACE
from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext


def register(ctx: CoreContext) -> None:
    """Contribute the toggles of sidebar and panes, the history, the way to the settings, and the workspace pane."""
    ctx.register_many(
        [
            _toggle("left", "sidebar", "Toggle sidebar", "layout-sidebar-left", "view.toggleSidebar"),
            _tool("left", "back", "Back", "chevron-left", "nav.back"),
            _tool("left", "forward", "Forward", "chevron-right", "nav.forward"),
            _toggle("right", "panes", "Toggle right panes", "layout-sidebar-right", "view.toggleRightSidebar"),
            _tool("right", "settings", "Settings", "settings-gear", "nav.settings"),
            Contribution(
                area="panes", id=WORKSPACE, title="Workspace", data={"placement": "main", "uncloseable": True}
            ),
        ]
    )


def _tool(side: str, name: str, label: str, icon: str, command: str) -> Contribution:
    data = {"id": name, "label": label, "icon": icon, "command": command, "actionId": command}
    return Contribution(area=f"titleBar.tools.{side}", id=name, title=label, data=data)


def _toggle(side: str, name: str, label: str, icon: str, command: str) -> Contribution:
    """A tool whose icon is filled while what it toggles is on."""
    tool = _tool(side, name, label, f"{icon}-off", command)
    data = {**tool.data, "iconOn": icon}
    return Contribution(area=tool.area, id=tool.id, title=tool.title, data=data)
