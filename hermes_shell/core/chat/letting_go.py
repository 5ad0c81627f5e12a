"""What becomes of chats that nobody looks at: an unused one goes, and of others the messages that are oldest."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

from hermes_shell.core.chat.chat import is_new
from hermes_shell.errors import GatewayError

if TYPE_CHECKING:
    from hermes_shell.core.chat.chat import Chat
    from hermes_shell.core.chat.hub import ChatHub

log = logging.getLogger(__name__)

LOADED = 24
"""How many transcripts that nobody looks at and no window put aside are kept."""
ROOM = 24_000_000
"""Bytes of the transcripts that nobody looks at: eight chats of 5,000 messages with some words in each."""


class LettingGo:
    """Lets chats go; a part of the hub.

    Args:
        hub: whose chats these are.
    """

    def __init__(self, hub: ChatHub) -> None:
        self._hub = hub

    def release(self, chat: Chat) -> bool:
        """Let a new chat go that nobody looks at and that nothing was said in.

        Returns:
            Whether it went.
        """
        if chat.shown:
            return False
        hub = self._hub
        blank = is_new(chat.key) and not chat.busy and not chat.transcript.turns and not hub.outbox.of(chat.key)
        if blank:
            hub.roster.drop(chat.key)
            self.end_unused(chat)
            hub.tell(chat, "left")
        return blank

    def end_unused(self, chat: Chat) -> None:
        """Let the gateway forget the session that was made ahead for a chat which is not there any more."""
        if chat.live is not None:
            self._hub.spawn(self._close(chat.live), f"close {chat.live}")
        self._hub.unbind(chat)

    async def _close(self, live: str) -> None:
        try:
            await self._hub.gateway.request("session.close", {"session_id": live})
        except GatewayError as error:
            log.debug("an unused session could not be closed: %s", error.message)

    def unload(self, kept: Collection[Chat]) -> list[Chat]:
        """Drop the messages of chats that have not been used for the longest time and do not fit in.

        Args:
            kept: chats that some window may come back to; they stay longer than others.

        Returns:
            Those that went, which no window knows any more.
        """
        hub = self._hub
        idle = [one for one in hub.chats() if one.loaded and not one.busy and not one.shown]
        idle = [one for one in idle if not is_new(one.key) and not hub.outbox.of(one.key)]
        gone: list[Chat] = []
        size = others = 0
        for chat in sorted(idle, key=lambda one: (one in kept, one.last_active), reverse=True):
            grown = size + chat.transcript.size
            others += chat not in kept
            if grown <= ROOM and others <= LOADED:
                size = grown
                continue
            chat.loaded = False
            chat.transcript.load([])
            gone.append(chat)
        return gone
