"""The file of the embedded gateway's chats: its schema, and how it is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from hermes_shell.database import DamageError, OpenedDatabase
from hermes_shell.database import connect as connect_plainly
from hermes_shell.database_file import DatabaseKind, open_database
from hermes_shell.errors import GatewayUnusable

# A message that streams is not in the index, because each save would index its whole text anew.
SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, title TEXT UNIQUE, source TEXT NOT NULL, model TEXT NOT NULL, provider TEXT NOT NULL,
    parent TEXT, cwd TEXT NOT NULL, started_at REAL NOT NULL, last_active REAL NOT NULL, ended_at REAL, end_reason TEXT,
    archived INTEGER NOT NULL DEFAULT 0, input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0, reasoning_tokens INTEGER NOT NULL DEFAULT 0,
    calls INTEGER NOT NULL DEFAULT 0, context_used INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS sessions_recent ON sessions (last_active DESC);
CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    role TEXT NOT NULL, content TEXT NOT NULL, sent TEXT, reasoning TEXT, images TEXT, status TEXT NOT NULL,
    error TEXT, at REAL NOT NULL, active INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX IF NOT EXISTS messages_of_session ON messages (session, active, id);
CREATE VIRTUAL TABLE IF NOT EXISTS message_texts USING fts5 (
    content, content = 'messages', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER IF NOT EXISTS message_added AFTER INSERT ON messages WHEN new.status != 'streaming' BEGIN
    INSERT INTO message_texts (rowid, content) VALUES (new.id, new.content);
END;
CREATE TRIGGER IF NOT EXISTS message_removed AFTER DELETE ON messages WHEN old.status != 'streaming' BEGIN
    INSERT INTO message_texts (message_texts, rowid, content) VALUES ('delete', old.id, old.content);
END;
CREATE TRIGGER IF NOT EXISTS message_finished AFTER UPDATE OF content, status ON messages
WHEN old.status = 'streaming' AND new.status != 'streaming' BEGIN
    INSERT INTO message_texts (rowid, content) VALUES (new.id, new.content);
END;
CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


def connect(path: Path) -> sqlite3.Connection:
    """Connect to the file in autocommit mode; rows are read by name."""
    connection = connect_plainly(path)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


CHATS = DatabaseKind(
    name="database of chats",
    version=1,
    schema=SCHEMA,
    probe=("INSERT OR REPLACE INTO settings VALUES ('opened', '1')",),
    connect=connect,
    own_reader=False,
)


def open_chats(path: Path) -> OpenedDatabase:
    """Open the chats, restoring the last good backup when they are damaged.

    Args:
        path: the database file; need not exist, nor its directory.

    Returns:
        The open database; `incidents` tells what happened on the way.

    Raises:
        GatewayUnusable: the file cannot be read or written, or a newer version wrote it. It is left as it is.
    """
    incidents: list[str] = []
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = open_database(path, CHATS, incidents)
        # A chat is read from its beginning to its end, once: the usual two megabytes hold nothing that comes again.
        opened.writer.execute("PRAGMA cache_size = -512")
        return opened
    except (sqlite3.Error, OSError, DamageError) as error:
        raise GatewayUnusable(f"The chats in {path} cannot be opened: {error}.") from error
