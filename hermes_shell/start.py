"""A start in two steps: the address and what a window shows first, then the server."""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_shell.errors import HomeTaken, ServerError
from hermes_shell.running import Running, remove_running, write_running
from hermes_shell.settings import Settings

if TYPE_CHECKING:
    from hermes_shell.core.desktop import Desktop
    from hermes_shell.core.shell import Shell
    from hermes_shell.early_door import EarlyDoor
    from hermes_shell.listening import Listening
    from hermes_shell.server import ShellServer
    from hermes_shell.storage import Storage

_SWITCH_SECONDS = 0.001
"""How long the start keeps the interpreter from the engine's callbacks, of which every answer causes some."""


class Start:
    """A start in two steps: the address and what a window shows first, then the server.

    In between a window may come up: what it asks for waits in the socket's backlog.

    Args:
        settings: of the command line.

    Attributes:
        background: see `window_background`.
        desktop: the windows of this process; set it before the server starts.
        tray_fault: asks why they have no tray to hide in; set it before the server starts.

    Raises:
        HomeTaken: another process serves the home.
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
        if self._instance.rival:
            raise HomeTaken(f"The home {settings.home.root} is in use by another hermes-shell.")
        if self._instance.owns_home:
            remove_running(settings.home.running)  # of a run that was killed
        log.setup(settings.home, [*self._instance.secrets(), settings.token or ""], verbose=settings.developer)
        self._storage: Storage | None = None
        self._server: ShellServer | None = None
        self._shell: Shell | None = None
        self._listening: Listening | None = None
        self._early: EarlyDoor | None = None
        self._error: Exception | None = None
        self._once = threading.Lock()
        self._begun = threading.Event()
        self._ended = threading.Event()
        try:
            self._listening = Listening.open(settings, self._instance)
            self._storage = Storage.open(settings.home.database)
            self.background = window_background(SettingsStore(self._storage).theme())
            self.desktop: Desktop | None = None
            self.tray_fault: Callable[[], str | None] | None = None
        except BaseException:
            self.stop()
            raise

    @property
    def alive(self) -> bool:
        """The server runs, or it has not failed so far."""
        return self._error is None and (self._server is None or not self._ended.is_set() or self._server.running)

    def boot_url(self) -> str:
        """A new link that opens the shell once."""
        assert self._listening is not None, "it is bound from the beginning"
        return self._listening.boot_url()

    def show_early(self) -> None:
        """Let a window that comes up now show its frame before the server is there."""
        from hermes_shell.early_door import EarlyDoor

        assert self._listening is not None, "it is bound from the beginning"
        assert self._storage is not None, "it is open from the beginning"
        self._early = EarlyDoor(self._listening, self._instance, self.settings, self._storage)
        self._early.open()

    def begin_behind_frame(self) -> None:
        """Start the server when the window has its frame.

        Engine and server would share one interpreter lock and two cores, and the frame would come later than the
        engine alone needs; the page itself comes no later.
        """
        if self._early is not None:
            self._early.wait_shown()
        self.begin()

    def begin(self) -> None:
        """Start the server once, in any thread; a failure is told by `finish`."""
        with self._once:
            if self._begun.is_set():
                return
            self._begun.set()
        interval = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_SECONDS)
        try:
            self._begin()
        except Exception as error:
            self._error = error
        finally:
            sys.setswitchinterval(interval)
            self._ended.set()

    def _begin(self) -> None:
        from hermes_shell.app import create_app
        from hermes_shell.server import ShellServer
        from hermes_shell.takeover import Takeover

        app = create_app(self.settings, storage=self._storage, instance=self._instance, desktop=self.desktop)
        shell = app.state.shell
        server = ShellServer(app, shell.instance, self.settings, shell.announcements, shell.stop_channels)
        self._server = server
        if self.tray_fault is not None:
            shell.tray_fault = self.tray_fault
        self._shell = shell
        server.start(self._listening, None if self._early is None else Takeover(self._early, app.state.first_page))
        gc.freeze()  # what the start made stays: looking through it again and again costs frames their time
        gc.enable()
        self._tell_where(server)
        if self.settings.ready_file is not None:
            write_ready(self.settings.ready_file, server.port, server.boot_url())

    def _tell_where(self, server: ShellServer) -> None:
        """Let a second start and commands find this one."""
        if not self._instance.owns_home:
            return
        try:
            write_running(self.settings.home.running, Running(os.getpid(), server.host, server.port))
        except OSError as error:
            print(f"hermes-shell: commands will not find this shell: {error}", file=sys.stderr)

    def is_on(self, key: str) -> bool:
        """A setting of the shell that is true or false, from any thread."""
        from hermes_shell.core.settings_store import SettingsStore

        assert self._storage is not None, "it is open from the beginning"
        return SettingsStore(self._storage).is_on(key)

    def go(self, route: str) -> None:
        """Let the window in front show a route, from any thread; nothing happens while there is no server."""
        server, shell = self._server, self._shell
        if server is not None and shell is not None:
            from hermes_shell.core.window_verbs import show_route

            server.call(partial(show_route, shell, route))

    def finish(self) -> None:
        """Return when the server runs.

        Raises:
            ShellError: it could not start.
        """
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
        if self._early is not None:
            self._early.close()
        elif self._listening is not None:
            self._listening.socket.close()
        if self._storage is not None:
            self._storage.close()  # also when the server goes on stopping: what is queued must reach the disk
        if self._instance.owns_home:
            remove_running(self.settings.home.running)
        self._instance.release()


@contextmanager
def starting(settings: Settings) -> Generator[Start]:
    """A start for the time of a `with` block.

    Raises:
        ShellError: it could not start.
    """
    start = Start(settings)
    try:
        yield start
    finally:
        start.stop()


def write_ready(file: Path, port: int, boot_url: str) -> None:
    """Tell a waiting program, in one step, that connections are accepted: `{"port", "boot_url", "pid"}`, mode 0600.

    Raises:
        ServerError: the file cannot be written.
    """
    try:
        # A new file under a name that nobody can have taken before: the directory may be open to everybody.
        handle, fresh = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".new", dir=file.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump({"port": port, "boot_url": boot_url, "pid": os.getpid()}, stream)
            os.replace(fresh, file)
        except OSError:
            os.unlink(fresh)
            raise
    except OSError as error:
        raise ServerError(f"The ready file {file} cannot be written: {error.strerror}.") from error


def window_background(choice: Mapping[str, str]) -> Callable[[bool], str]:
    """The colour of a window until its page paints, as `#rrggbb`, by whether the desktop prefers dark.

    Args:
        choice: `name` and `mode` of the chosen theme. What the desktop prefers counts for the mode `system` only, and
            the engine knows it.
    """
    from hermes_shell import themes

    theme, mode = themes.resolve(choice.get("name", "")), choice.get("mode")

    def background(prefers_dark: bool) -> str:
        dark = mode == "dark" or (mode != "light" and prefers_dark)
        return (theme.dark if dark else theme.light).chrome

    return background
