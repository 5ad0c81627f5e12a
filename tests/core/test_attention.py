from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest

from hermes_shell.core import attention as attention_module
from hermes_shell.core.desktop import NoDesktop
from hermes_shell.core.shell import Shell
from hermes_shell.notifications import Activated, Notification, Notifications
from tests.scripted_gateway import ScriptedGateway
from tests.shell_parts import FakeChannel, connect, open_app

ASK = {"question": "Which colour?", "choices": ["Red"], "request_id": "c1"}
DONE = {"text": "It is\ndone.", "status": "complete"}


class FakeNotifications:
    def __init__(self) -> None:
        self.posted: list[tuple[Notification, Activated]] = []
        self.news = asyncio.Event()

    async def post(self, notification: Notification, activated: Activated) -> bool:
        self.posted.append((notification, activated))
        self.news.set()
        return True

    async def close(self) -> None: ...


class FakeDesktop(NoDesktop):
    def __init__(self) -> None:
        self.focused: list[str | None] = []

    def focus(self, key: str | None = None) -> bool:
        self.focused.append(key)
        return True


class Bench:
    def __init__(self, shell: Shell, gateway: ScriptedGateway) -> None:
        self.shell = shell
        self.gateway = gateway
        self.notes = FakeNotifications()
        self.desktop = FakeDesktop()
        shell.notifications = cast("Notifications", self.notes)
        shell.desktop = self.desktop
        self.window, self.channel, _ = connect(shell)
        chat = shell.chats.learned("live1", "stored1")
        chat.title = "Board"

    async def posted(self) -> Notification:
        async with asyncio.timeout(5):
            await self.notes.news.wait()
        return self.notes.posted[-1][0]


def messages(channel: FakeChannel, kind: str) -> list[dict[str, Any]]:
    return [message for message in channel.sent if message["t"] == kind]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    gateway = ScriptedGateway({"clarify.respond": {"status": "ok"}, "session.active_list": {"sessions": []}})
    async with open_app(tmp_path, gateway=gateway) as (_, shell, _loader):
        yield Bench(shell, gateway)


async def test_a_question_calls_while_no_window_has_the_focus(bench: Bench) -> None:
    bench.gateway.emit("clarify.request", "live1", ASK)
    assert await bench.posted() == Notification("Board: the agent needs you", "Which colour?", silent=False)


async def test_nobody_is_called_who_is_here(bench: Bench) -> None:
    bench.window.tell("focus", {"focused": True})
    bench.gateway.emit("clarify.request", "live1", ASK)
    bench.gateway.emit("message.complete", "live1", DONE)
    await asyncio.sleep(0)
    assert bench.notes.posted == []


@pytest.mark.parametrize("off", ["notifications.enabled", "notifications.questions"])
async def test_questions_call_by_choice(bench: Bench, off: str) -> None:
    await bench.shell.preferences.set(off, False)
    bench.gateway.emit("clarify.request", "live1", ASK)
    await asyncio.sleep(0)
    assert bench.notes.posted == []


async def test_a_turn_that_ended_calls_by_choice_and_not_when_the_user_ended_it(bench: Bench) -> None:
    bench.gateway.emit("message.complete", "live1", {"text": None, "status": "interrupted"})
    bench.gateway.emit("message.complete", "unknown", DONE)
    bench.gateway.emit("message.complete", "live1", DONE)
    assert await bench.posted() == Notification("Board is done", "It is done.", silent=False)
    assert len(bench.notes.posted) == 1


async def test_turns_that_end_together_call_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.gateway.emit("message.complete", "live1", {"text": "x" * 500, "status": "error"})
    bench.gateway.emit("message.complete", "live1", DONE)
    shown = await bench.posted()
    assert (shown.title, len(shown.body), len(bench.notes.posted)) == ("Board failed", 200, 1)
    monkeypatch.setattr(attention_module, "PAUSE_SECONDS", 0.0)
    bench.notes.news.clear()
    bench.gateway.emit("message.complete", "live1", DONE)
    await bench.posted()
    assert len(bench.notes.posted) == 2


@pytest.mark.parametrize(("choice", "tones"), [("off", []), ("questions", ["question"]), ("all", ["question", "turn"])])
async def test_a_tone_sounds_by_choice_in_one_window(bench: Bench, choice: str, tones: list[str]) -> None:
    await bench.shell.preferences.set("notifications.sound", choice)
    other, channel, _ = connect(bench.shell, "w2")
    other.tell("focus", {"focused": True})
    bench.gateway.emit("clarify.request", "live1", ASK)
    bench.gateway.emit("message.complete", "live1", DONE)
    assert [message["tone"] for message in messages(channel, "attention")] == tones
    assert messages(bench.channel, "attention") == []


async def test_73_a_click_brings_a_window_to_the_front_and_opens_the_chat(bench: Bench) -> None:
    bench.window.native = "native1"
    bench.gateway.emit("clarify.request", "live1", ASK)
    await bench.posted()
    bench.notes.posted[0][1](None)
    assert bench.desktop.focused == ["native1"]
    assert messages(bench.channel, "attention") == [{"t": "attention", "open": "stored1"}]


async def test_windows_know_the_questions_and_the_status_bar_counts_them(bench: Bench) -> None:
    bench.gateway.emit("message.start", "live1")
    bench.gateway.emit("clarify.request", "live1", ASK)
    bench.gateway.emit("sudo.request", "live1", {"request_id": "s1"})
    (first, second) = messages(bench.channel, "questions")[-1]["questions"]
    assert (first["id"], first["kind"], first["key"], first["chat"]) == ("c1", "clarify", "stored1", "Board")
    assert (second["kind"], second["choices"]) == ("sudo", [])
    item = bench.shell.registry.get("statusBar.left", "questions")
    assert item is not None
    assert item.title == "2 need you"
    cards = cast("list[dict[str, str]]", await bench.window.call("questions.cards", {}))
    assert [card["id"] for card in cards] == ["c1", "s1"]
    assert 'type="password"' in cards[1]["html"]
    assert bench.shell.chats.learned("live1", "stored1").asks
    await bench.window.call("question.answer", {"id": "c1", "answer": "Red"})
    bench.gateway.emit("message.complete", "live1", DONE)
    assert bench.shell.registry.get("statusBar.left", "questions") is None
    assert messages(bench.channel, "questions")[-1]["questions"] == []
    assert not bench.shell.chats.learned("live1", "stored1").asks


async def test_a_window_that_comes_later_is_told_what_waits(bench: Bench) -> None:
    bench.gateway.emit("clarify.request", "live1", ASK)
    window, channel, _ = connect(bench.shell, "w2")
    window.welcomed()
    assert [one["id"] for one in messages(channel, "questions")[0]["questions"]] == ["c1"]


async def test_a_chat_that_is_opened_later_shows_the_question_that_waits_there(bench: Bench) -> None:
    bench.gateway.answers["session.resume"] = {
        "session_id": "live1",
        "resumed": "stored1",
        "session_key": "stored1",
        "messages": [{"role": "user", "text": "Paint it"}],
        "info": {},
        "running": True,
        "status": "waiting",
        "inflight": {"user": "Paint it", "assistant": "", "streaming": True},
    }
    bench.gateway.emit("message.start", "live1")
    bench.gateway.emit("clarify.request", "live1", ASK)
    chat = await bench.shell.chats.open("stored1")
    assert [question.id for question in chat.transcript.open_questions()] == ["c1"]
    bench.gateway.emit("message.complete", "live1", {"text": None, "status": "interrupted"})
    assert chat.transcript.open_questions() == []
    bench.shell.chats.tell(chat, "transcript")
    assert chat.transcript.open_questions() == []
