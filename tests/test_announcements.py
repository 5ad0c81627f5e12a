from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import cast

from starlette.requests import Request
from starlette.types import Message, Scope

from hermes_shell.announcements import QUEUE_LIMIT, Announcements


class Page:
    """One open stream, driven without a server. `stuck` stops reading."""

    def __init__(self, announcements: Announcements) -> None:
        self.chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.reading.set()
        scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
        response = announcements.stream(Request(scope))
        self._gone = asyncio.Event()
        self.task = asyncio.create_task(response(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self.reading.wait()
        if message["type"] == "http.response.body":
            if message["body"]:
                self.chunks.put_nowait(message["body"])
            if not message["more_body"]:
                self.chunks.put_nowait(None)

    async def events(self) -> AsyncIterator[tuple[str, int, dict[str, object]]]:
        """Every event until the stream ends: name, id, data."""
        while (chunk := await asyncio.wait_for(self.chunks.get(), 10)) is not None:
            for block in chunk.decode().strip().split("\n\n"):
                lines = dict(line.split(": ", 1) for line in block.split("\n"))
                yield lines["event"], int(lines["id"]), cast("dict[str, object]", json.loads(lines["data"]))

    async def close(self) -> None:
        """Go away like a closed tab."""
        self._gone.set()
        await asyncio.wait_for(self.task, 10)


def announcements(**snapshot: object) -> Announcements:
    return Announcements("abc", lambda: snapshot)


async def test_hello_comes_first_and_carries_the_snapshot() -> None:
    source = announcements(inventory=[{"folder": "a"}], scanned=True)
    assert source.publish("decision", id="a", enabled=False) == 1
    page = Page(source)
    hello = await anext(page.events())
    assert hello == ("hello", 1, {"epoch": "abc", "number": 1, "inventory": [{"folder": "a"}], "scanned": True})
    await page.close()
    assert source.listeners == 0


async def test_announcements_are_numbered_and_reach_every_stream_in_order() -> None:
    source = announcements()
    pages = [Page(source) for _ in range(3)]
    readers = [page.events() for page in pages]
    for reader in readers:
        assert (await anext(reader))[0] == "hello"
    assert [source.publish("setting", key="k", value=value) for value in (1, 2)] == [1, 2]
    for reader in readers:
        assert await anext(reader) == ("announce", 1, {"number": 1, "kind": "setting", "key": "k", "value": 1})
        assert await anext(reader) == ("announce", 2, {"number": 2, "kind": "setting", "key": "k", "value": 2})
    for page in pages:
        await page.close()


async def test_burst_arrives_in_few_chunks() -> None:
    source = announcements()
    page = Page(source)
    reader = page.events()
    await anext(reader)
    for number in range(100):
        source.publish("setting", key="k", value=number)
    assert [(await anext(reader))[1] for _ in range(100)] == list(range(1, 101))
    assert page.chunks.empty()
    await page.close()


async def test_listener_that_does_not_read_is_ended_and_others_lose_nothing() -> None:
    source = announcements()
    stuck, good = Page(source), Page(source)
    reader = good.events()
    await anext(reader)
    await anext(stuck.events())
    stuck.reading.clear()
    for _ in range(QUEUE_LIMIT + 10):
        source.publish("setting", key="k", value=1)
        await anext(reader)
    stuck.reading.set()
    left = [event async for event in stuck.events()]
    assert len(left) < QUEUE_LIMIT
    await asyncio.wait_for(stuck.task, 10)
    assert source.listeners == 1
    again = Page(source)
    assert (await anext(again.events()))[1] == QUEUE_LIMIT + 10
    await again.close()
    await good.close()


async def test_close_sends_what_waits_and_then_ends() -> None:
    source = announcements()
    page = Page(source)
    reader = page.events()
    await anext(reader)
    source.publish("stopping")
    source.close()
    assert [event async for event in reader] == [("announce", 1, {"number": 1, "kind": "stopping"})]
    await asyncio.wait_for(page.task, 10)
    late = Page(source)
    assert [event[0] async for event in late.events()] == ["hello"]
    await asyncio.wait_for(late.task, 10)
    assert source.listeners == 0


async def test_line_ends_and_lone_surrogates_cannot_break_an_event() -> None:
    source = announcements()
    page = Page(source)
    reader = page.events()
    await anext(reader)
    text = "one\ntwo\r\n\u2028 data: x \ud800"
    source.publish("setting", key="k", value=text)
    assert (await anext(reader))[2]["value"] == text
    await page.close()


async def test_one_announcement_reaches_fifty_streams() -> None:
    source = announcements()
    pages = [Page(source) for _ in range(50)]
    readers = [page.events() for page in pages]
    for reader in readers:
        await anext(reader)
    for number in range(20):
        source.publish("styles", hash=f"{number}" + "x" * 2_000, url="u")
        for reader in readers:
            assert (await anext(reader))[2]["hash"] == f"{number}" + "x" * 2_000
    for page in pages:
        await page.close()
