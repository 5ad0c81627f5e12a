"""The gateway behind the windows: its state and its stream of events, to every window."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.window import Window


def register(ctx: CoreContext) -> None:
    """Tell each window the state of the gateway, at its welcome and at every change, and pass events on."""
    shell = ctx.shell
    ctx.on_welcome(lambda window: window.send(_state(shell)))
    shell.gateway.on_state(lambda: _soon(shell, _state(shell)))
    shell.gateway.subscribe(lambda event: _soon(shell, {"t": "event", "event": dict(event)}))


def _state(shell: Shell) -> Mapping[str, object]:
    gateway = shell.gateway
    return {
        "t": "gateway",
        "state": gateway.state,
        "kind": gateway.kind,
        "label": gateway.label,
        "fault": gateway.fault,
    }


def _soon(shell: Shell, message: Mapping[str, object]) -> None:
    """Send to every window: in the loop's next round, when the task of the answer before it has woken."""
    asyncio.get_running_loop().call_soon(_send, tuple(shell.windows.values()), message)


def _send(windows: tuple[Window, ...], message: Mapping[str, object]) -> None:
    for window in windows:
        window.send(message)
