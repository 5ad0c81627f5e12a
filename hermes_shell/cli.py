"""The command line: `hermes-shell` opens a window, `hermes-shell serve` only serves.

Exit codes: 0 = done or stopped by a signal, 1 = could not start or failed, 2 = wrong usage.
Everything heavy is imported late: `--version` has a budget of 120 ms.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from hermes_shell import __version__
from hermes_shell.errors import HomeError, ShellError
from hermes_shell.paths import Home
from hermes_shell.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: without the program's name; None = those of the process.

    Returns:
        The exit code.
    """
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        settings = _settings(options)
    except HomeError as error:
        parser.error(str(error))
    try:
        from hermes_shell.opening import open_shell, serve
        from hermes_shell.start import starting

        with starting(settings) as start:
            if options.command == "serve":
                serve(start)
            else:
                open_shell(start, browser=options.browser, print_link=options.print_link)
    except ShellError as error:
        print(f"hermes-shell: {error}", file=sys.stderr)
        return 1
    except Exception as error:
        import logging

        logging.getLogger(__name__).exception("Unexpected error")
        print(f"hermes-shell: unexpected error: {error!r}. The log in {settings.home.logs} says more.", file=sys.stderr)
        return 1
    finally:
        gc.enable()  # also when the start failed
    return 0


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands and options."""
    parser = argparse.ArgumentParser(prog="hermes-shell", description="A lightweight desktop shell for Hermes Agent.")
    parser.add_argument("--version", action="version", version=f"hermes-shell {__version__}")
    _add_common(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--browser", action="store_true", help="open in the browser instead of a window")
    where.add_argument("--print-link", action="store_true", help="print the one-shot link instead of opening it")
    parser.set_defaults(command="open", host="127.0.0.1", port=None, allow_remote=False, token_file=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    serve = commands.add_parser("serve", help="serve without opening anything, until SIGINT or SIGTERM")
    _add_common(serve, again=True)
    serve.add_argument("--port", type=_port, help="port to listen on, 0 = any free one (default: as last time)")
    serve.add_argument("--host", help="address to listen on (default: 127.0.0.1)")
    serve.add_argument("--allow-remote", action="store_true", help="allow a host that other machines can reach")
    serve.add_argument("--token-file", type=Path, metavar="F", help="file with the access token for other machines")
    serve.set_defaults(command="serve", host="127.0.0.1")
    return parser


def _add_common(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Options of every command that touches a home. A subcommand must not overwrite what stands before its name."""
    default = argparse.SUPPRESS if again else None
    off = argparse.SUPPRESS if again else False
    parser.add_argument("--home", metavar="DIR", default=default, help="the home (default: $HERMES_HOME or ~/.hermes)")
    parser.add_argument("--developer", action="store_true", default=off, help="developer mode for plugin authors")
    parser.add_argument("--safe-mode", action="store_true", default=off, help="start with every plugin off")
    help_text = "write port, a boot link of its own and the pid here when ready"
    parser.add_argument("--ready-file", type=Path, metavar="F", default=default, help=help_text)


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port


def _settings(options: argparse.Namespace) -> Settings:
    """Raises HomeError for wrong usage that argparse cannot see."""
    token: str | None = None
    if options.token_file is not None:
        try:
            token = Path(options.token_file).read_text("utf-8").strip()
        except (OSError, ValueError) as error:
            raise HomeError(f"the token file {options.token_file} cannot be read: {error}") from error
    return Settings(
        home=Home.resolve(options.home),
        host=options.host,
        port=options.port,
        token=token,
        allow_remote=options.allow_remote,
        developer=options.developer,
        safe_mode=options.safe_mode,
        ready_file=options.ready_file,
    )


if __name__ == "__main__":
    raise SystemExit(main())
