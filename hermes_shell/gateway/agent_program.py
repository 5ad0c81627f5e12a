"""Where the agent's program is on this machine."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from hermes_shell.errors import GatewayUnusable

VARIABLE = "HERMES_BIN"


def find_agent(command: str, environ: Mapping[str, str], user: Path) -> Path | None:
    """Find `hermes`: what the settings name, else `$HERMES_BIN`, else on the path, else where it is usually installed.

    Args:
        command: of the settings; empty = none.
        environ: the process's variables.
        user: the user's home directory.

    Returns:
        Its path; None when there is none.

    Raises:
        GatewayUnusable: settings or variable name one that is not there.
    """
    for named, place in ((command, "The settings name"), (environ.get(VARIABLE, ""), f"${VARIABLE} names")):
        if named:
            found = shutil.which(os.path.expanduser(named), path=environ.get("PATH"))
            if found is None:
                raise GatewayUnusable(f"{place} the agent {named}, and there is no such program.")
            return Path(found)
    found = shutil.which("hermes", path=environ.get("PATH"))
    if found is not None:
        return Path(found)
    return next((place for place in _usual(environ, user) if os.access(place, os.X_OK) and place.is_file()), None)


def _usual(environ: Mapping[str, str], user: Path) -> list[Path]:
    """A program that a desktop starts often has a shorter path than one that a terminal starts."""
    if sys.platform == "win32":
        local = Path(environ.get("LOCALAPPDATA", user / "AppData" / "Local"))
        return [local / "hermes" / "hermes-agent" / "venv" / "Scripts" / "hermes.exe", user / ".local/bin/hermes.exe"]
    return [
        user / ".local/bin/hermes",
        user / ".hermes/hermes-agent/venv/bin/hermes",
        user / "bin/hermes",
        Path("/usr/local/bin/hermes"),
        Path("/opt/homebrew/bin/hermes"),
        Path("/usr/bin/hermes"),
    ]
