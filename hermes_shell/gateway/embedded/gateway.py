"""The embedded gateway itself: its chats, its live sessions, its connections, and its two doors."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hermes_shell import __version__
from hermes_shell.errors import GatewayError, ShellError
from hermes_shell.gateway.backend import Hear, ModelSettings
from hermes_shell.gateway.embedded.attachments import Attachments
from hermes_shell.gateway.embedded.call import Call
from hermes_shell.gateway.embedded.chat_store import ChatStore
from hermes_shell.gateway.embedded.live_session import Connection, LiveSession
from hermes_shell.gateway.embedded.models import demo_model, server_model
from hermes_shell.gateway.embedded.models.model_choice import ModelChoice
from hermes_shell.gateway.embedded.preferences import Preferences
from hermes_shell.gateway.embedded.session_info import session_info
from hermes_shell.gateway.embedded.turns import Turns

LIVE_LIMIT = 256
"""Live sessions; above it the idle one that was not used for longest ends. Its chat stays."""

STOP_SECONDS = 0.7

SKIN: Mapping[str, Any] = {
    "name": "default",
    "colors": {},
    "branding": {"agent_name": "Built-in gateway", "welcome": "", "goodbye": "", "response_label": "Assistant"},
}

_log = logging.getLogger(__name__)


class EmbeddedGateway:
    """Answers methods and REST paths on the event loop that opened it.

    Args:
        folder: where its file lies.
        store: the open chats.
        settings: which model to ask, read anew for each turn.
        pace: of the demo model, in seconds between two words.
        waits: seconds before each further attempt at a model server.
    """

    def __init__(
        self,
        folder: Path,
        store: ChatStore,
        settings: Callable[[], ModelSettings],
        pace: float = demo_model.PACE,
        waits: Sequence[float] = server_model.RETRY_WAITS,
    ) -> None:
        self.folder = folder
        self.store = store
        self.choice = ModelChoice(settings, pace, waits)
        self.preferences = Preferences(store)
        self.attachments = Attachments(folder / "chat-files")
        self.turns = Turns(store, self.choice, self.preferences, self.announce)
        self.live: dict[str, LiveSession] = {}
        self.started_at = time.time()
        self.home = os.path.expanduser("~")
        self._connections: set[Connection] = set()
        self._untold = list(store.incidents)

    @classmethod
    async def open(
        cls,
        folder: Path,
        settings: Callable[[], ModelSettings],
        pace: float = demo_model.PACE,
        waits: Sequence[float] = server_model.RETRY_WAITS,
    ) -> EmbeddedGateway:
        """Open the chats of a folder.

        Raises:
            GatewayUnusable: their file cannot be used.
        """
        gateway = cls(folder, await ChatStore.open(folder), settings, pace, waits)
        await gateway.preferences.load()
        return gateway

    async def close(self) -> None:
        """End all turns, keeping what they have written, and close the file."""
        for session in self.live.values():
            self.turns.stop(session)
            session.queue.clear()  # kept in the file, where the next start finds them
        await self.turns.finish(STOP_SECONDS)
        self.live.clear()
        self._connections.clear()
        await self.choice.close()
        await self.store.close()

    def connect(self, hear: Hear) -> Connection:
        """Add a client; it hears `gateway.ready` at once, and the first one what happened to the file of the chats."""
        connection = Connection(hear)
        self._connections.add(connection)
        hear({"type": "gateway.ready", "payload": {"skin": {**SKIN, "name": self.preferences["skin"] or "default"}}})
        untold, self._untold = self._untold, []
        for number, incident in enumerate(untold):
            notice = {"text": incident, "level": "warn", "kind": "storage", "ttl_ms": None}
            key = f"chats-{number}"
            hear({"type": "notification.show", "session_id": "", "payload": {**notice, "key": key, "id": key}})
        return connection

    def disconnect(self, connection: Connection) -> None:
        """Forget a client. Its sessions stay live, and their turns go on."""
        self._connections.discard(connection)
        for session in self.live.values():
            if session.connection is connection:
                session.connection = None

    def tell_all(self, kind: str, payload: dict[str, Any]) -> None:
        """Send an event that belongs to no session."""
        for connection in tuple(self._connections):
            connection.hear({"type": kind, "session_id": "", "payload": payload})

    async def call(self, connection: Connection, method: str, params: Mapping[str, Any]) -> object:
        """Make one JSON-RPC call.

        Raises:
            GatewayError: -32601 for a method that is not there, else the method's own error.
        """
        from hermes_shell.gateway.embedded.methods import METHODS

        handler = METHODS.get(method)
        if handler is None:
            raise GatewayError(-32601, f"unknown method: {method[:100]}")
        try:
            return await handler(Call(self, connection, params))
        except GatewayError:
            raise
        except ShellError as error:
            raise GatewayError(-32000, error.message) from error
        except Exception as error:
            _log.exception("The method %s failed", method)
            raise GatewayError(-32000, f"{method} failed. The log says more.") from error

    async def call_inside(self, method: str, params: Mapping[str, Any]) -> object:
        """Make a call on behalf of a REST path.

        Raises:
            GatewayError: as `call`.
        """
        return await self.call(Connection(lambda event: None), method, params)

    async def rest(self, method: str, path: str, query: Mapping[str, Any] | None, body: object) -> tuple[int, object]:
        """Make one REST call; never raises."""
        from hermes_shell.gateway.embedded.routes import answer

        return await answer(self, method, path, query or {}, body)

    def add(self, session: LiveSession) -> LiveSession:
        """Make a session live."""
        idle = [one for one in self.live.values() if not one.running and not one.queue]
        if len(self.live) >= LIVE_LIMIT and idle:
            del self.live[min(idle, key=lambda one: one.last_active).id]
        self.live[session.id] = session
        return session

    async def end(self, stored: str) -> None:
        """End the live session of a stored one, if there is one, without another word of it."""
        session = self.by_stored(stored)
        if session is None:
            return
        del self.live[session.id]
        session.connection = None
        await self.turns.end(session)

    async def delete(self, stored: str) -> bool:
        """Delete a stored session for good, with the files that only it has; False when there is none."""

        def delete() -> tuple[bool, list[str]]:
            folders = self.store.messages.image_folders(stored) | {stored}
            deleted = self.store.sessions.delete(stored)
            return deleted, [folder for folder in folders if not self.store.messages.show_from(folder)]

        deleted, unused = await self.store.run(delete)
        if deleted:
            for folder in unused:
                await asyncio.to_thread(self.attachments.delete, folder)
        return deleted

    def by_stored(self, stored: str) -> LiveSession | None:
        """The live session of a stored one."""
        return next((session for session in self.live.values() if session.stored == stored), None)

    def announce(self, session: LiveSession) -> None:
        """Send a session's `session.info`."""
        session.emit("session.info", self.info(session))

    def info(self, session: LiveSession) -> dict[str, Any]:
        """What `session.info` says of a session."""
        return session_info(session, self.choice, self.preferences, __version__)
