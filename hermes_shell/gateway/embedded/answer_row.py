"""The stored row of an answer that is being written."""

from __future__ import annotations

import time

from hermes_shell.gateway.embedded.chat_store import ChatStore
from hermes_shell.gateway.embedded.message_rows import Status

SAVE_EVERY = 2.0
"""Seconds between two saves of an answer that streams: what a crash may cost."""


class AnswerRow:
    """Saves one answer while it is written.

    Args:
        store: the chats.
        stored: the session's stored id.
    """

    def __init__(self, store: ChatStore, stored: str) -> None:
        self._store = store
        self._stored = stored
        self._number: int | None = None
        self._saved_at = time.monotonic()

    @property
    def due(self) -> bool:
        """Whether the last save is long ago; asking counts as one."""
        now = time.monotonic()
        if now - self._saved_at < SAVE_EVERY:
            return False
        self._saved_at = now
        return True

    async def save(self, text: str, reasoning: str, status: Status) -> None:
        """Save what there is.

        Raises:
            GatewayError: it was not saved.
        """
        await self._store.run(lambda: self.write(text, reasoning, status))

    def write(self, text: str, reasoning: str, status: Status) -> None:
        """Save what there is; only within the store's `run`."""
        if self._number is not None:
            self._store.messages.save(self._number, text, reasoning or None, status)
        elif text or reasoning:
            self._number = self._store.messages.add(
                self._stored, "assistant", text, at=time.time(), status=status, reasoning=reasoning or None
            )
