"""A small app with every kind of connection, and a running server around it, for tests of the server's own parts."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hermes_shell.announcements import Announcements
from hermes_shell.instance import SESSION_COOKIE, Instance
from hermes_shell.paths import Home
from hermes_shell.server import ShellServer
from hermes_shell.settings import Settings


@dataclass
class TinyShell:
    """A running server and what a test needs to talk to it."""

    instance: Instance
    announcements: Announcements
    server: ShellServer
    ended: list[str] = field(default_factory=list[str])

    @property
    def url(self) -> str:
        """The absolute URL of the base."""
        return self.server.origin + self.instance.base

    @property
    def cookie(self) -> str:
        """The Cookie header of a booted browser."""
        return f"{SESSION_COOKIE}={self.instance.session}"

    @property
    def websocket_url(self) -> str:
        """The absolute URL of the channel."""
        return self.url.replace("http://", "ws://") + "channel"

    def client(self) -> httpx.Client:
        """A booted HTTP client."""
        return httpx.Client(base_url=self.url, headers={"Cookie": self.cookie}, timeout=10, trust_env=False)


def tiny_app(instance: Instance, announcements: Announcements, ended: list[str]) -> Starlette:
    """The app: a page, an action, the event stream, an echoing channel and a static file."""

    async def page(request: Request) -> Response:
        return PlainTextResponse(f"page {request.state.nonce}")

    async def action(request: Request) -> Response:
        return PlainTextResponse((await request.body()).decode())

    async def events(request: Request) -> Response:
        return announcements.stream(request)

    async def channel(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            ended.append("channel")

    async def static(request: Request) -> Response:
        return PlainTextResponse("file", headers={"Cache-Control": "max-age=31536000, immutable"})

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        yield
        ended.append("lifespan")

    base = instance.base
    return Starlette(
        routes=[
            Route(base, page),
            Route(base + "action", action, methods=["POST", "DELETE"]),
            Route(base + "events", events),
            WebSocketRoute(base + "channel", channel),
            Route(base + "static/1/file", static),
        ],
        lifespan=lifespan,
    )


@contextmanager
def running(
    root: Path, *, instance: Instance | None = None, settings: Settings | None = None
) -> Generator[TinyShell, None, None]:
    """Start a tiny shell and stop it at the end."""
    instance = instance or Instance.ephemeral()
    settings = settings or Settings(home=Home(root), port=0)
    announcements = Announcements("epoch", lambda: {"inventory": []})
    ended: list[str] = []
    app = tiny_app(instance, announcements, ended)
    server = ShellServer(app, instance, settings, announcements)
    server.start()
    try:
        yield TinyShell(instance, announcements, server, ended)
    finally:
        server.stop(5)
