"""The command line: `hermes-shell` opens a window, `hermes-shell serve` only serves, the other commands help.

Exit codes: 0 = done or stopped by a signal, 1 = could not start or failed, 2 = wrong usage.
Everything heavy is imported late: `--version` has a budget of 120 ms.
"""

from __future__ import annotations

import gc
import os
import sys

from hermes_shell import __version__

TYPE_CHECKING = False  # the module typing alone costs a third of `--version`
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: without the program's name; None = those of the process.

    Returns:
        The exit code.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    _open_streams()
    if list(arguments) == ["--version"]:
        print(f"hermes-shell {__version__}")
        return 0
    from hermes_shell.errors import HomeError, ShellError

    parser = build_parser()
    options = parser.parse_args(arguments)
    for name in options.foreign:
        if getattr(options, name):
            parser.error(f"--{name.replace('_', '-')} is of no use to this command")
    try:
        code: int = options.run(options)
        print(end="", flush=True)  # a reader that is gone is found here, and not by the interpreter at its end
        return code
    except HomeError as error:
        parser.error(str(error))
    except ShellError as error:
        print(f"hermes-shell: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever reads has seen enough; the interpreter must not find the pipe broken once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 0
    except Exception as error:
        return _unexpected(error, options)
    finally:
        gc.enable()  # also when a start failed


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands and options."""
    import argparse

    from hermes_shell.commands import add_commands, window
    from hermes_shell.commands.options import add_home

    parser = argparse.ArgumentParser(prog="hermes-shell", description="A lightweight desktop shell for Hermes Agent.")
    parser.add_argument("--version", action="version", version=f"hermes-shell {__version__}")
    add_home(parser)
    window.add(parser)
    add_commands(parser.add_subparsers(title="commands", metavar="COMMAND"))
    return parser


def _open_streams() -> None:
    """Open standard streams that were closed, on nothing.

    Python has none then, and the next file that is opened gets the number: what a library writes to standard error
    would end in the database.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            try:
                os.fstat(number)
            except OSError:
                # The lowest number that is free: this one.
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the whole process


def _unexpected(error: Exception, options: argparse.Namespace) -> int:
    """The log has the traceback, the user one sentence."""
    import logging

    from hermes_shell import log
    from hermes_shell.commands.options import home_of

    home = home_of(options)
    home.prepare()
    file = log.setup(home)
    logging.getLogger(__name__).exception("Unexpected error")
    more = f" The log in {home.logs} says more." if file else ""
    print(f"hermes-shell: unexpected error: {error!r}.{more}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
