"""What the parsers of several commands share."""

from __future__ import annotations

import argparse
import textwrap
import typing
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from hermes_shell.paths import Home
from hermes_shell.settings import GatewayOption

if TYPE_CHECKING:
    # argparse has no public name for it.
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]  # pyright: ignore[reportPrivateUsage]
else:
    Commands = object

Run = Callable[[argparse.Namespace], int]
"""What a command does with its options; returns the exit code."""


def add_command(
    commands: Commands, name: str, run: Run, help_text: str, description: str = "", examples: Sequence[str] = ()
) -> argparse.ArgumentParser:
    """Add the parser of one command, with the options that every command takes.

    Args:
        commands: where it goes.
        name: what is typed.
        run: what it does.
        help_text: for the list of commands; no capital, no full stop.
        description: for its own help; made of `help_text` when empty.
        examples: command lines to copy.
    """
    parser = commands.add_parser(
        name,
        help=help_text,
        description=textwrap.fill(description or f"{help_text[0].upper()}{help_text[1:]}.", 78),
        epilog="\n  ".join(["examples:", *examples]) if examples else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_home(parser, again=True)
    parser.set_defaults(run=run, foreign=WINDOW_OPTIONS + START_OPTIONS)
    return parser


WINDOW_OPTIONS = ("open", "new_window", "browser", "print_link")
"""What only the window understands."""
START_OPTIONS = ("developer", "safe_mode", "ready_file", "gateway")
"""What only a start understands: the window and `serve`."""


def add_home(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """The option `--home`. A command's own must not overwrite what stands before its name."""
    default = argparse.SUPPRESS if again else None
    parser.add_argument("--home", metavar="DIR", default=default, help="the home (default: $HERMES_HOME or ~/.hermes)")


def add_start(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """The options of a start."""
    default = argparse.SUPPRESS if again else None
    off = argparse.SUPPRESS if again else False
    parser.add_argument("--developer", action="store_true", default=off, help="developer mode for plugin authors")
    parser.add_argument("--safe-mode", action="store_true", default=off, help="start with every plugin off")
    help_text = "write port, a boot link of its own and the pid here when ready"
    parser.add_argument("--ready-file", type=Path, metavar="FILE", default=default, help=help_text)
    choices = typing.get_args(GatewayOption)
    help_text = "the gateway of this start (default: $HERMES_SHELL_GATEWAY or auto, as the settings say)"
    parser.add_argument("--gateway", choices=choices, default=default, help=help_text)


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option `--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON for programs, and nothing else")


def home_of(options: argparse.Namespace) -> Home:
    """The home that a command is about.

    Raises:
        HomeError: what was given cannot be one.
    """
    return Home.resolve(options.home)
