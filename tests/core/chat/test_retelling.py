"""Chats of an agent whose two doors tell two things; the rows here are those of a real 0.19.0, shortened."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.chat.retelling import retell
from hermes_shell.errors import GatewayError
from hermes_shell.transcript.turns import Step
from tests.core.chat.hub_parts import LIVE, STORED, Desk, prompt, resumed, users

PARENT = "20261130_080000_aaaaaa"
Rows = list[dict[str, Any]]


def user(text: str, **more: object) -> dict[str, Any]:
    return {"role": "user", "content": text, **more}


def answer(text: str, **more: object) -> dict[str, Any]:
    return {"role": "assistant", "content": text, "finish_reason": "stop", **more}


def told(*texts: str) -> Rows:
    """Messages as `session.resume` tells them; a text with a dash before it is the agent's."""
    return [
        {"role": "assistant", "text": text[1:]} if text.startswith("-") else {"role": "user", "text": text}
        for text in texts
    ]


def texts(messages: Rows) -> list[str]:
    return [str(message.get("text", message.get("content"))) for message in messages]


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = Desk(tmp_path)
    yield made
    await made.close()


def answer_rest(desk: Desk, rows: Rows, **session: object) -> None:
    address = f"GET /api/sessions/{STORED}"
    desk.gateway.answers[f"{address}/messages"] = {"session_id": STORED, "messages": rows}
    desk.gateway.answers[address] = {"id": STORED, **session}


SHARED = [user("Shared", timestamp=5.0), {"role": "assistant", "content": "Both.", "timestamp": 5.01}]
BRANCH = {"parent_session_id": PARENT, "model_config": f'{{"_branched_from": "{PARENT}"}}'}


async def test_branch_shows_the_shared_part_once_and_counts_as_the_agent_does(desk: Desk) -> None:
    rows = [*SHARED, user("Own", timestamp=9.0), answer("Mine.", timestamp=11.0)]
    answer_rest(desk, rows, **BRANCH)
    messages = told("Shared", "-Both.", "Shared", "-Both.", "Own", "-Mine.", "The parent goes on")
    desk.gateway.answers["session.resume"] = resumed(messages=messages)
    chat = await desk.hub.open(STORED)
    assert [text for text, _ in users(chat)] == ["Shared", "Own"]
    assert chat.known.count == 2
    shared, own = chat.transcript.turns
    assert (shared.started, own.ended - own.started) == (0, 2), "a copy does not know when it was written"
    live = told("Shared", "-Both.", "The parent goes on", "Shared", "-Both.", "Own", "-Mine.")
    desk.gateway.answers["session.activate"] = resumed(messages=live)
    await desk.hub.actions.resend(STORED, 1, "Changed")
    await desk.until(lambda: bool(desk.calls("prompt.submit")))
    assert desk.calls("prompt.submit")[0] == {
        "session_id": LIVE,
        "text": "Changed",
        "truncate_before_user_ordinal": 1,
    }


async def test_details_of_a_chat_are_those_of_its_rows(desk: Desk) -> None:
    call = {"id": "c1", "function": {"name": "terminal", "arguments": '{"command": "ls"}'}}
    rows = [
        user("Look", timestamp=1.0),
        {"role": "assistant", "content": None, "tool_calls": [call], "timestamp": 2.0, "finish_reason": "tool_calls"},
        {"role": "tool", "content": "a file", "tool_call_id": "c1", "tool_name": "terminal", "timestamp": 3.0},
        answer("There.", timestamp=4.0),
    ]
    answer_rest(desk, rows)
    messages = [*told("Look"), {"role": "tool", "name": "terminal", "context": "Running ls"}, *told("-There.")]
    desk.gateway.answers["session.resume"] = resumed(messages=messages)
    (turn,) = (await desk.hub.open(STORED)).transcript.turns
    step = turn.parts[0]
    assert isinstance(step, Step)
    assert (step.args, step.result, step.state) == ({"command": "ls"}, "a file", "done")
    assert (turn.started, turn.ended) == (1.0, 4.0)


async def test_chat_opens_without_the_details_when_they_cannot_be_had(desk: Desk) -> None:
    desk.gateway.answers["session.resume"] = resumed()
    assert users(await desk.hub.open(STORED)) == [("Before", "done")]


def test_what_was_before_a_compression_stays_and_cannot_be_sent_again() -> None:
    rows = [answer("A summary."), user("Newer"), answer("Yes.")]
    found = retell(told("Older", "-Gone.", "-A summary.", "Newer", "-Yes."), rows, branch=False)
    assert texts(found.messages) == ["Older", "Gone.", "A summary.", "Newer", "Yes."]
    assert found.ordinal(1) == 0
    with pytest.raises(GatewayError, match="only a summary"):
        found.ordinal(0)


def test_prompts_that_the_agent_joined_are_told_apart_and_counted_as_one() -> None:
    rows = [user("First"), answer("1"), user("Failed"), user("Again"), answer("2"), user("Last"), answer("3")]
    found = retell(told("First", "-1", "Failed\n\nAgain", "-2", "Last", "-3"), rows, branch=False)
    assert found.messages == rows
    assert found.ordinals == (0, 1, 1, 2)
    separate = retell(told("First", "-1", "Failed", "Again", "-2", "Last", "-3"), rows, branch=False)
    assert separate.ordinals == (0, 1, 2, 3)


def test_prompt_that_failed_twice_is_told_once() -> None:
    rows = [user("Fails"), user("Fails"), answer("At last.")]
    found = retell(told("Fails", "-At last."), rows, branch=False)
    assert (found.messages, found.ordinals) == (rows, (0, 0))


def test_rows_of_the_running_turn_are_left_to_it() -> None:
    rows = [user("Done"), answer("Yes."), user("Running"), answer("Let me look.", finish_reason="tool_calls")]
    found = retell(told("Done", "-Yes."), rows, branch=False)
    assert found.messages == rows[:2]


def test_rows_that_do_not_fit_are_not_taken() -> None:
    messages = told("One", "-1", "Two", "-2")
    found = retell(messages, [user("Other"), answer("x")], branch=False)
    assert (found.messages, found.ordinals) == (messages, None)


def test_pictures_stand_behind_the_text() -> None:
    pieces = [{"type": "text", "text": "See"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}]
    rows = [{"role": "user", "content": pieces}, answer("Nice.")]
    assert retell(told("See\ndata:image/png;base64,AA", "-Nice."), rows, branch=False).messages == rows


async def test_prompt_that_no_agent_kept_counts_for_nothing(desk: Desk) -> None:
    rows = [user("Hello"), answer("Hi.")]
    answer_rest(desk, rows)
    desk.gateway.answers["session.resume"] = desk.gateway.answers["session.activate"] = resumed(
        messages=told("Hello", "-Hi.")
    )
    chat = await desk.hub.open(STORED)
    for text in ("Not set up", "Hello"):
        await desk.hub.submit(STORED, _prompt(text))
        await desk.until(lambda: not desk.hub.outbox.keys())
        desk.gateway.emit("error", LIVE, {"message": "No model is set."})
    assert [text for text, _ in users(chat)] == ["Hello", "Not set up", "Hello"]
    await desk.hub.actions.resend(STORED, 1, "Set up")
    await desk.until(lambda: len(desk.calls("prompt.submit")) == 3)
    assert "truncate_before_user_ordinal" not in desk.calls("prompt.submit")[-1]


def _prompt(text: str) -> Prompt:
    return prompt(text, f"11111111-{len(text):04}")
