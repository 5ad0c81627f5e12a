"""What windows get of chats, and in which order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from hermes_shell.core.chat import window_chats
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import GatewayError, ProtocolError
from tests.core.chat.hub_parts import LIVE, STORED, created, resumed
from tests.scripted_gateway import ScriptedGateway
from tests.shell_parts import FakeChannel, connect, open_app

NEW = "new:0001"
PROMPT = {"text": "Hello", "client_id": "11111111-0000"}


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncGenerator[Shell]:
    answers: dict[str, object] = {
        "session.active_list": {"sessions": []},
        "session.resume": resumed(),
        "session.create": created(),
        "prompt.submit": {"status": "streaming"},
        "GET /api/sessions": {"sessions": [], "total": 0},
    }
    async with open_app(tmp_path, ScriptedGateway(answers)) as (_, parts, _loader):
        yield parts


def scripted(shell: Shell) -> ScriptedGateway:
    return cast("ScriptedGateway", shell.gateway)


async def heard(channel: FakeChannel, condition: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """What a window was sent, once the condition holds."""
    async with asyncio.timeout(5):
        while not condition(channel.sent):  # noqa: ASYNC110 - a fake channel tells nobody
            await asyncio.sleep(0.002)
    return channel.sent


def lists(message: Mapping[str, Any]) -> list[str]:
    """The lists and targets of a frame."""
    return [part.get("list") or part.get("target") or "" for part in message.get("parts", [])]


async def show(window: Window, key: str, **more: object) -> dict[str, Any]:
    return cast("dict[str, Any]", await window.call("chat.show", {"key": key, **more}))


async def test_messages_come_before_the_answer_and_facts_say_what_it_is(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    answer = await show(window, STORED)
    assert (answer["key"], answer["chat"]["loaded"], answer["has_older"]) == (STORED, True, False)
    frames = [message for message in channel.sent if message["t"] == "frame"]
    assert any("Before" in str(frame["parts"]) and f"chat:{STORED}" in lists(frame) for frame in frames)


async def test_raw_event_leaves_before_the_fragment_that_it_causes(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)
    await heard(channel, bool)
    del channel.sent[:]
    scripted(shell).emit("message.start", LIVE)
    scripted(shell).emit("message.delta", LIVE, {"text": "Streamed"})
    sent = await heard(channel, lambda all_sent: "Streamed" in str([one for one in all_sent if one["t"] == "frame"]))
    kinds = [one["t"] for one in sent]
    delta = next(at for at, one in enumerate(sent) if one["t"] == "event" and one["event"]["type"] == "message.delta")
    frame = next(at for at, one in enumerate(sent) if one["t"] == "frame" and "Streamed" in str(one))
    assert delta < frame, kinds


async def test_raw_events_leave_first_however_they_come(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_chats, "FRAME_SECONDS", 0.0)
    window, channel, _ = connect(shell)
    await show(window, STORED)
    scripted(shell).emit("message.start", LIVE)
    await heard(channel, lambda sent: any(one["t"] == "event" for one in sent))
    del channel.sent[:]
    for number in range(6):
        for half in "ab":
            scripted(shell).emit("message.delta", LIVE, {"text": f" w{number}{half}"})
        await asyncio.sleep(0)
    sent = await heard(channel, lambda sent: any("w5b" in str(one) for one in sent if one["t"] == "frame"))
    for word in (f"w{number}{half}" for number in range(6) for half in "ab"):
        said = [one["t"] for one in sent if word in str(one)]
        assert said[0] == "event", word


async def test_burst_of_deltas_is_one_frame(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)
    scripted(shell).emit("message.start", LIVE)
    await heard(channel, lambda sent: any(one["t"] == "event" for one in sent))
    del channel.sent[:]
    for number in range(200):
        scripted(shell).emit("message.delta", LIVE, {"text": f" w{number}"})
    sent = await heard(channel, lambda all_sent: "w199" in str([one for one in all_sent if one["t"] == "frame"]))
    assert len([one for one in sent if one["t"] == "frame" and any("parts:" in name for name in lists(one))]) <= 2


async def test_move_is_told_before_anything_of_the_new_key(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    await show(window, NEW)
    del channel.sent[:]
    answer = await window.call("chat.submit", {"key": NEW, "prompt": PROMPT})
    assert answer in ({"key": NEW}, {"key": STORED})
    sent = await heard(channel, lambda all_sent: any(one["t"] == "chat-moved" for one in all_sent))
    await heard(channel, lambda all_sent: any(STORED in one.get("put", {}) for one in all_sent))
    moved = next(at for at, one in enumerate(sent) if one["t"] == "chat-moved")
    assert sent[moved] == {"t": "chat-moved", "from": NEW, "to": STORED}
    assert not any(STORED in str(one) for one in sent[:moved])
    assert not any(f"chat:{NEW}" in lists(one) for one in sent[moved:])


async def test_page_that_comes_back_to_an_earlier_key_hears_the_new_one_before_the_messages(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    await show(window, NEW)
    await window.call("chat.submit", {"key": NEW, "prompt": PROMPT})
    await heard(channel, lambda all_sent: any(one["t"] == "chat-moved" for one in all_sent))
    later, other, _ = connect(shell, "w2")
    answer = await show(later, NEW)
    assert answer["key"] == STORED
    moved = other.sent.index({"t": "chat-moved", "from": NEW, "to": STORED})
    frames = [at for at, one in enumerate(other.sent) if f"chat:{STORED}" in lists(one)]
    assert frames
    assert moved < min(frames)
    assert "Hello" in str(other.sent)


async def test_hidden_chat_sends_nothing_and_catches_up_when_it_is_shown_again(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)
    await window.call("chat.hide", {"key": STORED})
    del channel.sent[:]
    scripted(shell).emit("message.start", LIVE)
    scripted(shell).emit("message.delta", LIVE, {"text": "Meanwhile"})
    await heard(channel, lambda sent: any(one["t"] == "chats" for one in sent))
    assert not any(one["t"] == "frame" and "Meanwhile" in str(one) for one in channel.sent)
    await show(window, STORED, kept=True)
    frames = [one for one in channel.sent if one["t"] == "frame" and "Meanwhile" in str(one)]
    assert len(frames) == 1
    assert f'[data-list="chat:{STORED}"]' not in lists(frames[0])


async def test_new_chat_that_nobody_used_is_gone_with_its_window(shell: Shell) -> None:
    window, _, _ = connect(shell)
    await show(window, NEW)
    assert shell.chats.chat(NEW) is not None
    await window.call("chat.hide", {"key": NEW})
    assert shell.chats.chat(NEW) is None


async def test_welcome_tells_every_chat(shell: Shell) -> None:
    first, _, _ = connect(shell)
    await show(first, STORED)
    window, channel, _ = connect(shell, "w2")
    window.welcomed()
    told = next(one for one in channel.sent if one["t"] == "chats")
    assert told["all"] is True
    assert told["put"][STORED]["live"] == LIVE


async def test_fault_of_opening_is_a_fact_and_not_an_error(shell: Shell) -> None:
    scripted(shell).answers["session.resume"] = GatewayError(4007, "session not found")
    window, _, _ = connect(shell)
    answer = await show(window, STORED)
    assert (answer["chat"]["gone"], answer["chat"]["loaded"]) == (True, False)


async def test_chat_that_takes_the_place_of_another_is_what_its_window_shows(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)
    await show(window, NEW)
    chat, other = shell.chats.ensure(NEW), shell.chats.ensure(STORED)
    shell.chats.move(chat, STORED)
    assert shell.chats.chat(STORED) is chat
    assert (other.gone, chat.shown) == (True, {window.id})
    del channel.sent[:]
    chat.transcript.said("Here", "22222222-0000", [], "waiting")
    shell.chats.tell(chat, "transcript")
    sent = await heard(channel, lambda sent: any("Here" in str(one) for one in sent if one["t"] == "frame"))
    assert any(f"chat:{STORED}" in lists(one) for one in sent)


async def test_window_that_showed_the_chat_whose_place_is_taken_shows_the_other(shell: Shell) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)
    chat = shell.chats.ensure(NEW)
    shell.chats.move(chat, STORED)
    del channel.sent[:]
    chat.transcript.said("Here", "22222222-0000", [], "waiting")
    shell.chats.tell(chat, "transcript")
    await heard(channel, lambda sent: any("Here" in str(one) for one in sent if one["t"] == "frame"))
    assert chat.shown == {window.id}


async def test_window_that_has_gone_shows_no_chat_any_more(shell: Shell) -> None:
    window, _, _ = connect(shell)
    window.closed()
    with pytest.raises(ProtocolError):
        await show(window, STORED)
    chat = shell.chats.chat(STORED)
    assert chat is None or not chat.shown


async def test_page_that_connects_anew_shows_what_it_says_then(shell: Shell) -> None:
    window, _, _ = connect(shell)
    await show(window, STORED)
    again, _, _ = connect(shell)
    again.welcomed()
    assert shell.chats.ensure(STORED).shown == set()
