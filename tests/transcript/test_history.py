"""A transcript from the gateway's history, at first and after a lost connection (gateway reference, reconnect)."""

from __future__ import annotations

from typing import Any

from hermes_shell.transcript.history import LOST
from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.turns import Prose, Reasoning, Step
from tests.transcript.rich import Teller
from tests.transcript.test_fold import told

HISTORY = [
    {"role": "user", "text": "one"},
    {"role": "tool", "name": "terminal", "context": "Running echo x"},
    {"role": "assistant", "text": "first"},
    {"role": "user", "text": "two"},
    {"role": "assistant", "text": "second"},
]


def texts(transcript: Transcript) -> list[tuple[str | None, list[tuple[str, str]]]]:
    return [(turn.user.text if turn.user else None, told(turn)) for turn in transcript.turns]


def test_messages_of_a_resume_become_turns() -> None:
    transcript = Transcript("k")
    transcript.load(HISTORY)
    assert texts(transcript) == [
        ("one", [("tool", "done"), ("prose", "first")]),
        ("two", [("prose", "second")]),
    ]
    assert [transcript.ordinal(turn.id) for turn in transcript.turns] == [0, 1]


def test_messages_of_the_rest_door_bring_calls_and_thinking() -> None:
    transcript = Transcript("k")
    call = {"id": "c1", "function": {"name": "terminal", "arguments": '{"command": "ls"}'}}
    rows: list[dict[str, Any]] = [
        {"role": "user", "content": [{"type": "text", "text": "look"}, {"type": "image_url"}], "timestamp": 10},
        {"role": "assistant", "content": "", "reasoning": "hm", "tool_calls": [call], "timestamp": 12},
        {"role": "tool", "tool_call_id": "c1", "tool_name": "terminal", "content": '{"exit_code": 3}', "timestamp": 14},
        {"role": "assistant", "content": "done", "timestamp": 15},
        {"role": "system", "content": "never shown"},
    ]
    transcript.load(rows)
    (turn,) = transcript.turns
    assert told(turn) == [("reasoning", "hm"), ("tool", "failed"), ("prose", "done")]
    step = turn.parts[1]
    assert isinstance(step, Step)
    assert (step.args, turn.ended - turn.started) == ({"command": "ls"}, 5)


def test_a_message_that_nobody_wrote_is_no_message_of_the_user() -> None:
    transcript = Transcript("k")
    text = "[IMPORTANT: Background process proc_1 completed normally (exit code 0). Output: x]"
    transcript.load([*HISTORY, {"role": "user", "text": text}, {"role": "assistant", "text": "It is done."}])
    own = transcript.turns[-1]
    assert (own.user, [kind for kind, _ in told(own)]) == (None, ["note", "prose"])


def test_the_running_turn_comes_with_what_it_said_so_far() -> None:
    transcript = Transcript("k")
    transcript.load(HISTORY, inflight={"user": "three", "assistant": "so far", "streaming": True}, running=True)
    assert texts(transcript)[-1] == ("three", [("prose", "so far")])
    transcript.apply({"type": "message.start"})
    transcript.apply({"type": "message.delta", "payload": {"text": " and on"}})
    transcript.apply({"type": "message.complete", "payload": {"text": "so far and on", "status": "complete"}})
    assert texts(transcript)[-1] == ("three", [("prose", "so far and on")])
    assert len(transcript.turns) == 3


def test_a_prompt_that_stands_in_the_history_already_is_not_doubled() -> None:
    transcript = Transcript("k")
    history = [*HISTORY, {"role": "user", "text": "three"}]
    transcript.load(history, inflight={"user": "three", "assistant": ""}, running=True)
    assert [text for text, _ in texts(transcript)] == ["one", "two", "three"]


def test_a_reconnect_in_the_middle_of_a_turn_keeps_its_steps_and_says_nothing_twice() -> None:
    say = Teller()
    say.transcript.said("work", "c1")
    say("message.start")
    say("reasoning.delta", text="hm")
    say("message.delta", text="Let me look.")
    say("message.interim", text="Let me look.", already_streamed=True)
    say.tool("1", "terminal", {"exit_code": 0}, command="ls")
    say("message.delta", text="\n\nIt is")
    ids = [part.id for part in say.transcript.turns[0].parts]
    inflight = {"user": "work", "assistant": "Let me look.\n\nIt is a folder", "streaming": True}
    say.transcript.load([], inflight=inflight, running=True)
    say("message.delta", text=" here.")
    (turn,) = say.transcript.turns
    assert [part.id for part in turn.parts] == ids
    assert told(turn)[1:] == [("prose", "Let me look."), ("tool", "done"), ("prose", "It is a folder here.")]
    say("message.complete", text="It is a folder here.", status="complete")
    assert told(turn)[-1] == ("prose", "It is a folder here.")


def test_a_turn_that_ended_while_nobody_heard_gets_its_answer_from_the_history() -> None:
    say = Teller()
    say.transcript.said("work", "c1")
    say("message.start")
    say.tool("1", "terminal", {"exit_code": 0}, command="ls")
    say("message.delta", text="It i")
    say.transcript.load([{"role": "user", "text": "work"}, {"role": "assistant", "text": "It is done."}])
    (turn,) = say.transcript.turns
    assert (turn.state, told(turn)) == ("done", [("tool", "done"), ("prose", "It is done.")])
    assert not say.transcript.running


def test_a_turn_whose_gateway_ended_in_the_middle_is_not_done() -> None:
    say = Teller()
    say.transcript.said("work", "c1")
    say("message.start")
    say("message.delta", text="It i")
    say.transcript.load([{"role": "user", "text": "work"}])
    (turn,) = say.transcript.turns
    assert (turn.state, told(turn)) == ("failed", [("prose", "It i"), ("failure", LOST)])
    assert not say.transcript.running


def test_a_prompt_that_nobody_answered_is_not_done() -> None:
    transcript = Transcript()
    transcript.load([{"role": "user", "text": "lost"}, *HISTORY, {"role": "user", "text": "lost too"}])
    assert [turn.state for turn in transcript.turns] == ["failed", *["done"] * (len(transcript.turns) - 2), "failed"]
    assert told(transcript.turns[0]) == [("failure", LOST)]
    transcript.load([{"role": "user", "text": "running"}], inflight={"user": "running", "assistant": ""}, running=True)
    assert [turn.state for turn in transcript.turns][-1] == "running"


def test_how_a_turn_ended_is_told_with_its_prompt() -> None:
    transcript = Transcript()
    ends = [("interrupted", ""), ("error", "no money"), ("lost", "")]
    messages: list[dict[str, str]] = []
    for status, error in ends:
        messages += [{"role": "user", "text": status, "status": status, "error": error}]
        messages += [{"role": "assistant", "text": "half"}]
    transcript.load(messages)
    assert [turn.state for turn in transcript.turns] == ["interrupted", "failed", "failed"]
    assert [told(turn)[1:] for turn in transcript.turns] == [[], [("failure", "no money")], [("failure", LOST)]]


def test_turns_that_are_here_keep_their_details_and_their_place() -> None:
    say = Teller()
    for question, answer in (("one", "first"), ("two", "second")):
        say.transcript.said(question, question)
        say("message.start")
        say("reasoning.delta", text="hm")
        say("message.complete", text=answer, status="complete")
    before = [turn.id for turn in say.transcript.turns]
    say.transcript.load([*HISTORY, {"role": "user", "text": "new"}, {"role": "assistant", "text": "third"}])
    assert [turn.id for turn in say.transcript.turns][:2] == before
    assert isinstance(say.transcript.turns[0].parts[0], Reasoning)
    assert texts(say.transcript)[2] == ("new", [("prose", "third")])


def test_what_the_history_has_changed_is_taken_from_it() -> None:
    transcript = Transcript("k")
    transcript.load(HISTORY)
    transcript.load([{"role": "user", "text": "one"}, {"role": "assistant", "text": "compressed"}])
    assert texts(transcript) == [("one", [("prose", "compressed")])]


def test_prompts_that_wait_stay_and_one_that_was_delivered_is_not_shown_twice() -> None:
    transcript = Transcript("k")
    transcript.load(HISTORY)
    transcript.said("delivered", "c1", status="sent")
    transcript.said("waits", "c2", status="waiting")
    transcript.load([*HISTORY, {"role": "user", "text": "delivered"}, {"role": "assistant", "text": "yes"}])
    assert [text for text, _ in texts(transcript)] == ["one", "two", "delivered", "waits"]
    assert not transcript.status("c1", "failed")
    assert transcript.status("c2", "sending")


def test_a_prompt_that_the_gateway_has_queued_is_shown_once() -> None:
    transcript = Transcript("k")
    flying = {"user": "three", "assistant": "x"}
    transcript.load(HISTORY, inflight=flying, queued={"user": "four"}, running=True)
    transcript.load(HISTORY, inflight=flying, queued={"user": "four"}, running=True)
    assert [text for text, _ in texts(transcript)] == ["one", "two", "three", "four"]


def test_a_resumed_waiting_prompt_becomes_the_running_turn() -> None:
    transcript = Transcript("k")
    transcript.said("three", "c1", status="sent")
    transcript.load(HISTORY, inflight={"user": "three", "assistant": "x"}, running=True)
    assert [(turn.user and turn.user.client_id, turn.state) for turn in transcript.turns][-1] == ("c1", "running")
    assert len(transcript.turns) == 3


def test_odd_messages_are_left_out() -> None:
    transcript = Transcript("k")
    transcript.load([{}, {"role": 5}, {"role": "assistant", "text": "alone"}, {"role": "user", "content": None}])
    assert texts(transcript) == [(None, [("prose", "alone")]), ("", [("failure", LOST)])]
    assert isinstance(transcript.turns[0].parts[0], Prose)
