"""What is known of the plugins of a home: from the shell that runs on it, else from its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from hermes_shell.home_lock import is_held
from hermes_shell.paths import Home
from hermes_shell.running_shell import RunningShell


@dataclass(frozen=True)
class KnownPlugins:
    """The plugins of a home at one moment.

    Attributes:
        home: the home.
        rows: one row a plugin, as `GET …/api/shell/inventory` gives them.
        running: the shell that told them; None when they come from the files.
        problems: sentences about what could not be read.
    """

    home: Home
    rows: tuple[Mapping[str, Any], ...]
    running: RunningShell | None = None
    problems: tuple[str, ...] = ()

    def find(self, plugin: str) -> Mapping[str, Any] | None:
        """The row of an id."""
        return next((row for row in self.rows if row["id"] == plugin), None)


def known_plugins(home: Home) -> KnownPlugins:
    """Ask the running shell, else read the files; the home is not changed.

    Raises:
        ControlError: a shell holds the home and does not answer.
        EngineError: there is no JavaScript engine to look at the files with.
    """
    unseen: list[str] = []
    try:
        running = RunningShell.find(home) if is_held(home.lock) else None
    except OSError as error:
        running = None
        unseen.append(f"It cannot be seen whether a shell runs on {home.root} ({home.lock.name}: {error.strerror}).")
    if running is not None:
        return KnownPlugins(home, rows_of(running.get("api/shell/inventory")), running)
    from hermes_shell.commands.offline import offline_plugins

    known = offline_plugins(home)
    return replace(known, problems=(*unseen, *known.problems))


def rows_of(answer: object) -> tuple[Mapping[str, Any], ...]:
    """The rows in an answer of the running shell."""
    return tuple(cast("Iterable[Mapping[str, Any]]", cast("dict[str, object]", answer)["plugins"]))
