"""`doctor`: what it says of a home, with and without a shell, and when it finds something wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from e2e.shell_process import ShellProcess
from hermes_shell.home_lock import HomeLock
from hermes_shell.paths import Home
from tests.commands.conftest import Run, add_plugin


@pytest.fixture
def sound(tmp_path: Path) -> Home:
    """A home with which nothing is wrong."""
    made = Home(tmp_path / "sound")
    add_plugin(made, "alpha")
    return made


def test_of_a_sound_home_nothing_is_wrong(run: Run, sound: Home) -> None:
    done = run("doctor", "--home", sound.root)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "Nothing is wrong."
    for fact in ("python:", "platform:", "engine:", "database:", "alpha"):
        assert fact in done.out


def test_json_has_the_report_and_what_is_wrong(run: Run, home: Home) -> None:
    done = run("doctor", "--json", "--home", home.root)
    assert (done.code, done.json["ok"]) == (1, False)
    assert "The plugin wrong does not work" in done.json["problems"][0]
    assert {plugin["id"]: plugin["status"] for plugin in done.json["report"]["plugins"]} == {
        "alpha": "pending",
        "quiet": "disabled",
        "wrong": "error",
    }


def test_a_running_shell_is_asked_and_tells_no_secret(run: Run, served: ShellProcess) -> None:
    done = run("doctor", "--json", "--home", served.home)
    report = done.json["report"]
    assert (done.code, report["pid"], report["port"]) == (0, served.process.pid, served.port)
    assert report["watcher"]["mode"] in ("idle", "hot", "polling")
    printed = done.out + run("doctor", "--home", served.home).out
    secrets = json.loads(Home(served.home).secrets.read_text())
    for name in ("path", "session", "csrf"):
        assert secrets[name] not in printed


def test_a_damaged_database_and_state_file_are_wrong_and_left_alone(run: Run, sound: Home) -> None:
    sound.prepare()
    sound.database.write_bytes(b"no database" * 1000)
    (sound.state / "window.json").write_text("{")
    done = run("doctor", "--home", sound.root)
    assert done.code == 1
    assert "wrong: The database is not sound" in done.out
    assert "window.json is damaged" in done.out
    assert sound.database.read_bytes().startswith(b"no database")


def test_an_unreadable_root_is_wrong(run: Run, sound: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object) -> list[str]:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "listdir", refuse)
    done = run("doctor", "--home", sound.root)
    assert done.code == 1
    assert "cannot be read: Permission denied" in done.out


def test_a_home_of_another_user_is_wrong(run: Run, sound: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.stat(sound.root).st_uid + 4321)
    done = run("doctor", "--home", sound.root)
    assert done.code == 1
    assert f"The home {sound.root} belongs to " in done.out


def test_a_home_that_cannot_be_written_is_wrong(run: Run, sound: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: int) -> bool:
        del mode
        return path != sound.root

    monkeypatch.setattr(os, "access", refuse)
    done = run("doctor", "--home", sound.root)
    assert done.code == 1
    assert "nothing is saved there" in done.out


def test_a_shell_that_does_not_answer_is_wrong_and_the_files_are_read(
    run: Run, sound: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_shell.running_shell.RunningShell.find.__func__.__defaults__", (0.0,))
    sound.prepare()
    lock = HomeLock.take(sound.lock)
    assert lock is not None
    try:
        done = run("doctor", "--home", sound.root)
    finally:
        lock.release()
    assert done.code == 1
    assert "does not answer" in done.out
    assert "alpha" in done.out
