"""Long texts are read in a thread, and look as if they were read where they are shown."""

from __future__ import annotations

import asyncio
import threading

import pytest

from hermes_shell.transcript import markdown
from hermes_shell.transcript.block_stream import BlockStream
from hermes_shell.transcript.ready import get_ready
from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.turns import Prose
from hermes_shell.transcript.view import TranscriptView

LONG = "Some **bold** words, a [link] and `code`.\n\n- one\n- two\n\n```py\nx = 1\n```\n\n" * 400
LINKED = f"{LONG}[link]: https://example.org\n"


def chat(text: str) -> Transcript:
    made = Transcript("key")
    made.load([{"role": "user", "text": "?"}, {"role": "assistant", "text": text, "reasoning": LONG}])
    return made


def shown(transcript: Transcript) -> str:
    own = transcript.turns[0].id.partition("t")[0]  # of all ids of a transcript
    return str(TranscriptView(transcript, "key").everything()).replace(own, "")


async def test_long_texts_are_read_in_a_thread_and_look_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[threading.Thread] = []
    blocks_of = markdown.blocks_of

    def told(text: str, env: markdown.Env) -> list[markdown.Block]:
        readers.append(threading.current_thread())
        return blocks_of(text, env)

    expected = shown(chat(LINKED))
    monkeypatch.setattr(markdown, "blocks_of", told)
    transcript = chat(LINKED)
    await get_ready(transcript.turns)
    assert shown(transcript) == expected
    assert len(readers) == 2
    assert threading.main_thread() not in readers


async def test_what_was_forgotten_is_read_in_a_thread_again() -> None:
    transcript = chat(LONG)
    expected = shown(transcript)
    streams = [part.blocks for part in transcript.turns[0].parts if isinstance(part, Prose)]
    for stream in streams:
        stream.forget()
    await get_ready(transcript.turns)
    assert not any(stream.is_unread for stream in streams)
    assert shown(transcript) == expected


async def test_little_text_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "to_thread", None)
    transcript = Transcript("key")
    transcript.load([{"role": "user", "text": "?"}, {"role": "assistant", "text": "Short"}])
    await get_ready(transcript.turns)
    assert "Short" in shown(transcript)


def test_a_text_that_became_another_one_stays_what_it_is() -> None:
    stream, made = BlockStream("Old"), BlockStream("Old")
    made.finish()
    made.settle()
    stream.replace("New")
    stream.finish()
    stream.take_over(made)
    stream.settle()
    assert "New" in stream.last + "".join(stream.closed)
