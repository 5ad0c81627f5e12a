"""The running shell of a home, found and asked from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest

from hermes_shell.core.desktop import NoDesktop
from hermes_shell.errors import ControlError
from hermes_shell.home_lock import HomeLock
from hermes_shell.paths import Home
from hermes_shell.running import Running, read_running, write_running
from hermes_shell.running_shell import RunningShell
from hermes_shell.settings import Settings
from hermes_shell.start import Start


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    assert home.prepare() == []
    return home


@pytest.fixture
def running(home: Home) -> Generator[RunningShell]:
    (home.plugins / "hello").mkdir()
    (home.plugins / "hello" / "plugin.js").write_text("export default { id: 'hello', register() {} }")
    start = Start(Settings(home=home, port=0))
    try:
        start.finish()
        found = RunningShell.find(home)
        assert found is not None
        yield found
    finally:
        start.stop()


def test_nothing_runs(home: Home) -> None:
    assert RunningShell.find(home) is None
    assert RunningShell.find(Home(home.root / "absent")) is None


def test_running_shell_is_found_and_forgotten_at_its_end(home: Home) -> None:
    start = Start(Settings(home=home, port=0))
    try:
        assert not home.running.exists()
        start.finish()
        found = RunningShell.find(home)
        assert found is not None
        assert found.pid == os.getpid()
        assert home.running.stat().st_mode & 0o777 == 0o600
        assert found.get("api/shell/running") == {"pid": os.getpid(), "engine": None}
    finally:
        start.stop()
    assert not home.running.exists()
    assert RunningShell.find(home) is None


def test_plugins_are_listed_and_decided(running: RunningShell, home: Home) -> None:
    rows = _rows(running.post("api/shell/plugins/rescan", {}))
    assert [row["id"] for row in rows] == ["hello"]
    assert _rows(running.get("api/shell/inventory")) == rows
    answer = cast("dict[str, Any]", running.post("api/shell/plugins/decide", {"id": "hello", "enabled": False}))
    assert (answer["row"]["id"], answer["row"]["enabled"]) == ("hello", False)
    assert [row["id"] for row in _rows(running.post("api/shell/plugins/reload", {}))] == ["hello"]


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("plugins/decide", {"id": "absent", "enabled": True}, "There is no plugin 'absent'"),
        ("plugins/decide", {"id": "hello", "enabled": 1}, "enabled is true or false"),
        ("plugins/decide", [], "not a JSON object"),
        ("open", {"route": "capabilities"}, "A route starts with /"),
        ("open", {"route": "/a\nb"}, "A route starts with /"),
        ("open", {"new_window": "yes"}, "new_window is true or false"),
        ("open", {"route": "/" + "x" * 100_000}, "too large"),
        ("nothing", {}, "Not found"),
    ],
)
def test_refusal_is_a_sentence(running: RunningShell, path: str, body: object, told: str) -> None:
    with pytest.raises(ControlError, match=told):
        running.post(f"api/shell/{path}", body)


def test_server_without_windows_hands_out_a_link(running: RunningShell) -> None:
    answer = cast("dict[str, Any]", running.post("api/shell/open", {"route": "/settings?tab=é", "new_window": True}))
    assert answer["opened"] is None
    assert answer["url"].startswith(f"http://127.0.0.1:{running.port}/boot/")
    assert answer["url"].endswith("#/settings?tab=%C3%A9")


def test_shell_whose_last_window_is_closed_hands_out_nothing(home: Home) -> None:
    class Closed(NoDesktop):
        engine: str | None = "gtk"

    start = Start(Settings(home=home, port=0))
    start.desktop = Closed()
    try:
        start.finish()
        running = RunningShell.find(home)
        assert running is not None
        for browser in (False, True):
            assert running.post("api/shell/open", {"browser": browser}) == {"opened": None, "url": None}
    finally:
        start.stop()


def test_request_without_the_secrets_is_refused(running: RunningShell, home: Home) -> None:
    record = json.loads(home.secrets.read_bytes())
    home.secrets.write_text(json.dumps({**record, "csrf": "x" * 40}))
    stranger = RunningShell.find(home)
    assert stranger is not None
    with pytest.raises(ControlError, match="X-Hermes-CSRF"):
        stranger.post("api/shell/plugins/rescan", {})
    home.secrets.write_text(json.dumps({**record, "session": "x" * 40}))
    with pytest.raises(ControlError, match=rf"pid {os.getpid()}.*No session"):
        RunningShell.find(home, patience=0)


def test_holder_that_never_answers_is_named(home: Home) -> None:
    lock = HomeLock.take(home.lock)
    assert lock is not None
    with pytest.raises(ControlError, match=rf"\(pid {os.getpid()}\).*not told where it listens.*end that process"):
        RunningShell.find(home, patience=0.05)
    # What another process left behind is not asked.
    write_running(home.running, Running(1, "127.0.0.1", 1))
    with pytest.raises(ControlError, match="not told where it listens"):
        RunningShell.find(home, patience=0)
    write_running(home.running, Running(os.getpid(), "127.0.0.1", 1))
    with pytest.raises(ControlError, match="cannot be read"):
        RunningShell.find(home, patience=0)
    lock.release()
    assert RunningShell.find(home) is None


def test_what_a_killed_run_left_behind_is_removed(home: Home) -> None:
    write_running(home.running, Running(os.getpid(), "127.0.0.1", 9))
    start = Start(Settings(home=home, port=0))
    try:
        assert not home.running.exists()
    finally:
        start.stop()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pid": "1", "host": "h", "port": 1}', "[" * 5000])
def test_damaged_file_tells_nothing(home: Home, text: str) -> None:
    home.running.write_text(text)
    assert read_running(home.running) is None


def test_client_is_light() -> None:
    script = (
        "import sys, hermes_shell.running_shell\n"
        "print(sorted({'starlette', 'uvicorn', 'webview', 'sqlite3', 'pydantic', 'asyncio'} & set(sys.modules)))"
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=plain)
    assert done.stdout == "[]\n"


def _rows(answer: object) -> list[dict[str, Any]]:
    return cast("dict[str, list[dict[str, Any]]]", answer)["plugins"]
