from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest

import hermes_shell
from hermes_shell.errors import QuotaError, StorageDamaged, StorageError
from hermes_shell.storage import REMOVED, Storage
from hermes_shell.storage_file import open_storage
from hermes_shell.storage_writer import PLUGIN_QUOTA

ROOT = Path(hermes_shell.__file__).parents[1]

WRITER = """
import sys
from pathlib import Path
from hermes_shell.storage import Storage
storage = Storage.open(Path(sys.argv[1]))
for number in range(1_000_000):
    storage.set("plugin:killed", f"key-{number % 7}", {"number": number, "padding": "x" * (number % 5000)})
    print(number, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "storage.sqlite3"


@pytest.fixture
def storage(path: Path) -> Iterator[Storage]:
    store = Storage.open(path)
    yield store
    store.close()


@pytest.mark.parametrize(
    "value", [None, True, 0, -1.5, "", "text ü 🎈", [], [1, [2, None]], {}, {"a": {"b": ["c"]}}, 2**70, "\ud800 alone"]
)
def test_json_values_come_back_as_they_were(storage: Storage, path: Path, value: object) -> None:
    storage.set("plugin:a", "key", value)
    assert storage.items("plugin:a") == {"key": value}
    storage.close()
    again = Storage.open(path)
    assert again.items("plugin:a") == {"key": value}
    again.close()


@pytest.mark.parametrize("key", ["", "ключ", "a\x00b", "a" * 10_000, "__proto__"])
def test_any_text_is_a_key(storage: Storage, key: str) -> None:
    storage.set("plugin:a", key, 1)
    assert storage.items("plugin:a") == {key: 1}


def test_scopes_do_not_see_each_other(storage: Storage) -> None:
    storage.set("plugin:a", "key", 1)
    storage.set("plugin:b", "key", 2)
    storage.set("shell", "key", 3)
    assert storage.snapshot(["plugin:a", "plugin:b", "plugin:c"]) == {
        "plugin:a": {"key": 1},
        "plugin:b": {"key": 2},
        "plugin:c": {},
    }
    assert storage.scopes() == ["plugin:a", "plugin:b"]


def test_remove_deletes_and_absent_keys_are_fine(storage: Storage) -> None:
    storage.set("plugin:a", "key", 1)
    storage.remove("plugin:a", "key")
    storage.remove("plugin:a", "key")
    assert storage.get("plugin:a", "key") is None
    assert storage.text("plugin:a", "key") is None


async def test_write_returns_after_commit(storage: Storage, path: Path) -> None:
    await storage.write("plugin:a", "key", [1])
    assert storage.get("plugin:a", "key") == [1]
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT value FROM entries").fetchall() == [("[1]",)]
    other.close()


async def test_cancelled_caller_does_not_cancel_the_write(storage: Storage) -> None:
    caller = asyncio.create_task(storage.write("plugin:a", "key", 1))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    storage.set("plugin:a", "later", 2)
    assert storage.items("plugin:a") == {"key": 1, "later": 2}


def test_many_waiting_writes_share_transactions_and_keep_their_order(storage: Storage) -> None:
    waiting = [storage.submit("plugin:a", "key", number) for number in range(3_000)]
    for future in waiting:
        future.result(30)
    assert storage.get("plugin:a", "key") == 2_999


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1, 2}, {"a": b"bytes"}])
def test_what_is_not_json_is_refused_and_the_old_value_stays(storage: Storage, value: object) -> None:
    storage.set("plugin:a", "key", "old")
    with pytest.raises(StorageError, match="JSON"):
        storage.set("plugin:a", "key", value)
    assert storage.get("plugin:a", "key") == "old"


def test_key_that_utf8_cannot_hold_is_refused(storage: Storage) -> None:
    with pytest.raises(StorageError, match="Unicode"):
        storage.set("plugin:a", "\ud800", 1)
    assert storage.text("plugin:a", "\ud800") is None


def test_writer_survives_a_write_that_it_cannot_bind(storage: Storage) -> None:
    refused = storage.submit("plugin:\ud800", "key", 1)
    with pytest.raises(StorageError):
        refused.result(timeout=5)
    storage.submit("plugin:a", "key", 2).result(timeout=5)
    assert storage.get("plugin:a", "key") == 2


def test_104_quota_is_refused_with_the_limit_and_changes_nothing(storage: Storage) -> None:
    half = "x" * (PLUGIN_QUOTA // 2)
    storage.set("plugin:a", "one", half)
    with pytest.raises(QuotaError, match=r"Plugin a: storing 'two' .* 5,242,880 bytes \(5 MiB\)"):
        storage.set("plugin:a", "two", half)
    assert storage.items("plugin:a").keys() == {"one"}
    storage.set("plugin:a", "one", half + "x")  # replacing counts the new value only
    storage.set("plugin:b", "two", half)  # another plugin has its own
    storage.set("shell", "big", half * 3)  # the shell has none


def test_writes_that_belong_together_are_all_made_or_none(storage: Storage) -> None:
    storage.set("a", "old", 1)
    storage.submit_together(("a", "old", REMOVED), ("b", "new", 2)).result()
    assert (storage.items("a"), storage.items("b")) == ({}, {"new": 2})
    with pytest.raises(QuotaError):
        storage.submit_together(("a", "x", 1), ("plugin:p", "huge", "x" * PLUGIN_QUOTA), ("b", "new", 3)).result()
    assert (storage.items("a"), storage.items("plugin:p"), storage.items("b")) == ({}, {}, {"new": 2})


def test_quota_counts_bytes_of_keys_and_values_exactly(storage: Storage) -> None:
    room = PLUGIN_QUOTA - len("ü".encode()) - 2
    storage.set("plugin:a", "ü", "x" * room)
    with pytest.raises(QuotaError):
        storage.set("plugin:a", "ü", "x" * (room + 1))
    with pytest.raises(QuotaError):
        storage.set("plugin:a", "k", 1)


def test_one_refused_write_does_not_fail_its_neighbours(storage: Storage) -> None:
    futures: list[Future[None]] = [storage.submit("plugin:a", f"key-{number}", number) for number in range(50)]
    futures.insert(25, storage.submit("plugin:a", "huge", "x" * PLUGIN_QUOTA))
    failures = [future.exception(30) for future in futures]
    assert [type(failure) for failure in failures if failure] == [QuotaError]
    assert len(storage.items("plugin:a")) == 50


def test_full_disk_is_one_clear_error_and_goes_on_when_there_is_room(path: Path) -> None:
    opened = open_storage(path)
    storage = Storage(opened)
    storage.set("plugin:a", "small", 1)
    pages = opened.writer.execute("PRAGMA page_count").fetchone()[0]
    opened.writer.execute(f"PRAGMA max_page_count = {pages}")
    big = storage.submit("plugin:a", "big", "x" * 100_000)
    small = storage.submit("plugin:a", "small", 2)
    with pytest.raises(StorageError, match="disk of the home is full"):
        big.result(30)
    small.result(30)
    opened.writer.execute("PRAGMA max_page_count = 1000000")
    storage.set("plugin:a", "big", "x" * 100_000)
    assert storage.get("plugin:a", "small") == 2
    storage.close()


@pytest.mark.parametrize("round_", range(4))
def test_106_kill_9_loses_no_acknowledged_write(path: Path, round_: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as writer:
        assert writer.stdout is not None
        last = -1
        for _ in range(20 + 37 * round_):
            last = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        rest = writer.stdout.read().split()
        last = int(rest[-1]) if rest else last
        assert writer.wait(30) == -signal.SIGKILL
    storage = Storage.open(path)
    assert storage.incidents == []
    saved = {key: cast("dict[str, object]", value)["number"] for key, value in storage.items("plugin:killed").items()}
    storage.close()
    for number in range(max(0, last - 6), last + 1):
        # The write after the last acknowledged one may be there as well.
        assert saved[f"key-{number % 7}"] in (number, number + 7)


def test_text_that_is_not_json_is_kept_aside_and_told_once(storage: Storage, path: Path) -> None:
    storage.set("plugin:a", "good", 1)
    storage.set("plugin:a", "bad", 2)
    storage.close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE entries SET value = '{oops' WHERE key = 'bad'")
    other.close()
    for incidents in (1, 0):
        again = Storage.open(path)
        assert again.items("plugin:a") == {"good": 1}
        assert again.get("plugin:a", "bad") is None
        again.close()
        assert len(again.incidents) == incidents
    last = Storage.open(path)
    assert last.get("set-aside", "plugin:a/bad") == "{oops"
    last.set("plugin:a", "bad", "new")
    assert last.items("plugin:a") == {"good": 1, "bad": "new"}
    last.close()


def test_bytes_that_are_not_utf8_are_kept_aside(storage: Storage, path: Path) -> None:
    storage.set("plugin:a", "good", 1)
    storage.close()
    with sqlite3.connect(path) as other:
        other.execute("INSERT INTO entries VALUES ('plugin:a', 'bad', CAST(x'22ff22' AS TEXT), 6)")
    other.close()
    again = Storage.open(path)
    assert again.items("plugin:a") == {"good": 1}
    assert "'bad' of plugin:a" in again.incidents[0]
    again.close()


def test_damage_while_running_fails_the_write_with_a_clear_error(path: Path) -> None:
    opened = open_storage(path)
    storage = Storage(opened)
    for number in range(200):
        storage.submit("plugin:a", f"key-{number}", "x" * 5_000)
    storage.set("plugin:a", "last", 1)
    opened.writer.execute("PRAGMA cache_size = 1")
    opened.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as stream:
        stream.seek(4096)
        stream.write(b"\xff" * (path.stat().st_size - 4096))
    with pytest.raises(StorageDamaged, match="restores the backup"):
        storage.set("plugin:a", "key-7", 1)
    storage.close()


@pytest.mark.parametrize("moved", [False, True])
def test_file_that_went_away_while_running_fails_the_write_and_the_backup_has_what_was_saved(
    path: Path, moved: bool
) -> None:
    storage = Storage.open(path)
    storage.set("plugin:a", "key", "saved")
    assert storage.get("plugin:a", "key") == "saved"
    path.rename(path.with_name("elsewhere")) if moved else path.unlink()
    with pytest.raises(StorageError, match="moved or deleted"):
        storage.set("plugin:a", "key", "lost")
    assert storage.get("plugin:a", "key") == "saved"
    storage.close()
    again = Storage.open(path)
    assert again.get("plugin:a", "key") == "saved"
    again.close()


def test_closed_storage_refuses_writes(storage: Storage) -> None:
    storage.close()
    with pytest.raises(StorageError, match="stopping"):
        storage.set("plugin:a", "key", 1)
    storage.close()


def test_close_finishes_waiting_writes(storage: Storage, path: Path) -> None:
    for number in range(500):
        storage.submit("plugin:a", f"key-{number}", number)
    storage.close()
    again = Storage.open(path)
    assert len(again.items("plugin:a")) == 500
    again.close()
