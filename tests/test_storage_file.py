from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import hermes_shell
from hermes_shell.database import backup_path
from hermes_shell.database_file import BACKUP_INTERVAL
from hermes_shell.storage import Storage

ROOT = Path(hermes_shell.__file__).parents[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Пользователь ü 项目" / "storage.sqlite3"


def fill(path: Path) -> None:
    """Leave a closed store with a backup and many pages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    storage = Storage.open(path)
    assert storage.incidents == []
    for number in range(100):
        storage.submit("plugin:a", f"key-{number}", "x" * 3_000)
    storage.set("plugin:a", "key", "saved")
    storage.close()


def damage_header(path: Path) -> None:
    path.write_bytes(b"not a database at all" * 500)


def damage_pages(path: Path) -> None:
    with path.open("r+b") as stream:
        stream.seek(4096)
        stream.write(b"\xff" * (path.stat().st_size - 3 * 4096))


def cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 + 17)


def test_missing_file_is_a_new_store_without_incident(path: Path) -> None:
    fill(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert backup_path(path).is_file()
    assert [file.name for file in path.parent.iterdir() if file.name.endswith(".new")] == []


@pytest.mark.parametrize("damage", [damage_header, damage_pages, cut_short])
def test_106_damaged_file_is_set_aside_restored_and_told_once(path: Path, damage: object) -> None:
    fill(path)
    assert callable(damage)
    damage(path)
    broken = path.read_bytes()
    storage = Storage.open(path)
    assert storage.get("plugin:a", "key") == "saved"
    assert len(storage.incidents) == 1
    assert "restored from the backup" in storage.incidents[0]
    storage.set("plugin:a", "key", "after")
    storage.close()
    kept = [file for file in path.parent.iterdir() if ".damaged-" in file.name]
    assert [file.read_bytes() for file in kept] == [broken]
    again = Storage.open(path)
    assert again.incidents == []
    assert again.get("plugin:a", "key") == "after"
    again.close()


def test_damage_without_backup_starts_empty_and_keeps_the_file(path: Path) -> None:
    fill(path)
    backup_path(path).unlink()
    damage_header(path)
    storage = Storage.open(path)
    assert storage.items("plugin:a") == {}
    assert "no backup" in storage.incidents[0]
    storage.close()
    assert any(".damaged-" in file.name for file in path.parent.iterdir())


def test_missing_file_is_restored_from_its_backup_and_told_once(path: Path) -> None:
    fill(path)
    path.unlink()
    path.with_name(path.name + "-wal").write_bytes(b"a log of nothing")
    storage = Storage.open(path)
    assert storage.get("plugin:a", "key") == "saved"
    assert len(storage.incidents) == 1
    assert "is gone" in storage.incidents[0]
    assert "restored from the backup" in storage.incidents[0]
    storage.close()
    again = Storage.open(path)
    assert again.incidents == []
    again.close()


def test_damaged_backup_is_kept_too(path: Path) -> None:
    fill(path)
    damage_header(path)
    damage_header(backup_path(path))
    storage = Storage.open(path)
    assert "The backup is damaged too" in storage.incidents[0]
    storage.set("plugin:a", "key", 1)
    storage.close()
    assert len([file for file in path.parent.iterdir() if ".damaged-" in file.name]) == 2


def test_two_damages_within_a_second_keep_both_files(path: Path) -> None:
    for _ in range(2):
        fill(path)
        damage_header(path)
        Storage.open(path).close()
    assert len([file for file in path.parent.iterdir() if ".damaged-" in file.name]) == 2


def test_empty_file_is_a_new_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    storage = Storage.open(path)
    storage.set("plugin:a", "key", 1)
    assert storage.incidents == []
    storage.close()


def test_backup_is_renewed_at_a_start_once_a_day(path: Path) -> None:
    fill(path)
    backup = backup_path(path)
    fresh = backup.stat().st_mtime_ns
    Storage.open(path).close()
    assert backup.stat().st_mtime_ns == fresh
    old = backup.stat().st_mtime - BACKUP_INTERVAL - 60
    os.utime(backup, (old, old))
    Storage.open(path).close()
    assert backup.stat().st_mtime > old + BACKUP_INTERVAL


def test_newer_version_is_not_guessed_at(path: Path) -> None:
    fill(path)
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    before = path.read_bytes()
    storage = Storage.open(path)
    assert "newer hermes-shell" in storage.incidents[0]
    assert "kept in memory" in storage.incidents[0]
    assert storage.get("plugin:a", "key") == "saved"
    storage.close()
    assert path.read_bytes() == before


def test_place_that_cannot_hold_a_file_means_memory(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a directory belongs")
    storage = Storage.open(tmp_path / "state" / "storage.sqlite3")
    storage.set("plugin:a", "key", 1)
    assert storage.get("plugin:a", "key") == 1
    assert len(storage.incidents) == 1
    assert "kept in memory" in storage.incidents[0]
    storage.close()


READ_ONLY = """
import os, sys
from pathlib import Path
from hermes_shell.storage import Storage
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
storage = Storage.open(Path(sys.argv[1]))
print(storage.get("plugin:a", "key"), len(storage.incidents), storage.incidents[0])
storage.set("plugin:a", "key", "memory")
print(storage.get("plugin:a", "key"))
storage.close()
"""


def run(script: str, *arguments: object) -> list[str]:
    """Run a script in a process of its own; returns the lines it printed."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("with_log", [False, True])
def test_read_only_home_keeps_values_in_memory_and_reads_the_saved_ones(with_log: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        path = Path(name) / "storage.sqlite3"
        fill(path)
        if with_log:  # as a process leaves it that was killed
            other = sqlite3.connect(path)
            other.execute("UPDATE entries SET value = '\"logged\"' WHERE key = 'key'")
            other.commit()
            for suffix in ("", "-wal"):
                shutil.copyfile(f"{path}{suffix}", f"{path}.kept{suffix}")
            other.close()
            for suffix in ("", "-wal"):
                os.replace(f"{path}.kept{suffix}", f"{path}{suffix}")
        for file in Path(name).iterdir():
            file.chmod(0o444)
        os.chmod(name, 0o555)
        before = sorted(file.name for file in Path(name).iterdir())
        told, value = run(READ_ONLY, path)
        assert told.startswith(f"{'logged' if with_log else 'saved'} 1 Storage cannot be written in ")
        assert value == "memory"
        assert sorted(file.name for file in Path(name).iterdir()) == before


@pytest.mark.parametrize("mode", [0o000, 0o555])
def test_directory_of_another_user_is_not_taken_for_an_empty_one(mode: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        path = Path(name) / "state" / "storage.sqlite3"
        path.parent.mkdir()
        fill(path)
        if mode:  # only the backup is left
            path.unlink()
            path.with_name(path.name + ".backup").chmod(0o444)
        path.parent.chmod(mode)
        told, value = run(READ_ONLY, path)
        path.parent.chmod(0o700)
        assert told.startswith(f"{'saved' if mode else None} 1 Storage cannot be written in ")
        assert ("the backup is in use" if mode else "could not be read") in told
        assert value == "memory"


FULL_DISK = """
import resource, sys
from pathlib import Path
from hermes_shell.errors import StorageError
from hermes_shell.storage import Storage
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
storage = Storage.open(Path(sys.argv[1]))
try:
    storage.set("plugin:a", "new", "x" * 1_000_000)
    print("saved", len(storage.incidents))
except StorageError as error:
    print(error)
print(storage.get("plugin:a", "key"))
storage.close()
"""


@pytest.mark.parametrize("limit", [0, 200_000])
def test_full_disk_reads_on_and_says_so(path: Path, limit: int) -> None:
    fill(path)
    told, value = run(FULL_DISK, path, limit)
    assert value == "saved"
    assert told == "saved 1" or "not saved" in told
    storage = Storage.open(path)
    assert storage.incidents == []
    assert storage.get("plugin:a", "key") == "saved"
    storage.close()
