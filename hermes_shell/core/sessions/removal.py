"""Deleting sessions with a way back: a row leaves at once, the gateway is told when the time to undo is over.

What is on its way is kept in the store: a shell that ends meanwhile goes on at its next start.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from hermes_shell.core.sessions.row import SessionRow
from hermes_shell.core.sessions.session_list import SessionList
from hermes_shell.core.sessions.source import delete_session, lineage_of
from hermes_shell.errors import ShellError

if TYPE_CHECKING:
    from hermes_shell.core.shell import Shell

log = logging.getLogger(__name__)

UNDO_SECONDS = 8.0
"""How long a deletion can be undone."""


class Removal:
    """Sessions on their way out.

    Args:
        shell: gateway and windows.
        sessions: the list that they leave.
    """

    def __init__(self, shell: Shell, sessions: SessionList) -> None:
        self._shell = shell
        self._sessions = sessions
        self._timer: asyncio.TimerHandle | None = None
        self._going: set[str] = set()
        sessions.on_open(self.due)

    async def delete(self, ids: Iterable[str]) -> list[str]:
        """Hide sessions now and delete them when the time to undo is over; returns their stored ids.

        Raises:
            StorageError: it could not be noted; nothing is deleted then.
        """
        deleting = self._sessions.metadata.deleting
        rows = [row for row in map(self._sessions.row, ids) if row is not None]
        ends = time.time() + UNDO_SECONDS
        for row in rows:
            deleting[row.id] = ends
        self._sessions.changed()
        try:
            await self._sessions.metadata.save("deleting")
        except ShellError:
            for row in rows:
                deleting.pop(row.id, None)
            self._sessions.changed()
            raise
        self._plan()
        return [row.id for row in rows]

    async def undelete(self, ids: Iterable[str]) -> list[str]:
        """Bring sessions back whose deletion has not begun; returns those that are back."""
        deleting = self._sessions.metadata.deleting
        wanted = [stored for stored in ids if stored not in self._going]
        back = [stored for stored in wanted if deleting.pop(stored, None) is not None]
        self._sessions.changed()
        await self._sessions.metadata.save("deleting")
        return back

    def due(self) -> None:
        """Look for what is due: now, and when the next one is."""
        self._timer = None
        if self._sessions.metadata.deleting:
            self._sessions.run(self._delete_due(), "delete-sessions")

    def _plan(self) -> None:
        deleting = self._sessions.metadata.deleting
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if deleting:
            wait = max(0.0, min(deleting.values()) - time.time())
            self._timer = asyncio.get_running_loop().call_later(wait, self.due)

    async def _delete_due(self) -> None:
        metadata = self._sessions.metadata
        if self._shell.gateway.state != "open":
            return  # the next open looks again
        if self._going:
            return  # whoever deletes now plans the rest
        now = time.time()
        self._going = {one for one, ends in metadata.deleting.items() if ends <= now}
        try:
            for stored in tuple(self._going):
                await self._delete_one(stored)
        finally:
            self._going.clear()
        self._plan()

    async def _delete_one(self, stored: str) -> None:
        metadata = self._sessions.metadata
        row = self._sessions.row(stored) or SessionRow(stored, stored, (stored,))
        changed: tuple[str, ...] = ()
        try:
            await self._delete_now(row)
        except ShellError as error:
            log.warning("session %s was not deleted: %s", stored, error)
            self._tell(row, str(error))
        else:
            self._sessions.drop(stored)
            self._shell.chats.forget(stored)
            changed = metadata.forget(row.root, stored)
        metadata.deleting.pop(stored, None)
        self._sessions.changed()
        try:
            await metadata.save("deleting", *changed)
        except ShellError as error:  # the next start deletes it once more, which changes nothing
            log.warning("that session %s was deleted could not be kept: %s", stored, error)

    async def _delete_now(self, row: SessionRow) -> None:
        gateway = self._shell.gateway
        chat = self._sessions.marks.chat(row.id, *row.lineage)
        if chat is not None and chat.live is not None:
            # The gateway deletes no session that is live.
            await gateway.request("session.close", {"session_id": chat.live})
        for stored in await lineage_of(gateway, row):
            await delete_session(gateway, stored)

    def _tell(self, row: SessionRow, reason: str) -> None:
        message = {"t": "session-fault", "title": f"“{row.label}” was not deleted", "message": reason}
        for window in tuple(self._shell.windows.values()):
            window.send(message)
