"""A home whose built-in gateway has chats already, as if they had been written over the last weeks."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hermes_shell.gateway.embedded.chats_database import SCHEMA

HOUR = 3600.0


@dataclass(frozen=True)
class SeededChat:
    """A chat to be.

    Attributes:
        id: its stored id.
        title: empty = none.
        hours_ago: when it was used last.
        said: the user's message; the answer repeats it.
    """

    id: str
    title: str
    hours_ago: float = 0.0
    said: str = "Hello there"


def seed(home: Path, chats: Iterable[SeededChat]) -> None:
    """Write chats into a home on which no shell runs."""
    place = home / "desktop-shell" / "chats.db"
    place.parent.mkdir(parents=True, exist_ok=True)
    now = time.time()
    with closing(sqlite3.connect(place)) as database:
        database.executescript(SCHEMA)
        for chat in chats:
            at = now - chat.hours_ago * HOUR
            database.execute(
                "INSERT INTO sessions (id, title, source, model, provider, cwd, started_at, last_active)"
                " VALUES (?, ?, 'desktop', 'demo', 'demo', '', ?, ?)",
                (chat.id, chat.title or None, at - 60, at),
            )
            for role, text in (("user", chat.said), ("assistant", f"You said: {chat.said}")):
                database.execute(
                    "INSERT INTO messages (session, role, content, status, at) VALUES (?, ?, ?, 'complete', ?)",
                    (chat.id, role, text, at),
                )
        database.commit()
