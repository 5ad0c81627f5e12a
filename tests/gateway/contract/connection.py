"""A client of a gateway in a test: its calls, and the events that came, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
import pytest

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.backend import Link
from hermes_shell.gateway.protocol import Event
from hermes_shell.gateway.remote import RemoteBackend
from tests.gateway.contract.gateway_process import GatewayProcess

DEADLINE = 60.0
"""How long an answer or an event may take, in seconds. The first turn of an agent imports half of it."""

Object = dict[str, Any]


class Connection:
    """One open link to a gateway, the shell's own.

    Attributes:
        events: every event that came, in order with the answers.
        rest: its REST interface, with the token.
        lost: the reasons why the link died; at most one.
    """

    def __init__(self, rest: httpx.AsyncClient) -> None:
        self.events: list[Event] = []
        self.rest = rest
        self.lost: list[str] = []
        self._link: Link | None = None
        self._arrived = asyncio.Event()

    async def open(self, gateway: GatewayProcess) -> Link:
        """Connect."""
        self._link = await RemoteBackend(gateway.url, gateway.token).open(self._hear, self._lose)
        return self._link

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        self._arrived.set()

    def _lose(self, reason: str) -> None:
        self.lost.append(reason)
        self._arrived.set()

    async def call(self, method: str, **params: object) -> Object:
        """Make one call and return its result.

        Raises:
            GatewayError: it was refused.
        """
        assert self._link is not None
        return cast("Object", await self._link.request(method, params, DEADLINE))

    async def refusal(self, method: str, **params: object) -> int | None:
        """Make one call that has to be refused and return the code."""
        with pytest.raises(GatewayError, match=r"\S") as refusal:  # a refusal says why
            await self.call(method, **params)
        return refusal.value.code

    async def create(self, **params: object) -> Session:
        """Make a chat."""
        return Session(self, await self.call("session.create", **{"cols": 100, **params}))

    async def resume(self, stored: str) -> Session:
        """Open a stored chat."""
        return Session(self, await self.call("session.resume", session_id=stored, cols=100))

    async def until(self, wanted: Callable[[Event], bool], start: int = 0) -> int:
        """Wait for an event and return its place in `events`; looks at those from `start` on."""
        at = start
        async with asyncio.timeout(DEADLINE):
            while True:
                self._arrived.clear()
                while at < len(self.events):
                    if wanted(self.events[at]):
                        return at
                    at += 1
                await self._arrived.wait()

    async def until_lost(self) -> str:
        """Wait until the link dies and return why."""
        async with asyncio.timeout(DEADLINE):
            while not self.lost:
                self._arrived.clear()
                await self._arrived.wait()
        return self.lost[0]


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

    async def until(self, kind: str, **payload: object) -> list[Event]:
        """Wait for the next event of a type, with at least this payload; returns this chat's events up to it."""

        def wanted(event: Event) -> bool:
            if event["type"] != kind or event.get("session_id") != self.live:
                return False
            came = payload_of(event)
            return all(key in came and came[key] == value for key, value in payload.items())

        start = self._at
        self._at = await self.connection.until(wanted, start) + 1
        return [event for event in self.connection.events[start : self._at] if event.get("session_id") == self.live]

    async def end(self) -> list[Event]:
        """Wait until the turn is over: message.complete, then session.info with running false."""
        events = await self.until("message.complete")
        return events + await self.until("session.info", running=False)

    async def turn(self, text: str, **params: object) -> list[Event]:
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
    async with httpx.AsyncClient(base_url=gateway.url, headers=headers, trust_env=False, timeout=DEADLINE) as rest:
        connection = Connection(rest)
        link = await connection.open(gateway)
        try:
            await connection.until(lambda event: event["type"] == "gateway.ready")
            yield connection
        finally:
            await link.close()


def types(events: list[Event]) -> list[str]:
    """The types of events, in order."""
    return [event["type"] for event in events]


def payload_of(event: Event) -> Object:
    """What an event carries; some carry nothing."""
    return event.get("payload", {})


def payloads(events: list[Event], kind: str) -> list[Object]:
    """The payloads of the events of a type."""
    return [payload_of(event) for event in events if event["type"] == kind]


def streamed(events: list[Event], kind: str = "message.delta") -> str:
    """The text of the deltas among `events`."""
    return "".join(payload["text"] for payload in payloads(events, kind))


def completion(events: list[Event]) -> Object:
    """The payload of the one message.complete among `events`."""
    (found,) = payloads(events, "message.complete")
    return found
