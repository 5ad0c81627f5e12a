"""A stored history as a model gets it."""

from __future__ import annotations

from collections.abc import Sequence

from hermes_shell.gateway.embedded.message_rows import Message
from hermes_shell.gateway.embedded.models.pieces import Entry


def entries_of(history: Sequence[Message]) -> list[Entry]:
    """The entries for some messages: nothing empty or half written, and never two of one side in a row.

    A prompt whose turn failed has no answer, so it goes together with the next one.
    """
    entries: list[Entry] = []
    for message in history:
        if message.status == "streaming":
            continue
        text = message.sent if message.sent is not None else message.content
        if message.role == "assistant" and not text.strip():
            continue
        if entries and entries[-1].role == message.role:
            last = entries[-1]
            entries[-1] = Entry(message.role, f"{last.text}\n\n{text}", (*last.images, *message.images))
        else:
            entries.append(Entry(message.role, text, message.images))
    return entries
