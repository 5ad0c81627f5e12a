"""`logs`: the end of the log over its rotated files, and what is added to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hermes_shell.log import FILE_NAME
from hermes_shell.paths import Home
from tests.commands.conftest import Run

ROOT = Path(__file__).resolve().parents[2]


def record(number: int, plugin: str | None = None, level: str = "INFO", more: str = "") -> str:
    mark = f"[plugin:{plugin}] " if plugin else ""
    return f"2026-01-02 03:04:05,{number:03} {level} hermes_shell: {mark}line {number}\n{more}"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with a log."""
    made = Home(tmp_path / "home")
    made.prepare()
    write(made, *(record(number) for number in range(5)))
    return made


def write(home: Home, *records: str, name: str = FILE_NAME) -> None:
    with (home.logs / name).open("a", encoding="utf-8") as stream:
        stream.write("".join(records))


def numbers(text: str) -> list[int]:
    return [int(line.rsplit(" ", 1)[1]) for line in text.splitlines() if " line " in line]


def test_the_end_of_the_log_is_printed(run: Run, home: Home) -> None:
    done = run("logs", "--home", home.root)
    assert (done.code, done.err, numbers(done.out)) == (0, "", [0, 1, 2, 3, 4])
    assert numbers(run("logs", "-n", 2, "--home", home.root).out) == [3, 4]
    assert run("logs", "-n", 0, "--home", home.root).out == ""


def test_rotated_files_come_first(run: Run, home: Home) -> None:
    write(home, record(90), record(91), name=f"{FILE_NAME}.2")
    write(home, record(92), name=f"{FILE_NAME}.1")
    assert numbers(run("logs", "--home", home.root).out) == [90, 91, 92, 0, 1, 2, 3, 4]
    assert numbers(run("logs", "-n", 6, "--home", home.root).out) == [92, 0, 1, 2, 3, 4]


def test_a_traceback_belongs_to_its_record(run: Run, home: Home) -> None:
    write(home, record(5, "alpha", "ERROR", "Traceback:\n  at x\n"), record(6, "beta"), record(7, "alpha"))
    done = run("logs", "--plugin", "alpha", "--home", home.root)
    assert numbers(done.out) == [5, 7]
    assert "Traceback:\n  at x\n" in done.out
    assert run("logs", "-n", 2, "--home", home.root).out.count("Traceback") == 0
    assert run("logs", "-n", 3, "--home", home.root).out.count("Traceback") == 1


def test_no_log_is_code_1(run: Run, tmp_path: Path) -> None:
    done = run("logs", "--home", tmp_path / "absent")
    assert (done.code, done.out) == (1, "")
    assert "no shell has run on this home" in done.err


def test_a_log_that_cannot_be_read_is_code_1(run: Run, home: Home) -> None:
    (home.logs / f"{FILE_NAME}.1").mkdir()
    done = run("logs", "--home", home.root)
    assert (done.code, done.out) == (1, "")
    assert "cannot be read" in done.err


def test_bytes_that_are_no_text_and_control_characters_are_shown_as_such(run: Run, home: Home) -> None:
    with (home.logs / FILE_NAME).open("ab") as stream:
        stream.write(b"2026-01-02 03:04:05,000 INFO x: \xff \x1b[2J\n")
    done = run("logs", "-n", 1, "--home", home.root)
    assert done.out.endswith("\ufffd \ufffd[2J\n")


@contextmanager
def following(home: Home, *arguments: str) -> Generator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "hermes_shell", "logs", "-f", "--home", str(home.root), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_following_prints_what_is_added_over_a_rotation_and_ends_with_0(home: Home, number: int) -> None:
    with following(home, "-n", "1") as process:
        assert numbers(read_line(process)) == [4]
        write(home, record(5))
        assert numbers(read_line(process)) == [5]
        write(home, record(6)[:20])
        write(home, record(6)[20:])
        assert numbers(read_line(process)) == [6]
        write(home, record(7))
        os.rename(home.logs / FILE_NAME, home.logs / f"{FILE_NAME}.1")
        write(home, record(8))
        assert numbers(read_line(process) + read_line(process)) == [7, 8]
        process.send_signal(number)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_following_waits_for_a_log_that_is_not_there_yet(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    write(home, record(0, "other"), name=f"{FILE_NAME}.1")
    with following(home, "--plugin", "alpha") as process:
        write(home, record(1, "alpha", "ERROR"), record(2, "beta"), record(3, "alpha"))
        assert numbers(read_line(process) + read_line(process)) == [1, 3]
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
