"""Marks of the user that go over to another session, once the list has it (known fault 69).

A chat that was reset goes on as a new one. A session whose stored id changes keeps its marks under the first id of its
lineage; where the gateway tells no lineage, they go over to the new id.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from hermes_shell.core.chat.chat import is_new
from hermes_shell.core.sessions.session_list import SessionList
from hermes_shell.errors import ShellError

if TYPE_CHECKING:
    from hermes_shell.core.chat.chat import Chat
    from hermes_shell.core.chat.hub import ChatHub, What

log = logging.getLogger(__name__)

MOST = 100
"""Sessions that are waited for; of more the oldest are not any more."""


class Carrying:
    """Waits for sessions that take marks over.

    Args:
        sessions: the list.
        chats: where keys of chats change.
    """

    def __init__(self, sessions: SessionList, chats: ChatHub) -> None:
        self._sessions = sessions
        self._wanted: dict[str, str] = {}  # chat key -> root whose marks it gets
        chats.subscribe(self._on_chat)
        sessions.subscribe(self._look)

    def want(self, root: str, key: str) -> None:
        """Let the chat of a key, which may be a new one, have the marks of a session."""
        self._wanted[key] = root
        while len(self._wanted) > MOST:
            del self._wanted[next(iter(self._wanted))]
        self._look()

    def _on_chat(self, chat: Chat, what: What) -> None:
        if what == "left":
            self._wanted.pop(chat.key, None)
        if what != "moved":
            return
        if chat.former in self._wanted:
            self.want(self._wanted.pop(chat.former), chat.key)
        elif not is_new(chat.former):
            self.want(self._sessions.root(chat.former), chat.key)

    def _look(self) -> None:
        for key, root in tuple(self._wanted.items()):
            row = self._sessions.row(key)
            if row is None or row.id != key:
                continue
            del self._wanted[key]
            if root != row.root and self._sessions.metadata.is_marked(root):
                self._sessions.run(self._carry(root, row.root), "carry the marks of a session")

    async def _carry(self, old: str, new: str) -> None:
        names = self._sessions.metadata.carry(old, new)
        self._sessions.changed()
        try:
            await self._sessions.metadata.save(*names)
        except ShellError as error:
            log.warning("that %s has the marks of %s could not be kept: %s", new, old, error)
