"""`plugins enable` and `disable`: told to the running shell, else written for the next one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from e2e.shell_process import ShellProcess, start_shell, wait_until
from hermes_shell.home_lock import HomeLock
from hermes_shell.paths import Home
from tests.commands.conftest import PLUGIN, Run, add_plugin

ROOT = Path(__file__).resolve().parents[2]


def enabled(run: Run, home: Path) -> dict[str, bool | None]:
    rows = run("plugins", "list", "--json", "--home", home).json["plugins"]
    return {row["id"]: row["enabled"] for row in rows}


def test_without_a_shell_the_choice_is_written(run: Run, home: Home) -> None:
    done = run("plugins", "disable", "alpha", "--home", home.root)
    assert (done.code, done.out, done.err) == (0, "alpha is off.\n", "")
    assert enabled(run, home.root) == {"alpha": False, "quiet": None, "wrong": None}
    told = run("plugins", "enable", "quiet", "--json", "--home", home.root)
    assert (told.code, told.json["plugin"]["id"], told.json["plugin"]["enabled"]) == (0, "quiet", True)
    assert enabled(run, home.root) == {"alpha": False, "quiet": True, "wrong": None}


def test_with_a_shell_it_holds_there_at_once(run: Run, served: ShellProcess) -> None:
    done = run("plugins", "disable", "alpha", "--json", "--home", served.home)
    assert (done.code, done.json["plugin"]["enabled"]) == (0, False)
    with served.client() as client:
        assert client.inventory()["alpha"]["enabled"] is False
    assert run("plugins", "enable", "alpha", "--home", served.home).out == "alpha is on.\n"
    assert enabled(run, served.home)["alpha"] is True


def test_plugin_that_no_page_has_evaluated_goes_by_the_id_in_its_source(run: Run, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    add_plugin(home, "board-folder", PLUGIN.format(id="board", name="Board", more=""))
    shell = start_shell(home.root)
    try:
        wait_until(lambda: "board" in enabled(run, home.root), "the plugin is read")
        done = run("plugins", "disable", "board", "--json", "--home", home.root)
        assert (done.code, done.json["plugin"]["folder"], done.json["plugin"]["enabled"]) == (0, "board-folder", False)
        with shell.client() as client:
            assert client.snapshot()["decisions"] == {"board": False}
    finally:
        shell.stop()


@pytest.mark.parametrize("command", ["enable", "disable"])
def test_an_unknown_plugin_is_code_1_and_names_those_that_are_there(
    command: str, run: Run, home: Home, served: ShellProcess
) -> None:
    for place, known in ((home.root, "alpha, quiet, wrong"), (served.home, "alpha, beta")):
        done = run("plugins", command, "nope", "--home", place)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("hermes-shell: There is no plugin 'nope' in ")
        assert known in done.err
    assert not home.state.exists()


def test_a_home_that_cannot_be_written_is_told_and_nothing_is_said_to_be_saved(run: Run, home: Home) -> None:
    home.state.touch()  # a file where the shell's own directory belongs
    done = run("plugins", "disable", "alpha", "--home", home.root)
    assert (done.code, done.out) == (1, "")
    assert "cannot be written" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_database_that_cannot_be_written_is_told(run: Run, home: Home) -> None:
    home.database.mkdir(parents=True)
    done = run("plugins", "disable", "alpha", "--home", home.root)
    assert (done.code, done.out) == (1, "")
    assert "was not saved" in done.err


def test_a_damaged_database_is_set_aside_and_told_before_the_choice_is_written(run: Run, home: Home) -> None:
    home.state.mkdir(mode=0o700)
    home.database.write_bytes(b"no database" * 1000)
    done = run("plugins", "disable", "alpha", "--home", home.root)
    assert (done.code, done.out) == (0, "alpha is off.\n")
    assert "was damaged" in done.err
    assert [path.name for path in home.state.glob("*.damaged-*")] != []
    assert enabled(run, home.root)["alpha"] is False


def test_a_process_that_holds_the_home_and_does_not_answer_is_named(
    run: Run, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_shell.running_shell.RunningShell.find.__func__.__defaults__", (0.0,))
    home.prepare()
    lock = HomeLock.take(home.lock)
    assert lock is not None
    try:
        done = run("plugins", "disable", "alpha", "--home", home.root)
    finally:
        lock.release()
    assert (done.code, done.out) == (1, "")
    assert "does not answer" in done.err


def test_several_at_once_all_get_their_turn(run: Run, home: Home) -> None:
    names = [f"plugin-{number}" for number in range(4)]
    for name in names:
        add_plugin(home, name)
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "hermes_shell", "plugins", "disable", name, "--home", str(home.root)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for name in names
    ]
    for process in processes:
        out, error = process.communicate(timeout=60)
        assert (process.returncode, error) == (0, ""), out
    found = enabled(run, home.root)
    assert [found[name] for name in names] == [False] * len(names)
