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
from contextlib import closing
from pathlib import Path

from hermes_shell.storage_database import (
    SCHEMA,
    SCHEMA_VERSION,
    DamageError,
    OpenedDatabase,
    backup_path,
    check,
    connect,
    identity_of,
    is_damage,
)
from hermes_shell.storage_memory import open_memory

BACKUP_INTERVAL = 24 * 60 * 60
"""Seconds between two backups that are made at a start."""


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
                raise DamageError("the file is gone")
            return _open_file(path, incidents)
        except DamageError as damage:
            _restore(path, str(damage), incidents)
            return _open_file(path, incidents)
    except (sqlite3.Error, OSError, DamageError) as error:
        return open_memory(path, str(error), incidents)


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
        DamageError: it is not a sound database.
        sqlite3.Error: it cannot be opened or written.
    """
    writer = connect(path)
    try:
        try:
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute("PRAGMA synchronous = FULL")
            check(writer)
            _require_known_version(writer)
            writer.executescript(SCHEMA)
            if not path.is_file():
                raise sqlite3.OperationalError(f"{path} was not created")
            _probe(writer, path, incidents)
            reader = connect(path)
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                raise DamageError(str(error)) from error
            raise
    except BaseException:
        writer.close()
        raise
    if os.name == "posix" and os.stat(path).st_uid == os.geteuid():
        path.chmod(0o600)
    return OpenedDatabase(path, writer, reader, incidents, identity_of(path))


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
        with closing(connect(backup)) as copy:
            check(copy)
    except (sqlite3.Error, DamageError) as error:
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


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
