"""The gateway behind the windows: calls of their plugins, and the stream of events to every window."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.gateway import Event


def register(ctx: CoreContext) -> None:
    """Offer the verb, and pass events on where there is a gateway."""
    ctx.verb("gateway.request", request)
    ctx.shell.gateway.subscribe(lambda event: _pass_on(ctx, event))


async def request(window: Window, args: Mapping[str, Any]) -> object:
    """Call the gateway: `{method, params?, timeout_ms?}`.

    Raises:
        GatewayError: the gateway is not open, or the call failed.
        ProtocolError: the arguments do not fit.
    """
    given, timeout = args.get("params"), args.get("timeout_ms")
    if not isinstance(given, dict | None):
        raise ProtocolError("gateway.request: params is an object")
    params = cast("dict[str, Any]", given or {})
    if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or timeout <= 0):
        raise ProtocolError("gateway.request: timeout_ms is a positive number")
    return await window.shell.gateway.request(text_arg(args, "method", "gateway.request"), params, timeout)


def _pass_on(ctx: CoreContext, event: Event) -> None:
    """Send an event to every window: in the loop's next round, when the task of the answer before it has woken."""
    asyncio.get_running_loop().call_soon(_send, ctx, {"t": "event", "event": dict(event)})


def _send(ctx: CoreContext, message: Mapping[str, object]) -> None:
    for window in tuple(ctx.shell.windows.values()):
        window.send(message)
