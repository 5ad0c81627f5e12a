"""`hermes-shell plugins reload`: the running shell reads every plugin again, and every window evaluates it anew."""

from __future__ import annotations

import argparse

from hermes_shell.commands.options import home_of
from hermes_shell.commands.output import Terminal, print_json
from hermes_shell.commands.plugins_list import as_json
from hermes_shell.errors import ControlError


def run(options: argparse.Namespace) -> int:
    """Reload; 1 when no shell runs."""
    from hermes_shell.commands.known import KnownPlugins, rows_of
    from hermes_shell.running_shell import RunningShell

    home = home_of(options)
    running = RunningShell.find(home)
    if running is None:
        raise ControlError(f"No hermes-shell runs on {home.root}. The next one loads every plugin anew.")
    rows = rows_of(running.post("api/shell/plugins/reload", {}))
    if options.json:
        print_json(as_json(KnownPlugins(home, rows, running)))
    else:
        count = len(rows)
        Terminal.of().line(f"{count} plugin{'' if count == 1 else 's'} read again.")
    return 0
