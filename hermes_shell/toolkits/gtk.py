"""GTK 3 and WebKitGTK."""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from hermes_shell.desktop_entry import NAME as PROGRAM
from hermes_shell.geometry import Geometry, Screen
from hermes_shell.toolkits import ICON

if TYPE_CHECKING:
    from webview import Window

    from hermes_shell.toolkits import Watcher

_PORTAL_MILLISECONDS = 150
_DARK = 1
"""What the desktop portal says for "prefer dark"."""

_log = logging.getLogger(__name__)


def _repository(name: str) -> Any:
    return importlib.import_module(f"gi.repository.{name}")


def introduce() -> None:
    """Set the class and the icon of windows."""
    _repository("GLib").set_prgname(PROGRAM)
    _repository("Gdk").set_program_class(PROGRAM)
    gtk, glib = _repository("Gtk"), _repository("GLib")
    try:
        gtk.Window.set_default_icon_from_file(str(ICON))
    except glib.Error as error:  # without a loader for SVG the desktop's entry brings it
        _log.info("Windows have no icon of their own: %s", error.message)


def prefers_dark() -> bool:
    """As WebKitGTK decides it: by GTK's own settings, which follow the desktop from here on."""
    settings = _repository("Gtk").Settings.get_default()
    if settings is None:
        return False
    theme = os.environ.get("GTK_THEME") or settings.get_property("gtk-theme-name") or ""
    dark = settings.get_property("gtk-application-prefer-dark-theme") or theme.lower().endswith(("-dark", ":dark"))
    if not dark and _portal_prefers_dark():
        settings.set_property("gtk-application-prefer-dark-theme", True)
        return True
    return bool(dark)


def _portal_prefers_dark() -> bool:
    """Ask the desktop, which GTK 3 does not do; False where nothing answers."""
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        return False
    gio, glib = _repository("Gio"), _repository("GLib")
    try:
        answer = gio.bus_get_sync(gio.BusType.SESSION, None).call_sync(
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings",
            "Read",
            glib.Variant("(ss)", ("org.freedesktop.appearance", "color-scheme")),
            None,
            gio.DBusCallFlags.NO_AUTO_START,
            _PORTAL_MILLISECONDS,
            None,
        )
    except glib.Error as error:
        _log.info("The desktop tells no colour scheme: %s", error.message)
        return False
    return answer.unpack()[0] == _DARK


def share() -> None:
    """One WebContext: two of them on one directory would write over each other."""
    kind = _repository("WebKit2").WebContext
    make = kind.new_with_website_data_manager

    @cache
    def shared() -> Any:
        return make(manager[0])

    manager: list[Any] = []

    def new_with_website_data_manager(offered: Any) -> Any:
        manager.append(offered)
        return shared()

    kind.new_with_website_data_manager = new_with_website_data_manager


def finish() -> None:
    """WebKit's processes write on their own."""


def screens() -> list[Screen]:
    """The work areas, that of the primary monitor first."""
    display = _repository("Gdk").Display.get_default()
    monitors = [display.get_monitor(number) for number in range(display.get_n_monitors())]
    monitors.sort(key=lambda monitor: not monitor.is_primary())
    areas = [monitor.get_workarea() for monitor in monitors]
    return [Screen(area.x, area.y, area.width, area.height) for area in areas]


def post(call: Callable[[], object]) -> None:
    """Call something on the toolkit's thread."""

    def once() -> bool:
        call()
        return False

    _repository("GLib").idle_add(once)


def attach(window: Window, watcher: Watcher) -> GtkView:
    """Follow a window."""
    platform: Any = importlib.import_module("webview.platforms.gtk")
    return GtkView(window.native, platform.BrowserView.instances[window.uid].webview, watcher)


class GtkView:
    """A window of GTK; see `hermes_shell.toolkits.View`."""

    def __init__(self, window: Any, view: Any, watcher: Watcher) -> None:
        self._gtk, self._gdk, self._webkit = _repository("Gtk"), _repository("Gdk"), _repository("WebKit2")
        self._window, self._view, self._watcher = window, view, watcher
        self._chooses_place = "Wayland" not in type(window.get_display()).__name__
        window.connect("configure-event", self._on_placed)
        window.connect("window-state-event", self._on_placed)
        window.connect("focus-in-event", self._on_focus)
        view.connect("load-changed", self._on_load)
        view.connect("web-process-terminated", self._on_death)

    def place(self, geometry: Geometry) -> None:
        """Give it a place and a size."""
        self._window.resize(geometry.width, geometry.height)
        if self._chooses_place and geometry.x is not None:
            self._window.move(geometry.x, geometry.y)

    def geometry(self) -> Geometry | None:
        """Where it is."""
        native = self._window.get_window()
        state = self._gdk.WindowState
        if native is None or native.get_state() & (state.ICONIFIED | state.FULLSCREEN | state.WITHDRAWN):
            return None
        width, height = self._window.get_size()
        x, y = self._window.get_position() if self._chooses_place else (None, None)
        return Geometry(width, height, x, y, bool(self._window.is_maximized()))

    def present(self) -> None:
        """Show it in front."""
        self._window.show_all()
        self._window.deiconify()
        self._window.present_with_time(self._now())

    def _now(self) -> int:
        """The time that makes a window manager believe in the user's wish."""
        if self._chooses_place and self._window.get_window() is not None:
            try:
                return importlib.import_module("gi.repository.GdkX11").x11_get_server_time(self._window.get_window())
            except (ImportError, TypeError):
                _log.debug("The X server's time is not known")
        return self._gdk.CURRENT_TIME

    def hide(self) -> None:
        """Hide it."""
        self._window.hide()

    def set_title(self, title: str) -> None:
        """Title the window."""
        self._window.set_title(title)

    def address(self) -> str:
        """The address of its page."""
        return self._view.get_uri() or ""

    def load(self, address: str) -> None:
        """Load a page."""
        self._view.load_uri(address)

    def run(self, script: str) -> None:
        """Run a script."""
        self._view.evaluate_javascript(script, -1, None, None, None, None)

    def _on_placed(self, *_: object) -> bool:
        self._watcher.placed()
        return False

    def _on_focus(self, *_: object) -> bool:
        self._watcher.focused()
        return False

    def _on_load(self, _: object, event: object) -> None:
        if event == self._webkit.LoadEvent.FINISHED:
            self._watcher.loaded()

    def _on_death(self, _: object, reason: Any) -> None:
        self._watcher.died(str(reason.value_nick).replace("-", " "))
