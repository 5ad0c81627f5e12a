from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hermes_shell.home_lock import HomeLock, holder, is_held, wait_until_free


def test_one_holds_it_and_names_itself(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    assert not is_held(file)
    assert not file.exists()  # looking makes nothing
    first = HomeLock.take(file)
    assert first is not None
    assert HomeLock.take(file) is None
    assert is_held(file)
    assert holder(file) == os.getpid()
    assert file.stat().st_mode & 0o777 == 0o600
    first.release()
    first.release()
    assert not is_held(file)
    assert HomeLock.take(file) is not None


def test_killed_holder_frees_it(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    script = "import sys; from pathlib import Path; from hermes_shell.home_lock import HomeLock\n"
    script += "lock = HomeLock.take(Path(sys.argv[1])); print(lock is not None, flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", script, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        assert is_held(file)
        assert holder(file) == process.pid
        process.kill()
    assert not is_held(file)


def test_lock_is_waited_for_until_the_deadline(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    assert wait_until_free(file, 0)
    lock = HomeLock.take(file)
    assert lock is not None
    assert not wait_until_free(file, 0)
    release = threading.Thread(target=lock.release)
    release.start()
    assert wait_until_free(file, 10)
    release.join()


@pytest.mark.parametrize("text", ["", "x", "12x", "-1", "\udcff"])
def test_unreadable_holder_is_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "lock"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert holder(file) is None
    assert holder(tmp_path / "absent") is None


def test_lock_in_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    with pytest.raises(OSError, match="Not a directory"):
        HomeLock.take(tmp_path / "state" / "lock")
