"""`hermes-shell` without a command: a window."""

from __future__ import annotations

import argparse

from hermes_shell.commands.options import add_start


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the window to the program's own parser."""
    add_start(parser)
    parser.add_argument("--open", type=_route, metavar="ROUTE", help="open at an address, such as /capabilities")
    parser.add_argument("--new-window", action="store_true", help="open one more window of a shell that runs already")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--browser", action="store_true", help="open in the browser instead of a window")
    where.add_argument("--print-link", action="store_true", help="print the one-shot link instead of opening it")
    parser.set_defaults(run=run, foreign=(), host="127.0.0.1", port=None, allow_remote=False, token_file=None)


def run(options: argparse.Namespace) -> int:
    """Open a window and return when it is closed."""
    from hermes_shell.commands.starting import settings_of

    settings = settings_of(options)
    from hermes_shell.opening import Wish, open_shell

    open_shell(settings, Wish(options.open, options.new_window, options.browser, options.print_link))
    return 0


def _route(text: str) -> str:
    if not text.startswith("/") or not text.isprintable():
        raise argparse.ArgumentTypeError("an address inside the shell starts with /, such as /capabilities")
    return text
