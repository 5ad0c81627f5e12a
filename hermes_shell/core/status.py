"""Core items of the status bar: the gateway's state, and how many plugins have an error."""

from __future__ import annotations

from hermes_shell.contribution import Contribution, Dispose
from hermes_shell.core.shell import CoreContext, plugin_errors


def register(ctx: CoreContext) -> None:
    """Contribute the gateway item, and an error item that exists only while there is an error."""
    state = "connected" if ctx.shell.gateway is not None else "absent"
    label, tone = ("Connected", "good") if state == "connected" else ("Not connected", "muted")
    ctx.register(
        Contribution(
            area="statusBar.left",
            id="gateway",
            title=label,
            data={
                "id": "gateway",
                "label": label,
                "tone": tone,
                "icon": "plug" if state == "connected" else "debug-disconnect",
                "title": "No Hermes gateway in this version" if state == "absent" else "Hermes gateway",
                "variant": "text",
            },
        )
    )
    item = _ErrorItem(ctx)
    item.refresh()
    ctx.on_inventory(item.refresh)


class _ErrorItem:
    """The item that counts plugins with an error; always the last one, so that it is never clipped."""

    def __init__(self, ctx: CoreContext) -> None:
        self._ctx = ctx
        self._count = 0
        self._dispose: Dispose | None = None

    def refresh(self) -> None:
        """Show the present count."""
        count = plugin_errors(self._ctx.shell.loader.rows())
        if count == self._count:
            return
        self._count = count
        if count == 0:
            if self._dispose is not None:
                self._dispose()
            return
        label = "1 plugin error" if count == 1 else f"{count} plugin errors"
        data = {
            "id": "plugin-errors",
            "label": label,
            "icon": "error",
            "tone": "bad",
            "className": "hs-chip-bad",
            "to": "/capabilities",
            "title": f"{label}: open the Plugins page",
            "pin": "end",
        }
        self._dispose = self._ctx.register(
            Contribution(area="statusBar.right", id="plugin-errors", title=label, order=10_000, data=data)
        )
