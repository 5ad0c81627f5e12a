"""WebView2 and WKWebView, by pywebview's own calls: what it cannot do is left out, and its own defaults hold."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hermes_shell.geometry import Geometry, Screen

if TYPE_CHECKING:
    from webview import Window

    from hermes_shell.toolkits import Watcher


def introduce() -> None:
    """The system knows the program."""


def prefers_dark() -> bool:
    """Not known before the first window."""
    return False


def share() -> None:
    """The systems do it themselves."""


def finish() -> None:
    """Likewise."""


def screens() -> list[Screen]:
    """The screens as pywebview tells them."""
    webview: Any = importlib.import_module("webview")
    return [Screen(found.x, found.y, found.width, found.height) for found in webview.screens]


def post(call: Callable[[], object]) -> None:
    """pywebview's calls find their thread themselves, and some wait for it."""
    threading.Thread(target=call, name="window call", daemon=True).start()


def attach(window: Window, watcher: Watcher) -> NativeView:
    """Follow a window."""
    return NativeView(window, watcher)


class NativeView:
    """A window of the system; see `hermes_shell.toolkits.View`."""

    def __init__(self, window: Window, watcher: Watcher) -> None:
        self._window = window
        self._maximized = False
        self._shown = True
        window.events.moved += watcher.placed
        window.events.resized += watcher.placed
        window.events.maximized += lambda: self._fills(True, watcher)
        window.events.restored += lambda: self._fills(False, watcher)
        window.events.shown += watcher.focused
        window.events.loaded += watcher.loaded

    def _fills(self, maximized: bool, watcher: Watcher) -> None:
        self._maximized = maximized
        watcher.placed()

    def place(self, geometry: Geometry) -> None:
        """Before it is shown pywebview places it, by what it was made with."""
        del geometry

    def geometry(self) -> Geometry | None:
        """Where it is."""
        if not self._shown:
            return None
        window = self._window
        return Geometry(int(window.width), int(window.height), int(window.x), int(window.y), self._maximized)

    def present(self) -> None:
        """Show it in front."""
        self._window.show()
        self._window.restore()
        self._shown = True

    def hide(self) -> None:
        """Hide it."""
        self._window.hide()
        self._shown = False

    def set_title(self, title: str) -> None:
        """Title the window."""
        self._window.set_title(title)

    def address(self) -> str:
        """The address of its page."""
        return self._window.get_current_url() or ""

    def load(self, address: str) -> None:
        """Load a page."""
        self._window.load_url(address)

    def run(self, script: str) -> None:
        """Run a script."""
        self._window.run_js(script)
