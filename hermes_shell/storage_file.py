"""Opens the storage database: its file, restored where it is damaged, or a copy in memory if nothing can be written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from hermes_shell.database import DamageError, OpenedDatabase
from hermes_shell.database_file import open_database
from hermes_shell.storage_database import STORED_VALUES
from hermes_shell.storage_memory import open_memory


def open_storage(path: Path) -> OpenedDatabase:
    """Open the stored values.

    Args:
        path: the database file; need not exist.

    Returns:
        A usable database, at worst an empty one in memory; `incidents` says why.
    """
    incidents: list[str] = []
    try:
        return open_database(path, STORED_VALUES, incidents)
    except (sqlite3.Error, OSError, DamageError) as error:
        return open_memory(path, str(error), incidents)
