"""The rows of the Plugins page: what is shown of one plugin or of one part of the shell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hermes_shell.areas.rendering import macro
from hermes_shell.core.plugin_contributions import Contributed, counted
from hermes_shell.core.plugin_filter import PluginFilter
from hermes_shell.plugins.row import Row, RowError, is_on, key_of

_TONES = {"loaded": "good", "disabled": "muted", "error": "bad", "pending": "busy"}
_LABELS = {"loaded": "loaded", "disabled": "off", "error": "error", "pending": "loading"}
_UNKNOWN_ID: Final = "It cannot be turned on or off: its id is known once it has loaded."
_OWNED_ID: Final = "It cannot be turned on or off: its id belongs to another folder."
SURFACE: Final = "core/"
"""What the keys of the shell's own rows start with; no folder is named so."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip in a row: how bad it is, what it says, and where.

    Attributes:
        kind: what it is, for assistive technology.
        tone: `bad`, `warn` or `info`.
        message: what happened.
        place: `file:line:col`, empty when it is nowhere.
        line: for the editor, from 1; None with no place.
        column: of that line, from 1.
        source_line: the line itself.
        actions: what it offers: `open`, `copy`, `load`, `rename`.
        text: all of it as text to copy.
    """

    kind: str
    tone: str
    message: str
    place: str = ""
    line: int | None = None
    column: int | None = None
    source_line: str | None = None
    actions: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Details:
    """What a row shows when it is unfolded: named facts, and the contributions by area."""

    facts: tuple[tuple[str, str], ...]
    contributed: Contributed


@dataclass(frozen=True, slots=True)
class RowView:
    """One row.

    Attributes:
        key: the plugin's id, or its folder while the id is not known.
        label: the name as attributes may hold it, where nothing isolates its direction.
        hint: the description in the same way.
        id: what is decided about; None when nothing can be.
        why_fixed: why nothing can be decided, empty otherwise.
    """

    key: str
    folder: str
    file: str
    name: str
    label: str
    version: str
    description: str
    hint: str
    status: str
    status_label: str
    has_error: bool
    counts: str
    tone: str
    id: str | None
    on: bool
    why_fixed: str
    stale: bool
    strips: tuple[Strip, ...]
    details: Details | None
    words: tuple[str, ...]


_EVERYTHING = PluginFilter()


def row_view(
    row: Row, contributed: Contributed = (), wanted: PluginFilter = _EVERYTHING, *, safe: bool = False
) -> RowView:
    """What the page shows of one plugin.

    Args:
        row: its row of the inventory.
        contributed: what it contributes to the window that asks.
        wanted: what the page is asked for; the rows that it names show their details.
        safe: no plugin is evaluated, so one that has not loaded is not on its way.
    """
    status, error = row["status"], row["error"]
    label = "held back" if safe and status == "pending" else _LABELS[status]
    told = row["warnings"] or row["needs"] or row["changed"]
    return RowView(
        key=key_of(row),
        folder=row["folder"],
        file=row["file"],
        name=row["name"],
        label=without_direction(row["name"]),
        version=row["version"] or "",
        description=row["description"],
        hint=without_direction(row["description"]),
        status=status,
        status_label=label,
        has_error=error is not None,
        counts=counted(contributed) or ("" if status == "loaded" else label),
        tone="warn" if status == "loaded" and told else "muted" if safe and status == "pending" else _TONES[status],
        id=row["id"],
        on=is_on(row) if row["id"] is not None else status != "disabled",
        why_fixed=_why_fixed(row),
        stale=row["stale"],
        strips=_strips(row, error),
        details=_details(row, contributed) if row["folder"] in wanted.open else None,
        words=(row["name"], row["id"] or "", row["description"], row["file"], *_words(contributed)),
    )


def surface_view(name: str, description: str, contributed: Contributed, wanted: PluginFilter) -> RowView:
    """What the page shows of one part of the shell; it cannot be turned off.

    Args:
        name: of its module.
        description: a sentence.
        contributed: what it contributes to every window.
        wanted: what the page is asked for.
    """
    title, key = name.replace("_", " ").capitalize(), f"{SURFACE}{name}"
    return RowView(
        key=key,
        folder=key,
        file="",
        name=title,
        label=title,
        version="",
        description=description,
        hint=description,
        status="loaded",
        status_label="part of the shell",
        has_error=False,
        counts=counted(contributed),
        tone="good",
        id=None,
        on=True,
        why_fixed="",
        stale=False,
        strips=(),
        details=Details((), contributed) if key in wanted.open else None,
        words=(title, description, *_words(contributed)),
    )


@lru_cache(maxsize=2_000)
def row_html(view: RowView) -> str:
    """A row as HTML. Kept, because of hundreds of rows one or two are new each time."""
    return str(macro("core/plugin_row.html", "surface" if view.folder.startswith(SURFACE) else "plugin")(view))


def without_direction(text: str) -> str:
    """A text for an attribute: without the characters that turn the direction of what stands behind it."""
    return _CONTROL.sub(" ", _DIRECTION.sub("", text))


_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


def _words(contributed: Contributed) -> tuple[str, ...]:
    return tuple(word for group in contributed for word in (group.area, group.noun))


def _why_fixed(row: Row) -> str:
    if row["id"] is not None:
        return ""
    owned = row["error"] is not None and row["error"]["phase"] == "duplicate"
    return _OWNED_ID if owned else _UNKNOWN_ID


def _strips(row: Row, error: RowError | None) -> tuple[Strip, ...]:
    strips: list[Strip] = []
    if error is not None:
        strips.append(_error_strip(row, error))
    if row["changed"]:
        strips.append(
            Strip("State", "info", "The file has changed on disk; what ran before still runs.", actions=("load",))
        )
    renames = row["id"] is not None and row["id"] != row["folder"]
    for warning in row["warnings"]:
        actions = ("rename",) if renames and warning.startswith("the folder is named") else ()
        strips.append(Strip("Warning", "warn", _sentence(warning), actions=actions))
    if row["needs"]:
        strips.append(Strip("Needs", "warn", f"Asks for what this shell has not: {', '.join(row['needs'])}."))
    return tuple(strips)


def _error_strip(row: Row, error: RowError) -> Strip:
    place = f"{row['folder']}/plugin.js"
    if error["line"] is not None:
        place += f":{error['line']}"
        if error["column"] is not None:
            place += f":{error['column']}"
    lines = [f"{row['name']}: {error['message']}", place]
    if error["source_line"]:
        lines.append(error["source_line"])
    return Strip(
        "Error",
        "bad",
        error["message"],
        place,
        error["line"],
        error["column"],
        error["source_line"],
        ("open", "copy", "load"),
        "\n".join(lines),
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _details(row: Row, contributed: Contributed) -> Details:
    facts = [
        ("Id", row["id"] or "not known yet"),
        ("Folder", row["folder"]),
        ("File", row["file"]),
        ("Size", f"{row['size']:,} bytes"),
    ]
    if row["package"] is not None:
        package = row["package"]
        origin = [package["name"], package["catalog"], package["repo"], (package["sha"] or "")[:12]]
        facts.append(("Package", " · ".join(dict.fromkeys(part for part in origin if part))))
    if row["load_ms"] is not None:
        facts.append(("Load time", f"{row['load_ms']:.0f} ms"))
    facts.append(("Runs in", "no window" if row["windows"] == 0 else _plural(row["windows"], "window")))
    if row["needs"]:
        facts.append(("Needs", ", ".join(row["needs"])))
    return Details(tuple(facts), contributed)


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
