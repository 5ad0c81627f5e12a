"""What a shell can say about itself and its home when something is wrong: JSON and text, with nothing secret in it.

Paths below the user's own directory begin with `~`.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hermes_shell import __version__
from hermes_shell.log import FILE_NAME
from hermes_shell.paths import Home
from hermes_shell.plugins.row import key_of
from hermes_shell.running import read_running

if TYPE_CHECKING:
    from hermes_shell.core.shell import Shell

Report = dict[str, object]

_STATE_FILES = ("instance.json", "running.json", "starts.json", "window.json")
_LARGEST_CHECKED = 64 * 1024 * 1024
"""Bytes of a database up to which its pages are checked: beyond it that takes seconds."""
_WRITE_VERSION = 18
"""Offset of the byte that says whether a log is kept (SQLite, database file format)."""


async def report(shell: Shell) -> Report:
    """Everything about a running shell.

    Args:
        shell: its parts.

    Returns:
        `version`, `python`, `platform`, `engine` (None = the page is in a browser), `home`, `paths`, `port`, `pid`,
        `windows`, `developer`, `safe_mode`, `plugins` (`id`, `status`, `error`), `root_problem`, `watcher` (`mode`),
        `database` (`ok`, `size`, `journal`, `problem`), `log`, `files` (name -> state), `incidents`.
    """
    settings = shell.settings
    live: Report = {
        "engine": shell.desktop.engine,
        "port": port_of(settings.home) or shell.instance.port,
        "pid": os.getpid(),
        "windows": len(shell.windows),
        "developer": settings.developer,
        "safe_mode": shell.safe_mode,
        "plugins": [
            {
                "id": key_of(row),
                "status": row["status"],
                "error": row["error"]["message"] if row["error"] else None,
            }
            for row in shell.loader.rows()
        ],
        "root_problem": shell.loader.problem,
        "watcher": {"mode": shell.loader.watch_mode},
        "incidents": [*shell.storage.incidents, *shell.instance.incidents],
    }
    return {**await asyncio.to_thread(offline, settings.home), **cast("Report", _short(live))}


def offline(home: Home) -> Report:
    """What can be known of a home without its shell; nothing is written. Blocks."""
    known: Report = {
        "version": __version__,
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} ({platform.machine()})",
        "home": str(home.root),
        "paths": {
            "plugins": str(home.plugins),
            "state": str(home.state),
            "database": str(home.database),
            "logs": str(home.logs),
            "python": sys.executable,
        },
        "database": _database(home.database),
        "log": str(home.logs / FILE_NAME),
        "files": {name: _file_state(home.state / name) for name in _STATE_FILES},
    }
    return cast("Report", _short(known))


def port_of(home: Home) -> int | None:
    """Where the shell of a home listens; None while none does. Blocks for one small file."""
    running = read_running(home.running)
    return running.port if running is not None else None


def as_text(facts: Mapping[str, object]) -> str:
    """A report to paste somewhere: one line a fact, plugins and incidents one line each."""
    lines = [f"hermes-shell {facts.get('version')}"]
    for name, value in facts.items():
        match value:
            case dict():
                entries = cast("dict[str, object]", value).items()
                lines.append(f"{name}: " + ", ".join(f"{key} {_said(one)}" for key, one in entries))
            case list():
                lines += _listed(name, cast("list[object]", value))
            case _ if name != "version":
                lines.append(f"{name}: {_said(value)}")
            case _:
                pass
    return "\n".join(lines)


def _listed(name: str, entries: Sequence[object]) -> list[str]:
    lines = [f"{name}: {len(entries)}"]
    for entry in entries:
        if isinstance(entry, dict):
            plugin = cast("dict[str, object]", entry)
            error = f": {plugin['error']}" if plugin.get("error") else ""
            lines.append(f"  {plugin.get('id')} {plugin.get('status')}{error}")
        else:
            lines.append(f"  {entry}")
    return lines


def _said(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _database(path: Path) -> Report:
    """Health of a database, read without a lock that anybody waits for."""
    found: Report = {"ok": False, "size": None, "journal": None, "problem": None}
    try:
        found["size"] = path.stat().st_size
        connection = _look_into(path)
        try:
            found["journal"] = _journal(path, connection)
            answer = "ok"
            if path.stat().st_size <= _LARGEST_CHECKED:
                answer = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            else:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            found["ok"], found["problem"] = answer == "ok", None if answer == "ok" else answer
        finally:
            connection.close()
    except FileNotFoundError:
        found["problem"] = "it does not exist yet"
    except (OSError, sqlite3.Error) as error:
        found["problem"] = str(error)
    return found


def _look_into(path: Path) -> sqlite3.Connection:
    """Open a database that may be another user's. A mere reader would make a log where there is none, and leave it."""
    logged = all(path.with_name(path.name + suffix).exists() for suffix in ("-wal", "-shm"))
    options = "mode=ro" if logged else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.as_uri()}?{options}", uri=True, timeout=1.0)


def _journal(path: Path, connection: sqlite3.Connection) -> str:
    """The journal mode. A connection that takes the file for unchanging does not say that it keeps a log."""
    mode = str(connection.execute("PRAGMA journal_mode").fetchone()[0])
    with path.open("rb") as stream:
        written_with_a_log = stream.read(_WRITE_VERSION + 1)[_WRITE_VERSION:] == b"\2"
    return "wal" if written_with_a_log else mode


def _file_state(path: Path) -> str:
    """`ok`, `missing`, `damaged` or `unreadable`; what is in the file is not told."""
    try:
        if path.exists() and not path.is_file():
            return "unreadable"  # a pipe or a device would be read for ever
        json.loads(path.read_bytes())
    except FileNotFoundError:
        return "missing"
    except OSError:
        return "unreadable"
    except (ValueError, RecursionError):
        return "damaged"
    return "ok"


def _short(value: object) -> object:
    """The same with the user's own directory as `~` in every text."""
    own = os.path.expanduser("~").rstrip(os.sep)
    return _replaced(value, own) if len(own) > 1 and own != "~" else value


def _replaced(value: object, own: str) -> object:
    match value:
        case str():
            return value.replace(own + os.sep, "~" + os.sep) if value != own else "~"
        case dict():
            return {key: _replaced(one, own) for key, one in cast("dict[str, object]", value).items()}
        case list():
            return [_replaced(one, own) for one in cast("list[object]", value)]
        case _:
            return value
