"""`hermes-shell plugins enable|disable`: the user's choice, told to the running shell or written for the next one."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.commands.options import home_of
from hermes_shell.commands.output import Terminal, plain, print_json
from hermes_shell.errors import ControlError, ShellError, StorageError
from hermes_shell.home_lock import HomeLock

if TYPE_CHECKING:
    from hermes_shell.commands.known import KnownPlugins
    from hermes_shell.paths import Home
    from hermes_shell.running_shell import RunningShell

PATIENCE_SECONDS = 10.0
"""How long to wait for another process that holds the home."""


def enable(options: argparse.Namespace) -> int:
    """Turn a plugin on."""
    return _decide(options, enabled=True)


def disable(options: argparse.Namespace) -> int:
    """Turn a plugin off."""
    return _decide(options, enabled=False)


def _decide(options: argparse.Namespace, *, enabled: bool) -> int:
    home = home_of(options)
    row = decide(home, options.plugin, enabled=enabled)
    if options.json:
        print_json({"plugin": row})
    else:
        Terminal.of().line(f"{plain(row['id'])} is {'on' if enabled else 'off'}.")
    return 0


def decide(home: Home, plugin: str, *, enabled: bool) -> Mapping[str, Any]:
    """Decide for one plugin and return its row when the choice is on disk.

    Raises:
        ShellError: there is no such plugin, or the choice was not saved.
    """
    from hermes_shell.commands.known import known_plugins

    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        known = known_plugins(home)
        _require(known, plugin)
        if known.running is not None:
            return _tell(known.running, plugin, enabled=enabled)
        # Whoever starts meanwhile waits for the lock, or holds it and is told instead.
        lock = _take(home)
        if lock is not None:
            try:
                _write(home, plugin, enabled=enabled)
            finally:
                lock.release()
            return _require(known_plugins(home), plugin)
        if time.monotonic() >= deadline:
            raise ControlError(f"Another process holds the home {home.root}. Try again.")


def _require(known: KnownPlugins, plugin: str) -> Mapping[str, Any]:
    row = known.find(plugin)
    if row is None:
        raise ShellError("".join([f"There is no plugin {plugin!r} in {known.home.plugins}. ", *_others(known)]))
    return row


def _others(known: KnownPlugins) -> list[str]:
    names = ", ".join(sorted(plain(row["id"]) for row in known.rows)[:20])
    return [f"There is: {names}." if names else "There is none."]


def _tell(running: RunningShell, plugin: str, *, enabled: bool) -> Mapping[str, Any]:
    answer = running.post("api/shell/plugins/decide", {"id": plugin, "enabled": enabled})
    return cast("dict[str, Mapping[str, Any]]", answer)["row"]


def _take(home: Home) -> HomeLock | None:
    for incident in home.prepare():
        raise StorageError(incident)
    try:
        return HomeLock.take(home.lock)
    except OSError as error:
        raise StorageError(f"The home {home.root} cannot be written ({home.lock}: {error.strerror}).") from error


def _write(home: Home, plugin: str, *, enabled: bool) -> None:
    from hermes_shell.decisions import Decisions
    from hermes_shell.storage import Storage
    from hermes_shell.storage_file import open_storage

    opened = open_storage(home.database)
    storage = Storage(opened)
    try:
        if opened.path is None:
            raise StorageError(f"The choice was not saved. {' '.join(storage.incidents)}")
        for incident in storage.incidents:
            print(f"hermes-shell: {incident}", file=sys.stderr)
        Decisions(storage).set(plugin, enabled).result()
    finally:
        storage.close()
