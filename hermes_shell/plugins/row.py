"""Rows: a plugin as the page sees it."""

from __future__ import annotations

import re
from typing import Literal, TypedDict

from hermes_shell.plugins.package_marker import Package

_ADDRESS = re.compile(r"https?://[^/\s]+/w/[A-Za-z0-9_-]{16,}/")

Status = Literal["pending", "loaded", "disabled", "error"]
Phase = Literal["read", "lint", "evaluate", "register", "contract", "duplicate"]


class RowError(TypedDict):
    """Why a plugin does not run; line and column count from 1."""

    message: str
    phase: Phase
    line: int | None
    column: int | None
    source_line: str | None


class Row(TypedDict):
    """A plugin as the page sees it. JSON as it stands.

    `package` is set when the plugin came with an agent package, and then it is off until the user turns it on. `needs`
    names what it asks for and this shell has not. `changed` says that the file is another one than what runs, because
    saves are not loaded by themselves.
    """

    folder: str
    rank: int
    id: str | None
    name: str
    description: str
    version: str | None
    rev: str | None
    good_rev: str | None
    size: int
    status: Status
    error: RowError | None
    stale: bool
    file: str
    kind: Literal["disk"]
    package: Package | None
    default_enabled: bool | None
    enabled: bool | None
    warnings: list[str]
    needs: list[str]
    changed: bool
    windows: int
    load_ms: float | None


def is_on(row: Row) -> bool:
    """Whether the plugin should run: the user's choice, else the plugin's own; a package's half waits for a choice."""
    if row["enabled"] is not None:
        return row["enabled"]
    return row["default_enabled"] is not False and row["package"] is None


def key_of(row: Row) -> str:
    """What a plugin is known and decided by: its id, or its folder while no page has evaluated it."""
    return row["id"] or row["folder"]


def listed(row: Row, decision: bool | None) -> dict[str, object]:
    """A row for other programs: it always has an id, and its error is a sentence.

    Args:
        row: the row.
        decision: the user's choice for its key.
    """
    decided = row.copy()
    decided["enabled"] = decision
    # What a window would say of a plugin that is off, it is not asked for.
    status = "disabled" if row["status"] == "pending" and not is_on(decided) else row["status"]
    error = row["error"]["message"] if row["error"] else None
    return {**decided, "id": key_of(row), "error": error, "status": status}


def row_error(
    message: str, phase: Phase, line: int | None = None, column: int | None = None, source_line: str | None = None
) -> RowError:
    """An error for a row."""
    return RowError(message=without_address(message), phase=phase, line=line, column=column, source_line=source_line)


def without_address(text: str) -> str:
    """A text of an engine without the server's secret address: rows are printed by commands and copied by people."""
    return _ADDRESS.sub("", text)
