"""What events of the gateway do to the chat that they are about: its transcript, its turn, its id."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hermes_shell.core.chat.chat import Chat, is_new
from hermes_shell.core.chat.turns import payload_of, take_event
from hermes_shell.errors import StorageError

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import ChatHub
    from hermes_shell.gateway import Event

log = logging.getLogger(__name__)

END_SECONDS = 3.0
"""How long after its answer a turn may take to be over; then it counts as over."""


class Hearing:
    """Takes the events of chats in their order; a part of the hub.

    Args:
        hub: whose chats these are.
    """

    def __init__(self, hub: ChatHub) -> None:
        self._hub = hub
        self._held: dict[Chat, list[Event]] = {}

    @contextmanager
    def holding(self, chat: Chat) -> Generator[None]:
        """Hold the events of a chat back while its messages are loaded."""
        self._held.setdefault(chat, [])
        try:
            yield
        finally:
            for event in self._held.pop(chat, []):
                self._take(chat, event)

    def take(self, chat: Chat, event: Event) -> None:
        """Take one event of a chat, or hold it back while the chat is loaded."""
        held = self._held.get(chat)
        if held is not None:
            held.append(event)
        else:
            self._take(chat, event)

    def _take(self, chat: Chat, event: Event) -> None:
        was_busy, title = chat.busy, chat.title
        kind = event.get("type")
        if chat.loaded:
            try:
                changed = chat.transcript.apply(event)
            except Exception:
                # One message that cannot be shown must not end the turn for the rest of the window.
                log.exception("an event %s of chat %s could not be taken into its transcript", kind, chat.key)
                changed = False
            if changed:
                self._hub.tell(chat, "transcript")
        different = take_event(chat, event)
        if kind == "session.info":
            self._follow_rotation(chat, payload_of(event))
        if kind == "message.complete" and chat.turn == "ended":
            asyncio.get_running_loop().call_later(END_SECONDS, self._end_late, chat)
        if chat.busy != was_busy or different:
            chat.last_active = self._hub.clock()
        if was_busy and not chat.busy:
            self._hub.turn_ended(chat)
        elif different:
            self._hub.tell(chat, "state")
        if chat.title != title:
            self._hub.tell(chat, "title")

    def _follow_rotation(self, chat: Chat, info: Mapping[str, Any]) -> None:
        """A session that was compressed goes on under another stored id."""
        stored = info.get("stored_session_id")
        if not isinstance(stored, str) or not stored or is_new(chat.key) or not chat.kept or stored == chat.key:
            return
        old = chat.key
        self._hub.move(chat, stored)
        self._hub.spawn(self._rekey(old, stored), f"rekey {stored}")

    async def _rekey(self, old: str, new: str) -> None:
        try:
            await self._hub.outbox.rekey(old, new)
        except StorageError as error:
            log.warning("prompts of %s stay under their old id: %s", old, error.message)

    def _end_late(self, chat: Chat) -> None:
        if chat.turn == "ended":
            chat.turn, chat.awaiting, chat.asks = "idle", False, False
            self._hub.turn_ended(chat)
