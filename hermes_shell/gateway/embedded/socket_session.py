"""One WebSocket of the embedded gateway: JSON-RPC in, answers and events out, in one order."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.gateway import EmbeddedGateway
from hermes_shell.gateway.embedded.live_session import Connection
from hermes_shell.gateway.protocol import Event

CALLS = 64
"""Calls of one connection that run at a time; the next ones wait unread."""

WAITING_FRAMES = 20_000
"""Frames that may wait for a client that does not read; above it the connection ends, and a resume takes it up."""

UNSUPPORTED, OVERLOADED = 1003, 1013

_log = logging.getLogger(__name__)


class SocketSession:
    """Serves one accepted WebSocket.

    Args:
        gateway: answers the calls.
        socket: the connection.
    """

    def __init__(self, gateway: EmbeddedGateway, socket: WebSocket) -> None:
        self._gateway = gateway
        self._socket = socket
        self._frames: asyncio.Queue[str | int] = asyncio.Queue()
        self._slots = asyncio.Semaphore(CALLS)
        self._calls: set[asyncio.Task[None]] = set()
        self._overloaded = False

    async def run(self) -> None:
        """Serve until the client leaves, or sends what it must not."""
        connection = self._gateway.connect(self._hear)
        sender = asyncio.get_running_loop().create_task(self._send())
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text: object = message.get("text")
                if not isinstance(text, str):
                    self._frames.put_nowait(UNSUPPORTED)
                    await asyncio.wait({sender}, timeout=1)
                    return
                await self._slots.acquire()
                call = asyncio.get_running_loop().create_task(self._call(connection, text))
                self._calls.add(call)
                call.add_done_callback(self._done)
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            self._gateway.disconnect(connection)
            sender.cancel()  # calls that are on their way come to their end; nobody hears of it

    def _done(self, call: asyncio.Task[None]) -> None:
        self._calls.discard(call)
        self._slots.release()

    def _hear(self, event: Event) -> None:
        self._put({"jsonrpc": "2.0", "method": "event", "params": event})

    def _put(self, frame: Mapping[str, Any]) -> None:
        if self._overloaded:
            return
        if self._frames.qsize() >= WAITING_FRAMES:
            self._overloaded = True
            self._frames.put_nowait(OVERLOADED)
            return
        self._frames.put_nowait(json.dumps(frame, ensure_ascii=True, separators=(",", ":")))

    async def _send(self) -> None:
        """Send what waits; a number closes the connection with it."""
        try:
            while self._socket.application_state == WebSocketState.CONNECTED:
                frame = await self._frames.get()
                if isinstance(frame, int):
                    await self._socket.close(frame)
                    return
                await self._socket.send_text(frame)
        except (WebSocketDisconnect, RuntimeError, OSError):
            _log.debug("A client left while it was sent to")

    async def _call(self, connection: Connection, text: str) -> None:
        try:
            request: object = json.loads(text)
        except (ValueError, RecursionError):
            self._refuse(None, -32700, "parse error")
            return
        if not isinstance(request, dict):
            self._refuse(None, -32600, "invalid request: expected an object")
            return
        members = cast("dict[str, object]", request)
        number, method, params = members.get("id"), members.get("method"), members.get("params")
        if not isinstance(method, str) or not method:
            self._refuse(number, -32600, "invalid request: method must be a non-empty string")
            return
        if not isinstance(params, dict | None):
            self._refuse(number, -32602, "invalid params: expected an object")
            return
        try:
            result = await self._gateway.call(connection, method, cast("dict[str, Any]", params or {}))
        except GatewayError as error:
            self._refuse(number, error.code if error.code is not None else -32000, error.message)
            return
        self._put({"jsonrpc": "2.0", "id": number, "result": result})

    def _refuse(self, number: object, code: int, message: str) -> None:
        self._put({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})
