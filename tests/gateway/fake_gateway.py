"""A small gateway over a real socket, which does what a test tells it to."""

from __future__ import annotations

import asyncio
import contextlib
import http
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from hermes_shell.gateway.endpoint import Endpoint

Socket = ServerConnection
_silent = logging.Logger("fake-gateway", logging.CRITICAL + 1)
Call = Callable[[Socket, Any, dict[str, Any]], Awaitable[None]]
"""Takes the socket, the call's id and its parameters; sends whatever it likes."""

READY: dict[str, object] = {"jsonrpc": "2.0", "method": "event", "params": {"type": "gateway.ready", "payload": {}}}


def event(kind: str, session: str = "s", **payload: object) -> str:
    """An event as it goes over the wire."""
    params = {"type": kind, "session_id": session, "payload": payload}
    return json.dumps({"jsonrpc": "2.0", "method": "event", "params": params})


def result(number: object, value: object) -> str:
    """An answer as it goes over the wire."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": value})


class FakeGateway:
    """Serves `/api/status`, `/api/sessions` and `/api/ws` on 127.0.0.1.

    Attributes:
        token: what it accepts.
        pages: path -> status, content type and body of a GET.
        calls: method -> what answers it; an unknown one is answered with -32601.
        greeting: what it sends first; None = nothing.
        refuse: the HTTP status that every upgrade gets; None = it is accepted when the token fits.
        sockets: the open sockets.
        seen: every call that came, by method.
    """

    def __init__(self, token: str = "secret-token", version: str = "0.19.0") -> None:
        self.token = token
        self.pages: dict[str, tuple[int, str, str]] = {
            "/api/status": (200, "application/json", json.dumps({"version": version})),
            "/api/sessions": (200, "application/json", json.dumps({"sessions": []})),
        }
        self.calls: dict[str, Call] = {}
        self.greeting: str | None = json.dumps(READY)
        self.refuse: int | None = None
        self.sockets: list[Socket] = []
        self.seen: list[str] = []
        self.port = 0
        self._server: Server | None = None

    async def __aenter__(self) -> FakeGateway:
        self._server = await serve(
            self._talk,
            "127.0.0.1",
            self.port,
            process_request=self._answer,
            max_size=64 * 1024 * 1024,
            compression=None,
            logger=_silent,
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def stop(self) -> None:
        """End it and every connection."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def endpoint(self, token: str | None = None) -> Endpoint:
        """Where it is, and how to get in."""
        return Endpoint.of(self.url, self.token if token is None else token)

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        path, _, query = request.path.partition("?")
        if path == "/api/ws":
            if self.refuse is None and query == f"token={self.token}":
                return None
            return connection.respond(http.HTTPStatus(self.refuse or 403), "Forbidden\n")
        if path != "/api/status" and request.headers.get("X-Hermes-Session-Token") != self.token:
            return _page(401, "application/json", '{"detail":"Unauthorized"}')
        return _page(*self.pages.get(path, (404, "application/json", '{"error":"no such page"}')))

    async def _talk(self, socket: ServerConnection) -> None:
        self.sockets.append(socket)
        working: set[asyncio.Task[None]] = set()
        try:
            if self.greeting is not None:
                await socket.send(self.greeting)
            async for frame in socket:
                call = json.loads(frame)
                self.seen.append(call["method"])
                work = asyncio.create_task(self._take(socket, call))
                working.add(work)
                work.add_done_callback(working.discard)
        finally:
            for work in working:
                work.cancel()
            self.sockets.remove(socket)

    async def _take(self, socket: ServerConnection, call: dict[str, Any]) -> None:
        answer = self.calls.get(call["method"])
        if answer is not None:
            await answer(socket, call["id"], call["params"])
            return
        error = {"code": -32601, "message": f"unknown method: {call['method']}"}
        await socket.send(json.dumps({"jsonrpc": "2.0", "id": call["id"], "error": error}))


def _page(status: int, kind: str, body: str) -> Response:
    raw = body.encode()
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(raw)), "Connection": "close"})
    return Response(status, http.HTTPStatus(status).phrase, headers, raw)


@asynccontextmanager
async def odd_server(says: bytes = b"") -> AsyncGenerator[str]:
    """A server that says something at once, whatever it is asked, or nothing at all; gives its address."""
    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if says:
            writer.write(says)
        else:
            await reader.read()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.add(asyncio.create_task(talk(reader, writer)))

    async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        await asyncio.gather(*talks)
