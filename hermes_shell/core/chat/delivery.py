"""The way of one prompt to the gateway. The outbox decides when it goes and whether it went already.

The gateway would end a running turn for a new prompt, so one that shall wait for its end is not handed over before.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from hermes_shell.core.chat.chat import Chat, is_new
from hermes_shell.core.chat.opening import NO_SESSION, NO_STORED
from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.chat.said import said_after
from hermes_shell.core.outbox_entries import NOTHING_SAID, Said
from hermes_shell.errors import GatewayError

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import ChatHub

log = logging.getLogger(__name__)

INTERRUPT_SECONDS = 30.0
"""How long an interrupted turn may take to end."""


class Delivery:
    """Carries prompts for the outbox; a part of the hub.

    Args:
        hub: whose chats these are.
    """

    def __init__(self, hub: ChatHub) -> None:
        self._hub = hub

    async def said(self, key: str, *, fresh: bool) -> Said:
        """The user's messages that the gateway has of a chat; see `outbox.Carrier`."""
        hub = self._hub
        chat = hub.ensure(key)
        # Of a session that was made and whose first prompt got no answer, only the gateway knows whether it came.
        if is_new(chat.key) or not (chat.kept or fresh):
            return NOTHING_SAID
        if fresh or not chat.loaded or not hub.opener.is_fresh(chat):
            try:
                await hub.opener.resume(chat)
            except GatewayError as error:
                if error.code == NO_STORED:
                    return NOTHING_SAID
                raise
        return chat.known

    async def deliver(self, key: str, prompt: Prompt) -> Literal["sent", "later"]:
        """Submit one prompt; see `outbox.Carrier`."""
        chat = self._hub.ensure(key)
        if chat.busy and prompt.mode == "queue":
            return "later"
        if chat.busy and not await self._interrupted(chat):
            return "later"
        await self._submit(chat, prompt)
        return "sent"

    async def _interrupted(self, chat: Chat) -> bool:
        """End the running turn; False when it does not end."""
        if chat.live is not None:
            await self._hub.gateway.request("session.interrupt", {"session_id": chat.live})
        try:
            async with asyncio.timeout(INTERRUPT_SECONDS):
                await chat.until_idle()
        except TimeoutError:
            log.warning("the turn of chat %s did not end after an interrupt", chat.key)
        return not chat.busy

    async def _submit(self, chat: Chat, prompt: Prompt) -> None:
        """Make the calls of one prompt; a live id that died in between is replaced once."""
        hub, cut = self._hub, chat.cut if prompt.ordinal is None else None
        aimed = prompt if cut is None else replace(prompt, ordinal=cut)
        for last in (False, True):
            live = await hub.opener.live_id(chat)
            await hub.settle_key(chat)
            try:
                text = await self._with_attachments(live, prompt)
                ordinal = await hub.opener.ordinal(chat, live, aimed)
                if cut is not None:
                    await hub.cuts.keep(chat.key, cut, prompt.client_id)
                self._leave(chat)
                params: dict[str, object] = {"session_id": live, "text": text}
                if ordinal is not None:
                    params["truncate_before_user_ordinal"] = ordinal
                await hub.gateway.request("prompt.submit", params)
            except GatewayError as error:
                if chat.turn == "sent":
                    chat.turn, chat.awaiting = "idle", False
                    hub.tell(chat, "state")
                if last or error.code != NO_SESSION:
                    raise
                hub.unbind(chat)
            else:
                chat.kept = True
                kept = chat.known.count if aimed.ordinal is None else aimed.ordinal
                chat.known = said_after(chat.known, kept, text)
                if chat.cut is not None and aimed.ordinal is not None:
                    chat.cut = None
                    hub.cuts.change(chat.key, None)
                return

    def _leave(self, chat: Chat) -> None:
        chat.turn, chat.awaiting, chat.fault = "sent", True, None
        chat.last_active = self._hub.clock()
        self._hub.tell(chat, "state")

    async def _with_attachments(self, live: str, prompt: Prompt) -> str:
        """Hand the attachments over; returns the text with what stands for them."""
        if not prompt.attachments:
            return prompt.text
        from hermes_shell.core.chat.attaching import attach  # late: few prompts have one

        gateway = self._hub.gateway
        found = [await attach(gateway, live, entry.kind, entry.name, entry.path) for entry in prompt.attachments]
        return "\n".join([prompt.text, *(reference for reference in found if reference)])
