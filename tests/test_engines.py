from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from hermes_shell import engines
from hermes_shell.engines import choose_engine, display_fault, missing_engine, prepare_environment


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pretend which engines load."""

    def pretend(*, gtk: bool, qt: bool) -> None:
        monkeypatch.setattr(engines, "_gtk_loads", lambda: gtk)
        monkeypatch.setattr(engines, "_qt_loads", lambda: qt)

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
    installed: Callable[..., None], wish: str, gtk: bool, qt: bool, engine: str | None
) -> None:
    installed(gtk=gtk, qt=qt)
    assert choose_engine({**DISPLAY, "HERMES_SHELL_ENGINE": wish}, "linux") == engine
    assert choose_engine({"WAYLAND_DISPLAY": "w", "HERMES_SHELL_ENGINE": wish}, "linux") == engine


def test_engine_that_ended_the_last_start_is_left_out(installed: Callable[..., None]) -> None:
    installed(gtk=True, qt=True)
    assert choose_engine(DISPLAY, "linux", without="gtk") == "qt"
    assert choose_engine({**DISPLAY, "HERMES_SHELL_ENGINE": "gtk"}, "linux", without="gtk") is None
    assert choose_engine({}, "darwin", without="native") is None


def test_without_display_there_is_no_window(installed: Callable[..., None]) -> None:
    installed(gtk=True, qt=True)
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


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("ID=debian\n", "`sudo apt install python3-gi gir1.2-webkit2-4.1` or `pip install 'hermes-shell[qt]'`"),
        ('ID=pop\nID_LIKE="ubuntu debian"\n', "sudo apt install"),
        ("NAME=Fedora\nID=fedora\n", "sudo dnf install"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install"),
        ("ID=manjaro\nID_LIKE=arch\n", "sudo pacman -S"),
    ],
)
def test_missing_engine_is_named_with_the_command_of_the_distribution(release: str, command: str) -> None:
    assert command in missing_engine(release)


@pytest.mark.parametrize("release", ["ID=nixos\n", "", "ID\n=\n"])
def test_where_the_distribution_is_not_known_pip_is_named(release: str) -> None:
    told = missing_engine(release)
    assert told == "This Python finds no window engine. For a window of its own: `pip install 'hermes-shell[qt]'`."


def test_missing_engine_that_was_asked_for_is_the_one_that_is_named() -> None:
    told = "HERMES_SHELL_ENGINE={}: this Python does not find that engine. For a window of its own: {}."
    assert missing_engine("ID=debian\n", "qt") == told.format("qt", "`pip install 'hermes-shell[qt]'`")
    apt = "`sudo apt install python3-gi gir1.2-webkit2-4.1`"
    assert missing_engine("ID=debian\n", "gtk") == told.format("gtk", apt)
    assert missing_engine("", "gtk") == told.format("gtk", "PyGObject and WebKitGTK 4.1")


def test_display_that_refuses_is_told_before_a_toolkit_ends_the_process(tmp_path: Path) -> None:
    assert display_fault({"DISPLAY": ":999999"}) == "The display :999999 cannot be opened."
    gone = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert display_fault(gone) == "The display wayland-9 cannot be opened."
    assert display_fault({**gone, "QT_QPA_PLATFORM": "offscreen"}) is None
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-9"))
        compositor.listen()
        assert display_fault(gone) is None


def test_display_that_answers_is_no_fault() -> None:
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            assert display_fault({"DISPLAY": f":{server.stdout.readline().strip()}"}) is None
        finally:
            server.terminate()
