"""The files of prompts that have left the outbox: a message that is sent again takes its own along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hermes_shell.core.outbox_entries import Entry, Status

if TYPE_CHECKING:
    from hermes_shell.core.chat.prompt import Attachment
    from hermes_shell.core.outbox import Outbox

MOST: Final = 500
"""Prompts with files that are remembered; the oldest is forgotten first."""


class SentFiles:
    """What went with which prompt, as long as the shell runs: the cache of the home keeps the bytes for that time.

    Args:
        outbox: where the prompts leave.
    """

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._sent: dict[str, tuple[Attachment, ...]] = {}
        outbox.subscribe(self._hear)

    def of(self, client_id: str) -> tuple[Attachment, ...]:
        """The files of a prompt, also of one that still waits; none where nobody knows of any.

        Args:
            client_id: of the prompt; empty for a message that this shell did not send.
        """
        entry = self._outbox.entry(client_id)
        return entry.prompt.attachments if entry is not None else self._sent.get(client_id, ())

    def _hear(self, entry: Entry, status: Status) -> None:
        if status != "sent" or not entry.prompt.attachments:
            return
        self._sent[entry.prompt.client_id] = entry.prompt.attachments
        while len(self._sent) > MOST:
            del self._sent[next(iter(self._sent))]
