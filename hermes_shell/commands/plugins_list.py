"""`hermes-shell plugins list`: every plugin of the home with its state."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hermes_shell.commands.options import home_of
from hermes_shell.commands.output import Style, Terminal, plain, print_json

if TYPE_CHECKING:
    from hermes_shell.commands.known import KnownPlugins

_STATES: Mapping[str, tuple[str, Style | None]] = {
    "loaded": ("on", "good"),
    "pending": ("on", None),
    "disabled": ("off", "faint"),
    "error": ("error", "bad"),
}
"""One word for each status of a plugin, and its style."""


def run(options: argparse.Namespace) -> int:
    """Print the plugins; 1 when the plugins folder cannot be read."""
    from hermes_shell.commands.known import known_plugins

    known = known_plugins(home_of(options))
    if options.json:
        print_json(as_json(known))
    else:
        for problem in known.problems:
            print(f"hermes-shell: {problem}", file=sys.stderr)
        _print(known)
    return 1 if known.problems else 0


def as_json(known: KnownPlugins) -> dict[str, object]:
    """The list for programs."""
    running = known.running
    return {
        "home": str(known.home.root),
        "running": {"pid": running.pid, "port": running.port} if running else None,
        "problems": list(known.problems),
        "plugins": list(known.rows),
    }


def _print(known: KnownPlugins) -> None:
    terminal = Terminal.of()
    if not known.rows:
        terminal.line(f"No plugins in {known.home.plugins}. A plugin is a folder with a plugin.js in it.")
        return
    rows: list[tuple[str, str, str]] = []
    styles: list[tuple[Style | None, Style | None, Style | None]] = []
    for row in known.rows:
        state, style = _STATES[row["status"]]
        rows.append((state, plain(row["id"]), plain(_detail(row))))
        styles.append((style, "strong", "bad" if row["error"] else "faint"))
    terminal.table(rows, styles)


def _detail(row: Mapping[str, Any]) -> str:
    if row["error"]:
        return row["error"].split("\n", 1)[0]
    name = row["name"] if row["name"] != row["id"] else ""
    return " – ".join(part for part in (name, row["description"]) if part)
