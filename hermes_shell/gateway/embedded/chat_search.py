"""Search over titles and messages of the chats. Runs in the database's own thread."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

LIMIT = 100
"""The most results of one search."""

WORDS = 16
"""The most words that are searched for."""

# Snippets are cut for the best hit of each session only: for all hits of a common word they take three times as long.
_BEST_HITS = """
WITH hits AS MATERIALIZED (
    SELECT m.session AS session, m.id AS id, m.role AS role, min(message_texts.rank) AS best
    FROM message_texts JOIN messages m ON m.id = message_texts.rowid
    WHERE message_texts MATCH ?1 AND m.active GROUP BY m.session ORDER BY best, m.session DESC LIMIT ?2
)
SELECT s.*, hits.role, snippet(message_texts, 0, '>>>', '<<<', '…', 24) AS snippet
FROM hits CROSS JOIN message_texts ON message_texts.rowid = hits.id JOIN sessions s ON s.id = hits.session
WHERE message_texts MATCH ?1 ORDER BY hits.best, hits.session DESC
"""

_WORD = re.compile(r'"[^"]*"|\S+')
_ANY_WORD = re.compile(r"\w", re.UNICODE)


class ChatSearch:
    """Finds sessions by id, title and text; each session once, its best hit first.

    Args:
        connection: to the chats database, in autocommit mode.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def find(self, text: str, limit: int) -> list[dict[str, Any]]:
        """Search.

        Args:
            text: words, each of which may be the beginning of one; a phrase stands in double quotes.
            limit: the most results.

        Returns:
            `session_id`, `snippet` with hits between `>>>` and `<<<`, `role`, `source`, `model`, `session_started`,
            `title` and `lineage_root` of each.
        """
        text = text.strip()[:1000]
        limit = max(1, min(limit, LIMIT))
        if not text:
            return []
        found: dict[str, dict[str, Any]] = {}
        for row in self._by_name(text, limit):
            found.setdefault(row["id"], _result(row, _marked(row["title"] or f"Session ID: {row['id']}", text), None))
        for row in self._by_words(text, limit):
            found.setdefault(row["id"], _result(row, row["snippet"], row["role"]))
        return list(found.values())[:limit]

    def _by_name(self, text: str, limit: int) -> list[sqlite3.Row]:
        pattern = f"%{_escaped(text)}%"
        return self._db.execute(
            "SELECT * FROM sessions WHERE id LIKE ? ESCAPE '\\' OR title LIKE ? ESCAPE '\\'"
            " ORDER BY last_active DESC LIMIT ?",
            (pattern, pattern, limit),
        ).fetchall()

    def _by_words(self, text: str, limit: int) -> list[sqlite3.Row]:
        query = _query(text)
        if not query:
            return []
        return self._db.execute(_BEST_HITS, (query, limit)).fetchall()


def _query(text: str) -> str:
    """An FTS5 query in which nothing of the user's is an operator."""
    terms: list[str] = []
    for token in _WORD.findall(text)[:WORDS]:
        phrase = token.startswith('"') and token.endswith('"') and len(token) > 1
        bare = token.strip('"*').replace('"', " ").replace("\0", " ")
        if _ANY_WORD.search(bare):
            terms.append(f'"{bare}"' if phrase else f'"{bare}"*')
    return " ".join(terms)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _marked(title: str, text: str) -> str:
    """A title with what was searched for between the marks of a hit."""
    at = title.lower().find(text.lower())
    if at < 0:
        return title
    end = at + len(text)
    return f"{title[:at]}>>>{title[at:end]}<<<{title[end:]}"


def _result(row: sqlite3.Row, snippet: str, role: str | None) -> dict[str, Any]:
    return {
        "session_id": row["id"],
        "snippet": snippet,
        "role": role,
        "source": row["source"],
        "model": row["model"],
        "session_started": row["started_at"],
        "title": row["title"],
        "lineage_root": row["id"],
    }
