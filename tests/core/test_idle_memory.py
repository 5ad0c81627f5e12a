"""Memory goes back to the system once behind each burst of work."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from hermes_shell.core import idle_memory
from tests.scripted_gateway import ScriptedGateway
from tests.shell_parts import connect, open_app


class Trims:
    """Counts what is given back; `more` is set at each."""

    def __init__(self) -> None:
        self.count = 0
        self.more = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def __call__(self) -> None:
        self.count += 1
        self._loop.call_soon_threadsafe(self.more.set)

    async def next(self) -> None:
        async with asyncio.timeout(10):
            await self.more.wait()
        self.more.clear()


async def test_memory_is_given_back_behind_windows_and_chats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trims = Trims()
    monkeypatch.setattr(idle_memory, "AFTER_SECONDS", 0.02)
    monkeypatch.setattr(idle_memory, "trimmer", lambda: trims)
    async with open_app(tmp_path / "home", ScriptedGateway()) as (_, shell, _loader):
        for _ in range(2):
            window, _, _ = connect(shell)
            window.welcomed()
        await trims.next()
        seen = trims.count
        chat = shell.chats.ensure("new:1")
        await trims.next()
        assert trims.count > seen
        seen = trims.count
        shell.chats.tell(chat, "transcript")
        shell.chats.tell(chat, "state")
        await trims.next()
        assert trims.count > seen


async def test_an_answer_that_streams_is_no_end_of_a_burst(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app(tmp_path / "home", ScriptedGateway()) as (_, shell, _loader):
        chat = shell.chats.ensure("new:1")
        begun: list[float] = []
        loop = asyncio.get_running_loop()

        def call_later(delay: float, *_: object) -> asyncio.TimerHandle:
            begun.append(delay)
            return loop.call_at(0, lambda: None)

        monkeypatch.setattr(loop, "call_later", call_later)
        shell.chats.tell(chat, "transcript")
        assert idle_memory.AFTER_SECONDS not in begun
        shell.chats.tell(chat, "state")
        assert idle_memory.AFTER_SECONDS in begun


def test_giving_back_is_harmless_and_where_it_is_not_known_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    trim = idle_memory.trimmer()
    if trim is not None:
        trim()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert idle_memory.trimmer() is None
