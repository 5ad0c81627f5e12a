"""Core items of the status bar: the gateway's state, and how many plugins have an error."""

from __future__ import annotations

from hermes_shell.contribution import Contribution
from hermes_shell.core.count_item import CountItem
from hermes_shell.core.shell import CoreContext, plugin_errors
from hermes_shell.gateway import Gateway


def register(ctx: CoreContext) -> None:
    """Contribute the gateway item, the way to the bar's own list, and an error item that exists only while needed."""
    gateway = ctx.shell.gateway

    def show_gateway() -> None:
        ctx.register(_gateway(gateway))

    show_gateway()
    gateway.on_state(show_gateway)
    ctx.register(
        Contribution(
            area="palette",
            id="view.statusItems",
            title="Choose items of the status bar",
            data={
                "id": "view.statusItems",
                "label": "Choose items of the status bar",
                "command": "view.statusItems",
                "keywords": ["hide", "show", "chips", "overflow"],
            },
        )
    )
    errors = CountItem(ctx, _errors)

    def show_errors() -> None:
        errors.show(plugin_errors(ctx.shell.loader.rows()))

    show_errors()
    ctx.on_inventory(show_errors)


def _gateway(gateway: Gateway) -> Contribution:
    """The gateway's state. Without one nothing can be connected, so the item names the lack and not a failure."""
    name = gateway.label or "Hermes"
    # It waits for the first window; a lack has a sentence.
    state = "connecting" if gateway.state == "idle" and gateway.fault is None else gateway.state
    label, tone, title = {
        "idle": ("No gateway", "muted", gateway.fault or "No gateway is set up."),
        "connecting": ("Connecting\N{HORIZONTAL ELLIPSIS}", "muted", gateway.fault or "Connecting to the gateway"),
        "open": (name, "good", f"Connected: {name}"),
        "closed": ("Disconnected", "bad", gateway.fault or "The gateway is not connected."),
    }[state]
    data = {"id": "gateway", "label": label, "tone": tone, "title": title}
    way = {"variant": "text"} if state == "idle" else {"to": "/settings?tab=gateway"}
    return Contribution(area="statusBar.left", id="gateway", title=label, data={**data, **way})


def _errors(count: int) -> Contribution:
    """How many plugins have an error; always the last item, so that it is never clipped."""
    label = "1 plugin error" if count == 1 else f"{count} plugin errors"
    data = {
        "id": "plugin-errors",
        "label": label,
        "tone": "bad",
        "className": "hs-chip-bad",
        "to": "/capabilities",
        "title": f"{label}: open the Plugins page",
        "pin": "end",
    }
    return Contribution(area="statusBar.right", id="plugin-errors", title=label, order=10_000, data=data)
