"""The desktop window: which engine to use, and one pywebview window on the server's address.

pywebview's script bridge and its own web server are not used: the first needs `unsafe-eval`, the second answers any
origin.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Literal

from hermes_shell.errors import WindowError
from hermes_shell.geometry import MINIMUM_SIZE, KeptGeometry, read_geometry, write_geometry
from hermes_shell.paths import Home
from hermes_shell.signals import StopSignals

if TYPE_CHECKING:
    from webview import Window

Engine = Literal["gtk", "qt", "native"]

TITLE = "Hermes"
DEFAULT_BACKGROUND = "#111111"

_log = logging.getLogger(__name__)


def choose_engine(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Engine | None:
    """Find the engine for a window on this machine.

    `HERMES_SHELL_ENGINE` chooses: `gtk`, `qt` or `none`. Otherwise GTK with WebKitGTK 4.1 when it loads (faster to
    the first paint, half the memory, updated by the distribution), else Qt when it loads.

    Args:
        environment: where `HERMES_SHELL_ENGINE`, `DISPLAY` and `WAYLAND_DISPLAY` are looked up.
        platform: `sys.platform`.

    Returns:
        None when there is no display or no engine; the caller falls back to a browser.
    """
    wish = environment.get("HERMES_SHELL_ENGINE", "").strip().lower()
    if wish == "none":
        return None
    if platform in ("win32", "darwin"):
        return "native"
    offscreen = environment.get("QT_QPA_PLATFORM") == "offscreen"
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or (wish == "qt" and offscreen)):
        return None
    if wish not in ("", "gtk", "qt"):
        _log.warning("HERMES_SHELL_ENGINE=%s is not known; use gtk, qt or none", wish)
    if wish != "qt" and _gtk_loads():
        return "gtk"
    if wish != "gtk" and _qt_loads():
        return "qt"
    return None


def run_window(
    url: str,
    home: Home,
    engine: Engine,
    signals: StopSignals,
    *,
    background: str = DEFAULT_BACKGROUND,
    alive: Callable[[], bool] = lambda: True,
    developer: bool = False,
    beside: Callable[[], None] | None = None,
) -> None:
    """Show one window and return when it is closed. Main thread only.

    Args:
        url: a boot link.
        home: keeps the engine's data and the window's geometry.
        engine: what `choose_engine` found.
        signals: SIGINT or SIGTERM closes the window.
        background: the theme's background colour as `#rrggbb`, shown until the page paints.
        alive: the window closes within a second after this has become false.
        developer: offer the engine's developer tools.
        beside: runs in a thread of its own as soon as the engine is loaded, while the window comes up.

    Raises:
        WindowError: the engine failed to start.
    """
    prepare_environment(engine, os.environ, _is_root())
    import webview

    webview.settings["ALLOW_DOWNLOADS"] = True
    webview.settings["ALLOW_FILE_URLS"] = False
    webview.settings["OPEN_DEVTOOLS_IN_DEBUG"] = False
    file = home.state / "window.json"
    kept = KeptGeometry(read_geometry(file))
    window = webview.create_window(  # pyright: ignore[reportUnknownMemberType] - its url parameter is half typed
        TITLE,
        url,
        width=kept.geometry.width,
        height=kept.geometry.height,
        maximized=kept.geometry.maximized,
        min_size=MINIMUM_SIZE,
        background_color=background,
        text_select=True,
        zoomable=True,
    )
    if window is None:
        raise WindowError("The window engine refused to make a window.")
    # Followed by events: asking the window for its size while it closes would wait for its own thread.
    window.events.resized += kept.resized
    window.events.maximized += kept.maximized
    window.events.restored += kept.restored
    closed = threading.Event()
    window.events.closed += closed.set
    threading.Thread(
        target=_close_on_signal, args=(window, signals, alive, closed), name="signals", daemon=True
    ).start()
    try:
        webview.start(
            beside,
            gui=None if engine == "native" else engine,
            private_mode=False,
            storage_path=str(home.state / "webview"),
            debug=developer,
        )
    except Exception as error:
        _log.exception("The %s window engine failed", engine)
        raise WindowError(f"The {engine} window engine failed: {error}") from error
    finally:
        closed.set()
    write_geometry(file, kept.geometry)


def prepare_environment(engine: Engine, environment: MutableMapping[str, str], root: bool) -> None:
    """Set what the engine needs before it loads: Chromium's sandbox does not run as root."""
    if engine == "qt" and root:
        environment.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")


def _close_on_signal(window: Window, signals: StopSignals, alive: Callable[[], bool], closed: threading.Event) -> None:
    # A signal that comes before the window is shown waits for it: destroying earlier hangs the toolkit.
    signals.wait(lambda: alive() and not closed.is_set())
    if not closed.is_set() and window.events.shown.wait(10):
        window.destroy()


def _gtk_loads() -> bool:
    try:
        gi = importlib.import_module("gi")
        gi.require_version("Gtk", "3.0")
        gi.require_version("WebKit2", "4.1")
        importlib.import_module("gi.repository.WebKit2")
    except (ImportError, ValueError, AttributeError) as error:
        _log.info("No GTK engine: %s", error)
        return False
    return True


def _qt_loads() -> bool:
    if importlib.util.find_spec("qtpy") is None:
        return False
    try:
        importlib.import_module("PySide6.QtWebEngineCore")
    except ImportError as error:
        _log.info("No Qt engine: %s", error)
        return False
    return True


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0
