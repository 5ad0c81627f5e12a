"""Pure ASGI: decides for every request and WebSocket whether it comes from a page of this server.

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
from dataclasses import dataclass
from hmac import compare_digest
from typing import cast

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hermes_shell.boot import presented_cookies
from hermes_shell.instance import Instance

CSRF_HEADER = "x-hermes-csrf"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

_POLICY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}' blob:; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline' https:; img-src 'self' data: blob: http: https:; "
    "media-src 'self' data: blob: http: https:; font-src 'self' data: https:; "
    "connect-src 'self' data: blob: http: https: ws: wss:; frame-src 'self' data: blob: http: https:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cache-control", b"no-store"),
)


@dataclass(frozen=True)
class Refusal:
    """Why a request is not let in: an HTTP status and a sentence."""

    status: int
    message: str


class Guard:
    """Lets requests of this server's own pages through and answers all others itself.

    Args:
        app: what stands behind the guard.
        instance: the secrets to compare with.
        hosts: the exact Host headers that are ours, such as `127.0.0.1:8123`.
    """

    def __init__(self, app: ASGIApp, instance: Instance, hosts: Collection[str]) -> None:
        self._app = app
        self._instance = instance
        self._hosts = frozenset(host.lower() for host in hosts)

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
        headers = Headers(scope=scope)
        host = _only(headers, "host")
        if host is None or host.lower() not in self._hosts:
            return Refusal(421, "This server does not answer for that host.")
        path: str = scope["path"]
        boot = scope["type"] == "http" and path.startswith("/boot/")
        health = scope["type"] == "http" and path == "/healthz"
        if not (boot or health or self._is_below_secret(path)):
            if path.startswith("/api/plugins/"):
                return Refusal(404, "use ctx.rest")
            return Refusal(404, "Not found")
        refusal = _foreign(headers, host, boot)
        if refusal is not None or boot or health:
            return refusal
        if not self._has_session(headers):
            return Refusal(401, "No session. Open the link that hermes-shell prints or opens.")
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS and not self._has_csrf(headers):
            return Refusal(403, "The X-Hermes-CSRF header is missing or wrong.")
        return None

    def _is_below_secret(self, path: str) -> bool:
        if not path.startswith("/w/"):
            return False
        segment, separator, _ = path.removeprefix("/w/").partition("/")
        return bool(separator) and _equal(segment, self._instance.path_secret)

    def _has_session(self, headers: Headers) -> bool:
        values = [value for header in headers.getlist("cookie") for value in presented_cookies(header)]
        return any(_equal(value, self._instance.session) for value in values)

    def _has_csrf(self, headers: Headers) -> bool:
        value = _only(headers, CSRF_HEADER)
        return value is not None and _equal(value, self._instance.csrf)


def _foreign(headers: Headers, host: str, boot: bool) -> Refusal | None:
    """Refuse what another page caused, by fetch metadata and Origin.

    A same-origin form or htmx post under `Referrer-Policy: no-referrer` carries the origin "null"; the browser then
    still says same-origin in Sec-Fetch-Site, which no page can set.
    """
    sites = headers.getlist("sec-fetch-site")
    own = sites == ["same-origin"]
    if any(site not in ("same-origin", "none") for site in sites):
        navigation = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        if not (boot and navigation):
            return Refusal(403, "Requests from other pages are refused.")
    for origin in headers.getlist("origin"):
        if origin.lower() != f"http://{host.lower()}" and not (origin == "null" and own):
            return Refusal(403, "Requests from other origins are refused.")
    return None


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
            policy = (b"content-security-policy", _POLICY.format(nonce=nonce).encode("ascii"))
            headers += (header for header in (*_HEADERS, policy) if header[0] not in present)
            message = {**message, "headers": headers}
        await send(message)

    return cast("Send", guarded)


def _only(headers: Headers, name: str) -> str | None:
    """The value of a header that must occur once; None when it is absent or repeated."""
    values = headers.getlist(name)
    return values[0] if len(values) == 1 else None


def _equal(offered: str, expected: str) -> bool:
    return compare_digest(offered.encode("utf-8", "replace"), expected.encode())
