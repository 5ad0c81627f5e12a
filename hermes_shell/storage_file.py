"""Opens the storage database in whatever state its file is, and keeps its backup.

In order: the file itself, checked; if it is damaged, the last good backup in its place (the damaged file is renamed,
never deleted); if nothing can be written, a copy in memory. Nothing here replaces a file in place.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

BACKUP_INTERVAL = 24 * 60 * 60
"""Seconds between two backups that are made at a start."""

BUSY_TIMEOUT = 5.0
"""Seconds to wait for another process of the same home that is writing."""

SCHEMA_VERSION = 1

_SCHEMA = f"""
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE IF NOT EXISTS entries (
    scope TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (scope, key)
);
CREATE INDEX IF NOT EXISTS entries_size ON entries (scope, key, size);
"""


@dataclass(frozen=True)
class OpenedDatabase:
    """Connections to a checked database.

    Attributes:
        path: the file, None when the values live in memory.
        identity: device and inode of that file.
        writer: the connection that writes, in autocommit mode (transactions are explicit).
        reader: the connection that reads; the same as `writer` in memory.
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
        return self.path is None or _identity(self.path) == self.identity


class _DamageError(Exception):
    """The file is a database no more."""


def backup_path(path: Path) -> Path:
    """Where the last good backup of a database lies."""
    return path.with_name(path.name + ".backup")


def open_database(path: Path) -> OpenedDatabase:
    """Open, check and if needed restore a database.

    Args:
        path: the database file; need not exist.

    Returns:
        A usable database, at worst an empty one in memory; `incidents` says why.
    """
    incidents: list[str] = []
    try:
        try:
            if not path.exists() and backup_path(path).exists():
                raise _DamageError("the file is gone")
            return _open_file(path, incidents)
        except _DamageError as damage:
            _restore(path, str(damage), incidents)
            return _open_file(path, incidents)
    except (sqlite3.Error, OSError, _DamageError) as error:
        return _open_memory(path, str(error), incidents)


def backup_is_due(opened: OpenedDatabase) -> bool:
    """Whether the backup is missing, or older than a day, at a start."""
    if opened.path is None:
        return False
    try:
        return time.time() - backup_path(opened.path).stat().st_mtime > BACKUP_INTERVAL
    except OSError:
        return True


def back_up(opened: OpenedDatabase) -> None:
    """Write a complete copy beside the database and put it in the old backup's place in one step.

    Raises:
        OSError, sqlite3.Error: the copy could not be written; the old backup stays.
    """
    if opened.path is None:
        return
    target = backup_path(opened.path)
    handle, name = tempfile.mkstemp(prefix=target.name + ".", suffix=".new", dir=target.parent)
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as copy:
            opened.writer.backup(copy)
        _flush(Path(name))
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _open_file(path: Path, incidents: list[str]) -> OpenedDatabase:
    """Open the file for writing.

    Raises:
        _DamageError: it is not a sound database.
        sqlite3.Error: it cannot be opened or written.
    """
    writer = _connect(path)
    try:
        try:
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute("PRAGMA synchronous = FULL")
            _check(writer)
            _require_known_version(writer)
            writer.executescript(_SCHEMA)
            if not path.is_file():
                raise sqlite3.OperationalError(f"{path} was not created")
            _probe(writer, path, incidents)
            reader = _connect(path)
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                raise _DamageError(str(error)) from error
            raise
    except BaseException:
        writer.close()
        raise
    if os.name == "posix" and os.stat(path).st_uid == os.geteuid():
        path.chmod(0o600)
    return OpenedDatabase(path, writer, reader, incidents, _identity(path))


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        seen = os.stat(path)
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def _require_known_version(connection: sqlite3.Connection) -> None:
    """Refuse a database that a newer version wrote, rather than guess at it.

    Raises:
        sqlite3.OperationalError: its version is not known.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise sqlite3.OperationalError("a newer hermes-shell wrote it; update hermes-shell")


def _probe(writer: sqlite3.Connection, path: Path, incidents: list[str]) -> None:
    """Find out whether the file takes a write: SQLite opens a read-only file without a word.

    A full disk may get room again, so it is told and the file stays in use: each write then fails with its own error.
    """
    try:
        writer.execute("BEGIN IMMEDIATE")
        try:
            writer.execute("INSERT INTO entries VALUES ('', 'probe', '0', 0) ON CONFLICT DO UPDATE SET value = '1'")
            writer.execute("DELETE FROM entries WHERE scope = ''")
            writer.execute("COMMIT")
        finally:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_FULL":
            raise
        incidents.append(f"The disk of {path.parent} is full. Nothing is saved until there is space again.")


def _restore(path: Path, reason: str, incidents: list[str]) -> None:
    """Set the damaged file aside, if it is there, and put a checked copy of the backup in its place.

    Raises:
        OSError: the directory cannot be written.
    """
    stamp = time.strftime("%Y%m%dT%H%M%S")
    told = f"The storage database in {path.parent} was damaged ({reason})."
    gone = not path.exists()
    kept = _set_aside(path, stamp)
    if not gone:
        told = f"The storage database was damaged ({reason}) and is kept as {kept.name} in {path.parent}."
    backup = backup_path(path)
    if not backup.is_file():
        incidents.append(f"{told} There was no backup, so stored values start empty.")
        return
    try:
        with closing(_connect(backup)) as copy:
            _check(copy)
    except (sqlite3.Error, _DamageError) as error:
        kept_backup = _set_aside(backup, stamp)
        incidents.append(f"{told} The backup is damaged too ({error}), kept as {kept_backup.name}; values start empty.")
        return
    saved = time.strftime("%Y-%m-%d %H:%M", time.localtime(backup.stat().st_mtime))
    fresh = path.with_name(path.name + ".restored")
    shutil.copyfile(backup, fresh)
    _flush(fresh)
    os.replace(fresh, path)
    incidents.append(f"{told} Stored values were restored from the backup of {saved}.")


def _set_aside(path: Path, stamp: str) -> Path:
    """Rename a database and its side files, without touching what was set aside before."""
    number = 0
    kept = path.with_name(f"{path.name}.damaged-{stamp}")
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    # A log without its database would be taken for the log of the one that is put in its place.
    for suffix in ("", "-wal", "-shm"):
        side = path.with_name(path.name + suffix)
        if side.exists():
            os.rename(side, kept.with_name(kept.name + suffix))
    return kept


def _open_memory(path: Path, reason: str, incidents: list[str]) -> OpenedDatabase:
    """Keep the values in memory, starting from what can be read of the file."""
    memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    memory.text_factory = _decode
    told = f"Storage cannot be written in {path.parent} ({reason}). Changes are kept in memory until the shell ends."
    if path.exists():
        told += _load_into(memory, path)
    memory.executescript(_SCHEMA)
    incidents.append(told)
    return OpenedDatabase(None, memory, memory, incidents)


def _load_into(memory: sqlite3.Connection, path: Path) -> str:
    """Copy a file that cannot be written into memory, else its backup; returns what to add to the incident."""
    ways: list[Callable[[sqlite3.Connection, Path], None]] = [_load_read_only, _load_copy, _load_immutable]
    problem = ""
    for source in (path, backup_path(path)):
        for way in ways:
            try:
                way(memory, source)
                _check(memory)
            except (sqlite3.Error, OSError, _DamageError) as error:
                problem = problem or str(error)
                with closing(sqlite3.connect(":memory:")) as empty:
                    empty.backup(memory)
                continue
            return "" if source == path else f" The database is damaged ({problem}); the backup is in use."
    return f" The values saved before could not be read ({problem}); their file is left as it is."


def _load_read_only(memory: sqlite3.Connection, path: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source:
        source.backup(memory)


def _load_copy(memory: sqlite3.Connection, path: Path) -> None:
    """Read a copy elsewhere, with the write-ahead log: SQLite cannot read a log in a directory it cannot write."""
    with tempfile.TemporaryDirectory(prefix="hermes-shell-") as name:
        copy = Path(name) / path.name
        shutil.copyfile(path, copy)
        log = path.with_name(path.name + "-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
        with closing(sqlite3.connect(copy)) as source:
            source.backup(memory)


def _load_immutable(memory: sqlite3.Connection, path: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as source:
        source.backup(memory)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, check_same_thread=False, isolation_level=None)
    connection.text_factory = _decode
    return connection


def _decode(raw: bytes) -> str:
    """Decode stored text. A byte that is not UTF-8 becomes an escape that JSON refuses, so the value is kept aside."""
    return raw.decode("utf-8", "backslashreplace")


def _check(connection: sqlite3.Connection) -> None:
    """Run SQLite's own check.

    Raises:
        _DamageError: it found something.
    """
    try:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if _is_damage(error):
            raise _DamageError(str(error)) from error
        raise
    if found is not None and found[0] != "ok":
        raise _DamageError(str(found[0]).replace("\n", " "))


def _is_damage(error: sqlite3.Error) -> bool:
    return (getattr(error, "sqlite_errorname", "") or "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
