"""Branches up to a message, on gateways that make them and on those that know whole branches only."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.core.chat.chat import Chat
from tests.core.chat.hub_parts import STORED, Desk, prompt, resumed, users

COPY, COPY_LIVE = "20261130_110000_0000aa", "000000aa"
SAID = [
    {"role": role, "text": f"{role} {n}"}
    for n in ("one", "two", "three")
    for role in ("user", "assistant")
]  # fmt: skip
ALL = [("user one", "done"), ("user two", "done"), ("user three", "done")]


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = Desk(tmp_path)
    made.gateway.answers["session.resume"] = resumed(messages=SAID)
    await made.hub.open(STORED)
    made.gateway.answers["session.branch"] = {"session_id": COPY_LIVE, "title": "Chat #2", "parent": STORED}
    made.gateway.answers["session.title"] = {"title": "Chat #2", "session_key": COPY}
    yield made
    await made.close()


async def branch(desk: Desk, ordinal: int) -> Chat:
    """Branch up to a message, and open the branch; the gateway has all of it."""
    turn = desk.hub.ensure(STORED).transcript.turn_at(ordinal)
    assert turn is not None
    key = await desk.hub.actions.branch(STORED, turn.id)
    desk.gateway.answers["session.resume"] = resumed(COPY_LIVE, COPY, messages=SAID)
    return await desk.hub.open(key)


async def test_branch_on_a_gateway_that_knows_whole_ones_only_drops_the_rest_with_the_first_prompt(desk: Desk) -> None:
    copy = await branch(desk, 0)
    assert desk.calls("session.branch")[-1]["before_user_ordinal"] == 1
    assert (copy.key, users(copy)) == (COPY, ALL[:1])
    await desk.hub.opener.reload(copy)
    assert users(copy) == ALL[:1]
    await desk.hub.submit(copy.key, prompt("Another way"))
    await desk.until(lambda: bool(desk.calls("prompt.submit")))
    assert desk.calls("prompt.submit")[-1]["truncate_before_user_ordinal"] == 1
    await desk.until(lambda: copy.cut is None)
    assert [text for text, _ in users(copy)] == ["user one", "Another way"]
    assert users(desk.hub.ensure(STORED)) == ALL


async def test_undo_in_such_a_branch_leaves_the_gateway_alone(desk: Desk) -> None:
    copy = await branch(desk, 1)
    assert await desk.hub.actions.undo(copy.key) == "user two"
    assert desk.calls("session.undo") == []
    assert (copy.cut, users(copy)) == (1, ALL[:1])
    await desk.hub.actions.branch(copy.key)
    assert desk.calls("session.branch")[-1] == {"session_id": COPY_LIVE, "before_user_ordinal": 1}


async def test_branch_that_the_gateway_made_so_is_as_it_tells(desk: Desk) -> None:
    desk.gateway.answers["session.branch"] = {"session_id": COPY_LIVE, "title": "Chat #2", "before_user_ordinal": 2}
    copy = await branch(desk, 1)
    assert copy.cut is None
    assert users(copy) == ALL


async def test_branch_at_the_last_message_is_a_whole_one(desk: Desk) -> None:
    copy = await branch(desk, 2)
    assert "before_user_ordinal" not in desk.calls("session.branch")[-1]
    assert (copy.cut, users(copy)) == (None, ALL)
