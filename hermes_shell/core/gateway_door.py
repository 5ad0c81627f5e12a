"""The gateway behind the windows: its state and its stream of events, to every window."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from functools import partial

from hermes_shell.core.gateway_facts import gateway_facts
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.window import Window
from hermes_shell.gateway import Gateway, GatewayClient, NoGateway
from hermes_shell.gateway.choice import choose_backend
from hermes_shell.settings import Settings

WINDOW_SECONDS = 1.5
"""How long the gateway waits for a first window. An agent that starts takes a whole core for a second."""
PAINT_SECONDS = 0.1
"""So much later than that window's welcome; it has its frame and its plugins to show."""


def make_gateway(settings: Settings, shell: Callable[[], Shell]) -> Gateway:
    """The gateway that a start asks for; it connects once the first window is there.

    Args:
        settings: of the start.
        shell: the shell that will have it.
    """
    if settings.gateway == "none":
        return NoGateway()
    return GatewayClient(partial(choose_backend, settings.gateway, settings.home), lambda: _first_window(shell()))


def register(ctx: CoreContext) -> None:
    """Tell each window the state of the gateway, at its welcome and at every change, and pass events on."""
    shell = ctx.shell
    ctx.on_welcome(lambda window: window.send(_message(shell)))
    shell.gateway.on_state(lambda: _soon(shell, _message(shell)))
    shell.gateway.subscribe(lambda event: _soon(shell, {"t": "event", "event": dict(event)}))


def _message(shell: Shell) -> Mapping[str, object]:
    return {"t": "gateway", **gateway_facts(shell.gateway)}


def _soon(shell: Shell, message: Mapping[str, object]) -> None:
    """Send to every window: in the loop's next round, when the task of the answer before it has woken."""
    asyncio.get_running_loop().call_soon(_send, tuple(shell.windows.values()), message)


def _send(windows: tuple[Window, ...], message: Mapping[str, object]) -> None:
    for window in windows:
        window.send(message)


async def _first_window(shell: Shell) -> None:
    welcomed = asyncio.Event()

    def hear(_: Window) -> None:
        welcomed.set()

    shell.welcome_listeners.append(hear)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(WINDOW_SECONDS):
            await welcomed.wait()
    shell.welcome_listeners.remove(hear)
    await asyncio.sleep(PAINT_SECONDS)
