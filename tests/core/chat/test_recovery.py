"""What a chat comes back from: an answer that never came, a refusal, a window that left in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.chat.chat import Chat
from hermes_shell.core.chat.said import said_in
from hermes_shell.errors import GatewayError
from hermes_shell.transcript.history import LOST
from hermes_shell.transcript.turns import Failure
from tests.core.chat.hub_parts import LIVE, STORED, Desk, created, prompt, resumed, users

NEW = "new:0001"
OTHER = "20261130_121212_bbbbbb"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = Desk(tmp_path)
    yield made
    await made.close()


def lose_the_answer(desk: Desk) -> None:
    """The connection breaks before the next prompt is answered, and is there again at once."""

    def submit(_: Mapping[str, Any]) -> object:
        desk.gateway.turn("closed")
        desk.gateway.answers["prompt.submit"] = {"status": "streaming"}
        raise GatewayError(None, "The connection was lost.")

    desk.gateway.answers["session.create"] = created()
    desk.gateway.answers["prompt.submit"] = submit


async def test_first_prompt_that_came_without_an_answer_is_not_sent_again(desk: Desk) -> None:
    lose_the_answer(desk)
    chat = await desk.hub.submit(NEW, prompt())
    await desk.until(lambda: desk.gateway.state == "closed" and not chat.busy)
    desk.gateway.answers["session.resume"] = resumed("live2", messages=[{"role": "user", "text": "Hello"}])
    desk.gateway.turn("open")
    await desk.until(lambda: not desk.hub.outbox.keys())
    assert [len(desk.calls(name)) for name in ("session.create", "prompt.submit")] == [1, 1]
    assert chat.live == "live2"


async def test_first_prompt_that_never_came_is_sent_in_a_new_session(desk: Desk) -> None:
    lose_the_answer(desk)
    chat = await desk.hub.submit(NEW, prompt())
    await desk.until(lambda: desk.gateway.state == "closed" and not chat.busy)
    desk.gateway.answers["session.resume"] = GatewayError(4007, "session not found")
    desk.gateway.answers["session.create"] = created("live2", OTHER)
    desk.gateway.turn("open")
    await desk.until(lambda: not desk.hub.outbox.keys())
    assert desk.calls("prompt.submit")[-1] == {"session_id": "live2", "text": "Hello"}
    assert (chat.key, chat.gone, chat.fault) == (OTHER, False, None)


def failures(chat: Chat) -> list[str]:
    """Why turns of a chat did not end well."""
    return [part.text for turn in chat.transcript.turns for part in turn.parts if isinstance(part, Failure)]


async def test_first_turn_that_went_with_its_gateway_is_lost_and_can_be_tried_again(desk: Desk) -> None:
    desk.gateway.answers["session.create"] = created()
    chat = await desk.hub.submit(NEW, prompt())
    await desk.until(lambda: not desk.hub.outbox.keys())
    desk.start_turn()
    desk.say("Half of")
    desk.hub.set_shown(chat, "w1", shown=True)
    desk.gateway.answers["session.resume"] = GatewayError(4007, "session not found")
    desk.gateway.turn("closed")
    desk.gateway.turn("open")
    await desk.until(lambda: not chat.busy)
    assert failures(chat) == [LOST]
    assert (chat.transcript.running, chat.gone, chat.fault) == (False, False, None)
    desk.gateway.answers["session.create"] = created("live2", OTHER)
    await desk.hub.actions.resend(STORED, 0, "Hello")
    await desk.until(lambda: len(desk.calls("prompt.submit")) == 2)
    assert desk.calls("prompt.submit")[1] == {"session_id": "live2", "text": "Hello"}
    assert chat.key == OTHER


@pytest.mark.parametrize("code", [4007, -32601, 5000])
async def test_turn_whose_session_cannot_be_resumed_ends(desk: Desk, code: int) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.open(STORED)
    desk.start_turn()
    desk.say("Half of")
    desk.gateway.answers["session.resume"] = GatewayError(code, "No.")
    desk.gateway.turn("closed")
    desk.gateway.turn("open")
    await desk.until(lambda: not chat.busy)
    assert failures(chat) == [LOST]
    assert (chat.transcript.running, chat.fault, chat.gone) == (False, "No.", code == 4007)


async def test_turn_goes_on_when_the_connection_is_lost_again_before_it_was_resumed(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.open(STORED)
    desk.start_turn()

    def resume(_: object) -> object:
        desk.gateway.turn("closed")
        raise GatewayError(None, "The connection was lost.")

    desk.gateway.answers["session.resume"] = resume
    desk.gateway.turn("closed")
    before = len(desk.told)
    desk.gateway.turn("open")
    await desk.until(lambda: desk.gateway.state == "closed" and len(desk.told) > before)
    assert chat.busy
    assert failures(chat) == []
    desk.gateway.answers["session.resume"] = resumed("live2", running=True, inflight={"user": "", "assistant": "x"})
    desk.gateway.turn("open")
    await desk.until(lambda: chat.live == "live2")
    assert chat.transcript.running


async def test_messages_come_back_when_what_was_to_take_their_place_is_refused(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    desk.gateway.answers["prompt.submit"] = GatewayError(5032, "No model is set.")
    chat = await desk.hub.open(STORED)
    await desk.hub.actions.resend(STORED, 0, "Changed")
    await desk.until(lambda: users(chat) == [("Before", "done"), ("Changed", "failed")])


async def test_messages_stay_when_what_was_to_take_their_place_is_not_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    chat = await desk.hub.open(STORED)
    monkeypatch.setattr("hermes_shell.core.outbox.MOST_ENTRIES", 0)
    with pytest.raises(Exception, match="wait already"):
        await desk.hub.actions.resend(STORED, 0, "Changed")
    assert users(chat) == [("Before", "done")]


async def test_session_of_a_chat_that_was_let_go_meanwhile_is_closed(desk: Desk) -> None:
    answered = asyncio.Event()

    async def create(_: Mapping[str, Any]) -> object:
        await answered.wait()
        return created()

    desk.gateway.answers["session.create"] = create
    desk.gateway.answers["session.close"] = {"ok": True}
    warming = asyncio.create_task(desk.hub.actions.warm(NEW))
    await desk.until(lambda: bool(desk.calls("session.create")))
    assert desk.hub.letting_go.release(desk.hub.ensure(NEW))
    answered.set()
    assert not await warming
    await desk.until(lambda: desk.calls("session.close") == [{"session_id": LIVE}])
    assert desk.hub.by_live(LIVE) is None


USER, OTHER_USER = {"role": "user", "text": "Again"}, {"role": "user", "text": "Before"}
ANSWER = {"role": "assistant", "text": "Yes."}


@pytest.mark.parametrize(
    ("messages", "inflight", "queued", "count"),
    [
        ([USER, ANSWER], None, None, 1),
        ([USER, ANSWER], "Again", None, 2),
        ([USER], "Again", None, 1),
        ([USER, {"role": "tool", "name": "terminal"}], "Again", None, 1),
        ([OTHER_USER, ANSWER], "Again", None, 2),
        ([OTHER_USER], "Again", None, 2),
        ([USER, ANSWER], "Again", "Again", 3),
        ([], "Again", None, 1),
    ],
)
def test_a_running_prompt_counts_once_also_when_it_says_what_was_said_before(
    messages: list[dict[str, Any]], inflight: str | None, queued: str | None, count: int
) -> None:
    flying, waiting = ({"user": text} if text else None for text in (inflight, queued))
    assert said_in(messages, flying, waiting).count == count


async def test_session_that_was_resumed_on_a_lost_connection_is_resumed_on_the_next(desk: Desk) -> None:
    asked, told = asyncio.Event(), asyncio.Event()
    rest = desk.gateway.rest

    async def slow(*given: Any, **more: Any) -> object:
        asked.set()
        await told.wait()
        return await rest(*given, **more)

    desk.gateway.answers["session.resume"] = resumed(running=True, status="streaming")
    desk.gateway.answers[f"GET /api/sessions/{STORED}/messages"] = {"session_id": STORED, "messages": []}
    desk.gateway.answers[f"GET /api/sessions/{STORED}"] = {"id": STORED}
    desk.gateway.rest = slow
    opened = asyncio.create_task(desk.hub.open(STORED))
    await asked.wait()
    desk.gateway.epoch += 1
    told.set()
    chat = await opened
    assert (len(desk.calls("session.resume")), desk.hub.opener.is_fresh(chat)) == (2, True)


async def test_chat_that_is_deleted_while_it_is_resumed_stays_gone(desk: Desk) -> None:
    asked, told = asyncio.Event(), asyncio.Event()

    async def slow(*_: Any, **__: Any) -> object:
        asked.set()
        await told.wait()
        raise GatewayError(404, "Session not found")

    desk.gateway.answers["session.resume"] = resumed()
    desk.gateway.rest = slow
    opened = asyncio.create_task(desk.hub.open(STORED))
    await asked.wait()
    chat = desk.hub.ensure(STORED)
    desk.hub.forget(STORED)
    told.set()
    with pytest.raises(GatewayError, match="deleted"):
        await opened
    assert chat.gone
    assert desk.hub.by_live(LIVE) is None
