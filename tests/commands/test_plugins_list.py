"""`plugins list`, with and without a shell that runs."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from e2e.shell_process import ShellProcess
from hermes_shell.commands.offline import offline_plugins
from hermes_shell.paths import Home
from tests.commands.conftest import Run, add_plugin

ROOT = Path(__file__).resolve().parents[2]


def tree(root: Path) -> dict[str, bytes | None]:
    """Every path below a folder with its content."""
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(root.rglob("*"))}


def states(rows: list[dict[str, Any]]) -> dict[str, str]:
    return {row["id"]: row["status"] for row in rows}


def test_without_a_shell_the_files_are_read_and_nothing_is_written(run: Run, home: Home) -> None:
    before = tree(home.root)
    done = run("plugins", "list", "--home", home.root)
    assert (done.code, done.err) == (0, "")
    lines = [line.split(maxsplit=2) for line in done.out.splitlines()]
    assert [line[:2] for line in lines] == [["on", "alpha"], ["off", "quiet"], ["error", "wrong"]]
    assert lines[0][2] == "Alpha"
    assert 'unsupported import: "lodash"' in lines[2][2]
    assert tree(home.root) == before


def test_json_holds_the_rows_that_a_running_shell_gives(run: Run, home: Home, served: ShellProcess) -> None:
    offline = run("plugins", "list", "--json", "--home", home.root).json
    live = run("plugins", "list", "--json", "--home", served.home).json
    assert offline["running"] is None
    assert live["running"] == {"pid": served.process.pid, "port": served.port}
    assert offline.keys() == live.keys()
    assert [set(row) for row in offline["plugins"]] == [set(live["plugins"][0])] * 3
    with served.client() as client:
        assert client.inventory() == {row["folder"]: row for row in live["plugins"]}


def test_the_same_home_reads_the_same_with_and_without_its_shell(run: Run, served: ShellProcess) -> None:
    live = run("plugins", "list", "--json", "--home", served.home).json["plugins"]
    rows = [dict(row) for row in offline_plugins(Home(served.home)).rows]
    # No window has evaluated these plugins: the names are in the files only.
    unsaid = ("name", "description", "version", "default_enabled")
    for row in (*live, *rows):
        for name in unsaid:
            row.pop(name)
    assert rows == live


def test_no_plugins_are_one_sentence(run: Run, tmp_path: Path) -> None:
    done = run("plugins", "list", "--home", tmp_path / "absent")
    assert (done.code, done.out.count("\n")) == (0, 1)
    assert not (tmp_path / "absent").exists()


def test_names_cannot_speak_to_the_terminal(run: Run, home: Home) -> None:
    add_plugin(home, "rude", name="\x1b]0;title\x07 \u202eeman", more=", description: '<b>'")
    done = run("plugins", "list", "--home", home.root)
    assert "rude" in done.out
    assert not {"\x1b", "\x07", "\u202e"} & set(done.out)


def test_an_id_that_differs_from_its_folder_is_the_one_that_counts(run: Run, home: Home) -> None:
    add_plugin(home, "folder", "const ID = 'other'\nexport default { id: ID, register() {} }")
    assert run("plugins", "disable", "other", "--home", home.root).code == 0
    rows = run("plugins", "list", "--json", "--home", home.root).json["plugins"]
    assert {row["folder"]: (row["id"], row["enabled"]) for row in rows}["folder"] == ("other", False)


def test_of_two_folders_with_one_id_the_first_has_it(run: Run, home: Home) -> None:
    for folder in ("twin-b", "twin-a"):
        add_plugin(home, folder, "export default { id: 'twin', register() {} }")
    rows = run("plugins", "list", "--json", "--home", home.root).json["plugins"]
    assert {row["folder"]: row["id"] for row in rows if "twin" in row["folder"]} == {
        "twin-a": "twin",
        "twin-b": "twin-b",
    }


def test_a_half_of_a_package_waits_for_a_choice(run: Run, home: Home) -> None:
    file = add_plugin(home, "half")
    (file.parent / ".hermes-package.json").write_text('{"package": "half", "source": "/x"}')
    assert states(run("plugins", "list", "--json", "--home", home.root).json["plugins"])["half"] == "disabled"


def test_a_folder_that_cannot_be_read_is_a_row_and_an_unreadable_root_ends_with_1(
    run: Run, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_plugin(home, "text").write_bytes(b"\xff\xfe")
    listed = run("plugins", "list", "--json", "--home", home.root)
    assert (listed.code, states(listed.json["plugins"])["text"]) == (0, "error")

    def refuse(path: object) -> list[str]:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "listdir", refuse)
    done = run("plugins", "list", "--home", home.root)
    assert done.code == 1
    assert "cannot be read: Permission denied" in done.err


def test_a_damaged_database_is_told_left_alone_and_the_backup_counts(run: Run, home: Home) -> None:
    assert run("plugins", "disable", "alpha", "--home", home.root).code == 0
    home.database.write_bytes(b"no database" * 1000)
    before = tree(home.root)
    done = run("plugins", "list", "--json", "--home", home.root)
    assert done.code == 1
    assert "the backup is in use" in done.json["problems"][0]
    assert states(done.json["plugins"])["alpha"] == "disabled"
    assert tree(home.root) == before
    backup = home.database.with_name(home.database.name + ".backup")
    backup.unlink()
    alone = run("plugins", "list", "--home", home.root)
    assert alone.code == 1
    assert "could not be read" in alone.err
    assert home.database.read_bytes().startswith(b"no database")
    assert not backup.exists()


def test_a_database_of_a_newer_version_or_another_shape_is_only_read(run: Run, home: Home) -> None:
    home.state.mkdir(mode=0o700)
    with sqlite3.connect(home.database) as connection:
        connection.executescript("PRAGMA user_version = 999; CREATE TABLE other (x)")
    connection.close()
    before = home.database.read_bytes()
    assert run("plugins", "list", "--home", home.root).code == 0
    assert home.database.read_bytes() == before


def test_a_reader_that_has_seen_enough_is_no_failure(home: Home) -> None:
    for number in range(40):
        add_plugin(home, f"many-{number}", name="x" * 4000)
    command = [sys.executable, "-m", "hermes_shell", "plugins", "list", "--json", "--home", str(home.root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_a_reader_that_does_not_read_at_all_is_no_failure(home: Home) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "hermes_shell", "plugins", "list", "--home", str(home.root)]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=False, cwd=ROOT, timeout=60)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (0, b"")
