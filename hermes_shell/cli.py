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
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_shell import __version__
from hermes_shell.errors import HomeError, ServerError, ShellError
from hermes_shell.paths import Home
from hermes_shell.settings import Settings

if TYPE_CHECKING:
    from hermes_shell.server import ShellServer
    from hermes_shell.storage import Storage


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
        with _starting(settings) as start:
            if options.command == "serve":
                _serve(start)
            else:
                _open(start, browser=options.browser, print_link=options.print_link)
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


class _Start:
    """A start in two steps: the address and what a window shows first, then the server.

    In between a window may come up: what it asks for waits in the socket's backlog.

    Args:
        settings: of the command line.

    Raises:
        ShellError: it cannot start.
    """

    def __init__(self, settings: Settings) -> None:
        from hermes_shell.signals import StopSignals

        self.settings = settings
        self.signals = StopSignals()  # before any thread starts
        gc.disable()  # importing makes many objects and no garbage: looking for some costs a sixth of the start
        for incident in settings.home.prepare():
            print(f"hermes-shell: {incident}", file=sys.stderr)
        if settings.ready_file is not None:
            with suppress(OSError):  # of an earlier run; what cannot be removed cannot be written, and is told then
                settings.ready_file.unlink()
        from hermes_shell import log
        from hermes_shell.core.settings_store import SettingsStore
        from hermes_shell.instance import Instance
        from hermes_shell.listening import Listening
        from hermes_shell.storage import Storage

        log.setup(settings.home, verbose=settings.developer)
        self._instance = Instance.load(settings.home)
        log.setup(settings.home, [*self._instance.secrets(), settings.token or ""], verbose=settings.developer)
        self._storage: Storage | None = None
        self._server: ShellServer | None = None
        self._error: Exception | None = None
        self._begun = threading.Event()
        self._ended = threading.Event()
        try:
            self._listening = Listening.open(settings, self._instance)
            self._storage = Storage.open(settings.home.database)
            self.background = window_background(SettingsStore(self._storage).theme())
        except BaseException:
            self.stop()
            raise

    @property
    def alive(self) -> bool:
        """The server runs, or it has not failed so far."""
        return self._error is None and (self._server is None or not self._ended.is_set() or self._server.running)

    def boot_url(self) -> str:
        """A new link that opens the shell once."""
        return self._listening.boot_url()

    def begin(self) -> None:
        """Start the server, in any thread; a failure is told by `finish`."""
        self._begun.set()
        try:
            self._begin()
        except Exception as error:
            self._error = error
        finally:
            self._ended.set()

    def _begin(self) -> None:
        from hermes_shell.app import create_app
        from hermes_shell.server import ShellServer

        app = create_app(self.settings, storage=self._storage, instance=self._instance)
        shell = app.state.shell
        server = ShellServer(app, shell.instance, self.settings, shell.announcements, shell.stop_channels)
        self._server = server
        server.start(self._listening)
        gc.enable()
        if self.settings.ready_file is not None:
            write_ready(self.settings.ready_file, server.port, server.boot_url())

    def finish(self) -> None:
        """Return when the server runs.

        Raises:
            ShellError: it could not start.
        """
        if not self._begun.is_set():
            self.begin()
        self._ended.wait()
        if self._error is not None:
            raise self._error

    def wait(self) -> None:
        """Return at SIGINT or SIGTERM.

        Raises:
            ServerError: the server ended on its own.
        """
        self.signals.wait(lambda: self.alive)
        if not self.alive:
            raise ServerError("The server ended on its own. The log says more.")

    def stop(self) -> None:
        """End everything; harmless when nothing has begun."""
        if self._begun.is_set():
            self._ended.wait()
        if self._server is not None:
            self._server.stop()
        if self._storage is not None:
            self._storage.close()  # also when the server goes on stopping: what is queued must reach the disk
        self._instance.release()


@contextmanager
def _starting(settings: Settings) -> Generator[_Start]:
    """A start for the time of a `with` block.

    Raises:
        ShellError: it could not start.
    """
    start = _Start(settings)
    try:
        yield start
    finally:
        start.stop()


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


def _serve(start: _Start) -> None:
    start.finish()
    if sys.stdout.isatty():
        print(f"Open {start.boot_url()} (once, within 60 seconds). Stop with Ctrl+C.", flush=True)
    start.wait()


def _open(start: _Start, *, browser: bool, print_link: bool) -> None:
    """Open a window and return when it is closed; else open a browser tab, else print the link, and serve on."""
    if not browser and not print_link and _open_window(start):
        start.finish()
        return
    start.finish()
    if print_link:
        print(start.boot_url(), flush=True)
    else:
        from hermes_shell.bridge import open_url

        if not open_url(start.boot_url()):
            link = start.boot_url()
            print(f"Nothing here opens a page. Open {link} (once, within 60 seconds).", flush=True)
    start.wait()


def _open_window(start: _Start) -> bool:
    """Show a window until it is closed, and start the server beside it; False when there is none to show."""
    from hermes_shell.errors import WindowError
    from hermes_shell.window import choose_engine, run_window

    engine = choose_engine()
    if engine is None:
        return False
    try:
        run_window(
            start.boot_url(),
            start.settings.home,
            engine,
            start.signals,
            background=start.background,
            alive=lambda: start.alive,
            developer=start.settings.developer,
            beside=start.begin,
        )
    except WindowError as error:
        print(f"hermes-shell: {error} Opening the browser instead.", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
