"""Boot links: how a browser or window gets its session cookie, and the liveness probe.

A boot link is `/boot/<nonce>`: it works once, for 60 s. The answer sets the session cookie and leads to the page, so
nothing that can be used again appears in an address, a process list or the history.
"""

from __future__ import annotations

import time
from hmac import compare_digest
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hermes_shell.admission import session_cookie
from hermes_shell.boot_links import BootLinks
from hermes_shell.instance import Instance

TOKEN_ATTEMPTS = 10
"""Wrong tokens that are answered within one minute; later ones are refused unread."""

_TOKEN_FORM = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Hermes</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<main><h1>Hermes</h1><form method="post" action="/boot/token"><label>Access token
<input name="token" type="password" autocomplete="current-password" required autofocus></label>
<button>Open</button></form></main></html>"""


class BootDoor:
    """Answers `/healthz` and `/boot/…`; everything else goes to the app. Stands behind the guard.

    Args:
        app: the app below the secret path.
        instance: whose cookie to set.
        links: the boot links.
        token: the token a browser on another machine presents at `/boot/token`; None = no such form.
    """

    def __init__(self, app: ASGIApp, instance: Instance, links: BootLinks, token: str | None = None) -> None:
        self._app = app
        self._instance = instance
        self._links = links
        self._token = token
        self._attempts: list[float] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] == "/healthz":
            await PlainTextResponse("ok")(scope, receive, send)
        elif scope["path"] == "/boot/token" and self._token is not None:
            response = await self._present_token(Request(scope, receive), self._token)
            await response(scope, receive, send)
        elif scope["path"].startswith("/boot/"):
            await self._redeem(scope)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _redeem(self, scope: Scope) -> Response:
        if scope["method"] != "GET":
            return PlainTextResponse("A boot link is opened with GET.", 405, {"Allow": "GET"})
        if not self._links.redeem(scope["path"].removeprefix("/boot/")):
            return PlainTextResponse(
                "This link has been used or is older than 60 seconds. Run hermes-shell again for a new one.", 403
            )
        return self._enter()

    async def _present_token(self, request: Request, token: str) -> Response:
        """The one way in without a link: a form, for a browser on another machine."""
        if request.method in ("GET", "HEAD"):
            # A form post under "no-referrer" has the origin "null", which the guard refuses.
            return HTMLResponse(_TOKEN_FORM, headers={"Referrer-Policy": "same-origin"})
        if request.method != "POST":
            return PlainTextResponse("Method not allowed", 405, {"Allow": "GET, POST"})
        now = time.monotonic()
        self._attempts = [moment for moment in self._attempts if now - moment < 60.0]
        if len(self._attempts) >= TOKEN_ATTEMPTS:
            return PlainTextResponse("Too many wrong tokens. Wait a minute.", 429, {"Retry-After": "60"})
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > 4096:
                return PlainTextResponse("Too large", 413)
        offered = parse_qs(body.decode("utf-8", "replace")).get("token", [""])[0]
        if not compare_digest(offered.encode("utf-8", "replace"), token.encode("utf-8", "replace")):
            self._attempts.append(now)
            return PlainTextResponse("Wrong token.", 403)
        return self._enter()

    def _enter(self) -> Response:
        return RedirectResponse(self._instance.base, 303, {"Set-Cookie": session_cookie(self._instance)})
