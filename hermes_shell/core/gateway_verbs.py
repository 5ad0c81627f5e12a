"""Calls of pages to the gateway: JSON-RPC, and the few REST calls that `host` has doors for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError

REST_DOORS = (
    ("GET", "/api/status"),
    ("GET", "/api/logs"),
    ("GET", "/api/skills"),
    ("PUT", "/api/skills/toggle"),
    ("GET", "/api/tools/toolsets"),
    ("PUT", "/api/tools/toolsets/"),
    ("GET", "/api/profiles"),
)
"""What `gateway.rest` lets through; a path that ends with a slash stands for everything one segment below it."""


_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("gateway.request", request)
    ctx.verb("gateway.rest", rest)
    ctx.verb("gateway.restart", restart)
    ctx.topic("gateway.awake", lambda window, _: window.shell.gateway.awake())


async def request(window: Window, args: Mapping[str, Any]) -> object:
    """Call the gateway: `{method, params?, timeout_ms?}`.

    Raises:
        GatewayError: the gateway is not open, or the call failed.
        ProtocolError: the arguments do not fit.
    """
    given = args.get("params")
    if not isinstance(given, dict | None):
        raise ProtocolError("gateway.request: params is an object")
    params = cast("dict[str, Any]", given or {})
    timeout = _timeout(args, "gateway.request")
    return await window.shell.gateway.request(text_arg(args, "method", "gateway.request"), params, timeout)


async def rest(window: Window, args: Mapping[str, Any]) -> object:
    """Call one of the gateway's REST doors: `{method, path, query?, body?, timeout_ms?}`.

    Raises:
        GatewayError: the gateway is not open, or the call failed.
        ProtocolError: the arguments do not fit, or there is no such door.
    """
    method, path = text_arg(args, "method", "gateway.rest"), text_arg(args, "path", "gateway.rest")
    query = args.get("query")
    if not isinstance(query, dict | None):
        raise ProtocolError("gateway.rest: query is an object")
    if not _is_door(method, path):
        raise ProtocolError(f"gateway.rest: there is no door {method} {path}")
    return await window.shell.gateway.rest(
        method,
        path,
        query=cast("dict[str, Any] | None", query),
        body=args.get("body"),
        timeout_ms=_timeout(args, "gateway.rest"),
    )


async def restart(window: Window, args: Mapping[str, Any]) -> object:
    """Restart the gateway, or connect to it anew where it is not ours to restart.

    Raises:
        GatewayError: there is none.
    """
    del args
    await window.shell.gateway.restart()
    return {"ok": True}


def _timeout(args: Mapping[str, Any], verb: str) -> float | None:
    timeout = args.get("timeout_ms")
    if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or timeout <= 0):
        raise ProtocolError(f"{verb}: timeout_ms is a positive number")
    return timeout


def _is_door(method: str, path: str) -> bool:
    for allowed, place in REST_DOORS:
        if method == allowed and path == place:
            return not place.endswith("/")
        # An encoded slash or dot would be decoded by the gateway and lead elsewhere.
        if method == allowed and place.endswith("/") and path.startswith(place) and _NAME.fullmatch(path[len(place) :]):
            return True
    return False
