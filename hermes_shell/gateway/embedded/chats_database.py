"""The file of the embedded gateway's chats: its schema, and how it is opened in whatever state it is.

A damaged file is set aside, never deleted and never taken for an empty one; the last good backup takes its place.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from hermes_shell.damaged_file import set_aside
from hermes_shell.errors import GatewayUnusable
from hermes_shell.storage_database import DamageError, OpenedDatabase, backup_path, check, identity_of, is_damage
from hermes_shell.storage_database import connect as connect_plainly

SCHEMA_VERSION = 1

SCHEMA = f"""
PRAGMA user_version = {SCHEMA_VERSION};
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
# A message that streams is not in the index, because each save would index its whole text anew.


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
        try:
            if not path.exists() and backup_path(path).exists():
                raise DamageError("the file is gone")
            return _open_file(path, incidents)
        except DamageError as damage:
            _restore(path, str(damage), incidents)
            return _open_file(path, incidents)
    except (sqlite3.Error, OSError, DamageError) as error:
        raise GatewayUnusable(f"The chats in {path} cannot be opened: {error}.") from error


def connect(path: Path) -> sqlite3.Connection:
    """Connect to the file in autocommit mode; rows are read by name."""
    connection = connect_plainly(path)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _open_file(path: Path, incidents: list[str]) -> OpenedDatabase:
    """Open, check and prepare the file.

    Raises:
        DamageError: it is no sound database of chats.
        sqlite3.Error: it cannot be opened or written.
    """
    connection = connect(path)
    try:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            check(connection)
            if connection.execute("PRAGMA user_version").fetchone()[0] > SCHEMA_VERSION:
                raise sqlite3.OperationalError("a newer hermes-shell wrote it; update hermes-shell")
            connection.executescript(SCHEMA)
            _probe(connection, path, incidents)
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                raise DamageError(str(error)) from error
            raise
    except BaseException:
        connection.close()
        raise
    if os.name == "posix" and os.stat(path).st_uid == os.geteuid():
        path.chmod(0o600)
    return OpenedDatabase(path, connection, connection, incidents, identity_of(path))


def _probe(connection: sqlite3.Connection, path: Path, incidents: list[str]) -> None:
    """Find out whether the file takes a write: SQLite opens a read-only file without a word.

    A full disk may get room again, so it is told and the chats can be read; each write then fails with its own error.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute("INSERT OR REPLACE INTO settings VALUES ('opened', '1')")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_FULL":
            raise
        incidents.append(f"The disk of {path.parent} is full. Chats are not saved until there is space again.")


def _restore(path: Path, reason: str, incidents: list[str]) -> None:
    """Set the damaged file aside, if it is there, and put a checked copy of the backup in its place.

    Raises:
        OSError: the directory cannot be written.
    """
    told = f"The chats in {path.parent} were damaged ({reason})."
    if path.exists():
        kept = _set_aside(path)
        told = f"The chats were damaged ({reason}). The file is kept as {kept.name} in {path.parent}."
    backup = backup_path(path)
    if not backup.is_file():
        incidents.append(f"{told} There was no backup, so the list of chats starts empty.")
        return
    try:
        with closing(connect_plainly(backup)) as copy:
            check(copy)
    except (sqlite3.Error, DamageError) as error:
        kept = _set_aside(backup)
        incidents.append(f"{told} The backup is damaged too ({error}) and kept as {kept.name}; the list starts empty.")
        return
    fresh = path.with_name(path.name + ".restored")
    shutil.copyfile(backup, fresh)
    with open(fresh, "rb+") as copied:
        os.fsync(copied.fileno())
    os.replace(fresh, path)
    incidents.append(f"{told} The chats were restored from the last backup.")


def _set_aside(path: Path) -> Path:
    """Rename a database and its side files: a log without its database would be taken for that of the next one."""
    kept = set_aside(path)
    for suffix in ("-wal", "-shm"):
        side = path.with_name(path.name + suffix)
        if side.exists():
            os.rename(side, kept.with_name(kept.name + suffix))
    return kept
