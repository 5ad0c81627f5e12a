from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core import transcript_warm
from hermes_shell.gateway.no_gateway import NoGateway
from tests.scripted_gateway import ScriptedGateway
from tests.shell_parts import connect, open_app


async def test_conversations_get_ready_once_behind_the_first_welcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = asyncio.Event()
    times: list[int] = []
    loop = asyncio.get_running_loop()

    def warm() -> None:
        times.append(1)
        loop.call_soon_threadsafe(made.set)

    monkeypatch.setattr(transcript_warm, "AFTER_SECONDS", 0)
    monkeypatch.setattr("hermes_shell.transcript.warm.warm", warm)
    async with open_app(tmp_path / "home", ScriptedGateway()) as (_, shell, _loader):
        for _ in range(2):
            window, _, _ = connect(shell)
            window.welcomed()
        async with asyncio.timeout(10):
            await made.wait()
    assert times == [1]


async def test_a_shell_without_a_gateway_gets_nothing_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app(tmp_path / "home", NoGateway()) as (_, shell, _loader):
        spawned: list[str] = []

        def spawn(work: Coroutine[Any, Any, None], name: str) -> None:
            work.close()
            spawned.append(name)

        monkeypatch.setattr(shell.chats, "spawn", spawn)
        window, _, _ = connect(shell)
        window.welcomed()
    assert "conversations get ready" not in spawned
