"""Pure ASGI: decides for every request and WebSocket whether it comes from a page of this server (`admission`).

The same checks, in the same order and with the same answers, hold for HTTP, event streams and WebSockets:

| check | else |
|---|---|
| Host is one of the server's names with its port | 421 |
| the path is below the secret path, or `/healthz`, or `/boot/…` | 404 |
| Sec-Fetch-Site, when present, is same-origin or none (`/boot/…`: or a top-level navigation) | 403 |
| Origin, when present, is this very origin | 403 |
| session cookie (not for `/healthz` and `/boot/…`) | 401 |
| `X-Hermes-CSRF` on unsafe methods (not for `/boot/…`) | 403 |

Every answer gets the Content-Security-Policy with a nonce of its own (`scope["state"]["nonce"]`) and the headers that
keep other pages from reading or framing it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import cast

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hermes_shell.admission import Admission, Refusal, protecting_headers
from hermes_shell.instance import Instance


class Guard:
    """Lets requests of this server's own pages through and answers all others itself.

    Args:
        app: what stands behind the guard.
        instance: the secrets to compare with.
        hosts: the exact Host headers that are ours, such as `127.0.0.1:8123`.
    """

    def __init__(self, app: ASGIApp, instance: Instance, hosts: Collection[str]) -> None:
        self._app = app
        self._admission = Admission(instance, frozenset(host.lower() for host in hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        nonce = secrets.token_urlsafe(16)
        scope.setdefault("state", {})["nonce"] = nonce
        send = _with_headers(send, nonce)
        refusal = self.judge(scope)
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await _refuse(refusal, scope, receive, send)

    def judge(self, scope: Scope) -> Refusal | None:
        """Decide about one request or WebSocket from its scope alone; None lets it in."""
        return self._admission.judge(scope["type"], scope.get("method", ""), scope["path"], scope["headers"])


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the refusal; a WebSocket is never accepted, and gets the same status where the server can say it."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.message})
        return
    await PlainTextResponse(refusal.message, refusal.status)(scope, receive, send)


def _with_headers(send: Send, nonce: str) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = list(message.get("headers", []))
            present = {name.lower() for name, _ in headers}
            headers += protecting_headers(nonce, present)
            message = {**message, "headers": headers}
        await send(message)

    return cast("Send", guarded)
