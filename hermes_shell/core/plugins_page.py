"""The Plugins page: every plugin with its state, its error and its switch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_shell.areas.rendering import render
from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext
from hermes_shell.plugins.row import Row, RowError

if TYPE_CHECKING:
    from hermes_shell.core.window import Window


_TONES = {"loaded": "good", "disabled": "muted", "error": "bad", "pending": "busy"}
_LABELS = {"loaded": "loaded", "disabled": "off", "error": "error", "pending": "loading"}


@dataclass(frozen=True, slots=True)
class ErrorView:
    """The error strip of a row: the message, `file:line:col`, the source line, and all of it as text to copy."""

    message: str
    place: str
    source_line: str | None
    text: str


@dataclass(frozen=True, slots=True)
class RowView:
    """One row; `key` is the plugin's id, or its folder while the id is not known."""

    key: str
    folder: str
    file: str
    name: str
    description: str
    status: str
    status_label: str
    status_text: str
    tone: str
    on: bool
    stale: bool
    error: ErrorView | None
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PluginsView:
    """The whole page."""

    root: str
    summary: str
    rows: tuple[RowView, ...]
    scanned: bool


def register(ctx: CoreContext) -> None:
    """Contribute the page at `/capabilities`."""
    ctx.register(
        Contribution(area="routes", id="capabilities", title="Plugins", data={"path": "/capabilities"}, render=page)
    )


def page(window: Window) -> str:
    """The page as HTML."""
    shell = window.shell
    view = view_of(shell.loader.rows(), str(shell.settings.home.plugins), scanned=shell.loader.scanned)
    return render("core/plugins.html", view=view)


def view_of(rows: Sequence[Row], root: str, *, scanned: bool) -> PluginsView:
    """What the page shows of an inventory."""
    views = tuple(row_view(row) for row in rows)
    return PluginsView(root, _summary(views), views, scanned)


def row_view(row: Row) -> RowView:
    """What the page shows of one row."""
    error = row["error"]
    status = row["status"]
    text = _LABELS[status]
    if status == "loaded":
        text = f"in {row['windows']} windows" if row["windows"] > 1 else "loaded"
    return RowView(
        key=row["id"] or row["folder"],
        folder=row["folder"],
        file=row["file"],
        name=row["name"],
        description=row["description"],
        status=status,
        status_label=_LABELS[status],
        status_text=text,
        tone="warn" if status == "loaded" and row["warnings"] else _TONES[status],
        on=_is_on(row),
        stale=row["stale"],
        error=None if error is None else _error_view(row, error),
        warnings=tuple(row["warnings"]),
    )


def _is_on(row: Row) -> bool:
    if row["enabled"] is not None:
        return row["enabled"]
    return row["default_enabled"] is not False


def _error_view(row: Row, error: RowError) -> ErrorView:
    place = f"{row['folder']}/plugin.js"
    if error["line"] is not None:
        place += f":{error['line']}"
        if error["column"] is not None:
            place += f":{error['column']}"
    lines = [error["message"], place]
    if error["source_line"]:
        lines.append(error["source_line"])
    return ErrorView(error["message"], place, error["source_line"], "\n".join(lines))


def _summary(rows: Sequence[RowView]) -> str:
    if not rows:
        return "None installed"
    loaded = sum(row.status == "loaded" for row in rows)
    off = sum(row.status == "disabled" for row in rows)
    errors = sum(row.error is not None for row in rows)
    parts = [f"{len(rows)} installed", f"{loaded} loaded"]
    if off:
        parts.append(f"{off} off")
    if errors:
        parts.append(f"{errors} with an error")
    return ", ".join(parts)
