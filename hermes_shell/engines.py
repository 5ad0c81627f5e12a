"""Which engine shows the windows: what is installed, what the display allows, and what to install when nothing is."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import logging
import os
import socket
import sys
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Literal

Engine = Literal["gtk", "qt", "native"]

_log = logging.getLogger(__name__)

_PACKAGES: Mapping[str, str] = {
    "debian": "sudo apt install python3-gi gir1.2-webkit2-4.1",
    "fedora": "sudo dnf install python3-gobject webkit2gtk4.1",
    "arch": "sudo pacman -S python-gobject webkit2gtk-4.1",
}
_OTHER = {"gtk": "qt", "qt": "gtk"}
_PIP = "pip install 'hermes-shell[qt]'"
_OS_RELEASE = Path("/etc/os-release")


def choose_engine(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, *, without: str | None = None
) -> Engine | None:
    """Find the engine for a window on this machine.

    `HERMES_SHELL_ENGINE` chooses: `gtk`, `qt` or `none`. Otherwise GTK with WebKitGTK 4.1 when it loads (faster to
    the first paint, half the memory, updated by the distribution), else Qt when it loads.

    Args:
        environment: where `HERMES_SHELL_ENGINE`, `DISPLAY` and `WAYLAND_DISPLAY` are looked up.
        platform: `sys.platform`.
        without: an engine that must not be taken.

    Returns:
        None when there is no display or no engine; the caller falls back to a browser.
    """
    wish = wished_engine(environment)
    if wish == "none":
        return None
    if platform in ("win32", "darwin"):
        return None if without == "native" else "native"
    if not has_display(environment):
        return None
    if "gtk" not in (without, _OTHER.get(wish)) and _gtk_loads():
        return "gtk"
    if "qt" not in (without, _OTHER.get(wish)) and _qt_loads():
        return "qt"
    return None


def wished_engine(environment: Mapping[str, str] = os.environ) -> str:
    """What `HERMES_SHELL_ENGINE` asks for: `gtk`, `qt`, `none` or nothing. Anything else is logged and ignored."""
    wish = environment.get("HERMES_SHELL_ENGINE", "").strip().lower()
    if wish not in ("", "gtk", "qt", "none"):
        _log.warning("HERMES_SHELL_ENGINE=%s is not known; use gtk, qt or none", wish)
        return ""
    return wish


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a display that a window could be shown on; it may still refuse the connection."""
    offscreen = environment.get("QT_QPA_PLATFORM") == "offscreen" and wished_engine(environment) == "qt"
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or offscreen)


def display_fault(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why the display cannot be opened, as a sentence; None when it can.

    Asked before a toolkit is: GTK ends the process and Qt aborts it when the display refuses.
    """
    if environment.get("QT_QPA_PLATFORM") == "offscreen":
        return None
    wayland = environment.get("WAYLAND_DISPLAY")
    if wayland and _wayland_answers(Path(environment.get("XDG_RUNTIME_DIR", "/"), wayland)):
        return None
    display = environment.get("DISPLAY")
    if display and _x_answers(display):
        return None
    return f"The display {display or wayland} cannot be opened."


def missing_engine(release: str | None = None, wish: str = "") -> str:
    """What to install for a window, in a line.

    Args:
        release: the text of `/etc/os-release`; None = that of this machine.
        wish: the engine that `HERMES_SHELL_ENGINE` asks for; empty for none.
    """
    family = _family(_read_release() if release is None else release)
    packages = f"`{_PACKAGES[family]}`" if family else ""
    commands = {"gtk": [packages or "PyGObject and WebKitGTK 4.1"], "qt": [f"`{_PIP}`"]}
    command = " or ".join(commands.get(wish, [*filter(None, [packages]), f"`{_PIP}`"]))
    if wish in commands:
        return f"HERMES_SHELL_ENGINE={wish}: this Python does not find that engine. For a window of its own: {command}."
    return f"This Python finds no window engine. For a window of its own: {command}."


def prepare_environment(engine: Engine, environment: MutableMapping[str, str], root: bool) -> None:
    """Set what the engine needs before it loads: Chromium's sandbox does not run as root."""
    if engine == "qt" and root:
        environment.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")


def _family(release: str) -> str | None:
    """Which package manager a distribution has, by its `ID` and `ID_LIKE`."""
    names: list[str] = []
    for line in release.splitlines():
        field, _, value = line.partition("=")
        if field in ("ID", "ID_LIKE"):
            names += value.strip("\"'").split()
    families = {"debian": "debian", "ubuntu": "debian", "fedora": "fedora", "rhel": "fedora", "arch": "arch"}
    return next((families[name] for name in names if name in families), None)


def _read_release() -> str:
    try:
        return _OS_RELEASE.read_text("utf-8", "replace")
    except OSError:
        return ""


def _wayland_answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1)
        try:
            connection.connect(str(path))
        except OSError:
            return False
    return True


def _x_answers(display: str) -> bool:
    """Connect as a client would, with its authority; True also where the library for it is not known by name."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    try:
        return not xcb.xcb_connection_has_error(connection)
    finally:
        xcb.xcb_disconnect(connection)


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
