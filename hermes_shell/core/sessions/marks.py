"""How sessions stand right now, as their rows show it: running, waiting for an answer, unread, failed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hermes_shell.core.chat.chat import Chat
    from hermes_shell.core.chat.hub import ChatHub, What


@dataclass(frozen=True, slots=True)
class Mark:
    """What a row shows in front of its title.

    Attributes:
        tone: of the shape; empty = nothing to say.
        words: the same for a screen reader.
        since: when the running turn began, seconds of the epoch; 0 = none runs.
        unread: something new that no window has shown.
    """

    tone: str = ""
    words: str = ""
    since: float = 0.0
    unread: bool = False


QUIET = Mark()


class Marks:
    """The marks of all chats.

    Args:
        changed: called when a mark is another one than before.
        refresh: called when the list of the gateway may be another one: a chat is new, or gone, or a turn ended.
    """

    def __init__(self, changed: Callable[[], None], refresh: Callable[[], None]) -> None:
        self._changed = changed
        self._refresh = refresh
        self._marks: dict[str, Mark] = {}
        self._chats: ChatHub | None = None

    def follow(self, chats: ChatHub) -> None:
        """Take the marks from the owner of the chats from now on."""
        self._chats = chats
        for chat in chats.chats():
            self._take(chat)
        chats.subscribe(self._hear)

    def of(self, *ids: str) -> Mark:
        """The mark of a session under any of its ids."""
        return next((self._marks[one] for one in ids if one in self._marks), QUIET)

    def chat(self, *ids: str) -> Chat | None:
        """The chat of a session under any of its ids."""
        chats = self._chats
        return None if chats is None else next((chat for one in ids if (chat := chats.chat(one)) is not None), None)

    def running(self) -> list[Chat]:
        """Chats with a stored id in which a turn runs."""
        chats = self._chats.chats() if self._chats is not None else ()
        return [chat for chat in chats if chat.busy and not chat.key.startswith("new:")]

    def _hear(self, chat: Chat, what: What) -> None:
        if what in ("transcript", "question"):
            return
        was_busy = self._marks.get(chat.key, QUIET).since > 0
        if self._take(chat, gone=what == "gone") or what == "title":
            self._changed()
        if what in ("moved", "gone") or (was_busy and not chat.busy):
            self._refresh()

    def _take(self, chat: Chat, *, gone: bool = False) -> bool:
        before = self._marks.get(chat.key, QUIET)
        mark = QUIET if gone else _mark(chat, before)
        if mark == QUIET:
            self._marks.pop(chat.key, None)
        else:
            self._marks[chat.key] = mark
        return mark != before


def _mark(chat: Chat, before: Mark) -> Mark:
    since = (before.since or time.time()) if chat.busy else 0.0
    if chat.asks:
        return Mark("ask", "waits for your answer", since, chat.unread)
    if chat.busy:
        return Mark("busy", "is working", since, chat.unread)
    if chat.fault is not None:
        return Mark("bad", "has a problem", 0.0, chat.unread)
    if chat.unread:
        return Mark("good", "has something new", 0.0, True)
    return QUIET
