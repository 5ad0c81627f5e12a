"""The windows of a process over a toolkit that is not there; `e2e/test_windows_native.py` has the real ones."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from hermes_shell import native_window, window
from hermes_shell.errors import WindowError
from hermes_shell.geometry import Geometry, Screen
from hermes_shell.paths import Home
from hermes_shell.signals import StopSignals
from hermes_shell.window import Windows


class FakeEvent:
    """An event of a fake window."""

    def __init__(self) -> None:
        self.handlers: list[Callable[..., object]] = []

    def __iadd__(self, handler: Callable[..., object]) -> FakeEvent:
        self.handlers.append(handler)
        return self

    def fire(self) -> bool:
        """Call every handler; True when one of them says no."""
        return not all([handler() is not False for handler in self.handlers])  # noqa: C419 - every one is called


class FakeView:
    """A native window that only remembers."""

    def __init__(self, watcher: Any) -> None:
        self.watcher = watcher
        self.place_now: Geometry | None = None
        self.title = ""
        self.calls: list[object] = []

    def place(self, geometry: Geometry) -> None:
        self.place_now = geometry

    def geometry(self) -> Geometry | None:
        return self.place_now

    def present(self) -> None:
        self.calls.append("present")

    def hide(self) -> None:
        self.calls.append("hide")

    def set_title(self, title: str) -> None:
        self.title = title

    def address(self) -> str:
        return "http://127.0.0.1:1/w/secret/#/capabilities"

    def load(self, address: str) -> None:
        self.calls.append(address)

    def run(self, script: str) -> None:
        self.calls.append(script)


class FakeWebview(ModuleType):
    """Stands in for pywebview and the toolkit: `start` is the toolkit's thread and runs until no window is left."""

    def __init__(self) -> None:
        super().__init__("webview")
        self.settings: dict[str, object] = {}
        self.windows: list[Any] = []
        self.options: list[dict[str, Any]] = []
        self.started: dict[str, object] = {}
        self.error: Exception | None = None
        self.views: dict[Any, FakeView] = {}
        self.dark = False
        self.area = [Screen(0, 0, 1280, 800)]
        self.running = False
        self._queue: list[Callable[[], object]] = []
        self._news = threading.Condition()

    # pywebview

    def create_window(self, title: str, url: str, **options: Any) -> object:
        names = ("initialized", "before_show", "closing", "closed")
        events = SimpleNamespace(**{name: FakeEvent() for name in names})
        made = SimpleNamespace(title=title, url=url, events=events)
        made.destroy = lambda: self.post(lambda: self.close(made))
        self.windows.append(made)
        self.options.append(options)
        return made

    def start(self, func: Callable[[], None] | None = None, **options: object) -> None:
        self.started = options
        if self.error is not None:
            raise self.error
        self.running = True
        self.windows[0].events.initialized.fire()
        self.windows[0].events.before_show.fire()
        if func is not None:
            func()
        while self.windows:
            with self._news:
                assert self._news.wait_for(lambda: self._queue, 10), "nothing happens any more"
                call = self._queue.pop(0)
            call()
        self.running = False

    def close(self, made: Any) -> None:
        """The user, or the shell, closes a window."""
        if made in self.windows and not made.events.closing.fire():
            self.windows.remove(made)
            made.events.closed.fire()

    # The toolkit

    def introduce(self) -> None:
        assert not self.windows

    def prefers_dark(self) -> bool:
        return self.dark

    def share(self) -> None:
        assert self.running

    def finish(self) -> None:
        self.views.clear()

    def screens(self) -> list[Screen]:
        return self.area

    def attach(self, made: Any, watcher: Any) -> FakeView:
        view = self.views[id(made)] = FakeView(watcher)
        return view

    def post(self, call: Callable[[], object]) -> None:
        with self._news:
            self._queue.append(call)
            self._news.notify()

    def do(self, call: Callable[[], Any]) -> Any:
        """Run something on the toolkit's thread and return its value, behind everything that waits there."""
        done = threading.Event()
        answer: list[Any] = []

        def run() -> None:
            answer.append(call())
            done.set()

        self.post(run)
        assert done.wait(10)
        return answer[0]

    def view(self, number: int = 0) -> FakeView:
        """The view of an open window."""
        return self.views[id(self.windows[number])]


class NoSignal(StopSignals):
    """A signal that arrives when the test says so."""

    def __init__(self) -> None:
        self.arrived = threading.Event()

    def wait(self, needed: Callable[[], bool] = lambda: True) -> None:
        while needed() and not self.arrived.wait(0.01):
            pass


@pytest.fixture
def webview(monkeypatch: pytest.MonkeyPatch) -> FakeWebview:
    fake = FakeWebview()
    monkeypatch.setitem(sys.modules, "webview", fake)

    def load_toolkit(engine: str) -> FakeWebview:
        assert engine in ("gtk", "qt", "native")
        return fake

    monkeypatch.setattr(window, "load_toolkit", load_toolkit)
    monkeypatch.setattr(native_window, "_QUIET_SECONDS", 0)
    return fake


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


def make(home: Home, engine: str = "gtk") -> Windows:
    links = (f"http://127.0.0.1:1/boot/{number}" for number in range(100))
    background: Callable[[bool], str] = lambda dark: "#000000" if dark else "#ffffff"  # noqa: E731
    return Windows(cast("Any", engine), home, lambda: next(links), background=background)


def run(windows: Windows, act: Callable[[], None], signals: StopSignals | None = None, **options: Any) -> None:
    """Run the windows; `act` happens in another thread and may fail; the windows are closed then."""
    failures: list[BaseException] = []

    def beside() -> None:
        def work() -> None:
            try:
                act()
            except BaseException as failure:
                failures.append(failure)
            finally:
                windows.quit()

        threading.Thread(target=work).start()

    windows.run(None, signals or NoSignal(), beside=beside, **options)
    if failures:
        raise failures[0]


def test_window_is_made_by_the_rules(webview: FakeWebview, home: Home) -> None:
    def look() -> None:
        assert webview.windows[0].url == "http://127.0.0.1:1/boot/0"
        # Smaller than asked for, because the screen is, and in its middle.
        assert webview.do(webview.view().geometry) == Geometry(1280, 800, 0, 0)

    run(make(home), look)
    options = webview.options[0]
    assert options["background_color"] == "#ffffff"
    assert options["text_select"] is True
    assert options["zoomable"] is True
    assert "js_api" not in options
    assert webview.settings["ALLOW_FILE_URLS"] is False
    assert webview.settings["ALLOW_DOWNLOADS"] is True
    assert webview.started == {
        "gui": "gtk",
        "private_mode": False,
        "storage_path": str(home.state / "webview"),
        "debug": False,
    }


def test_dark_desktop_means_a_dark_window(webview: FakeWebview, home: Home) -> None:
    webview.dark = True
    run(make(home, "qt"), lambda: None)
    assert webview.options[0]["background_color"] == "#000000"
    assert webview.settings["ALLOW_DOWNLOADS"] is False


def test_signal_closes_all_windows(webview: FakeWebview, home: Home) -> None:
    windows, signals = make(home), NoSignal()

    def signal() -> None:
        assert windows.open_window("/a")
        signals.arrived.set()

    windows.run("/capabilities", signals, beside=lambda: threading.Thread(target=signal).start())
    assert webview.windows == []
    assert windows.quit() is False
    assert windows.open_window() is False


def test_windows_close_when_the_server_is_gone(webview: FakeWebview, home: Home) -> None:
    make(home).run(None, NoSignal(), alive=lambda: False)
    assert webview.windows == []


def test_place_is_kept_when_the_window_is_quiet_and_corrected_at_the_next_start(
    webview: FakeWebview, home: Home
) -> None:
    def move() -> None:
        view = webview.view()
        view.place_now = Geometry(900, 700, 100, 50)
        webview.do(view.watcher.placed)
        wait_for(file.exists)
        # A window that is being maximized is resized first: the size that it had stays its own.
        view.place_now = Geometry(1280, 800, 0, 0, maximized=True)
        webview.do(view.watcher.placed)
        wait_for(lambda: json.loads(file.read_text())["maximized"])

    file = home.state / "window.json"
    run(make(home), move)
    assert json.loads(file.read_text()) == {"width": 900, "height": 700, "x": 100, "y": 50, "maximized": True}
    webview.area = [Screen(2000, 0, 800, 600)]
    placed: list[object] = []
    run(make(home), lambda: placed.append(webview.view().place_now))
    assert placed == [Geometry(800, 600, 2000, 0, maximized=True)]
    assert webview.options[-1]["maximized"] is True


def test_place_of_a_further_window_is_not_kept(webview: FakeWebview, home: Home) -> None:
    windows = make(home)

    def look() -> None:
        webview.view().place_now = Geometry(900, 700, 10, 20)
        webview.do(webview.view().watcher.placed)
        wait_for((home.state / "window.json").exists)
        assert windows.open_window("/x")
        wait_for(lambda: len(webview.views) == 2)
        assert webview.windows[1].url == "http://127.0.0.1:1/boot/1#/x"
        second = webview.view(1)
        assert webview.do(second.geometry) == Geometry(900, 700, 34, 44)
        second.place_now = Geometry(500, 400, 0, 0)
        webview.do(second.watcher.placed)

    run(windows, look)
    assert json.loads((home.state / "window.json").read_text())["width"] == 900


def test_window_that_was_not_made_is_none_of_the_windows(
    webview: FakeWebview, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = make(home)
    failed = threading.Event()

    def fail(*_: Any, **__: Any) -> None:
        failed.set()

    def look() -> None:
        monkeypatch.setattr(webview, "create_window", fail)
        assert windows.open_window("/x")
        assert failed.wait(10)
        wait_for(lambda: windows.front() == "w1")
        windows.should_hide = lambda: True
        webview.do(lambda: webview.close(webview.windows[0]))
        assert not windows.is_shown()

    run(windows, look)


def test_page_is_told_its_window_and_titles_it(webview: FakeWebview, home: Home) -> None:
    windows = make(home)

    def look() -> None:
        view = webview.view()
        webview.do(view.watcher.loaded)
        assert "hermesNativeWindow = 'w1'" in str(view.calls[0])
        windows.set_title("w1", "Plugins – Hermes")
        windows.set_title("w9", "nobody")
        webview.do(lambda: None)
        assert view.title == "Plugins – Hermes"

    run(windows, look)


def test_window_in_front_is_the_one_that_is_brought_back(webview: FakeWebview, home: Home) -> None:
    windows = make(home)

    def look() -> None:
        windows.open_window()
        wait_for(lambda: len(webview.views) == 2)
        assert windows.front() == "w2"
        webview.do(webview.view(0).watcher.focused)
        assert windows.front() == "w1"
        assert windows.focus("w2")
        webview.do(lambda: None)
        assert windows.front() == "w2"
        assert not windows.focus("w7")
        webview.do(lambda: webview.close(webview.windows[1]))
        assert windows.front() == "w1"
        assert windows.focus()

    run(windows, look)
    assert windows.front() is None
    assert not windows.focus()


def test_last_window_is_hidden_instead_of_closed_when_it_should_be(webview: FakeWebview, home: Home) -> None:
    windows = make(home)
    windows.should_hide = lambda: True

    def look() -> None:
        windows.open_window()
        wait_for(lambda: len(webview.views) == 2)
        webview.do(lambda: webview.close(webview.windows[1]))
        assert len(webview.windows) == 1  # one of several closes
        webview.do(lambda: webview.close(webview.windows[0]))
        assert len(webview.windows) == 1
        assert not windows.is_shown()
        assert webview.view().calls == ["hide"]
        assert windows.focus()
        webview.do(lambda: None)
        assert windows.is_shown()
        assert windows.hide()
        webview.do(lambda: None)
        assert not windows.is_shown()

    run(windows, look)  # quitting does not ask
    assert webview.windows == []


def test_window_may_start_hidden(webview: FakeWebview, home: Home) -> None:
    windows = make(home)
    shown: list[bool] = []
    run(windows, lambda: shown.append(windows.is_shown()), hidden=True)
    assert shown == [False]
    assert webview.options[0]["hidden"] is True


def test_page_whose_process_died_is_loaded_again_three_times(webview: FakeWebview, home: Home) -> None:
    def die() -> None:
        view = webview.view()
        for _ in range(4):
            webview.do(lambda: view.watcher.died("crashed <b>"))
        address = view.address()
        stopped = "http://127.0.0.1:1/w/secret/stopped?reason=crashed%20%3Cb%3E#/capabilities"
        assert view.calls == [address, address, address, stopped]
        assert view.title == "Hermes"

    run(make(home), die)


@pytest.mark.parametrize("engine", ["gtk", "qt", "native"])
def test_engine_that_fails_is_one_clear_error(webview: FakeWebview, home: Home, engine: str) -> None:
    webview.error = RuntimeError("cannot open display")
    with pytest.raises(WindowError, match=f"The {engine} window engine failed: cannot open display"):
        make(home, engine).run(None, NoSignal())


def wait_for(condition: Callable[[], object]) -> None:
    """Wait for what another thread does."""
    pause = threading.Event()
    for _ in range(1000):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("it did not happen")
