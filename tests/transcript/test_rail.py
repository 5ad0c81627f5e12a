"""The row of a step, as it is written."""

from __future__ import annotations

import json

from hermes_shell.transcript.view import TranscriptView
from tests.transcript.rich import Teller


def test_a_row_counts_only_what_there_is_of_added_and_removed_lines() -> None:
    say = Teller()
    say.transcript.said("Write it", "c1")
    say("message.start")
    say.tool("1", "write_file", {"success": True}, diff="+one\n+two", path="new.js")
    html = json.dumps(TranscriptView(say.transcript, "k", 30).everything(), ensure_ascii=False)
    assert "+2" in html
    assert "−0" not in html


def test_an_answered_question_stands_in_words_with_its_answer() -> None:
    say = Teller()
    say.transcript.said("Ask me", "c1")
    say("message.start")
    say("clarify.request", question="Which colour?", choices=["red", "blue"], request_id="r1")
    assert say.transcript.answered("r1", "Answered: blue")
    html = json.dumps(TranscriptView(say.transcript, "k", 30).everything(), ensure_ascii=False)
    assert "<bdi>Answered</bdi>" in html
    assert '<span class=\\"hs-step-subject\\"' in html
    assert '<span class=\\"hs-step-meta\\">blue</span>' in html


def test_sub_agents_are_inset() -> None:
    say = Teller()
    say.transcript.said("Delegate", "c1")
    say("message.start")
    say("subagent.start", goal="Read the guide", subagent_id="s1", task_index=0, task_count=1)
    assert "data-inset" in json.dumps(TranscriptView(say.transcript, "k", 30).everything())


def test_a_failed_turn_says_it_once() -> None:
    say = Teller()
    say.transcript.said("Go", "c1")
    say("message.start")
    say("error", message="No model")
    html = json.dumps(TranscriptView(say.transcript, "k", 30).everything())
    assert "No model" in html
    assert "Failed" not in html
