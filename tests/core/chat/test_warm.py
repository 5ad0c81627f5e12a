"""The session of a new chat is made while somebody types in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.core.chat.hub_parts import LIVE, STORED, Desk, created, prompt

NEW = "new:0001"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = Desk(tmp_path)
    made.gateway.answers["session.create"] = created()
    yield made
    await made.close()


def show(desk: Desk, key: str = NEW) -> None:
    desk.hub.set_shown(desk.hub.ensure(key), "w1", shown=True)


async def test_typing_makes_the_session_once_and_the_first_prompt_takes_it(desk: Desk) -> None:
    show(desk)
    desk.hub.actions.warm_ahead(NEW)
    desk.hub.actions.warm_ahead(NEW)
    await desk.until(lambda: desk.hub.by_live(LIVE) is not None)
    assert desk.hub.ensure(NEW).key == NEW
    desk.hub.actions.warm_ahead(NEW)
    chat = await desk.hub.submit(NEW, prompt())
    await desk.until(lambda: not desk.hub.outbox.keys())
    assert (chat.key, len(desk.calls("session.create"))) == (STORED, 1)


async def test_nothing_is_made_ahead_for_what_nobody_sees_or_while_there_is_no_gateway(desk: Desk) -> None:
    desk.hub.ensure(NEW)
    desk.hub.actions.warm_ahead(NEW)
    desk.hub.actions.warm_ahead("new:nobody")
    desk.gateway.turn("closed")
    show(desk, "new:0002")
    desk.hub.actions.warm_ahead("new:0002")
    await asyncio.sleep(0)
    assert desk.calls("session.create") == []


async def test_few_sessions_are_made_ahead(desk: Desk) -> None:
    made = 0

    def create(_: object) -> object:
        nonlocal made
        made += 1
        return created(f"live{made}", f"stored{made}")

    desk.gateway.answers["session.create"] = create
    for number in range(5):
        show(desk, f"new:{number}")
        desk.hub.actions.warm_ahead(f"new:{number}")
        wanted = {f"live{one}" for one in range(1, min(number + 1, 3) + 1)}
        await desk.until(lambda wanted=wanted: {one.live for one in desk.hub.chats() if one.live} == wanted)
    assert made == 3


async def test_session_that_nobody_used_is_closed_with_its_chat(desk: Desk) -> None:
    show(desk)
    desk.gateway.answers["session.close"] = {"closed": True}
    desk.hub.actions.warm_ahead(NEW)
    await desk.until(lambda: desk.hub.by_live(LIVE) is not None)
    chat = desk.hub.ensure(NEW)
    desk.hub.set_shown(chat, "w1", shown=False)
    assert desk.hub.letting_go.release(chat)
    await desk.until(lambda: desk.calls("session.close") == [{"session_id": LIVE}])


async def test_new_chat_says_where_it_works(desk: Desk) -> None:
    desk.gateway.answers["config.get"] = {"cwd": "/folder/here", "branch": ""}
    show(desk)
    assert await desk.hub.actions.warm(NEW)
    assert desk.calls("session.create")[0]["cwd"] == "/folder/here"


@pytest.mark.parametrize("answer", [{"cwd": ""}, {}, [], None])
async def test_gateway_that_knows_no_folder_is_told_none(desk: Desk, answer: object) -> None:
    desk.gateway.answers["config.get"] = answer
    show(desk)
    assert await desk.hub.actions.warm(NEW)
    assert "cwd" not in desk.calls("session.create")[0]
