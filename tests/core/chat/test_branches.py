"""Branches up to a message, on gateways that make them and on those that know whole branches only."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.core.chat.chat import Chat
from hermes_shell.errors import GatewayError
from tests.core.chat.hub_parts import STORED, Desk, prompt, resumed, users

COPY, COPY_LIVE = "20261130_110000_0000aa", "000000aa"
SAID = [
    {"role": role, "text": f"{role} {n}"}
    for n in ("one", "two", "three")
    for role in ("user", "assistant")
]  # fmt: skip
ALL = [("user one", "done"), ("user two", "done"), ("user three", "done")]


async def opened(folder: Path) -> Desk:
    """A desk with a chat of three messages, whose gateway makes whole branches only."""
    made = Desk(folder)
    made.gateway.answers["session.resume"] = resumed(messages=SAID)
    await made.hub.open(STORED)
    made.gateway.answers["session.branch"] = {"session_id": COPY_LIVE, "title": "Chat #2", "parent": STORED}
    made.gateway.answers["session.title"] = {"title": "Chat #2", "session_key": COPY}
    return made


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = await opened(tmp_path)
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


async def restarted(desk: Desk, folder: Path, state: str = "open") -> Desk:
    """The desk after a new start of the shell, whose gateway still has all of the branch."""
    await desk.close()
    made = Desk(folder, state)
    made.gateway.answers["session.resume"] = resumed(COPY_LIVE, COPY, messages=SAID)
    return made


async def test_new_start_shows_and_sends_a_branch_as_it_was(tmp_path: Path) -> None:
    desk = await opened(tmp_path)
    copy = await branch(desk, 1)
    assert await desk.hub.actions.undo(copy.key) == "user two"
    again = await restarted(desk, tmp_path)
    copy = await again.hub.open(COPY)
    assert users(copy) == ALL[:1]
    await again.hub.submit(COPY, prompt("Another way"))
    await again.until(lambda: copy.cut is None)
    assert again.calls("prompt.submit")[-1]["truncate_before_user_ordinal"] == 1

    last = await restarted(again, tmp_path)
    assert users(await last.hub.open(COPY)) == ALL
    await last.close()


async def test_prompt_that_waits_takes_the_cut_along_and_gives_it_back(tmp_path: Path) -> None:
    desk = await opened(tmp_path)
    await branch(desk, 0)
    again = await restarted(desk, tmp_path, "idle")
    await again.hub.submit(COPY, prompt("Another way"))
    last = await restarted(again, tmp_path, "idle")
    assert last.hub.ensure(COPY).cut == 1
    await last.hub.outbox.take_back(prompt().client_id)
    again = await restarted(last, tmp_path, "idle")
    assert again.hub.ensure(COPY).cut == 1
    again.hub.forget(COPY)
    last = await restarted(again, tmp_path, "idle")
    assert last.hub.ensure(COPY).cut is None
    await last.close()


async def test_prompt_that_came_though_nobody_answered_ends_the_cut(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_shell.core.outbox.PAUSES", (0.0,))
    copy = await branch(desk, 1)
    now = [*SAID[:4], {"role": "user", "text": "Another way"}, {"role": "assistant", "text": "Yes."}]

    def lose(_: object) -> object:
        desk.gateway.answers["session.resume"] = resumed(COPY_LIVE, COPY, messages=now)
        raise GatewayError(None, "The connection is lost.")

    desk.gateway.answers["prompt.submit"] = lose
    await desk.hub.submit(COPY, prompt("Another way"))
    await desk.until(lambda: copy.cut is None and len(users(copy)) == 3)
    assert [text for text, _ in users(copy)] == ["user one", "user two", "Another way"]
    assert len(desk.calls("prompt.submit")) == 1


async def test_cut_that_cannot_be_read_is_set_aside(desk: Desk) -> None:
    desk.storage.set("branches", COPY, {"cut": "1"})
    assert desk.hub.ensure(COPY).cut is None
    assert "branches" in " ".join(desk.storage.incidents)


async def test_cut_goes_with_the_prompt_that_is_taken_first_and_with_no_other(desk: Desk) -> None:
    copy = await branch(desk, 0)
    desk.gateway.answers["prompt.submit"] = GatewayError(5000, "refused")
    await desk.hub.submit(COPY, prompt("refused", "client-id-1"))
    await desk.until(lambda: [one.state for one in desk.hub.outbox.of(COPY)] == ["failed"])
    assert copy.cut == 1
    desk.gateway.answers["prompt.submit"] = {"status": "streaming"}
    await desk.hub.submit(COPY, prompt("taken", "client-id-2"))
    await desk.until(lambda: copy.cut is None)
    desk.start_turn(COPY_LIVE)
    desk.end_turn(live=COPY_LIVE)
    await desk.hub.outbox.retry("client-id-1")
    await desk.until(lambda: len(desk.calls("prompt.submit")) == 3)
    assert [call.get("truncate_before_user_ordinal") for call in desk.calls("prompt.submit")] == [1, 1, None]
