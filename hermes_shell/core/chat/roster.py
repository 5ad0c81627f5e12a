"""Which chats there are in this process: by key, by keys that they had once, and by live id."""

from __future__ import annotations

from hermes_shell.core.chat.chat import Chat

MOVES = 1_000
"""How many earlier keys of chats are remembered."""


class Roster:
    """The chats; a part of the hub. It tells nobody."""

    def __init__(self) -> None:
        self._chats: dict[str, Chat] = {}
        self._live: dict[str, Chat] = {}
        self._moved: dict[str, str] = {}

    def all(self) -> tuple[Chat, ...]:
        """Every chat."""
        return tuple(self._chats.values())

    def get(self, key: str) -> Chat | None:
        """The chat of a key, also of one that it had once."""
        return self._chats.get(self._moved.get(key, key))

    def by_live(self, live: str) -> Chat | None:
        """The chat of a live id."""
        return self._live.get(live)

    def by_session(self, live: str, stored: str) -> Chat | None:
        """The chat of a live id, else the one that a session of this stored id was made for."""
        return self._live.get(live) or next((one for one in self._chats.values() if one.stored == stored), None)

    def add(self, chat: Chat) -> None:
        """Take a chat in."""
        self._chats[chat.key] = chat

    def drop(self, key: str) -> Chat | None:
        """Let a chat go; None where there is none of this key."""
        return self._chats.pop(key, None)

    def bind(self, chat: Chat, live: str) -> None:
        """Let a chat be found by a live id, and by no other."""
        if chat.live != live:
            self.unbind(chat)
        chat.live = live
        self._live[live] = chat

    def unbind(self, chat: Chat) -> None:
        """Forget the live id of a chat."""
        if chat.live is not None and self._live.get(chat.live) is chat:
            del self._live[chat.live]
        chat.live = None

    def other(self, chat: Chat, key: str) -> Chat | None:
        """Another chat that has this key."""
        found = self._chats.get(key)
        return None if found is chat else found

    def rename(self, chat: Chat, key: str) -> None:
        """Give a chat another key; its earlier ones still find it."""
        del self._chats[chat.key]
        self._moved = {old: key if new == chat.key else new for old, new in self._moved.items()} | {chat.key: key}
        self._moved.pop(key, None)
        while len(self._moved) > MOVES:
            del self._moved[next(iter(self._moved))]
        chat.former, chat.key, chat.stored = chat.key, key, None
        chat.transcript.key = key
        self._chats[key] = chat
