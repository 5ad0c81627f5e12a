from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from hermes_shell import window
from hermes_shell.errors import WindowError
from hermes_shell.paths import Home
from hermes_shell.signals import StopSignals
from hermes_shell.window import choose_engine, prepare_environment, run_window


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pretend which engines load."""

    def pretend(*, gtk: bool, qt: bool) -> None:
        monkeypatch.setattr(window, "_gtk_loads", lambda: gtk)
        monkeypatch.setattr(window, "_qt_loads", lambda: qt)

    return pretend


DISPLAY = {"DISPLAY": ":1"}


@pytest.mark.parametrize(
    ("wish", "gtk", "qt", "engine"),
    [
        ("", True, True, "gtk"),
        ("", False, True, "qt"),
        ("", False, False, None),
        ("gtk", True, True, "gtk"),
        ("gtk", False, True, None),
        ("qt", True, True, "qt"),
        ("QT ", True, False, None),
        ("none", True, True, None),
        ("webkit", True, True, "gtk"),
    ],
)
def test_engine_is_gtk_then_qt_unless_wished_otherwise(
    engines: Callable[..., None], wish: str, gtk: bool, qt: bool, engine: str | None
) -> None:
    engines(gtk=gtk, qt=qt)
    assert choose_engine({**DISPLAY, "HERMES_SHELL_ENGINE": wish}, "linux") == engine
    assert choose_engine({"WAYLAND_DISPLAY": "w", "HERMES_SHELL_ENGINE": wish}, "linux") == engine


def test_without_display_there_is_no_window(engines: Callable[..., None]) -> None:
    engines(gtk=True, qt=True)
    assert choose_engine({}, "linux") is None
    assert choose_engine({"HERMES_SHELL_ENGINE": "qt", "QT_QPA_PLATFORM": "offscreen"}, "linux") == "qt"


def test_other_systems_use_their_own_engine() -> None:
    assert choose_engine({}, "darwin") == "native"
    assert choose_engine({}, "win32") == "native"
    assert choose_engine({"HERMES_SHELL_ENGINE": "none"}, "win32") is None


def test_engine_that_does_not_import_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gi", "qtpy", "PySide6", "PySide6.QtWebEngineCore"):
        monkeypatch.setitem(sys.modules, name, None)
    assert choose_engine({**DISPLAY, "HERMES_SHELL_ENGINE": "gtk"}, "linux") is None


def test_sandbox_is_switched_off_for_root_with_qt_only() -> None:
    for engine, root, expected in (("qt", True, "1"), ("qt", False, None), ("gtk", True, None)):
        environment: dict[str, str] = {}
        prepare_environment(cast("Any", engine), environment, root)
        assert environment.get("QTWEBENGINE_DISABLE_SANDBOX") == expected


class FakeEvent:
    """An event of a fake window."""

    def __init__(self) -> None:
        self.handlers: list[Callable[..., object]] = []

    def __iadd__(self, handler: Callable[..., object]) -> FakeEvent:
        self.handlers.append(handler)
        return self

    def fire(self, *values: object) -> None:
        """Call every handler."""
        for handler in self.handlers:
            handler(*values)

    def wait(self, timeout: float) -> bool:
        """The window is always shown."""
        return timeout > 0


class FakeWebview(ModuleType):
    """Stands in for the window toolkit; `start` runs until the window is destroyed."""

    def __init__(self) -> None:
        super().__init__("webview")
        self.settings: dict[str, object] = {}
        self.created: dict[str, object] = {}
        self.started: dict[str, object] = {}
        self.destroyed = threading.Event()
        self.error: Exception | None = None
        names = ("resized", "maximized", "restored", "closed", "shown")
        self.events = SimpleNamespace(**{name: FakeEvent() for name in names})

    def create_window(self, title: str, url: str, **options: object) -> object:
        """Note the options."""
        self.created = {"title": title, "url": url, **options}
        return SimpleNamespace(events=self.events, destroy=self.destroyed.set)

    def start(self, func: Callable[[], None] | None = None, **options: object) -> None:
        """Run what is to run beside, resize once and wait for the end."""
        self.started = options
        if self.error is not None:
            raise self.error
        if func is not None:
            func()
        self.events.resized.fire(900, 700)
        assert self.destroyed.wait(10)
        self.events.closed.fire()


class OneSignal(StopSignals):
    """A signal that arrives when the test says so."""

    def __init__(self) -> None:
        self.arrived = threading.Event()

    def wait(self, needed: Callable[[], bool] = lambda: True) -> None:
        """Wait for the test."""
        assert needed()
        assert self.arrived.wait(10)


@pytest.fixture
def webview(monkeypatch: pytest.MonkeyPatch) -> FakeWebview:
    fake = FakeWebview()
    monkeypatch.setitem(sys.modules, "webview", fake)
    return fake


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


def test_signal_closes_the_window_and_its_size_is_kept(webview: FakeWebview, home: Home) -> None:
    signals = OneSignal()
    signals.arrived.set()
    run_window("http://127.0.0.1:1/boot/x", home, "gtk", signals, background="#e9edef")
    assert webview.created["background_color"] == "#e9edef"
    assert webview.created["text_select"] is True
    assert webview.created["zoomable"] is True
    assert "js_api" not in webview.created
    assert webview.settings["ALLOW_DOWNLOADS"] is True
    assert webview.started == {
        "gui": "gtk",
        "private_mode": False,
        "storage_path": str(home.state / "webview"),
        "debug": False,
    }
    signals.arrived.set()
    webview.destroyed.clear()
    ran: list[str] = []
    run_window("http://127.0.0.1:1/boot/y", home, "native", signals, beside=lambda: ran.append("beside"))
    assert ran == ["beside"]
    assert (webview.created["width"], webview.created["height"]) == (900, 700)
    assert webview.started["gui"] is None


def test_engine_that_fails_is_one_clear_error(webview: FakeWebview, home: Home) -> None:
    webview.error = RuntimeError("cannot open display")
    signals = OneSignal()
    with pytest.raises(WindowError, match="cannot open display"):
        run_window("http://127.0.0.1:1/boot/x", home, "gtk", signals)
    signals.arrived.set()
