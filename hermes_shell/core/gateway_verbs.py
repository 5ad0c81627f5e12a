"""Calls of pages to the gateway: JSON-RPC, and the few REST calls that `host` has doors for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import quote, unquote

from hermes_shell.core.gateway_facts import connection_id, connections
from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import GatewayError, ProtocolError
from hermes_shell.gateway import UNAVAILABLE, Gateway

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


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("gateway.request", request)
    ctx.verb("gateway.rest", rest)
    ctx.verb("gateway.restart", restart)
    ctx.verb("gateway.connections", list_connections)
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
    """Call one of the gateway's REST doors: `{method, path, query?, body?, scope?, timeout_ms?}`.

    `scope` says whose skills, tools and profiles are meant (guide, Typed capabilities bridge): nothing, a profile's
    name, or `{connectionId?, profile?}`.

    Raises:
        GatewayError: the gateway is not open, the scope is on another connection, or the call failed.
        ProtocolError: the arguments do not fit, or there is no such door.
    """
    gateway = window.shell.gateway
    method = text_arg(args, "method", "gateway.rest")
    path = _door(method, text_arg(args, "path", "gateway.rest"))
    query, body = args.get("query"), args.get("body")
    if not isinstance(query, dict | None):
        raise ProtocolError("gateway.rest: query is an object")
    profile = _profile(args.get("scope"), gateway)
    if profile is not None:
        query = {**cast("dict[str, Any]", query or {}), "profile": profile}
        if isinstance(body, dict):
            body = {**cast("dict[str, Any]", body), "profile": profile}
    timeout = _timeout(args, "gateway.rest")
    return await gateway.rest(method, path, query=cast("dict[str, Any] | None", query), body=body, timeout_ms=timeout)


async def restart(window: Window, args: Mapping[str, Any]) -> object:
    """Restart the gateway, or connect to it anew where it is not ours to restart.

    Raises:
        GatewayError: there is none.
    """
    del args
    await window.shell.gateway.restart()
    return {"ok": True}


async def list_connections(window: Window, args: Mapping[str, Any]) -> object:
    """The connections that there are: `{connections, primary}`."""
    del args
    return connections(window.shell.gateway)


def _timeout(args: Mapping[str, Any], verb: str) -> float | None:
    timeout = args.get("timeout_ms")
    if timeout is None:
        return None
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < math.inf:
        raise ProtocolError(f"{verb}: timeout_ms is a positive number")
    return timeout


def _door(method: str, path: str) -> str:
    """The path of a door as it goes out.

    Raises:
        ProtocolError: there is no such door.
    """
    for allowed, place in REST_DOORS:
        if method != allowed or not path.startswith(place):
            continue
        name = unquote(path[len(place) :])
        if not place.endswith("/"):
            if not name:
                return place
        # A slash or dots would lead elsewhere.
        elif name and name not in (".", "..") and name.isprintable() and not set("/\\") & set(name):
            return f"{place}{quote(name, safe='')}"
    raise ProtocolError(f"gateway.rest: there is no door {method} {path}")


def _profile(scope: object, gateway: Gateway) -> str | None:
    """The profile that a scope means; None = the gateway's own.

    Raises:
        GatewayError: it is on another connection: its call must not reach this one.
        ProtocolError: it is no scope.
    """
    if isinstance(scope, dict):
        route = cast("dict[str, object]", scope)
        if route.get("connectionId") not in (None, connection_id(gateway)):
            raise GatewayError(None, UNAVAILABLE)
        scope = route.get("profile")
    if not isinstance(scope, str | None):
        raise ProtocolError("gateway.rest: scope is a profile or {connectionId, profile}")
    return scope or None
