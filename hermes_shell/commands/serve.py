"""`hermes-shell serve`: the server without a window."""

from __future__ import annotations

import argparse
from pathlib import Path

from hermes_shell.commands.options import WINDOW_OPTIONS, Commands, add_command, add_start


def add(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(commands, "serve", run, "serve without opening anything, until SIGINT or SIGTERM")
    add_start(parser, again=True)
    parser.add_argument("--port", type=_port, help="port to listen on, 0 = any free one (default: as last time)")
    parser.add_argument("--host", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--allow-remote", action="store_true", help="allow a host that other machines can reach")
    parser.add_argument("--token-file", type=Path, metavar="FILE", help="file with the access token for other machines")
    parser.set_defaults(foreign=WINDOW_OPTIONS, host="127.0.0.1")


def run(options: argparse.Namespace) -> int:
    """Serve until a signal."""
    from hermes_shell.commands.starting import settings_of

    settings = settings_of(options)
    from hermes_shell.opening import serve

    serve(settings)
    return 0


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)
