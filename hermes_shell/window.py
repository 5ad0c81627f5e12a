"""The native windows of one process, by pywebview on the server's address.

pywebview's script bridge and its own web server are not used: the first needs `unsafe-eval`, the second answers any
origin.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable

from hermes_shell.addresses import with_route
from hermes_shell.engine_trial import EngineTrial
from hermes_shell.engines import Engine, prepare_environment
from hermes_shell.errors import WindowError
from hermes_shell.geometry import MINIMUM_SIZE, Geometry, KeptGeometry
from hermes_shell.native_window import TITLE, NativeWindow
from hermes_shell.paths import Home
from hermes_shell.signals import StopSignals
from hermes_shell.toolkits import Toolkit, load_toolkit

MOST_WINDOWS = 32

_log = logging.getLogger(__name__)


class Windows:
    """The native windows; `hermes_shell.core.desktop.Desktop`.

    Args:
        engine: what `choose_engine` found.
        home: keeps the engine's data and the windows' place.
        link: makes a new link that opens the shell once.
        background: the colour of a window until its page paints, `#rrggbb`, by whether the desktop prefers dark.
        developer: offer the engine's developer tools.

    Attributes:
        should_hide: asked on the toolkit's thread when the last window is closed; True = it is hidden instead.
    """

    def __init__(
        self,
        engine: Engine,
        home: Home,
        link: Callable[[], str],
        *,
        background: Callable[[bool], str],
        developer: bool = False,
    ) -> None:
        self.engine: str | None = engine
        self.should_hide: Callable[[], bool] = lambda: False
        self._engine: Engine = engine
        self._home = home
        self._link = link
        self._choose_background = background
        self._background = ""
        self._developer = developer
        self._toolkit: Toolkit | None = None
        self._kept = KeptGeometry(home.state / "window.json")
        self._trial = EngineTrial(home.engine_trial)
        self._lock = threading.Lock()
        self._windows: dict[str, NativeWindow] = {}  # the one that was in front last stands last
        self._count = 0
        self._quitting = False

    def run(
        self,
        route: str | None,
        signals: StopSignals,
        *,
        alive: Callable[[], bool] = lambda: True,
        beside: Callable[[], None] | None = None,
        hidden: bool = False,
    ) -> None:
        """Show the first window and return when the last one is closed. Main thread only.

        Args:
            route: what the first window shows; None = where a window starts.
            signals: SIGINT or SIGTERM closes the windows.
            alive: the windows close within a second after this has become false.
            beside: runs in a thread of its own as soon as the engine is loaded, while the window comes up.
            hidden: do not show it yet.

        Raises:
            WindowError: the engine failed to start.
        """
        prepare_environment(self._engine, os.environ, os.name == "posix" and os.geteuid() == 0)
        ended = threading.Event()
        self._trial.begin(self._engine)
        try:
            import webview

            webview.settings["ALLOW_FILE_URLS"] = False
            webview.settings["OPEN_DEVTOOLS_IN_DEBUG"] = False
            self._toolkit = load_toolkit(self._engine)
            self._toolkit.introduce()
            self._background = self._choose_background(self._toolkit.prefers_dark())
            self._make(route, self._kept.geometry, hidden=hidden)
            threading.Thread(
                target=self._close_on_signal, args=(signals, alive, ended), name="signals", daemon=True
            ).start()
            webview.start(
                beside,
                gui=None if self._engine == "native" else self._engine,
                private_mode=False,
                storage_path=str(self._home.state / "webview"),
                debug=self._developer,
            )
        except Exception as error:
            self.engine = None
            _log.exception("The %s window engine failed", self._engine)
            raise WindowError(f"The {self._engine} window engine failed: {error}.") from error
        finally:
            ended.set()
            self._trial.passed()
            self._kept.save()
            if self._toolkit is not None:
                self._toolkit.finish()

    # Desktop

    def open_window(self, route: str | None = None) -> bool:
        """Open a further window, a step beside the first one."""
        with self._lock:
            steps = len(self._windows)
            if not 0 < steps < MOST_WINDOWS or self._quitting:
                return False
        # pywebview makes a window at once only when it is asked from a thread that is not the toolkit's.
        place = self._kept.geometry.cascaded(steps)
        threading.Thread(target=self._open, args=(route, place), name="open window", daemon=True).start()
        return True

    def _open(self, route: str | None, place: Geometry) -> None:
        try:
            self._make(route, place)
        except Exception:
            _log.exception("A further window could not be opened")

    def focus(self, key: str | None = None) -> bool:
        """Bring a window to the front."""
        window = self._find(key)
        if window is None:
            return False
        window.present()
        return True

    def front(self) -> str | None:
        """The window that was in front last."""
        with self._lock:
            return next(reversed(self._windows), None)

    def hide(self) -> bool:
        """Hide every window."""
        windows = self._all()
        for window in windows:
            window.hide()
        return bool(windows)

    def is_shown(self) -> bool:
        """Whether a window is shown."""
        return any(window.shown for window in self._all())

    def quit(self) -> bool:
        """Close every window for good."""
        self._quitting = True
        windows = self._all()
        for window in windows:
            window.close()
        return bool(windows)

    def set_title(self, key: str, title: str) -> None:
        """Give a window the title of its page."""
        window = self._find(key)
        if window is not None:
            window.set_title(title)

    # What a window asks

    def stays(self, window: NativeWindow) -> bool:
        """Whether a window that the user closes is hidden instead: the last one, when it should be."""
        with self._lock:
            last = list(self._windows.values()) == [window]
        return last and not self._quitting and self.should_hide()

    def came_to_front(self, window: NativeWindow) -> None:
        """The window is the one in front now."""
        with self._lock:
            if self._windows.pop(window.key, None) is not None:
                self._windows[window.key] = window

    def page_shown(self) -> None:
        """A window has loaded a page."""
        self._trial.passed()

    def gone(self, window: NativeWindow) -> None:
        """The window is closed."""
        with self._lock:
            self._windows.pop(window.key, None)

    def _make(self, route: str | None, geometry: Geometry, *, hidden: bool = False) -> NativeWindow:
        """Make a window: shown by `run` when it is the first one, else at once.

        Raises:
            WindowError: pywebview made none.
        """
        import webview

        assert self._toolkit is not None, "windows are made while the engine runs"
        with self._lock:
            self._count += 1
            first = self._count == 1
            window = NativeWindow(f"w{self._count}", self, self._toolkit, geometry, self._kept if first else None)
            self._windows[window.key] = window
        system = self._engine == "native"
        # The windows share what downloads are signalled by, so one follower is enough; with Qt it is the toolkit's.
        webview.settings["ALLOW_DOWNLOADS"] = system or (first and self._engine == "gtk")
        try:
            made = webview.create_window(  # pyright: ignore[reportUnknownMemberType] - its url parameter is half typed
                TITLE,
                with_route(self._link(), route),
                width=geometry.width,
                height=geometry.height,
                x=geometry.x if system else None,
                y=geometry.y if system else None,
                maximized=geometry.maximized,
                min_size=MINIMUM_SIZE,
                hidden=hidden,
                background_color=self._background,
                text_select=True,
                zoomable=True,
            )
            if made is None:
                raise WindowError("The window engine refused to make a window.")
        except BaseException:
            self.gone(window)
            raise
        if first:
            made.events.initialized += self._toolkit.share
        window.adopt(made, being_made=not first, hidden=hidden)
        return window

    def _find(self, key: str | None) -> NativeWindow | None:
        with self._lock:
            return self._windows.get(key) if key is not None else next(reversed(self._windows.values()), None)

    def _all(self) -> list[NativeWindow]:
        with self._lock:
            return list(self._windows.values())

    def _close_on_signal(self, signals: StopSignals, alive: Callable[[], bool], ended: threading.Event) -> None:
        signals.wait(lambda: alive() and not ended.is_set())
        if not ended.is_set():
            self.quit()
