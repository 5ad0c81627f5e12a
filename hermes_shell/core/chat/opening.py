"""Chats and sessions of the gateway: making one, resuming one, and finding all again on another connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.core.chat.chat import Chat, is_new
from hermes_shell.core.chat.retelling import Retelling, needs_rows, read_rows, retell, said
from hermes_shell.core.chat.said import said_in
from hermes_shell.core.chat.turns import take_snapshot
from hermes_shell.errors import GatewayError

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import ChatHub
    from hermes_shell.core.chat.prompt import Prompt

log = logging.getLogger(__name__)

NO_SESSION = 4001
"""The code for a live id that is not there (any more)."""
NO_STORED = 4007
"""The code for a stored id that is not there."""
NO_METHOD = -32601
"""The code for a method that the gateway does not have."""
UNREADABLE = "The messages of this chat could not be read. The log has the details."
COLUMNS = 100
CONNECTIONS = 3
"""How many connections in a row one resume may lose."""


class Opener:
    """Keeps chats and sessions of the gateway together; a part of the hub.

    Args:
        hub: whose chats these are.
    """

    def __init__(self, hub: ChatHub) -> None:
        self._hub = hub
        self._resuming: dict[str, asyncio.Task[None]] = {}

    def is_fresh(self, chat: Chat) -> bool:
        """Whether the live id of a chat comes from the connection that is open now."""
        return chat.live is not None and chat.epoch == self._hub.gateway.epoch

    async def live_id(self, chat: Chat) -> str:
        """The live id of a chat; its session is resumed, or made, where needed.

        Raises:
            GatewayError: neither worked.
        """
        if is_new(chat.key) or not chat.kept:
            async with chat.making:
                if not self.is_fresh(chat):
                    await self.create(chat)
        elif not self.is_fresh(chat):
            await self.resume(chat)
        assert chat.live is not None, f"{chat.key} has no session"
        return chat.live

    async def create(self, chat: Chat) -> None:
        """Make a session for a chat that the gateway does not know. Its key stays; see `ChatHub.settle_key`.

        Raises:
            GatewayError: it was refused.
        """
        params: dict[str, object] = {"cols": COLUMNS}
        folder = chat.cwd or await self._folder()
        if folder:
            params["cwd"] = folder
        with self._hub.creating():
            found = _object(await self._hub.gateway.request("session.create", params), "session.create")
            self._take_created(chat, found)

    async def _folder(self) -> str:
        """Where a new chat works, said with it: an agent resumes a chat only in a folder that was named."""
        try:
            found = await self._hub.gateway.request("config.get", {"key": "project"})
        except GatewayError as error:
            if error.code is None:
                raise
            return ""
        folder = cast("dict[str, Any]", found).get("cwd") if isinstance(found, dict) else None
        return folder if isinstance(folder, str) else ""

    def _take_created(self, chat: Chat, found: Mapping[str, Any]) -> None:
        live, stored = found.get("session_id"), found.get("stored_session_id")
        if not isinstance(live, str) or not isinstance(stored, str):
            raise GatewayError(None, "The gateway made a session without ids.")
        info = found.get("info")
        if isinstance(info, dict):
            chat.take_info(cast("dict[str, Any]", info))
        chat.stored = stored
        chat.kept = False
        self._hub.bind(chat, live)
        self._hub.tell(chat, "state")

    async def resume(self, chat: Chat) -> None:
        """Resume the session of a chat and load its messages; calls at the same time share one.

        Raises:
            GatewayError: it was refused; the chat says why.
        """
        running = self._resuming.get(chat.key)
        if running is None:
            running = asyncio.create_task(self._resume(chat), name=f"resume {chat.key}")
            self._resuming[chat.key] = running
            running.add_done_callback(lambda task, key=chat.key: self._resumed(key, task))
        await asyncio.shield(running)

    async def reload(self, chat: Chat) -> None:
        """Load the messages of a chat anew, now or when it is opened next.

        Raises:
            GatewayError: it was refused; the chat says why.
        """
        chat.loaded = False
        if self._hub.gateway.state == "open":
            await self.resume(chat)

    def _resumed(self, key: str, task: asyncio.Task[None]) -> None:
        del self._resuming[key]
        if not task.cancelled():
            task.exception()  # whoever waited has it; without one the chat says it

    async def _resume(self, chat: Chat) -> None:
        from hermes_shell.transcript.ready import get_ready  # late: no chat is opened before the first page
        from hermes_shell.transcript.view import last_messages

        hub = self._hub
        with hub.hearing.holding(chat):
            try:
                found, live, told = await self._asked(chat)
            except GatewayError as error:
                begun = [turn for turn in chat.transcript.turns if turn.state != "waiting"]
                if error.code == NO_STORED and chat.busy and len(begun) < 2:
                    chat.kept = False  # the gateway ended in its first turn, and kept nothing of it
                # One whose first prompt may never have come there is not gone: it has not begun.
                if chat.kept or error.code != NO_STORED:
                    chat.fault, chat.gone = error.message, error.code == NO_STORED
                    hub.tell(chat, "state")
                raise
            key = found.get("session_key") or found.get("resumed")
            if hub.chat(chat.key) is not chat:
                raise GatewayError(NO_STORED, "This chat was deleted.")
            chat.fault, chat.gone, chat.kept = None, False, True
            hub.bind(chat, live)
            was_busy = chat.busy
            take_snapshot(chat, found)
            try:
                _load(chat, found, told.messages)
            except Exception as error:
                log.exception("the messages of chat %s could not be read", chat.key)
                chat.fault = UNREADABLE
                hub.tell(chat, "state")
                raise GatewayError(None, UNREADABLE) from error
            await get_ready(last_messages(chat.transcript.turns))
            chat.loaded = True
        if isinstance(key, str) and key and key != chat.key:
            hub.move(chat, key)
        hub.tell(chat, "state")
        hub.tell(chat, "transcript")
        if was_busy and not chat.busy:
            hub.turn_ended(chat)
        if not chat.busy:
            hub.spawn(self._learn_usage(chat, live), f"usage of {chat.key}")

    async def _asked(self, chat: Chat) -> tuple[Mapping[str, Any], str, Retelling]:
        """What the gateway says of a session that it resumes, its live id, and its messages; all of one connection.

        Raises:
            GatewayError: it could not be resumed.
        """
        hub = self._hub
        for _ in range(CONNECTIONS):
            params = {"session_id": chat.key, "cols": COLUMNS}
            found = _object(await hub.gateway.request("session.resume", params), "session.resume")
            epoch, live = hub.gateway.epoch, found.get("session_id")
            if not isinstance(live, str):
                raise GatewayError(None, "The gateway resumed a session without an id.")
            key = found.get("session_key") or found.get("resumed")
            told = await self._retold(key if isinstance(key, str) and key else chat.key, found)
            if hub.gateway.epoch == epoch:
                return found, live, told
            # The connection was replaced meanwhile: the new one would tell nothing of that live id.
        raise GatewayError(None, "The connection to the gateway does not stay.")

    async def ordinal(self, chat: Chat, live: str, prompt: Prompt) -> int | None:
        """How the gateway counts the message whose place a prompt takes; None when it has no such message.

        Raises:
            GatewayError: it cannot be said, or the message has gone into a summary.
        """
        at = prompt.ordinal
        if at is None or not chat.kept:
            return None
        try:
            found = _object(await self._hub.gateway.request("session.activate", {"session_id": live}), "activate")
        except GatewayError as error:
            if error.code != NO_METHOD:
                raise
            return at
        told = _messages(found)
        if told and not needs_rows(told):
            return at
        retold = await self._retold(chat.key, found)
        texts = [said(message) for message in retold.messages if message.get("role") == "user" and said(message)]
        if prompt.replaces is not None and (at >= len(texts) or texts[at] != prompt.replaces.strip()):
            # A prompt whose turn could not begin is shown here and nowhere kept.
            earlier = [n for n, text in enumerate(texts[:at]) if text == prompt.replaces.strip()]
            if not earlier:
                return retold.ordinal(at) if at < len(texts) else None
            at = earlier[-1]
        return retold.ordinal(at)

    async def _retold(self, key: str, found: Mapping[str, Any]) -> Retelling:
        """The messages of an answer, with what the REST door knows of them where the answer is short."""
        told = _messages(found)
        if not needs_rows(told):
            return Retelling(told)
        try:
            rows, branch = await read_rows(self._hub.gateway, key)
        except GatewayError as error:
            log.warning("the details of chat %s are not known: %s", key, error.message)
            return Retelling(told)
        return retell(told, rows, branch=branch)

    async def _learn_usage(self, chat: Chat, live: str) -> None:
        """Ask what a resumed session has used: nothing else tells before its next turn."""
        try:
            usage = await self._hub.gateway.request("session.usage", {"session_id": live})
        except GatewayError as error:
            log.debug("the usage of chat %s is not known: %s", chat.key, error.message)
            return
        if isinstance(usage, dict) and chat.live == live and not chat.busy:
            chat.usage = cast("dict[str, Any]", usage)
            self._hub.tell(chat, "state")

    async def reconnect(self) -> None:
        """Bring every chat back that somebody looks at or that works; call after each opening of the gateway."""
        hub = self._hub
        wanted = [chat for chat in hub.chats() if not is_new(chat.key) and chat.kept and (chat.shown or chat.busy)]
        try:
            await self.learn_live()
        except GatewayError as error:
            log.warning("the sessions that are live could not be listed: %s", error.message)
        for chat in wanted:
            if self.is_fresh(chat) and chat.loaded:
                continue
            try:
                await self.resume(chat)
            except GatewayError as error:
                log.warning("chat %s could not be resumed: %s", chat.key, error.message)
                if chat.busy and (error.code is not None or hub.gateway.state == "open"):
                    # Nobody will tell of its end any more; where the connection is lost again, the next one finds out.
                    chat.turn, chat.awaiting, chat.asks = "idle", False, False
                    chat.transcript.lost()
                    hub.tell(chat, "transcript")
                    hub.turn_ended(chat)

    async def learn_live(self) -> None:
        """Learn which chats are live under which id, so that events find them.

        Raises:
            GatewayError: the list was refused.
        """
        found = _object(await self._hub.gateway.request("session.active_list", {}), "session.active_list")
        rows = found.get("sessions")
        for row in cast("list[object]", rows) if isinstance(rows, list) else []:
            if not isinstance(row, dict):
                continue
            entry = cast("dict[str, Any]", row)
            live, stored = entry.get("id"), entry.get("session_key")
            if isinstance(live, str) and isinstance(stored, str):
                self._hub.learned(live, stored)


def _object(answer: object, method: str) -> Mapping[str, Any]:
    if not isinstance(answer, dict):
        raise GatewayError(None, f"The gateway answered {method} with something else than an object.")
    return cast("dict[str, Any]", answer)


def _messages(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    given = found.get("messages")
    rows = cast("list[object]", given) if isinstance(given, list) else []
    return [cast("dict[str, Any]", row) for row in rows if isinstance(row, dict)]


def _load(chat: Chat, found: Mapping[str, Any], messages: Sequence[dict[str, Any]]) -> None:
    inflight, queued = found.get("inflight"), found.get("queued")
    chat.known = said_in(messages, inflight, queued)
    chat.transcript.load(
        messages,
        inflight=cast("dict[str, Any]", inflight) if isinstance(inflight, dict) else None,
        queued=cast("dict[str, Any]", queued) if isinstance(queued, dict) else None,
        running=chat.busy,
    )
    if chat.cut is not None:
        chat.transcript.truncate(chat.cut)
