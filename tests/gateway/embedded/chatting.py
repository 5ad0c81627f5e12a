"""A client of the embedded gateway, for tests: calls, and the events that came."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.backend import Link, ModelSettings
from hermes_shell.gateway.embedded.backend import EmbeddedBackend
from hermes_shell.gateway.protocol import Event

PATIENCE = 20.0


class Client:
    """One connection to an embedded gateway.

    Attributes:
        events: what it heard, in order.
    """

    def __init__(self, backend: EmbeddedBackend) -> None:
        self.backend = backend
        self.events: list[Event] = []
        self._heard = asyncio.Event()
        self._link: Link | None = None

    @property
    def link(self) -> Link:
        """The open link."""
        assert self._link is not None
        return self._link

    async def open(self) -> Client:
        """Connect."""
        self._link = await self.backend.open(self.hear, lambda reason: None)
        return self

    def hear(self, event: Event) -> None:
        """Take an event."""
        self.events.append(event)
        self._heard.set()

    async def call(self, method: str, **params: object) -> dict[str, Any]:
        """Make a call whose result is an object."""
        return cast("dict[str, Any]", await self.link.request(method, params, PATIENCE))

    async def refusal(self, method: str, **params: object) -> int | None:
        """The code of a call that is refused."""
        with pytest.raises(GatewayError) as refused:
            await self.call(method, **params)
        assert refused.value.message
        return refused.value.code

    async def get(self, path: str, /, **query: object) -> Any:
        """The answer of a REST call that works."""
        status, answer = await self.link.rest("GET", path, query, None, PATIENCE)
        assert status == 200, answer
        return answer

    async def create(self, **params: object) -> dict[str, Any]:
        """Make a session."""
        return await self.call("session.create", **params)

    async def until(self, wanted: Callable[[Event], bool], start: int = 0) -> Event:
        """Wait for an event, and return it.

        Args:
            wanted: whether it is the one.
            start: how many of the events that came are too old.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                found = next((event for event in self.events[start:] if wanted(event)), None)
                if found is not None:
                    return found
                self._heard.clear()
                await self._heard.wait()

    async def event(self, kind: str, start: int = 0) -> dict[str, Any]:
        """Wait for an event of a type, and return its payload."""
        return cast("dict[str, Any]", (await self.until(lambda event: event["type"] == kind, start))["payload"])

    async def turn(self, live: str, text: str, **params: object) -> dict[str, Any]:
        """Send a prompt, wait for the end of its turn, and return the payload of `message.complete`."""
        start = len(self.events)
        await self.call("prompt.submit", session_id=live, text=text, **params)
        return await self.end(start)

    async def end(self, start: int = 0) -> dict[str, Any]:
        """Wait for the end of a turn."""
        complete = await self.event("message.complete", start)
        at = next(n for n, one in enumerate(self.events) if one.get("payload") is complete)
        await self.idle(at)
        return complete

    async def idle(self, start: int = 0) -> None:
        """Wait for the news that no turn runs."""
        await self.until(lambda event: event["type"] == "session.info" and not event["payload"]["running"], start)

    def types(self, start: int = 0) -> list[str]:
        """The types of the events, each once where several of one type stand together."""
        kinds = [event["type"] for event in self.events[start:]]
        return [kind for at, kind in enumerate(kinds) if at == 0 or kinds[at - 1] != kind]


@asynccontextmanager
async def chatting(
    folder: Path, settings: ModelSettings | None = None, waits: Sequence[float] = (0, 0, 0)
) -> AsyncGenerator[Client]:
    """A client of a gateway with the demo model, or with a model server."""
    backend = EmbeddedBackend(folder, lambda: settings or ModelSettings(), pace=0, waits=waits)
    try:
        yield await Client(backend).open()
    finally:
        await backend.close()


def stream(*chunks: str, done: bool = True) -> httpx2.Response:
    """The answer of a model server that streams some lines of data."""
    lines = [f"data: {chunk}\n\n" for chunk in (*chunks, *(("[DONE]",) if done else ()))]
    return httpx2.Response(200, headers={"content-type": "text/event-stream"}, text="".join(lines))
