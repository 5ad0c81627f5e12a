"""Chats between windows and gateway: opening, sending, turns, moving, reconnecting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.errors import GatewayError
from hermes_shell.transcript.turns import Note
from tests.core.chat.hub_parts import LIVE, STORED, Desk, created, prompt, resumed, users

NEW = "new:0001"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = Desk(tmp_path)
    yield made
    await made.close()


async def test_opening_resumes_once_and_loads_the_messages(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    first, second = await asyncio.gather(desk.hub.open(STORED), desk.hub.open(STORED))
    assert first is second
    assert desk.calls("session.resume") == [{"session_id": STORED, "cols": 100}]
    assert users(first) == [("Before", "done")]
    assert (first.live, first.model, first.cwd, first.loaded) == (LIVE, "fake-model", "/work", True)
    assert desk.hub.by_live(LIVE) is first
    await desk.hub.open(STORED)
    assert len(desk.calls("session.resume")) == 1


async def test_chat_that_cannot_be_opened_says_why_and_opens_later(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = GatewayError(4007, "session not found")
    with pytest.raises(GatewayError):
        await desk.hub.open(STORED)
    chat = desk.hub.ensure(STORED)
    assert (chat.fault, chat.gone, chat.loaded) == ("session not found", True, False)
    desk.gateway.answers["session.resume"] = resumed()
    await desk.hub.open(STORED)
    assert (chat.fault, chat.gone, chat.loaded) == (None, False, True)


async def test_first_prompt_makes_the_session_and_moves_the_chat_before_it_is_sent(desk: Desk) -> None:
    desk.gateway.answers["session.create"] = created()
    keys: list[str] = []

    def submit(given: Mapping[str, Any]) -> object:
        keys.append(chat.key)
        return {"status": "streaming"}

    desk.gateway.answers["prompt.submit"] = submit
    chat = await desk.hub.submit(NEW, prompt())
    assert users(chat) == [("Hello", "sending")]
    await desk.until(lambda: chat.kept)
    assert keys == [STORED]
    assert (chat.key, chat.former) == (STORED, NEW)
    assert desk.hub.chat(NEW) is chat
    assert desk.hub.chats() == (chat,)
    assert desk.hub.chat(STORED) is chat
    assert desk.calls("prompt.submit") == [{"session_id": LIVE, "text": "Hello"}]
    moved = desk.told.index((STORED, "moved"))
    assert all(key == NEW for key, _ in desk.told[:moved])


async def test_session_that_tells_of_itself_before_its_answer_makes_no_second_chat(desk: Desk) -> None:
    def create(given: Mapping[str, Any]) -> object:
        desk.gateway.emit("session.info", LIVE, {"stored_session_id": STORED, "model": "early-model", "running": False})
        return created()

    desk.gateway.answers["session.create"] = create
    chat = await desk.hub.submit(NEW, prompt())
    await desk.until(lambda: chat.key == STORED)
    assert desk.hub.chats() == (chat,)
    assert chat.model == "early-model"


async def test_same_client_id_is_sent_once(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    await desk.hub.submit(STORED, prompt())
    await desk.hub.submit(STORED, prompt())
    await desk.until(lambda: bool(desk.calls("prompt.submit")))
    await desk.hub.submit(STORED, prompt())
    assert len(desk.calls("prompt.submit")) == 1


async def test_turn_is_busy_from_the_sending_to_the_idle_gateway(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.submit(STORED, prompt())
    await desk.until(lambda: bool(desk.calls("prompt.submit")))
    assert (chat.busy, chat.awaiting) == (True, True)
    desk.start_turn()
    assert (chat.busy, chat.awaiting) == (True, True)
    desk.say("Hi")
    assert (chat.busy, chat.awaiting) == (True, False)
    desk.gateway.emit("message.complete", LIVE, {"text": "Hi", "usage": {"total": 9}, "status": "complete"})
    assert (chat.busy, chat.usage) == (True, {"total": 9})
    desk.gateway.emit("session.info", LIVE, {"running": False})
    assert (chat.busy, chat.awaiting, chat.unread) == (False, False, True)


async def test_turn_that_only_fails_ends_with_the_error(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.submit(STORED, prompt())
    await desk.until(lambda: bool(desk.calls("prompt.submit")))
    desk.gateway.emit("error", LIVE, {"message": "agent init failed: no provider"})
    desk.gateway.emit("error", LIVE, {"message": "no provider"})
    assert (chat.busy, chat.awaiting) == (False, False)


async def test_turn_that_nobody_submitted_is_one(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.open(STORED)
    desk.hub.set_shown(chat, "w1", shown=True)
    desk.start_turn()
    desk.start_turn()
    assert chat.busy
    desk.end_turn()
    assert (chat.busy, chat.unread) == (False, False)


async def test_note_that_is_steered_in_stands_in_the_turn_that_took_it(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    desk.gateway.answers["session.steer"] = {"status": "queued"}
    chat = await desk.hub.open(STORED)
    desk.start_turn()
    assert await desk.hub.actions.steer(STORED, "to the left") == "queued"
    assert [part.text for part in chat.transcript.turns[-1].parts if isinstance(part, Note)] == ["to the left"]
    desk.gateway.answers["session.steer"] = {"status": "rejected"}
    assert await desk.hub.actions.steer(STORED, "too late") == "rejected"
    assert len([part for part in chat.transcript.turns[-1].parts if isinstance(part, Note)]) == 1


async def test_prompt_waits_for_the_end_of_a_turn_and_one_that_interrupts_ends_it(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    desk.gateway.answers["session.interrupt"] = {"status": "interrupted"}
    chat = await desk.hub.open(STORED)
    desk.start_turn()
    await desk.hub.submit(STORED, prompt("Later"))
    await desk.until(lambda: users(chat)[-1] == ("Later", "queued"))
    assert [one.text for one in chat.queued] == ["Later"]
    await desk.hub.submit(STORED, prompt("Now", "22222222-0000", "interrupt"))
    await desk.until(lambda: bool(desk.calls("session.interrupt")))
    assert desk.calls("prompt.submit") == []
    desk.end_turn(status="interrupted")
    await desk.until(lambda: len(desk.calls("prompt.submit")) == 1)
    assert desk.calls("prompt.submit")[0]["text"] == "Now"
    desk.start_turn()
    desk.end_turn()
    await desk.until(lambda: len(desk.calls("prompt.submit")) == 2)
    assert chat.queued == []


async def test_dead_live_id_is_resumed_and_the_call_repeated_once(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.open(STORED)
    answers: list[object] = [GatewayError(4001, "session not found"), {"status": "streaming"}]

    def submit(given: Mapping[str, Any]) -> object:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    desk.gateway.answers["prompt.submit"] = submit
    desk.gateway.answers["session.resume"] = resumed("ffff0000")
    await desk.hub.submit(STORED, prompt())
    await desk.until(lambda: not answers)
    assert [given["session_id"] for given in desk.calls("prompt.submit")] == [LIVE, "ffff0000"]
    assert chat.live == "ffff0000"


async def test_prompt_that_is_refused_stays_and_says_why(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    desk.gateway.answers["prompt.submit"] = GatewayError(5032, "the agent could not be built")
    chat = await desk.hub.submit(STORED, prompt())
    await desk.until(lambda: users(chat)[-1][1] == "failed")
    assert not chat.busy


async def test_events_of_unknown_sessions_find_their_chat(desk: Desk) -> None:
    desk.gateway.emit("session.info", "aaaa0000", {"stored_session_id": "20261130_101010_abcdef", "running": True})
    chat = desk.hub.by_live("aaaa0000")
    assert chat is not None
    assert (chat.key, chat.busy, chat.loaded) == ("20261130_101010_abcdef", True, False)
    desk.gateway.answers["session.active_list"] = {"sessions": [{"id": "bbbb0000", "session_key": STORED}]}
    desk.start_turn("bbbb0000")
    await desk.until(lambda: desk.hub.by_live("bbbb0000") is not None)
    found = desk.hub.chat(STORED)
    assert found is not None
    assert found.busy


async def test_unknown_session_is_asked_for_once(desk: Desk) -> None:
    await desk.until(lambda: bool(desk.calls("session.active_list")))
    desk.say("a", "cccc0000")
    await desk.until(lambda: len(desk.calls("session.active_list")) == 2)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    desk.say("b", "cccc0000")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(desk.calls("session.active_list")) == 2


async def test_reconnect_resumes_what_is_shown_or_works_and_takes_the_text_so_far(desk: Desk) -> None:
    other = "20261130_111111_aaaaaa"

    def resume(given: Mapping[str, Any]) -> object:
        return resumed("live-" + str(given["session_id"])[-6:], str(given["session_id"]))

    def resume_running(given: Mapping[str, Any]) -> object:
        inflight = {"user": "Go", "assistant": "First words", "streaming": True}
        stored = str(given["session_id"])
        return resumed("live-again", stored, running=True, status="working", inflight=inflight)

    desk.gateway.answers["session.resume"] = resume
    shown, idle = await desk.hub.open(STORED), await desk.hub.open(other)
    desk.hub.set_shown(shown, "w1", shown=True)
    desk.start_turn("live-6ede65")
    desk.say("First", "live-6ede65")
    desk.gateway.turn("closed", "gone")
    assert shown.busy
    desk.gateway.answers["session.resume"] = resume_running
    before = len(desk.calls("session.resume"))
    desk.gateway.turn("open")
    await desk.until(lambda: shown.live == "live-again")
    assert [given["session_id"] for given in desk.calls("session.resume")[before:]] == [STORED]
    assert not desk.hub.opener.is_fresh(idle)
    desk.end_turn("First words and more", "live-again")
    assert not shown.busy


async def test_turn_that_ended_while_nobody_listened_is_over_after_the_reconnect(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.open(STORED)
    desk.start_turn()
    desk.gateway.turn("closed", "gone")
    desk.gateway.turn("open")
    await desk.until(lambda: not chat.busy)
    assert chat.unread


async def test_prompt_waits_for_the_connection(desk: Desk) -> None:
    desk.gateway.answers["session.create"] = created()
    desk.gateway.turn("closed", "gone")
    chat = await desk.hub.submit(NEW, prompt())
    assert users(chat) == [("Hello", "waiting")]
    desk.gateway.turn("open")
    await desk.until(lambda: bool(desk.calls("prompt.submit")))
    assert chat.key == STORED


async def test_compressed_session_goes_on_under_its_new_id(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.open(STORED)
    desk.gateway.emit("session.info", LIVE, {"stored_session_id": "20261130_121212_bbbbbb", "running": False})
    assert (chat.key, chat.former) == ("20261130_121212_bbbbbb", STORED)
    assert desk.hub.chat("20261130_121212_bbbbbb") is chat


async def test_rows_that_are_no_messages_are_passed_over(desk: Desk) -> None:
    rows: list[object] = ["x", None, 5, {"role": 5}, {"role": "user", "text": "Hello"}]
    desk.gateway.answers["session.resume"] = resumed(messages=rows)
    chat = await desk.hub.open(STORED)
    assert users(chat) == [("Hello", "done")]


async def test_chat_that_cannot_be_loaded_keeps_no_other_from_coming_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(params: Mapping[str, Any]) -> object:
        return resumed(params["session_id"], params["session_id"])

    desk.gateway.answers["session.resume"] = answer
    bad, good = await desk.hub.open("bad"), await desk.hub.open(STORED)
    for chat in (bad, good):
        desk.hub.set_shown(chat, "w1", shown=True)

    def fails(*_: object, **__: object) -> None:
        raise TypeError("what is this")

    monkeypatch.setattr(bad.transcript, "load", fails)
    desk.gateway.epoch += 1
    await desk.hub.opener.reconnect()
    assert desk.hub.opener.is_fresh(good)
    assert bad.fault == "The messages of this chat could not be read. The log has the details."
