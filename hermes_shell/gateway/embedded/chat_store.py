"""Everything the embedded gateway keeps, behind one thread that owns the database."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from hermes_shell.database import OpenedDatabase, is_damage
from hermes_shell.database_file import back_up, backup_is_due
from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.chat_search import ChatSearch
from hermes_shell.gateway.embedded.chats_database import open_chats
from hermes_shell.gateway.embedded.message_rows import MessageRows
from hermes_shell.gateway.embedded.session_rows import SessionRows

FILE = "chats.db"

DATABASE = 5006
"""The gateway's code for a failure of its database."""

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class ChatStore:
    """The chats. `sessions`, `messages` and `search` are used only by work that `run` was given.

    Args:
        opened: the database, and the thread that it was opened in.
        thread: the same thread, for everything else.
    """

    def __init__(self, opened: OpenedDatabase, thread: ThreadPoolExecutor) -> None:
        self._opened = opened
        self._thread = thread
        self.sessions = SessionRows(opened.writer)
        self.messages = MessageRows(opened.writer)
        self.search = ChatSearch(opened.writer)

    @classmethod
    async def open(cls, folder: Path) -> ChatStore:
        """Open the chats of a folder, and mark the turns that an earlier process did not finish.

        Raises:
            GatewayUnusable: the file cannot be used; it is left as it is.
        """
        thread = ThreadPoolExecutor(1, "chats")
        loop = asyncio.get_running_loop()
        try:
            store = cls(await loop.run_in_executor(thread, open_chats, folder / FILE), thread)
        except BaseException:
            thread.shutdown(wait=False)
            raise
        for incident in store.incidents:
            _log.warning("%s", incident)
        try:
            await store.run(store.messages.mark_lost)
        except GatewayError as error:  # a full disk: the chats can be read all the same
            store.incidents.append(error.message)
        if backup_is_due(store._opened):
            loop.run_in_executor(thread, store._back_up)
        return store

    @property
    def incidents(self) -> list[str]:
        """What happened when the file was opened, one sentence each."""
        return self._opened.incidents

    async def run(self, work: Callable[[], _T]) -> _T:
        """Do one piece of work in the database's thread, as one transaction; works are done in the order of the calls.

        Raises:
            GatewayError: what the work raised, or 5006 when the database failed; then nothing was changed. Without a
                code when it is closed.
        """
        try:
            done = asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)
        except RuntimeError as error:
            raise GatewayError(None, "The built-in gateway is closed.") from error
        return await asyncio.shield(done)

    async def close(self) -> None:
        """Finish what waits, and close the file. Harmless when called again."""
        try:
            closing = asyncio.get_running_loop().run_in_executor(self._thread, self._opened.writer.close)
        except RuntimeError:  # it is closed
            return
        self._thread.shutdown(wait=False)
        await closing

    def setting(self, key: str) -> str | None:
        """A saved value; only within `run`."""
        found = self._opened.reader.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
        return found[0] if found is not None else None

    def set_setting(self, key: str, value: str) -> None:
        """Save a value; only within `run`."""
        self._opened.writer.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value))

    def _transaction(self, work: Callable[[], _T]) -> _T:
        connection = self._opened.writer
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                done = work()
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            _log.exception("The database of the chats failed")
            if isinstance(error, sqlite3.DatabaseError) and is_damage(error):
                raise GatewayError(DATABASE, "The file of the chats is damaged; the next start restores it.") from error
            raise GatewayError(DATABASE, f"The chats could not be read or saved: {error}.") from error
        return done

    def _back_up(self) -> None:
        try:
            back_up(self._opened)
        except (OSError, sqlite3.Error):
            _log.warning("The chats could not be backed up", exc_info=True)
