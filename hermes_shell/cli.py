"""The command line: `hermes-shell` opens a window, `hermes-shell serve` only serves.

Exit codes: 0 = done or stopped by a signal, 1 = could not start or failed, 2 = wrong usage.
Everything heavy is imported late: `--version` has a budget of 120 ms.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_shell import __version__
from hermes_shell.errors import HomeError, ServerError, ShellError
from hermes_shell.paths import Home
from hermes_shell.settings import Settings

if TYPE_CHECKING:
    from hermes_shell.server import ShellServer
    from hermes_shell.signals import StopSignals


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
        with _serving(settings) as running:
            if options.command == "serve":
                _serve(running)
            else:
                _open(running, browser=options.browser, print_link=options.print_link)
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


@dataclass(frozen=True)
class _Running:
    """A started server, the signals that are to end it, and the colour of the chosen theme."""

    settings: Settings
    server: ShellServer
    signals: StopSignals
    background: str

    def wait(self) -> None:
        """Return at SIGINT or SIGTERM.

        Raises:
            ServerError: the server ended on its own.
        """
        self.signals.wait(lambda: self.server.running)
        if not self.server.running:
            raise ServerError("The server ended on its own. The log says more.")


@contextmanager
def _serving(settings: Settings) -> Generator[_Running]:
    """A started server for the time of a `with` block.

    Raises:
        ShellError: it could not start.
    """
    from hermes_shell.signals import StopSignals

    signals = StopSignals()  # before any thread starts
    gc.disable()  # importing makes many objects and no garbage: looking for some costs a sixth of the start
    for incident in settings.home.prepare():
        print(f"hermes-shell: {incident}", file=sys.stderr)
    if settings.ready_file is not None:
        with suppress(OSError):  # of an earlier run; what cannot be removed cannot be written either, and is told then
            settings.ready_file.unlink()
    from hermes_shell import log
    from hermes_shell.app import create_app
    from hermes_shell.server import ShellServer

    log.setup(settings.home, verbose=settings.developer)
    app = create_app(settings)
    shell = app.state.shell
    log.setup(settings.home, [*shell.instance.secrets(), settings.token or ""], verbose=settings.developer)
    before_stop = getattr(shell, "stop_channels", None)
    server = ShellServer(app, shell.instance, settings, shell.announcements, before_stop)
    try:
        server.start()
        gc.enable()
        if settings.ready_file is not None:
            write_ready(settings.ready_file, server.port, server.boot_url())
        yield _Running(settings, server, signals, window_background(shell.preferences.theme()))
    finally:
        if server.stop():
            shell.storage.close()  # when the app never started, nobody else does
        shell.instance.release()


def write_ready(file: Path, port: int, boot_url: str) -> None:
    """Tell a waiting program, in one step, that connections are accepted: `{"port", "boot_url", "pid"}`, mode 0600.

    Raises:
        ServerError: the file cannot be written.
    """
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump({"port": port, "boot_url": boot_url, "pid": os.getpid()}, stream)
        os.replace(fresh, file)
    except OSError as error:
        raise ServerError(f"The ready file {file} cannot be written: {error.strerror}.") from error


def window_background(choice: Mapping[str, str]) -> str:
    """The colour of a window until its page paints, as `#rrggbb`.

    Args:
        choice: `name` and `mode` of the chosen theme. For mode `system` the light palette is taken: what the desktop
            prefers is known to the engine only.
    """
    from hermes_shell import themes

    theme = themes.resolve(choice.get("name", ""))
    return (theme.dark if choice.get("mode") == "dark" else theme.light).chrome


def _serve(running: _Running) -> None:
    if sys.stdout.isatty():
        print(f"Open {running.server.boot_url()} (once, within 60 seconds). Stop with Ctrl+C.", flush=True)
    running.wait()


def _open(running: _Running, *, browser: bool, print_link: bool) -> None:
    """Open a window and return when it is closed; else open a browser tab, else print the link, and serve on."""
    if print_link:
        print(running.server.boot_url(), flush=True)
    elif not browser and _open_window(running):
        return
    else:
        from hermes_shell.bridge import open_url

        if not open_url(running.server.boot_url()):
            link = running.server.boot_url()
            print(f"Nothing here opens a page. Open {link} (once, within 60 seconds).", flush=True)
    running.wait()


def _open_window(running: _Running) -> bool:
    """Show a window until it is closed; False when there is none to show."""
    from hermes_shell.errors import WindowError
    from hermes_shell.window import choose_engine, run_window

    engine = choose_engine()
    if engine is None:
        return False
    try:
        run_window(
            running.server.boot_url(),
            running.settings.home,
            engine,
            running.signals,
            background=running.background,
            alive=lambda: running.server.running,
            developer=running.settings.developer,
        )
    except WindowError as error:
        print(f"hermes-shell: {error} Opening the browser instead.", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
