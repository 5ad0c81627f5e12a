"""The embedded gateway as a web app: the REST paths, and one WebSocket for JSON-RPC."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from hermes_shell.gateway.embedded.gateway import EmbeddedGateway
from hermes_shell.gateway.embedded.socket_session import SocketSession
from hermes_shell.json_answer import JsonAnswer

TOKEN_HEADER = "x-hermes-session-token"

BODY_BYTES = 96 * 1024 * 1024
"""The longest body of a REST call: an attachment as base64."""

OPEN_PATHS = ("/api/status",)
"""What needs no token."""

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def create_app(gateway: EmbeddedGateway, token: str) -> ASGIApp:
    """The app, behind its guard.

    Args:
        gateway: answers everything.
        token: what clients have to know.
    """

    async def rest(request: Request) -> Response:
        body = await _body(request)
        if isinstance(body, Response):
            return body
        query: Mapping[str, Any] = dict(request.query_params)
        status, answer = await gateway.rest(request.method, request.scope["path"], query, body)
        return JsonAnswer(answer, status)

    async def socket(websocket: WebSocket) -> None:
        if not _same(websocket.query_params.get("token", ""), token) or not _origin_allowed(websocket.headers):
            await websocket.close()  # before it was accepted, so the client sees HTTP 403
            return
        await websocket.accept()
        await SocketSession(gateway, websocket).run()

    async def refuse(websocket: WebSocket) -> None:
        await websocket.close()

    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    app = Starlette(
        routes=[
            WebSocketRoute("/api/ws", socket),
            WebSocketRoute("/{path:path}", refuse),
            Route("/{path:path}", rest, methods=methods),
        ]
    )
    return _Guard(app, token)


class _Guard:
    """Lets only callers through who name a loopback host and know the token.

    Args:
        app: behind it.
        token: what callers have to know.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not _is_loopback(headers.get("host", "")):
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).close()
                return
            detail = "Invalid Host header. This gateway answers on loopback names only."
            await JsonAnswer({"detail": detail}, 400)(scope, receive, send)
            return
        if scope["type"] == "http" and scope["path"] not in OPEN_PATHS and not self._knows(headers):
            await JsonAnswer({"detail": "Unauthorized"}, 401)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _knows(self, headers: Mapping[str, str]) -> bool:
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        given = headers.get(TOKEN_HEADER) or (bearer.strip() if kind.lower() == "bearer" else "")
        return _same(given, self._token)


async def _body(request: Request) -> object:
    """The parsed body, None when there is none, or the refusal of one that cannot be taken."""
    collected = bytearray()
    async for part in request.stream():
        collected += part
        if len(collected) > BODY_BYTES:
            return JsonAnswer({"detail": "The body is too large."}, 413)
    if not collected:
        return None
    try:
        return json.loads(collected)
    except (ValueError, RecursionError):
        return JsonAnswer({"detail": "The body is not JSON."}, 422)


def _same(given: str, token: str) -> bool:
    return bool(token) and hmac.compare_digest(given.encode("utf-8", "replace"), token.encode("utf-8", "replace"))


def _is_loopback(host: str) -> bool:
    try:
        return urlsplit(f"//{host}").hostname in _LOOPBACK
    except ValueError:
        return False


def _origin_allowed(headers: Mapping[str, str]) -> bool:
    """Whether a page may connect: no page at all, one from a file, or one of this machine."""
    origin = headers.get("origin")
    if origin is None or origin == "file://":
        return True
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.hostname in _LOOPBACK
    except ValueError:
        return False
