from __future__ import annotations

import asyncio

from hermes_shell.gateway.embedded.deltas import Deltas


class Sent:
    """What left, and a way to wait for more."""

    def __init__(self) -> None:
        self.deltas: list[tuple[str, str]] = []
        self._more = asyncio.Event()

    def send(self, kind: str, text: str) -> None:
        self.deltas.append((kind, text))
        self._more.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(10):
            while len(self.deltas) < count:
                self._more.clear()
                await self._more.wait()


async def test_the_first_delta_leaves_at_once_and_the_next_ones_together() -> None:
    sent = Sent()
    deltas = Deltas(sent.send)
    for word in "abcd":
        deltas.add("message.delta", word)
    assert sent.deltas == [("message.delta", "a")]
    await sent.until(2)
    assert sent.deltas == [("message.delta", "a"), ("message.delta", "bcd")]
    deltas.add("message.delta", "e")
    await sent.until(3)
    assert sent.deltas[2] == ("message.delta", "e")


async def test_kinds_keep_their_order() -> None:
    sent = Sent()
    deltas = Deltas(sent.send)
    for kind, text in (("r", "1"), ("r", "2"), ("m", "3"), ("m", "4"), ("r", "5")):
        deltas.add(kind, text)
    deltas.flush()
    assert sent.deltas == [("r", "1"), ("r", "2"), ("m", "34"), ("r", "5")]
    deltas.flush()
    assert len(sent.deltas) == 4
