"""Rows: a plugin as the page sees it."""

from __future__ import annotations

from typing import Literal, TypedDict

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
    """A plugin as the page sees it. JSON as it stands."""

    folder: str
    rank: int
    id: str | None
    name: str
    description: str
    rev: str | None
    good_rev: str | None
    size: int
    status: Status
    error: RowError | None
    stale: bool
    file: str
    kind: Literal["disk"]
    default_enabled: bool | None
    enabled: bool | None
    warnings: list[str]
    windows: int
    load_ms: float | None


def row_error(
    message: str, phase: Phase, line: int | None = None, column: int | None = None, source_line: str | None = None
) -> RowError:
    """An error for a row."""
    return RowError(message=message, phase=phase, line=line, column=column, source_line=source_line)
