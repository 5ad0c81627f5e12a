"""`hermes-shell integrate`: the entry in the desktop's menu."""

from __future__ import annotations

import argparse
import sys

from hermes_shell.commands.options import Commands, add_command
from hermes_shell.errors import IntegrationError


def add(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(commands, "integrate", run, "put the shell into the desktop's menu", _DESCRIPTION)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--check", action="store_true", help="only see whether the entry is there and starts this program"
    )
    what.add_argument("--remove", action="store_true", help="take the entry and its icon away")


_DESCRIPTION = (
    "Write a .desktop entry and an icon for this user, read it back and start its program once to see that it runs. "
    "For Linux desktops."
)


def run(options: argparse.Namespace) -> int:
    """Write, check or remove the entry.

    Raises:
        IntegrationError: it does not hold, or this system knows no such entry.
    """
    from hermes_shell.desktop_entry import DesktopEntry

    if sys.platform in ("win32", "darwin"):
        raise IntegrationError("A .desktop entry is for Linux. Here, make a shortcut to the program hermes-shell.")
    entry = DesktopEntry.of()
    if options.remove:
        print(f"Removed {entry.file}" if entry.remove() else f"There was no entry at {entry.file}")
        return 0
    if options.check:
        entry.check()
    else:
        entry.write()
    print(f"{entry.file} starts {' '.join(entry.program)}")
    return 0
