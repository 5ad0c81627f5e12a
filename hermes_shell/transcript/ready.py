"""Reads the Markdown of long texts in a thread, so that showing them costs the event loop nothing.

A megabyte takes seconds. The text that is read is the thread's own copy; what was made of it is taken over on the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from hermes_shell.transcript.block_stream import BlockStream
from hermes_shell.transcript.turns import Prose, Reasoning, Turn

AT_ONCE = 20_000
"""Characters that are read where they are shown: a few hundredths of a second."""


def takes_long(turns: Iterable[Turn]) -> bool:
    """Whether showing some turns would hold the event loop up, because nobody has read their texts yet."""
    return sum(len(stream.text) for stream in _unread(turns)) > AT_ONCE


async def get_ready(turns: Iterable[Turn]) -> None:
    """Read what nobody has read yet of the finished texts of some turns; returns at once when that is little."""
    streams = _unread(turns)
    texts = [stream.text for stream in streams]
    if sum(map(len, texts)) <= AT_ONCE:
        return
    for stream, made in zip(streams, await asyncio.to_thread(_read, texts), strict=True):
        stream.take_over(made)


def _unread(turns: Iterable[Turn]) -> list[BlockStream]:
    parts = (part for turn in turns for part in turn.parts)
    return [part.blocks for part in parts if isinstance(part, Prose | Reasoning) and part.blocks.is_unread]


def _read(texts: Sequence[str]) -> list[BlockStream]:
    made = [BlockStream(text) for text in texts]
    for stream in made:
        stream.finish()
        stream.settle()
    return made
