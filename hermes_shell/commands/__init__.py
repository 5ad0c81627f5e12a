"""The commands: one module each.

A module adds its parser with `add(commands)` and sets `run`, a function of the parsed options that returns the exit
code. It imports nothing heavy before it runs: every command's parser is built for `--version` too.
"""

from __future__ import annotations

from hermes_shell.commands import completion, doctor, integrate, logs, plugins, serve
from hermes_shell.commands.options import Commands

_COMMANDS = (serve, plugins, doctor, logs, integrate, completion)


def add_commands(commands: Commands) -> None:
    """Add every command, in the order of the help."""
    for command in _COMMANDS:
        command.add(commands)
