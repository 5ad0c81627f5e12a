"""The values of a storage that cannot be written: a copy in memory of what can be read of its file."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from hermes_shell.database import DamageError, OpenedDatabase, backup_path, check, decode
from hermes_shell.storage_database import STORED_VALUES


def open_memory(path: Path, reason: str, incidents: list[str]) -> OpenedDatabase:
    """Keep the values in memory, starting from what can be read of the file."""
    memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    memory.text_factory = decode
    told = f"Storage cannot be written in {path.parent} ({reason}). Changes are kept in memory until the shell ends."
    if _is_there(path):
        told += _load_into(memory, path, (_load_read_only, _load_copy, _load_immutable))
    memory.executescript(STORED_VALUES.schema)
    incidents.append(told)
    return OpenedDatabase(None, memory, memory, incidents)


def open_copy(path: Path) -> OpenedDatabase:
    """A copy in memory for a process that only looks: the file and its directory are left as they are.

    Args:
        path: the database file; need not exist.
    """
    memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    memory.text_factory = decode
    # A copy first: a read-only connection may leave files of its own beside the database.
    told = _load_into(memory, path, (_load_copy, _load_read_only, _load_immutable)) if _is_there(path) else ""
    memory.executescript(STORED_VALUES.schema)
    return OpenedDatabase(None, memory, memory, [told.strip()] if told else [])


def _is_there(path: Path) -> bool:
    try:
        return path.exists() or backup_path(path).exists()
    except OSError:
        return True  # each way of reading it then says why it cannot be


def _load_into(
    memory: sqlite3.Connection, path: Path, ways: Sequence[Callable[[sqlite3.Connection, Path], None]]
) -> str:
    """Copy a file that cannot be written into memory, else its backup; returns what to add to the incident."""
    problem = ""
    for source in (path, backup_path(path)):
        for way in ways:
            try:
                way(memory, source)
                check(memory)
            except (sqlite3.Error, OSError, DamageError) as error:
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
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as source:
        source.backup(memory)
