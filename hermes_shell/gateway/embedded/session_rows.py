"""The sessions of the chats database. Every function runs in the database's own thread."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded import titles

Archived = Literal["exclude", "only", "include"]
Order = Literal["created", "recent"]

LIST_LIMIT = 1000
"""The most rows of one answer."""

_ROW = """
SELECT s.*, (SELECT count(*) FROM messages m WHERE m.session = s.id AND m.active = 1) AS message_count,
    (SELECT substr(m.content, 1, 200) FROM messages m WHERE m.session = s.id AND m.active = 1 AND m.role = 'user'
     ORDER BY m.id LIMIT 1) AS preview
FROM sessions s
"""


@dataclass(frozen=True)
class NewSession:
    """What a session is stored with.

    Attributes:
        id: the stored id.
        source: who made it: `desktop`.
        model: its model's name.
        provider: of that model.
        cwd: its working directory; empty = none.
        parent: stored id of the session that it branched from.
        title: wanted title, clean.
    """

    id: str
    source: str
    model: str
    provider: str
    cwd: str = ""
    parent: str | None = None
    title: str | None = None


@dataclass(frozen=True)
class Usage:
    """Tokens of model calls.

    Attributes:
        input: tokens that were read.
        output: tokens that were written, reasoning included.
        reasoning: the part of them that was reasoning.
        calls: how many model calls.
        context: tokens of the newest call, read and written.
    """

    input: int = 0
    output: int = 0
    reasoning: int = 0
    calls: int = 0
    context: int = 0

    def plus(self, other: Usage) -> Usage:
        """Both together; `context` is that of the newer one, `other`."""
        return Usage(
            self.input + other.input,
            self.output + other.output,
            self.reasoning + other.reasoning,
            self.calls + other.calls,
            other.context or self.context,
        )


class SessionRows:
    """Reads and writes sessions.

    Args:
        connection: to the chats database, in autocommit mode.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def add(self, new: NewSession, now: float) -> None:
        """Store a session; one that is stored already stays as it is.

        Raises:
            GatewayError: 4022, its title is in use.
        """
        if self.has(new.id):
            return
        if new.title is not None:
            self._require_free(new.title, new.id)
        self._db.execute(
            "INSERT INTO sessions (id, title, source, model, provider, parent, cwd, started_at, last_active)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (new.id, new.title, new.source, new.model, new.provider, new.parent, new.cwd, now, now),
        )

    def has(self, stored: str) -> bool:
        """Whether a session is stored."""
        return self._db.execute("SELECT 1 FROM sessions WHERE id = ?", (stored,)).fetchone() is not None

    def find(self, key: str) -> dict[str, Any] | None:
        """One row by stored id or exact title."""
        found = self._db.execute(_ROW + "WHERE s.id = ?", (key,)).fetchone()
        if found is None:
            found = self._db.execute(_ROW + "WHERE s.title = ?", (key,)).fetchone()
        return dict(found) if found is not None else None

    def list(
        self,
        *,
        limit: int,
        offset: int = 0,
        archived: Archived = "exclude",
        order: Order = "recent",
        source: str | None = None,
        excluded_sources: Sequence[str] = (),
        cwd_prefix: str | None = None,
        least_messages: int = 0,
    ) -> tuple[list[dict[str, Any]], int]:
        """A page of rows, and how many there are in all."""
        conditions, values = ["1"], list[object]()
        if archived != "include":
            conditions.append("s.archived = ?")
            values.append(int(archived == "only"))
        if source:
            conditions.append("s.source = ?")
            values.append(source)
        if excluded_sources:
            conditions.append(f"s.source NOT IN ({', '.join('?' * len(excluded_sources))})")
            values.extend(excluded_sources)
        if cwd_prefix:
            conditions.append("(s.cwd = ? OR substr(s.cwd, 1, ?) = ?)")
            values.extend((cwd_prefix, len(cwd_prefix) + 1, cwd_prefix.rstrip("/") + "/"))
        if least_messages > 0:
            conditions.append("(SELECT count(*) FROM messages m WHERE m.session = s.id AND m.active = 1) >= ?")
            values.append(least_messages)
        where = " AND ".join(conditions)
        by = "s.last_active" if order == "recent" else "s.started_at"
        total = self._db.execute(f"SELECT count(*) FROM sessions s WHERE {where}", values).fetchone()[0]
        rows = self._db.execute(
            # Rows are chosen first: messages of rows on other pages are not counted.
            f"{_ROW}WHERE s.rowid IN (SELECT s.rowid FROM sessions s WHERE {where} ORDER BY {by} DESC, s.rowid DESC"
            f" LIMIT ? OFFSET ?) ORDER BY {by} DESC, s.rowid DESC",
            (*values, max(0, min(limit, LIST_LIMIT)), max(0, offset)),
        ).fetchall()
        return [dict(row) for row in rows], total

    def title(self, stored: str) -> str:
        """The title of a stored session, empty when it has none."""
        found = self._db.execute("SELECT title FROM sessions WHERE id = ?", (stored,)).fetchone()
        return (found[0] or "") if found is not None else ""

    def set_title(self, stored: str, title: str | None) -> None:
        """Give a session a clean title, or none.

        Raises:
            GatewayError: 4022, another session has it.
        """
        if title is not None:
            self._require_free(title, stored)
        self._db.execute("UPDATE sessions SET title = ? WHERE id = ?", (title, stored))

    def free_title(self, wanted: str) -> str:
        """`wanted`, with a number when it is in use."""
        base = titles.base_of(wanted)
        rows = self._db.execute(
            "SELECT title FROM sessions WHERE title = ? OR substr(title, 1, ?) = ?",
            (base, len(base) + 2, f"{base} #"),
        )
        return titles.next_free(wanted, [row[0] for row in rows])

    def set_archived(self, stored: str, archived: bool) -> None:
        """Archive a session or bring it back."""
        self._db.execute("UPDATE sessions SET archived = ? WHERE id = ?", (int(archived), stored))

    def set_model(self, stored: str, model: str, provider: str) -> None:
        """Note which model a session talks to."""
        self._db.execute("UPDATE sessions SET model = ?, provider = ? WHERE id = ?", (model, provider, stored))

    def set_cwd(self, stored: str, cwd: str) -> None:
        """Move a session to another working directory."""
        self._db.execute("UPDATE sessions SET cwd = ? WHERE id = ?", (cwd, stored))

    def touch(self, stored: str, now: float) -> None:
        """A session was used; one that had ended goes on."""
        self._db.execute(
            "UPDATE sessions SET last_active = ?, ended_at = NULL, end_reason = NULL WHERE id = ?", (now, stored)
        )

    def end(self, stored: str, reason: str, now: float) -> None:
        """A session is live no more."""
        self._db.execute("UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ?", (now, reason, stored))

    def add_usage(self, stored: str, usage: Usage) -> None:
        """Count the tokens of a turn."""
        self._db.execute(
            "UPDATE sessions SET input_tokens = input_tokens + ?, output_tokens = output_tokens + ?,"
            " reasoning_tokens = reasoning_tokens + ?, calls = calls + ?, context_used = ? WHERE id = ?",
            (usage.input, usage.output, usage.reasoning, usage.calls, usage.context, stored),
        )

    def usage(self, stored: str) -> Usage:
        """All tokens of a session."""
        row = self._db.execute("SELECT * FROM sessions WHERE id = ?", (stored,)).fetchone()
        return Usage() if row is None else usage_of(row)

    def delete(self, stored: str) -> bool:
        """Delete a session with its messages; False when there was none."""
        return self._db.execute("DELETE FROM sessions WHERE id = ?", (stored,)).rowcount > 0

    def counts(self) -> dict[str, Any]:
        """How many sessions and messages there are, and by source."""
        total, archived = self._db.execute("SELECT count(*), coalesce(sum(archived), 0) FROM sessions").fetchone()
        messages = self._db.execute("SELECT count(*) FROM messages WHERE active").fetchone()[0]
        by_source = {row[0]: row[1] for row in self._db.execute("SELECT source, count(*) FROM sessions GROUP BY 1")}
        return {"total": total, "archived": archived, "messages": messages, "by_source": by_source}

    def _require_free(self, title: str, stored: str) -> None:
        holder = self._db.execute("SELECT id FROM sessions WHERE title = ? AND id != ?", (title, stored)).fetchone()
        if holder is not None:
            raise GatewayError(titles.INVALID, f"Title {title!r} is already in use by session {holder[0]}")


def usage_of(row: sqlite3.Row | Mapping[str, Any]) -> Usage:
    """The tokens in a session's row."""
    return Usage(row["input_tokens"], row["output_tokens"], row["reasoning_tokens"], row["calls"], row["context_used"])


def new_stored_id() -> str:
    """A stored id that nobody has, with the time in it: `20261130_095928_6ede65`."""
    return f"{time.strftime('%Y%m%d_%H%M%S')}_{secrets.token_hex(3)}"
