from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from hermes_shell import __version__, diagnostics
from hermes_shell.paths import Home
from hermes_shell.running import Running, write_running
from hermes_shell.storage import Storage
from tests.shell_parts import connect, open_app, row


async def test_a_report_tells_of_the_running_shell_and_of_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    home = tmp_path / "h"
    async with open_app(home) as (_, shell, loader):
        error = {"message": f"in {home}/desktop-plugins/b", "phase": "evaluate"}
        loader.inventory = [row("a"), row("b", id=None, status="error", error=error)]
        connect(shell)
        write_running(Home(home).running, Running(os.getpid(), "127.0.0.1", 4321))
        shell.storage.incidents.append("the database was restored")
        report = await diagnostics.report(shell)
        shell.storage.incidents.clear()
        secrets = [shell.instance.path_secret, shell.instance.session, shell.instance.csrf]
    text = json.dumps(report)
    assert not any(secret in text for secret in secrets)
    assert str(tmp_path) not in text
    assert report["home"] == os.path.join("~", "h")
    assert (report["version"], report["pid"], report["port"], report["windows"]) == (__version__, os.getpid(), 4321, 1)
    assert report["engine"] is None
    assert report["plugins"] == [
        {"id": "a", "status": "loaded", "error": None},
        {"id": "b", "status": "error", "error": "in ~/h/desktop-plugins/b"},
    ]
    assert report["watcher"] == {"mode": "idle"}
    assert report["incidents"] == ["the database was restored"]
    database = report["database"]
    assert isinstance(database, dict)
    assert (database["ok"], database["journal"], database["problem"]) == (True, "wal", None)


def test_a_home_without_a_shell_is_looked_at_and_left_alone(tmp_path: Path) -> None:
    home = Home(tmp_path / "none")
    report = diagnostics.offline(home)
    assert report["database"] == {"ok": False, "size": None, "journal": None, "problem": "it does not exist yet"}
    assert set(dict(report["files"]).values()) == {"missing"}  # type: ignore[call-overload]
    assert not home.root.exists()


def test_damage_is_named_and_what_stands_in_files_is_not_told(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.prepare() == []
    home.database.write_bytes(b"no database, " * 500)
    home.secrets.write_text('{"session": "s3cret"')
    (home.state / "window.json").mkdir()
    (home.state / "starts.json").write_text("{}")
    os.mkfifo(home.running)
    report = diagnostics.offline(home)
    database, files = report["database"], report["files"]
    assert isinstance(database, dict)
    assert database["ok"] is False
    assert database["problem"] == "file is not a database"
    assert files == {
        "instance.json": "damaged",
        "running.json": "unreadable",
        "starts.json": "ok",
        "window.json": "unreadable",
    }
    assert "s3cret" not in json.dumps(report)


def test_a_locked_database_is_still_read(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.prepare() == []
    writer = sqlite3.connect(home.database)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE entries (scope, key, value, size)")
    writer.execute("BEGIN IMMEDIATE")
    database = diagnostics.offline(home)["database"]
    writer.close()
    assert isinstance(database, dict)
    assert database["ok"] is True


def test_a_database_that_nobody_uses_gets_no_files_beside_it(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.prepare() == []
    storage = Storage.open(home.database)
    storage.submit("shell", "key", 1).result()
    storage.close()
    before = sorted(home.state.iterdir())
    database = diagnostics.offline(home)["database"]
    assert isinstance(database, dict)
    assert (database["ok"], database["journal"], database["problem"]) == (True, "wal", None)
    assert sorted(home.state.iterdir()) == before


def test_a_report_as_text_has_one_line_a_fact() -> None:
    text = diagnostics.as_text(
        {
            "version": "1",
            "engine": None,
            "developer": False,
            "watcher": {"mode": "hot"},
            "plugins": [
                {"id": "a", "status": "error", "error": "boom"},
                {"id": "b", "status": "loaded", "error": None},
            ],
            "incidents": ["the disk was full"],
        }
    )
    assert text.splitlines() == [
        "hermes-shell 1",
        "engine: none",
        "developer: no",
        "watcher: mode hot",
        "plugins: 2",
        "  a error: boom",
        "  b loaded",
        "incidents: 1",
        "  the disk was full",
    ]
