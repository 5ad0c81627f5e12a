"""What a user does with a chat beside sending: interrupt, steer, undo, branch, edit and resend."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from hermes_shell.core.chat.chat import is_new
from hermes_shell.core.chat.delivery import INTERRUPT_SECONDS
from hermes_shell.core.chat.opening import NO_SESSION
from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.chat.said import said_after
from hermes_shell.core.chat.sent_files import SentFiles
from hermes_shell.errors import GatewayError, ProtocolError

if TYPE_CHECKING:
    from hermes_shell.core.chat.chat import Chat
    from hermes_shell.core.chat.hub import ChatHub

log = logging.getLogger(__name__)

MOST_WARM = 3
"""How many sessions are made ahead for what is typed in new chats and not sent."""


class Actions:
    """The actions; a part of the hub. Each raises GatewayError with what the gateway answered.

    Args:
        hub: whose chats these are.
    """

    def __init__(self, hub: ChatHub) -> None:
        self._hub = hub
        self._files = SentFiles(hub.outbox)

    async def interrupt(self, key: str) -> bool:
        """End the running turn; returns whether one ran."""
        chat = self._known(key)
        if not chat.busy or chat.live is None:
            return False
        await self._call(chat, "session.interrupt", {})
        return True

    async def steer(self, key: str, text: str) -> str:
        """Put a note into the running turn.

        Returns:
            `queued`, or `rejected` when nothing runs that takes it.
        """
        chat = self._known(key)
        if not chat.busy:
            return "rejected"
        answer = await self._call(chat, "session.steer", {"text": text})
        status = str(answer.get("status", "rejected"))
        if status != "rejected":
            chat.transcript.steered(text)
            self._hub.tell(chat, "transcript")
        return status

    async def undo(self, key: str) -> str | None:
        """Drop the last turn.

        Returns:
            What the user had said in it, for the composer; None when there was nothing to drop.
        """
        chat = self._known(key)
        if chat.busy:
            raise GatewayError(None, "Stop the turn first; then its message can be undone.")
        await self._hub.open(key)
        if chat.cut is not None:
            return await self._cut_more(chat)
        await self._call(chat, "session.undo", {})
        turn = chat.transcript.undo()
        chat.known = said_after(chat.known, max(chat.known.count - 1, 0))
        begun = [one for one in chat.transcript.turns if one.state != "waiting"]
        if begun and begun[-1].state == "failed":
            await self._hub.opener.reload(chat)  # an agent joins a prompt without an answer with the one after it
        self._hub.tell(chat, "transcript")
        self._hub.tell(chat, "state")
        return turn.user.text if turn is not None and turn.user is not None else None

    async def _cut_more(self, chat: Chat) -> str | None:
        """Drop the last turn of a branch whose end is not on the gateway yet."""
        turn = chat.transcript.undo()
        if turn is None:
            return None
        chat.cut = (chat.cut or 0) - 1
        self._hub.tell(chat, "transcript")
        await self._hub.cuts.keep(chat.key, chat.cut)
        return turn.user.text if turn.user is not None else None

    async def branch(self, key: str, turn: str | None = None) -> str:
        """Make a copy of a chat that goes on by itself.

        A gateway that knows whole branches only copies all; what is behind the turn is not shown then, and goes with
        the first prompt.

        Args:
            key: of the chat.
            turn: id of the last turn that the copy shall have; None = it has all.

        Returns:
            The key of the copy.
        """
        chat = self._known(key)
        behind = None if turn is None else chat.transcript.ordinal_behind(turn)
        cut = behind if behind is not None else chat.cut
        answer = await self._call(chat, "session.branch", {} if cut is None else {"before_user_ordinal": cut})
        live = answer.get("session_id")
        if not isinstance(live, str):
            raise GatewayError(None, "The gateway made a branch without an id.")
        found = await self._hub.gateway.request("session.title", {"session_id": live})
        stored = cast("dict[str, Any]", found).get("session_key") if isinstance(found, dict) else None
        if not isinstance(stored, str) or not stored:
            raise GatewayError(None, "The gateway made a branch without an id.")
        copy = self._hub.learned(live, stored)
        copy.cut = cut if answer.get("before_user_ordinal") != cut else None
        if copy.cut is not None:
            await self._hub.cuts.keep(copy.key, copy.cut)
        title = answer.get("title")
        if isinstance(title, str) and title:
            copy.title = title
            self._hub.tell(copy, "title")
        return copy.key

    async def warm(self, key: str) -> bool:
        """Make the session of a new chat ahead, so that its first answer does not wait for the agent to be built.

        Returns:
            Whether it has one now; a failure is told when something is sent.
        """
        hub = self._hub
        chat = hub.ensure(key)
        if not is_new(chat.key) or hub.gateway.state != "open":
            return False
        try:
            await hub.opener.live_id(chat)
        except GatewayError as error:
            log.info("the session of a new chat could not be made ahead: %s", error.message)
        if hub.chat(chat.key) is not chat:  # whoever wanted it left meanwhile
            hub.letting_go.end_unused(chat)
        return chat.live is not None

    def warm_ahead(self, key: str) -> None:
        """Make the session of a new chat ahead because somebody types in it: once a chat, and only for the newest few,
        for an agent keeps a process for each."""
        hub = self._hub
        chat = hub.chat(key)
        if chat is None or not is_new(chat.key) or chat.warmed or not chat.shown or hub.gateway.state != "open":
            return
        chat.warmed = True
        if sum(is_new(one.key) and one.live is not None for one in hub.chats()) < MOST_WARM:
            hub.spawn(self._warm(key), f"warm {key}")

    async def _warm(self, key: str) -> None:
        await self.warm(key)

    async def resend(self, key: str, ordinal: int, text: str) -> Chat:
        """Send a message of the user again, changed, with its files, and drop what followed it.

        Args:
            key: of the chat.
            ordinal: which message of the user, from 0.
            text: what it says now.
        """
        chat = self._known(key)
        if not text.strip():
            raise ProtocolError("There is nothing to send.")
        if chat.busy:
            await self.interrupt(key)
            try:
                async with asyncio.timeout(INTERRUPT_SECONDS):
                    await chat.until_idle()
            except TimeoutError:
                raise GatewayError(None, "The running turn does not end. Try again when it has.") from None
        await self._hub.open(key)
        there = chat.transcript.turn_at(ordinal)
        user = there.user if there is not None else None
        was, files = (user.text, self._files.of(user.client_id)) if user is not None else (None, ())
        await self._hub.submit(key, Prompt(text, text, files, str(uuid4()), "interrupt", ordinal, was))
        chat.transcript.truncate(ordinal)
        self._hub.tell(chat, "transcript")
        return chat

    async def _call(self, chat: Chat, method: str, params: dict[str, object]) -> dict[str, Any]:
        """Call with the live id of a chat; one that died is replaced once."""
        hub = self._hub
        for last in (False, True):
            live = await hub.opener.live_id(chat)
            try:
                answer = await hub.gateway.request(method, {"session_id": live, **params})
            except GatewayError as error:
                if last or error.code != NO_SESSION:
                    raise
                hub.unbind(chat)
            else:
                return cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
        raise AssertionError("the second attempt answers or raises")

    def _known(self, key: str) -> Chat:
        chat = self._hub.chat(key)
        if chat is None:
            raise ProtocolError("This chat is not open.")
        return chat
