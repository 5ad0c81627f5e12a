"""A client of a gateway in a test: its calls, and the events that came, in order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hermes_shell.errors import GatewayError
from tests.gateway.contract.gateway_process import GatewayProcess

DEADLINE = 60.0
"""How long an answer or an event may take, in seconds. The first turn of an agent imports half of it."""

Object = dict[str, Any]


class Connection:
    """One open WebSocket of a gateway.

    Attributes:
        events: every event that came, in order with the answers.
        rest: its REST interface, with the token.
    """

    def __init__(self, socket: ClientConnection, rest: httpx.AsyncClient) -> None:
        self.events: list[Object] = []
        self.rest = rest
        self.socket = socket
        self._waiting: dict[int, asyncio.Future[Object]] = {}
        self._arrived = asyncio.Condition()
        self._count = 0

    async def call(self, method: str, **params: object) -> Object:
        """Make one call and return its result.

        Raises:
            GatewayError: it was refused.
        """
        answer = await self.begin(method, **params)
        return cast("Object", answer)

    async def begin(self, method: str, **params: object) -> object:
        """Make one call; like `call`, with a result of any type."""
        self._count += 1
        number = self._count
        self._waiting[number] = asyncio.get_running_loop().create_future()
        frame = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        await self.socket.send(json.dumps(frame))
        async with asyncio.timeout(DEADLINE):
            answer = await self._waiting[number]
        if "error" in answer:
            assert set(answer["error"]) == {"code", "message"}, answer
            raise GatewayError(answer["error"]["code"], answer["error"]["message"])
        return cast("object", answer["result"])

    async def refusal(self, method: str, **params: object) -> int | None:
        """Make one call that has to be refused and return the code."""
        with pytest.raises(GatewayError, match=r"\S") as refusal:  # a refusal says why
            await self.begin(method, **params)
        return refusal.value.code

    async def create(self, **params: object) -> Session:
        """Make a chat."""
        return Session(self, await self.call("session.create", **{"cols": 100, **params}))

    async def resume(self, stored: str) -> Session:
        """Open a stored chat."""
        return Session(self, await self.call("session.resume", session_id=stored, cols=100))

    async def until(self, wanted: Callable[[Object], bool], start: int = 0) -> int:
        """Wait for an event and return its place in `events`; looks at those from `start` on."""
        at = start
        async with asyncio.timeout(DEADLINE), self._arrived:
            while True:
                while at < len(self.events):
                    if wanted(self.events[at]):
                        return at
                    at += 1
                await self._arrived.wait()

    async def read(self) -> None:
        """Take what comes until the connection ends; runs beside the test."""
        try:
            async for frame in self.socket:
                message: Object = json.loads(frame)
                if message.get("method") == "event":
                    async with self._arrived:
                        self.events.append(message["params"])
                        self._arrived.notify_all()
                else:
                    self._waiting[message["id"]].set_result(message)
        except ConnectionClosed:
            pass  # the gateway was killed
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(GatewayError(None, "connection lost"))
                answer.exception()  # nobody may be waiting


class Session:
    """A chat of a connection.

    Attributes:
        live: its live id.
        stored: its stored id.
        opened: what session.create or session.resume answered.
    """

    def __init__(self, connection: Connection, opened: Object) -> None:
        self.connection = connection
        self.opened = opened
        self.live: str = opened["session_id"]
        self.stored: str = opened.get("stored_session_id") or opened["session_key"]
        self._at = len(connection.events)

    async def call(self, method: str, **params: object) -> Object:
        """Make one call about this chat."""
        return await self.connection.call(method, session_id=self.live, **params)

    async def refusal(self, method: str, **params: object) -> int | None:
        """Make one call about this chat that has to be refused and return the code."""
        return await self.connection.refusal(method, session_id=self.live, **params)

    async def submit(self, text: str, **params: object) -> Object:
        """Send a prompt; `until` then sees what came after this moment."""
        self._at = len(self.connection.events)
        return await self.call("prompt.submit", text=text, **params)

    async def until(self, kind: str, **payload: object) -> list[Object]:
        """Wait for the next event of a type, with at least this payload; returns this chat's events up to it."""

        def wanted(event: Object) -> bool:
            if event["type"] != kind or event.get("session_id") != self.live:
                return False
            came = payload_of(event)
            return all(key in came and came[key] == value for key, value in payload.items())

        start = self._at
        self._at = await self.connection.until(wanted, start) + 1
        return [event for event in self.connection.events[start : self._at] if event.get("session_id") == self.live]

    async def end(self) -> list[Object]:
        """Wait until the turn is over: message.complete, then session.info with running false."""
        events = await self.until("message.complete")
        return events + await self.until("session.info", running=False)

    async def turn(self, text: str, **params: object) -> list[Object]:
        """Send a prompt and return the events of the whole turn."""
        await self.submit(text, **params)
        return await self.end()

    async def close(self) -> None:
        """Close it, so that the gateway keeps nothing running for it."""
        await self.call("session.close")


@asynccontextmanager
async def connected(gateway: GatewayProcess) -> AsyncGenerator[Connection]:
    """Connect to a gateway and wait until it is ready."""
    headers = {"X-Hermes-Session-Token": gateway.token}
    async with (
        httpx.AsyncClient(base_url=gateway.url, headers=headers, trust_env=False, timeout=DEADLINE) as rest,
        connect(gateway.socket_url, max_size=2**25, proxy=None) as socket,
    ):
        connection = Connection(socket, rest)
        reader = asyncio.create_task(connection.read())
        try:
            await connection.until(lambda event: event["type"] == "gateway.ready")
            yield connection
        finally:
            await socket.close()
            await reader


def types(events: list[Object]) -> list[str]:
    """The types of events, in order."""
    return [event["type"] for event in events]


def payload_of(event: Object) -> Object:
    """What an event carries; some carry nothing."""
    return event.get("payload", {})


def payloads(events: list[Object], kind: str) -> list[Object]:
    """The payloads of the events of a type."""
    return [payload_of(event) for event in events if event["type"] == kind]


def streamed(events: list[Object], kind: str = "message.delta") -> str:
    """The text of the deltas among `events`."""
    return "".join(payload["text"] for payload in payloads(events, kind))


def completion(events: list[Object]) -> Object:
    """The payload of the one message.complete among `events`."""
    (found,) = payloads(events, "message.complete")
    return found
