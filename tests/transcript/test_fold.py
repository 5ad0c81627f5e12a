"""What the gateway tells becomes turns (gateway reference, events, whole turns and surprises)."""

from __future__ import annotations

from typing import Any

import pytest

from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.turns import Asked, Failure, Note, Prose, Reasoning, Step, Turn
from tests.transcript.rich import Teller


def told(turn: Turn) -> list[tuple[str, str]]:
    """The parts of a turn, shortly."""
    return [_short(part) for part in turn.parts]


def _short(part: object) -> tuple[str, str]:
    match part:
        case Prose():
            return "prose", part.blocks.text
        case Reasoning():
            return "reasoning", part.blocks.text
        case Step():
            return part.kind, part.state
        case Note() | Failure():
            return type(part).__name__.lower(), part.text
        case Asked():
            return "asked", part.outcome
        case _:
            raise AssertionError(part)


@pytest.fixture
def say() -> Teller:
    return Teller()


def ask(say: Teller, text: str = "Hello", client: str = "c1") -> Turn:
    say.transcript.said(text, client)
    say("message.start")
    return say.transcript.turns[-1]


def test_a_turn_of_plain_text_with_thinking(say: Teller) -> None:
    turn = ask(say)
    say("thinking.delta", text="(¬_¬) pondering...")
    say("reasoning.delta", text="let me ")
    say("reasoning.delta", text="think")
    say.wait(8)
    say("message.delta", text="First ")
    say("message.delta", text="words")
    say("reasoning.available", text="First words")
    say.wait(2)
    say("message.complete", text="First words.", status="complete", usage={"total": 950}, reasoning="let me think")
    assert told(turn) == [("reasoning", "let me think"), ("prose", "First words.")]
    assert isinstance(turn.parts[0], Reasoning)
    assert (turn.parts[0].seconds, turn.state, turn.ended - turn.started, turn.tokens) == (8, "done", 10, 950)


def test_a_doubled_start_is_one_turn_and_a_later_one_is_nobodys(say: Teller) -> None:
    ask(say)
    say("message.start")
    say("message.delta", text="one")
    say("message.complete", text="one", status="complete")
    say("message.start")
    say("message.start")
    say("message.delta", text="two")
    say("message.complete", text="two", status="complete")
    assert [(bool(turn.user), told(turn)) for turn in say.transcript.turns] == [
        (True, [("prose", "one")]),
        (False, [("prose", "two")]),
    ]


def test_a_finished_process_announces_a_turn_that_nobody_submitted(say: Teller) -> None:
    ask(say)
    say("agent.terminal.output", process_id="proc_1", chunk="bgdone\n")
    say("message.complete", text="started", status="complete")
    say.transcript.said("queued meanwhile", "c2", status="queued")
    say(
        "status.update", kind="process", text="[IMPORTANT: Background process proc_1 completed normally (exit code 0).]"
    )
    say("message.start")
    say("message.start")
    say("message.complete", text="It is done.", status="complete")
    first, own, waiting = say.transcript.turns
    assert told(first)[0] == ("process", "done")
    assert (own.user, own.hidden_user, [kind for kind, _ in told(own)]) == (None, True, ["note", "prose"])
    assert waiting.user is not None
    assert waiting.user.status == "queued"
    say("message.start")
    assert say.transcript.ordinal(waiting.id) == 2, "the gateway counts the message that nobody wrote"


def test_text_in_front_of_a_tool_call_is_told_once(say: Teller) -> None:
    turn = ask(say)
    say("message.delta", text="Let me lo")
    say("tool.generating", name="terminal")
    say("reasoning.available", text="Let me look.")
    say("message.interim", text="Let me look.", already_streamed=True)
    say("tool.start", tool_id="t1", name="terminal", context="Running ls")
    say("tool.complete", tool_id="t1", name="terminal", args={"command": "ls"}, result={"exit_code": 0})
    say("message.delta", text="\n\nfinished")
    say("message.complete", text="finished", status="complete")
    assert told(turn) == [("prose", "Let me look."), ("tool", "done"), ("prose", "finished")]


def test_interim_text_that_was_not_streamed_stands_before_its_call(say: Teller) -> None:
    turn = ask(say)
    say("tool.generating", name="terminal")
    say("message.interim", text="Let me look.", already_streamed=False)
    say("message.interim", text="Let me look.", already_streamed=False)
    say("tool.start", tool_id="t1", name="terminal", context="")
    assert told(turn) == [("prose", "Let me look."), ("tool", "running")]


def test_the_final_text_replaces_the_last_streamed_segment(say: Teller) -> None:
    turn = ask(say)
    say("message.delta", text="raw")
    say("status.update", kind="lifecycle", text="a note behind it")
    say("message.complete", text="transformed", status="complete")
    assert told(turn) == [("prose", "transformed"), ("note", "a note behind it")]


def test_parallel_calls_are_a_row_each_whatever_comes_twice(say: Teller) -> None:
    turn = ask(say)
    for _ in range(2):
        say("tool.generating", name="read_file")
    for call in ("a", "b"):
        say("tool.start", tool_id=call, name="read_file", context="Reading x")
        say("tool.start", tool_id=call, name="read_file", context="Reading x")
    for call in ("b", "a", "a"):
        say("tool.complete", tool_id=call, name="read_file", args={"path": call}, result="text")
    assert [(part.call, part.state) for part in turn.parts if isinstance(part, Step)] == [("a", "done"), ("b", "done")]


def test_an_announced_call_that_never_runs_says_so_at_the_end(say: Teller) -> None:
    turn = ask(say)
    say("tool.generating", name="unknown_tool")
    say("message.delta", text="\n\nI could not.")
    say("message.complete", text="I could not.", status="complete")
    assert told(turn) == [("tool", "absent"), ("prose", "I could not.")]


def test_tools_without_progress_show_what_has_a_diff(say: Teller) -> None:
    turn = ask(say)
    say("tool.complete", tool_id="x", name="patch", args={"path": "a"}, result={}, inline_diff="\x1b[32m+a\x1b[0m")
    assert [part.diff for part in turn.parts if isinstance(part, Step)] == ["+a"]


@pytest.mark.parametrize(
    ("result", "state"),
    [
        ({"output": "x", "exit_code": 0, "error": None}, "done"),
        ({"output": "", "exit_code": 2}, "failed"),
        ({"success": False}, "failed"),
        ('{"error": "no such file"}', "failed"),
        ("plain text", "done"),
        ([1, 2], "done"),
        (None, "done"),
    ],
)
def test_a_result_says_whether_a_step_failed(say: Teller, result: object, state: str) -> None:
    turn = ask(say)
    say("tool.start", tool_id="1", name="terminal", context="")
    say("tool.complete", tool_id="1", name="terminal", args={}, result=result)
    assert told(turn) == [("tool", state)]


def test_a_turn_with_nothing_but_errors_fails_and_keeps_the_prompt(say: Teller) -> None:
    say.transcript.said("Hello", "c1")
    say("error", message="agent init failed: no provider")
    say("error", message="No inference provider configured.")
    say("error", message="No inference provider configured.")
    (turn,) = say.transcript.turns
    assert turn.user is not None
    assert (turn.state, turn.user.text, told(turn)) == (
        "failed",
        "Hello",
        [("failure", "No inference provider configured.")],
    )
    assert not say.transcript.running


def test_a_failure_that_says_no_more_keeps_the_one_that_did(say: Teller) -> None:
    turn = ask(say)
    say("error", message="HTTP 500: out of memory")
    say("message.complete", text="", status="error")
    assert told(turn) == [("failure", "HTTP 500: out of memory")]


def test_a_status_that_says_what_the_failure_says_leaves(say: Teller) -> None:
    turn = ask(say)
    say("status.update", kind="lifecycle", text="⏳ HTTP 401: bad key Trying again in 2 s (1/3)")
    say("status.update", kind="lifecycle", text="❌ Non-retryable error: HTTP 401: bad key")
    say("message.complete", text="HTTP 401: bad key", status="error")
    assert told(turn) == [
        ("note", "⏳ HTTP 401: bad key Trying again in 2 s (1/3)"),
        ("failure", "HTTP 401: bad key"),
    ]


def test_an_error_in_the_middle_is_not_the_end_when_more_comes(say: Teller) -> None:
    turn = ask(say)
    say("error", message="tool server lost")
    say("message.delta", text="going on")
    assert say.transcript.running
    say("message.complete", text="going on", status="complete")
    assert told(turn) == [("failure", "tool server lost"), ("prose", "going on")]
    assert len(say.transcript.turns) == 1


@pytest.mark.parametrize(
    ("status", "text", "expected"),
    [
        ("error", "HTTP 401: bad key", [("failure", "HTTP 401: bad key")]),
        (
            "complete",
            "⚠️ No reply: the model returned empty content",
            [("failure", "⚠️ No reply: the model returned empty content")],
        ),
        ("error", "", [("failure", "The turn failed, and the gateway does not say why.")]),
        ("complete", "", [("note", "The agent ended the turn without a text.")]),
        ("interrupted", None, []),
    ],
)
def test_how_a_turn_can_end_without_an_answer(say: Teller, status: str, text: str, expected: list[Any]) -> None:
    turn = ask(say)
    say("message.complete", text=text, status=status)
    assert told(turn) == expected


def test_a_failure_keeps_what_was_said_before_it(say: Teller) -> None:
    turn = ask(say)
    say("message.delta", text="half an ans")
    say("message.complete", text="API call failed after 3 retries", status="error")
    assert told(turn) == [("prose", "half an ans"), ("failure", "API call failed after 3 retries")]


def test_an_interrupt_stops_what_runs_and_keeps_the_text(say: Teller) -> None:
    turn = ask(say)
    say("message.delta", text="w1 w2")
    say("tool.start", tool_id="1", name="terminal", context="Running sleep 20")
    say("clarify.request", question="Which?", choices=["a"], request_id="r")
    say("message.complete", text=None, status="interrupted")
    assert told(turn) == [("prose", "w1 w2"), ("tool", "stopped"), ("asked", "Stopped")]
    assert turn.state == "interrupted"


def test_the_end_told_twice_changes_nothing(say: Teller) -> None:
    turn = ask(say)
    say("message.delta", text="one")
    say("message.complete", text="one", status="complete")
    assert not say("message.complete", text="one", status="complete")
    assert (len(say.transcript.turns), told(turn)) == (1, [("prose", "one")])


def test_a_failure_told_twice_is_one(say: Teller) -> None:
    ask(say)
    for _ in range(2):
        say("message.complete", text="HTTP 500", status="error")
    assert [told(turn) for turn in say.transcript.turns] == [[("failure", "HTTP 500")]]


def test_a_second_prompt_waits_and_begins_with_the_next_start(say: Teller) -> None:
    ask(say)
    say.transcript.said("second", "c2", status="queued")
    say.transcript.said("third", "c3", status="waiting")
    say("message.delta", text="w1")
    say("message.complete", text="w1", status="interrupted")
    say("message.start")
    texts = [(turn.user.text, turn.state) for turn in say.transcript.turns if turn.user]
    assert texts == [("Hello", "interrupted"), ("second", "running"), ("third", "waiting")]
    say("message.delta", text="x")
    say("message.complete", text="x", status="complete")
    say("message.start")
    assert [turn.state for turn in say.transcript.turns] == ["interrupted", "done", "running", "waiting"]


def test_a_prompt_is_shown_once_and_can_be_taken_back_or_steered(say: Teller) -> None:
    turn = ask(say)
    transcript = say.transcript
    for _ in range(2):
        transcript.said("again", "c2", status="waiting")
    assert len(transcript.turns) == 2
    assert transcript.status("c2", "failed", "gone")
    assert transcript.turns[1].user is not None
    assert (transcript.turns[1].user.status, transcript.turns[1].user.error) == ("failed", "gone")
    assert transcript.status("c2", "gone")
    transcript.said("to the left", "c3", status="queued")
    transcript.status("c3", "steered")
    assert (len(transcript.turns), told(turn)) == (1, [("note", "to the left")])
    assert not transcript.status("c1", "failed"), "its turn runs already"


def test_an_approval_collapses_with_what_came_of_it(say: Teller) -> None:
    turn = ask(say)
    for result, outcome, refused in (
        ({"exit_code": 0, "approval": "approved"}, "Allowed", False),
        ({"status": "blocked", "error": "BLOCKED: Command denied by user."}, "Denied", True),
        ({"status": "blocked", "error": "BLOCKED: timed out"}, "Not answered in time", True),
    ):
        say("tool.start", tool_id=outcome, name="terminal", context="")
        for _ in range(2):
            say("approval.request", command="rm -r x", description="d", choices=["once", "deny"])
        assert len(say.transcript.open_questions()) == 1
        say("tool.complete", tool_id=outcome, name="terminal", args={}, result=result)
        asked = [part for part in turn.parts if isinstance(part, Asked)][-1]
        assert (asked.outcome, asked.refused) == (outcome, refused)
    assert say.transcript.open_questions() == []


def test_questions_end_by_answer_and_by_time(say: Teller) -> None:
    ask(say)
    say("clarify.request", question="Which?", choices=["a", "b"], request_id="r1")
    say("sudo.request", request_id="r2")
    assert [question.request_id for question in say.transcript.open_questions()] == ["r1", "r2"]
    assert say.transcript.answered("r1", "Answered: b")
    say("sudo.expire", request_id="r2")
    assert say.transcript.open_questions() == []
    assert not say.transcript.answered("r2", "late")


def test_sub_agents_go_on_after_the_turn_that_began_them(say: Teller) -> None:
    turn = ask(say)
    say("subagent.start", subagent_id="s", goal="Look around")
    say("message.complete", text="It runs.", status="complete")
    say("subagent.tool", subagent_id="s", tool_name="read_file", tool_preview="a.py", tool_count=1)
    say("subagent.complete", subagent_id="s", status="completed", summary="Found it.", duration_seconds=5)
    agent = turn.parts[0]
    assert isinstance(agent, Step)
    assert (agent.state, agent.lines, agent.result, agent.seconds) == ("done", ["read_file a.py"], "Found it.", 5)
    assert len(say.transcript.turns) == 1


def test_what_runs_beside_the_chat_comes_as_a_turn_of_its_own(say: Teller) -> None:
    ask(say)
    say("message.delta", text="x")
    say("background.complete", task_id="bg_1", text="**done**")
    say("message.delta", text="y")
    running, beside = say.transcript.turns
    assert (told(running), told(beside)) == (
        [("prose", "xy")],
        [("note", "Background task bg_1"), ("prose", "**done**")],
    )


def test_status_lines_replace_each_other_where_they_are_one_state(say: Teller) -> None:
    turn = ask(say)
    for text in ("Compacting 1 of 2", "Compacting 2 of 2"):
        say("status.update", kind="compacting", text=text)
    for text in ("Retry 1", "Retry 1", "Retry 2"):
        say("status.update", kind="lifecycle", text=text)
    assert [text for _, text in told(turn)] == ["Compacting 2 of 2", "Retry 1", "Retry 2"]


def test_tokens_of_a_turn_are_what_the_session_has_more(say: Teller) -> None:
    ask(say)
    say("message.complete", text="a", status="complete", usage={"total": 1000})
    say.transcript.said("more", "c2")
    say("session.info", running=False, usage={"total": 1200})
    say("message.start")
    say("message.complete", text="b", status="complete", usage={"total": 10_300})
    assert [turn.tokens for turn in say.transcript.turns] == [1000, 9100]


@pytest.mark.parametrize(
    "event",
    [
        {"type": "plugin.custom", "payload": {"a": 1}},
        {"type": "gateway.ready"},
        {"type": "message.delta", "payload": None},
        {"type": "message.delta", "payload": {"text": 5}},
        {"type": "reaction", "payload": {"kind": "vibe"}},
        {"payload": {}},
        {"type": "tool.output_risk", "payload": {"tool_id": "none"}},
        {"type": "status.update", "payload": {"kind": "status", "text": ""}},
    ],
)
def test_unknown_and_empty_events_change_nothing(event: dict[str, Any]) -> None:
    transcript = Transcript("k")
    assert not transcript.apply(event)
    assert list(transcript.turns) == []


@pytest.mark.parametrize(
    "kind",
    [
        "message.start", "message.delta", "message.interim", "message.complete", "reasoning.delta", "tool.generating",
        "tool.start", "tool.complete", "error", "status.update", "subagent.start", "subagent.complete",
        "agent.terminal.output", "background.complete", "approval.request", "clarify.request", "session.info",
    ],
)  # fmt: skip
@pytest.mark.parametrize("payload", [None, [], "text", {}, {"text": None, "args": 5, "result": object(), "usage": []}])
def test_no_payload_is_too_odd(kind: str, payload: object) -> None:
    say = Teller()
    ask(say)
    say.transcript.apply({"type": kind, "session_id": "live", "payload": payload})
    say("message.delta", text="after")
    assert any("after" in text for turn in say.transcript.turns for _, text in told(turn))


def test_truncate_and_undo_drop_turns_and_keep_what_waits(say: Teller) -> None:
    for number in range(3):
        ask(say, f"q{number}", f"c{number}")
        say("message.complete", text=f"a{number}", status="complete")
    say.transcript.said("waits", "c9", status="waiting")
    undone = say.transcript.undo()
    assert undone is not None
    assert undone.user is not None
    assert undone.user.text == "q2"
    say.transcript.truncate(1)
    assert [turn.user.text for turn in say.transcript.turns if turn.user] == ["q0", "waits"]
    assert say.transcript.turn_at(0) is say.transcript.turns[0]
