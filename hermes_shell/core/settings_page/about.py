"""What the About tab says of this shell, and the report to copy."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hermes_shell import __version__, diagnostics
from hermes_shell.core.shell import CoreContext, Shell, plugin_errors
from hermes_shell.log import FILE_NAME

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

_ENGINES = {"gtk": "GTK, WebKit", "qt": "Qt, Chromium", "native": "the system's own"}
_WATCHING = {
    "hot": "file events, hot gear",
    "idle": "file events",
    "polling": "polling: this file system reports no changes",
    "off": "nothing to watch yet",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: what it is, its value, and the path to show in the file manager where it is one."""

    label: str
    value: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class AboutView:
    """Facts in groups, each with a heading."""

    groups: tuple[tuple[str, tuple[Fact, ...]], ...]


def register(ctx: CoreContext) -> None:
    """Offer the report to pages."""
    ctx.verb("diagnostics.report", report)


async def report(window: Window, args: Mapping[str, Any]) -> object:
    """The report as text."""
    del args
    return diagnostics.as_text(await diagnostics.report(window.shell))


def about_view(shell: Shell) -> AboutView:
    """What the tab shows of a shell."""
    settings, home = shell.settings, shell.settings.home
    rows = shell.loader.rows()
    errors = plugin_errors(rows)
    loaded = sum(row["status"] == "loaded" for row in rows)
    engine = shell.desktop.engine
    program = (
        Fact("Version", __version__),
        Fact("Window", "in a browser" if engine is None else _ENGINES.get(engine, engine)),
        Fact("Python", platform.python_version()),
        Fact("System", f"{platform.system()} {platform.release()}"),
        Fact("Mode", _mode(developer=settings.developer, safe=shell.safe_mode)),
        Fact("Process and port", f"{os.getpid()}, port {diagnostics.port_of(home) or 'not known'}"),
        Fact("Open windows", str(len(shell.windows))),
    )
    plugins = (
        Fact("Installed", f"{len(rows)}, {loaded} loaded" + (f", {errors} with an error" if errors else "")),
        Fact("Changes are seen by", _WATCHING[shell.loader.watch_mode]),
    )
    places = (
        Fact("Home", str(home.root), str(home.root)),
        Fact("Plugins", str(home.plugins), str(home.plugins)),
        Fact("Log", str(home.logs / FILE_NAME), str(home.logs / FILE_NAME)),
    )
    return AboutView((("This shell", program), ("Plugins", plugins), ("Places", places)))


def _mode(*, developer: bool, safe: bool) -> str:
    modes = [name for name, on in (("safe mode", safe), ("developer mode", developer)) if on]
    return " and ".join(modes) or "as usual"
