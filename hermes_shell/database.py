"""A SQLite database of the shell: what is open of it, how it is connected to, and when it is damaged."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

BUSY_TIMEOUT = 5.0
"""Seconds to wait for another process of the same home that is writing."""


@dataclass(frozen=True)
class OpenedDatabase:
    """Connections to a checked database.

    Attributes:
        path: the file, None when the database lives in memory.
        identity: device and inode of that file.
        writer: the connection that writes, in autocommit mode (transactions are explicit).
        reader: the connection that reads; may be the same as `writer`.
        incidents: what happened on the way, one sentence each.
    """

    path: Path | None
    writer: sqlite3.Connection
    reader: sqlite3.Connection
    incidents: list[str] = field(default_factory=list[str])
    identity: tuple[int, int] | None = None

    @property
    def in_place(self) -> bool:
        """False when the file was moved or deleted: what is written then reaches no later start."""
        return self.path is None or identity_of(self.path) == self.identity


class DamageError(Exception):
    """The file is a database no more."""


def backup_path(path: Path) -> Path:
    """Where the last good backup of a database lies."""
    return path.with_name(path.name + ".backup")


def identity_of(path: Path) -> tuple[int, int] | None:
    """Device and inode of a file, None when it is not there."""
    try:
        seen = os.stat(path)
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def connect(path: Path) -> sqlite3.Connection:
    """Connect to a file for use from any thread, in autocommit mode; damage is found only by `check`."""
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, check_same_thread=False, isolation_level=None)
    connection.text_factory = decode
    return connection


def decode(raw: bytes) -> str:
    """Decode stored text. A byte that is not UTF-8 becomes an escape that JSON refuses, so the value is kept aside."""
    return raw.decode("utf-8", "backslashreplace")


def check(connection: sqlite3.Connection) -> None:
    """Run SQLite's own check.

    Raises:
        DamageError: it found something.
    """
    try:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise DamageError(str(error)) from error
        raise
    if found is not None and found[0] != "ok":
        raise DamageError(str(found[0]).replace("\n", " "))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error of SQLite means that the file is no sound database."""
    return (getattr(error, "sqlite_errorname", "") or "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
