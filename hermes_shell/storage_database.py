"""The database of stored values: its schema and what its file is called when something is told of it."""

from __future__ import annotations

from hermes_shell.database_file import DatabaseKind

STORED_VALUES = DatabaseKind(
    name="storage database",
    version=1,
    schema="""
CREATE TABLE IF NOT EXISTS entries (
    scope TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (scope, key)
);
CREATE INDEX IF NOT EXISTS entries_size ON entries (scope, key, size);
""",
    probe=(
        "INSERT INTO entries VALUES ('', 'probe', '0', 0) ON CONFLICT DO UPDATE SET value = '1'",
        "DELETE FROM entries WHERE scope = ''",
    ),
)
