"""`hermes-shell plugins …`: what is known of plugins, the check, and on and off."""

from __future__ import annotations

from pathlib import Path

from hermes_shell.commands import plugins_check, plugins_decide, plugins_list, plugins_reload
from hermes_shell.commands.options import Commands, add_command, add_home, add_json


def add(commands: Commands) -> None:
    """Add the command with its own commands."""
    group = commands.add_parser("plugins", help="list, check and control plugins", description="Plugins of the home.")
    add_home(group, again=True)
    below = group.add_subparsers(title="commands", metavar="COMMAND", required=True)

    listing = add_command(below, "list", plugins_list.run, "show every plugin of the home with its state")
    add_json(listing)

    check = add_command(
        below,
        "check",
        plugins_check.run,
        "check plugin files without a window",
        "Check plugin.js files without a window: errors keep a plugin from working, warnings do not. Ends with 1 when "
        "there is an error.",
        ("hermes-shell plugins check path/to/my-plugin", "hermes-shell plugins check --strict --json"),
    )
    paths = "plugin.js, plugin folder, or folder of plugins (default: all plugins of the home)"
    check.add_argument("paths", nargs="*", type=Path, metavar="PATH", help=paths)
    check.add_argument("--strict", action="store_true", help="end with 1 for warnings too")
    add_json(check)

    for name, run, what in (
        ("enable", plugins_decide.enable, "turn a plugin on"),
        ("disable", plugins_decide.disable, "turn a plugin off"),
    ):
        decide = add_command(below, name, run, what)
        decide.add_argument("plugin", metavar="ID", help="the plugin's id, as `plugins list` shows it")
        add_json(decide)

    reload = add_command(below, "reload", plugins_reload.run, "let the running shell load every plugin again")
    add_json(reload)
