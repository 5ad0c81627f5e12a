from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.database import backup_path
from hermes_shell.database_file import back_up
from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway.embedded import chats_database
from hermes_shell.gateway.embedded.chat_store import ChatStore
from hermes_shell.gateway.embedded.chats_database import open_chats


def one_chat(path: Path, title: str = "kept") -> None:
    """A file with one chat in it."""
    opened = open_chats(path)
    opened.writer.execute(
        "INSERT INTO sessions (id, title, source, model, provider, cwd, started_at, last_active)"
        " VALUES ('a', ?, 'desktop', 'demo', 'demo', '', 1, 1)",
        (title,),
    )
    back_up(opened)
    opened.writer.close()


def titles(path: Path) -> list[str]:
    """The titles in a file, and what happened when it was opened."""
    opened = open_chats(path)
    with closing(opened.writer):
        return [*(row["title"] for row in opened.writer.execute("SELECT title FROM sessions")), *opened.incidents]


def test_a_new_file_is_private_and_empty(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state" / "chats.db"
    assert titles(path) == []
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_damaged_file_is_set_aside_and_the_backup_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    one_chat(path)
    path.write_bytes(b"not a database, but somebody's chats" * 100)
    found, told = titles(path)
    assert found == "kept"
    assert "damaged" in told
    assert "restored" in told
    (kept,) = tmp_path.glob("chats.db.damaged-*")
    assert kept.read_bytes().startswith(b"not a database")


def test_a_damaged_file_without_a_backup_is_kept_and_told(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    path.write_bytes(b"rubbish" * 1000)
    (told,) = titles(path)
    assert "no backup" in told
    assert len(list(tmp_path.glob("chats.db.damaged-*"))) == 1


def test_a_backup_that_is_damaged_too_is_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    path.write_bytes(b"rubbish" * 1000)
    backup_path(path).write_bytes(b"more rubbish" * 1000)
    (told,) = titles(path)
    assert "backup is damaged too" in told
    assert len(list(tmp_path.glob("*.damaged-*"))) == 2


def test_a_file_that_is_gone_comes_back_from_its_backup(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    one_chat(path)
    path.unlink()
    assert titles(path)[0] == "kept"


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    one_chat(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(GatewayUnusable, match="newer hermes-shell"):
        open_chats(path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_folder_in_its_place_is_a_fault_and_not_an_empty_list(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    path.mkdir()
    with pytest.raises(GatewayUnusable, match="cannot be opened"):
        open_chats(path)
    assert path.is_dir()


def test_a_backup_that_cannot_be_copied_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chats.db"
    one_chat(path)
    path.unlink()

    def full(source: object, target: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(GatewayUnusable):
        open_chats(path)
    assert backup_path(path).is_file()


class Full(sqlite3.Connection):
    """A connection to a file on a full disk."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        return super().execute(sql, parameters)


async def test_a_full_disk_is_told_and_the_chats_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one_chat(tmp_path / "chats.db")

    def connect_full(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, check_same_thread=False, isolation_level=None, factory=Full)

    monkeypatch.setattr(chats_database, "connect_plainly", connect_full)
    store = await ChatStore.open(tmp_path)
    assert "disk of" in store.incidents[0]
    assert "full" in store.incidents[1]
    rows, _ = await store.run(lambda: store.sessions.list(limit=5))
    assert [row["title"] for row in rows] == ["kept"]
    with pytest.raises(GatewayError, match="full"):
        await store.run(lambda: store.sessions.set_archived("a", True))
    await store.close()
