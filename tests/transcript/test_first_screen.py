"""A chat that is shown before its messages are read gets a first screen of them, and no more."""

from __future__ import annotations

from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.turns import Prose
from hermes_shell.transcript.view import NEWEST, OLDER, TranscriptView
from tests.transcript.test_view import history, shown


def rendered(transcript: Transcript) -> int:
    """How many answers were made into HTML."""
    return sum(bool(part.blocks.closed) for turn in transcript.turns for part in turn.parts if isinstance(part, Prose))


def test_messages_that_come_after_the_chat_is_shown_are_a_first_screen() -> None:
    transcript = Transcript("k")
    view = TranscriptView(transcript, "k")
    view.everything()
    transcript.load(history(2_500))
    first = shown(view.changes())
    assert first == [OLDER, *[turn.id for turn in transcript.turns[-NEWEST // 2 :]]]
    assert view.has_older
    assert rendered(transcript) == NEWEST // 2


def test_a_prompt_that_waits_does_not_bring_the_whole_history() -> None:
    transcript = Transcript("k")
    transcript.said("later", "c1", status="waiting")
    view = TranscriptView(transcript, "k", newest=10)
    view.everything()
    transcript.load(history(100))
    parts = view.changes()
    assert shown(parts) == [OLDER, *[turn.id for turn in transcript.turns[-5:-1]]], "the prompt stands already"
    assert view.has_older


def test_a_chat_that_was_read_from_its_beginning_keeps_all_of_it() -> None:
    transcript = Transcript("k")
    transcript.load(history(20))
    view = TranscriptView(transcript, "k", newest=10)
    view.everything()
    view.older(60)
    assert not view.has_older
    transcript.load(history(21))
    assert shown(view.changes()) == [transcript.turns[-1].id]
    assert not view.has_older


def test_ordinals_follow_what_changes() -> None:
    transcript = Transcript("k")
    transcript.load(history(3))
    ids = [turn.id for turn in transcript.turns]
    assert [transcript.ordinal(one) for one in ids] == [0, 1, 2]
    transcript.said("more", "c1")
    waiting = transcript.turns[-1].id
    assert transcript.ordinal(waiting) is None
    transcript.apply({"type": "message.start"})
    assert transcript.ordinal(waiting) == 3
    transcript.truncate(1)
    assert [transcript.ordinal(one) for one in (*ids, waiting)] == [0, None, None, None]
