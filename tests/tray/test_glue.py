from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from hermes_shell.core.desktop import Desktop, NoDesktop
from hermes_shell.tray import NoTray, Tray, glue
from hermes_shell.tray.glue import using_tray


class FakeWindows(NoDesktop):
    def __init__(self) -> None:
        self.should_hide: Callable[[], bool] = lambda: False


class FakeTray:
    def __init__(self) -> None:
        self.is_shown = False
        self.works = True
        self.fault: str | None = "not yet"
        self.started = threading.Event()
        self.stopped = False

    def start(self) -> None:
        self.is_shown, self.fault = self.works, None if self.works else "no tray"
        self.started.set()

    def wait(self, seconds: float) -> bool:
        return self.is_shown

    def stop(self) -> None:
        self.stopped = True

    def make(self, desktop: Desktop, new_chat: Callable[[], object]) -> Tray:
        return self


def test_the_last_window_hides_while_the_icon_is_shown_and_the_setting_says_so() -> None:
    settings = {"window.closeToTray": False, "window.startHidden": False}
    windows, tray = FakeWindows(), FakeTray()
    with using_tray(windows, settings.__getitem__, lambda: None, tray.make) as use:
        assert not use.hidden
        settings["window.closeToTray"] = True
        assert not windows.should_hide()
        assert use.fault() == "not yet"
        tray.start()
        assert windows.should_hide()
        assert use.fault() is None
        settings["window.closeToTray"] = False
        assert not windows.should_hide()
    assert tray.stopped


def test_the_icon_is_offered_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glue, "DELAY_SECONDS", 0.0)
    tray = FakeTray()
    with using_tray(FakeWindows(), lambda _: False, lambda: None, tray.make) as use:
        assert not tray.started.is_set()
        use.begin()
        assert tray.started.wait(10)


@pytest.mark.parametrize("works", [True, False])
def test_a_hidden_start_needs_a_tray(works: bool) -> None:
    tray = FakeTray()
    tray.works = works
    with using_tray(FakeWindows(), lambda key: key == "window.startHidden", lambda: None, tray.make) as use:
        assert use.hidden is works


def test_without_a_tray_nothing_hides() -> None:
    windows = FakeWindows()

    def make(desktop: Desktop, new_chat: Callable[[], object]) -> Tray:
        return NoTray("None here.")

    with using_tray(windows, lambda _: True, lambda: None, make) as use:
        assert not use.hidden
        assert not windows.should_hide()
        assert use.fault() == "None here."
