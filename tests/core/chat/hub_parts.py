"""A hub over a scripted gateway, for its tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hermes_shell.core.chat.chat import Chat
from hermes_shell.core.chat.cuts import Cuts
from hermes_shell.core.chat.hub import ChatHub, What
from hermes_shell.core.chat.prompt import Mode, Prompt
from hermes_shell.core.outbox import Outbox
from hermes_shell.storage import Storage
from tests.scripted_gateway import ScriptedGateway

STORED = "20261130_095928_6ede65"
LIVE = "0532c28b"


def prompt(text: str = "Hello", client: str = "11111111-0000", mode: Mode = "queue") -> Prompt:
    """A prompt without attachments."""
    return Prompt(text, text, (), client, mode)


def resumed(live: str = LIVE, stored: str = STORED, **more: object) -> dict[str, object]:
    """The answer of a cold `session.resume`."""
    found: dict[str, object] = {
        "session_id": live,
        "resumed": stored,
        "session_key": stored,
        "messages": [{"role": "user", "text": "Before"}, {"role": "assistant", "text": "An answer"}],
        "info": {"model": "fake-model", "cwd": "/work", "lazy": True},
        "inflight": None,
        "running": False,
        "status": "idle",
    }
    return {**found, **more}


def created(live: str = LIVE, stored: str = STORED) -> dict[str, object]:
    """The answer of `session.create`."""
    return {"session_id": live, "stored_session_id": stored, "messages": [], "info": {"model": "fake-model"}}


class Desk:
    """A hub, its gateway, and what it told."""

    def __init__(self, folder: Path, state: str = "open") -> None:
        self.gateway = ScriptedGateway({"session.active_list": {"sessions": []}}, "open" if state == "open" else "idle")
        self.gateway.answers["prompt.submit"] = {"status": "streaming"}
        self.storage = Storage.open(folder / "shell.db")
        outbox = Outbox(self.storage, self.gateway)
        self.hub = ChatHub(self.gateway, outbox, Cuts(self.storage, outbox), lambda: 1000.0)
        self.told: list[tuple[str, What]] = []
        self._changed = asyncio.Event()
        self.gateway.calls = Calls(self._changed)
        self.hub.subscribe(self._hear)
        self.hub.start()

    async def close(self) -> None:
        await self.hub.close()
        await asyncio.to_thread(self.storage.close)

    def _hear(self, chat: Chat, what: What) -> None:
        self.told.append((chat.key, what))
        self._changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something that the hub tells, or a call, makes the condition true."""
        async with asyncio.timeout(5):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    def calls(self, method: str) -> list[Mapping[str, Any]]:
        """The parameters of the calls of a method."""
        return [given for name, given in self.gateway.calls if name == method]

    def start_turn(self, live: str = LIVE) -> None:
        self.gateway.emit("message.start", live)

    def say(self, text: str, live: str = LIVE) -> None:
        self.gateway.emit("message.delta", live, {"text": text})

    def end_turn(self, text: str = "Done", live: str = LIVE, status: str = "complete") -> None:
        payload = {"text": text, "usage": {"input": 3, "output": 4, "total": 7}, "status": status}
        self.gateway.emit("message.complete", live, payload)
        self.gateway.emit("session.info", live, {"running": False, "model": "fake-model"})


class Calls(list[tuple[str, Mapping[str, Any]]]):
    """Calls of a gateway; each wakes whoever waits."""

    def __init__(self, changed: asyncio.Event) -> None:
        super().__init__()
        self._changed = changed

    def append(self, call: tuple[str, Mapping[str, Any]]) -> None:
        super().append(call)
        self._changed.set()


def users(chat: Chat) -> list[tuple[str, str]]:
    """Text and status of what the user said."""
    return [(turn.user.text, turn.user.status) for turn in chat.transcript.turns if turn.user is not None]
