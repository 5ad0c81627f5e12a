"""Opens a SQLite file in whatever state it is, and keeps its backup.

A damaged file is renamed, never deleted and never taken for an empty one; the last good backup takes its place. Nothing
here replaces a file in place.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hermes_shell.damaged_file import set_aside
from hermes_shell.database import DamageError, OpenedDatabase, backup_path, check, connect, identity_of, is_damage

BACKUP_INTERVAL = 24 * 60 * 60
"""Seconds between two backups that are made at a start."""


@dataclass(frozen=True)
class DatabaseKind:
    """What a file of one kind holds.

    Attributes:
        name: what it is called when something is told of it, as in "The <name> was damaged".
        version: of the schema; a file with a greater one is not touched.
        schema: statements that make what is missing.
        probe: statements that show that the file takes a write, and leave nothing that matters.
        connect: how it is connected to, in autocommit mode.
        own_reader: whether reading has a connection of its own.
    """

    name: str
    version: int
    schema: str
    probe: tuple[str, ...]
    connect: Callable[[Path], sqlite3.Connection] = connect
    own_reader: bool = True


def open_database(path: Path, kind: DatabaseKind, incidents: list[str]) -> OpenedDatabase:
    """Open, check and if needed restore a database.

    Args:
        path: the database file; need not exist.
        kind: what it holds.
        incidents: is told what happened on the way, one sentence each.

    Raises:
        sqlite3.Error: it cannot be opened or written, or a newer version wrote it; it is left as it is.
        OSError: its directory cannot be written.
        DamageError: the restored backup is damaged too.
    """
    try:
        if not path.exists() and backup_path(path).exists():
            raise DamageError("the file is gone")
        return _open_file(path, kind, incidents)
    except DamageError as damage:
        _restore(path, kind, str(damage), incidents)
        return _open_file(path, kind, incidents)


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


def _open_file(path: Path, kind: DatabaseKind, incidents: list[str]) -> OpenedDatabase:
    """Open the file for writing.

    Raises:
        DamageError: it is not a sound database.
        sqlite3.Error: it cannot be opened or written.
    """
    writer = kind.connect(path)
    try:
        try:
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute("PRAGMA synchronous = FULL")
            check(writer)
            _prepare(writer, kind)
            if not path.is_file():
                raise sqlite3.OperationalError(f"{path} was not created")
            _probe(writer, path, kind, incidents)
            reader = kind.connect(path) if kind.own_reader else writer
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


def _prepare(connection: sqlite3.Connection, kind: DatabaseKind) -> None:
    """Make what is missing; refuse a database that a newer version wrote, rather than guess at it.

    Raises:
        sqlite3.OperationalError: its version is not known.
    """
    if connection.execute("PRAGMA user_version").fetchone()[0] > kind.version:
        raise sqlite3.OperationalError("a newer hermes-shell wrote it; update hermes-shell")
    connection.executescript(f"PRAGMA user_version = {kind.version};{kind.schema}")


def _probe(writer: sqlite3.Connection, path: Path, kind: DatabaseKind, incidents: list[str]) -> None:
    """Find out whether the file takes a write: SQLite opens a read-only file without a word.

    A full disk may get room again, so it is told and the file stays in use: each write then fails with its own error.
    """
    try:
        writer.execute("BEGIN IMMEDIATE")
        try:
            for statement in kind.probe:
                writer.execute(statement)
            writer.execute("COMMIT")
        finally:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_FULL":
            raise
        incidents.append(f"The disk of {path.parent} is full. Nothing is saved until there is space again.")


def _restore(path: Path, kind: DatabaseKind, reason: str, incidents: list[str]) -> None:
    """Set the damaged file aside, if it is there, and put a checked copy of the backup in its place.

    Raises:
        OSError: the directory cannot be written.
    """
    told = f"The {kind.name} in {path.parent} was damaged ({reason})."
    if path.exists():
        told = f"The {kind.name} was damaged ({reason}) and is kept as {_set_aside(path).name} in {path.parent}."
    else:
        _take_logs_along(path, path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%dT%H%M%S')}"))
    backup = backup_path(path)
    if not backup.is_file():
        incidents.append(f"{told} There was no backup, so a new one starts empty.")
        return
    try:
        with closing(connect(backup)) as copy:
            check(copy)
    except (sqlite3.Error, DamageError) as error:
        kept = _set_aside(backup)
        incidents.append(f"{told} The backup is damaged too ({error}), kept as {kept.name}; a new one starts empty.")
        return
    saved = time.strftime("%Y-%m-%d %H:%M", time.localtime(backup.stat().st_mtime))
    fresh = path.with_name(path.name + ".restored")
    shutil.copyfile(backup, fresh)
    _flush(fresh)
    os.replace(fresh, path)
    incidents.append(f"{told} It was restored from the backup of {saved}.")


def _set_aside(path: Path) -> Path:
    kept = set_aside(path)
    _take_logs_along(path, kept)
    return kept


def _take_logs_along(path: Path, kept: Path) -> None:
    """Rename the side files too: a log without its database would be taken for that of the one in its place."""
    for suffix in ("-wal", "-shm"):
        side = path.with_name(path.name + suffix)
        if side.exists():
            os.rename(side, kept.with_name(kept.name + suffix))


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
