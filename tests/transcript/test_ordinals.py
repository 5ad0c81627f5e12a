"""The places of the user's messages in a long chat, whichever is asked for first."""

from __future__ import annotations

import pytest

from hermes_shell.transcript.transcript import Transcript

COUNT = 350


@pytest.mark.parametrize("step", [1, -1, 7])
def test_every_message_has_its_place(step: int) -> None:
    transcript = Transcript()
    roles = ("user", "assistant")
    transcript.load([{"role": roles[at % 2], "text": f"message {at}"} for at in range(2 * COUNT)])
    places = list(enumerate(transcript.turns))[::step]

    assert [transcript.ordinal(turn.id) for _, turn in places] == [at for at, _ in places]
    assert transcript.ordinal("nobody") is None


def test_places_are_counted_anew_when_messages_go() -> None:
    transcript = Transcript()
    transcript.load([{"role": "user", "text": f"message {at}"} for at in range(3)])
    last = transcript.turns[-1]
    assert transcript.ordinal(last.id) == 2
    transcript.truncate(2)
    assert transcript.ordinal(last.id) is None
