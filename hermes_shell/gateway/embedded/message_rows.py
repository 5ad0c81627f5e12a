"""The messages of the chats database. Every function runs in the database's own thread."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Role = Literal["user", "assistant", "system"]

Status = Literal["complete", "streaming", "waiting", "queued", "interrupted", "error", "lost"]
"""`waiting`: a prompt without an answer yet; `queued`: one whose turn has not begun; `lost`: the process ended during
the turn. `interrupted` and `error` stand on an answer and on its prompt."""

_ROLES: tuple[Role, ...] = ("user", "assistant", "system")


@dataclass(frozen=True)
class Message:
    """One stored message.

    Attributes:
        id: its number, ascending over all sessions.
        role: who wrote it.
        content: what the user sees.
        sent: what the model gets instead, None = `content`.
        reasoning: the model's reasoning, None = none.
        images: paths of the images that go with it.
        status: how its turn ended.
        error: why it failed, on the prompt of a failed turn.
        at: when it was written, in seconds since 1970.
    """

    id: int
    role: Role
    content: str
    sent: str | None
    reasoning: str | None
    images: tuple[str, ...]
    status: Status
    error: str | None
    at: float


class MessageRows:
    """Reads and writes messages.

    Args:
        connection: to the chats database, in autocommit mode.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def add(
        self,
        stored: str,
        role: Role,
        content: str,
        *,
        at: float,
        status: Status = "complete",
        sent: str | None = None,
        reasoning: str | None = None,
        images: Sequence[str] = (),
    ) -> int:
        """Append a message to a session and return its number."""
        added = self._db.execute(
            "INSERT INTO messages (session, role, content, sent, reasoning, images, status, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (stored, role, content, sent, reasoning, json.dumps(list(images)) if images else None, status, at),
        )
        assert added.lastrowid is not None, "an insert has a number"
        return added.lastrowid

    def add_queued(self, stored: str, content: str, sent: str | None, images: Sequence[str], at: float) -> int:
        """Keep a prompt that waits for the end of a turn; it is part of the history only when it is lost."""
        number = self.add(stored, "user", content, at=at, status="queued", sent=sent, images=images)
        self._db.execute("UPDATE messages SET active = 0 WHERE id = ?", (number,))
        return number

    def save(self, number: int, content: str, reasoning: str | None, status: Status) -> None:
        """Replace the text of an answer that streams."""
        self._db.execute(
            "UPDATE messages SET content = ?, reasoning = ?, status = ? WHERE id = ?",
            (content, reasoning, status, number),
        )

    def set_status(self, number: int, status: Status, error: str | None = None) -> None:
        """Note how the turn of a message ended, and why."""
        self._db.execute("UPDATE messages SET status = ?, error = ? WHERE id = ?", (status, error, number))

    def remove(self, number: int) -> None:
        """Delete one message: an answer that never got a word."""
        self._db.execute("DELETE FROM messages WHERE id = ?", (number,))

    def of(self, stored: str, *, limit: int | None = None, offset: int = 0) -> list[Message]:
        """The messages of a session in order, without those that were undone."""
        rows = self._db.execute(
            "SELECT * FROM messages WHERE session = ? AND active ORDER BY id LIMIT ? OFFSET ?",
            (stored, -1 if limit is None else limit, offset),
        )
        return [_message(row) for row in rows]

    def count(self, stored: str) -> int:
        """How many messages a session has."""
        return self._db.execute("SELECT count(*) FROM messages WHERE session = ? AND active", (stored,)).fetchone()[0]

    def user_message(self, stored: str, ordinal: int) -> int | None:
        """The number of the nth message of the user, counted from 0; None when there is none."""
        if ordinal < 0:
            return None
        found = self._db.execute(
            "SELECT id FROM messages WHERE session = ? AND active AND role = 'user' ORDER BY id LIMIT 1 OFFSET ?",
            (stored, ordinal),
        ).fetchone()
        return found[0] if found is not None else None

    def last_user_message(self, stored: str) -> int | None:
        """The number of the newest message of the user."""
        return self._db.execute(
            "SELECT max(id) FROM messages WHERE session = ? AND active AND role = 'user'", (stored,)
        ).fetchone()[0]

    def cut(self, stored: str, first: int) -> int:
        """Take a message and all after it out of the history; they stay in the file. Returns how many."""
        return self._db.execute(
            "UPDATE messages SET active = 0 WHERE session = ? AND active AND id >= ?", (stored, first)
        ).rowcount

    def image_folders(self, stored: str) -> set[str]:
        """The names of the folders that the images of a session lie in: its own, and those of what it branched from."""
        rows = self._db.execute("SELECT images FROM messages WHERE session = ? AND images NOT NULL", (stored,))
        return {Path(path).parent.name for row in rows for path in json.loads(row["images"])}

    def show_from(self, folder: str) -> bool:
        """Whether a message has an image from a folder."""
        found = self._db.execute("SELECT 1 FROM messages WHERE instr(images, ?) LIMIT 1", (f"/{folder}/",))
        return found.fetchone() is not None

    def copy(self, source: str, target: str, before: int | None = None) -> int:
        """Append the messages of one session to another and return how many.

        Args:
            source: stored id.
            target: stored id.
            before: number of the message that is copied no more, nor what follows it; None = all are.
        """
        return self._db.execute(
            "INSERT INTO messages (session, role, content, sent, reasoning, images, status, error, at)"
            " SELECT ?, role, content, sent, reasoning, images, status, error, at FROM messages"
            " WHERE session = ? AND active AND status != 'streaming' AND id < ? ORDER BY id",
            (target, source, before if before is not None else 2**62),
        ).rowcount

    def mark_lost(self) -> int:
        """Mark what a process that ended in the middle of a turn left behind; returns how many messages."""
        return self._db.execute(
            "UPDATE messages SET status = 'lost', active = 1 WHERE status IN ('streaming', 'waiting', 'queued')"
        ).rowcount


def _message(row: sqlite3.Row) -> Message:
    images: Any = json.loads(row["images"]) if row["images"] else []
    role: Role = row["role"] if row["role"] in _ROLES else "system"
    return Message(
        row["id"],
        role,
        row["content"],
        row["sent"],
        row["reasoning"],
        tuple(str(image) for image in images),
        row["status"],
        row["error"],
        row["at"],
    )
