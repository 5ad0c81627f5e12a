"""The entry in the desktop's menu: what is written starts the shell, or it is said why not."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hermes_shell.desktop_entry import DesktopEntry
from hermes_shell.errors import IntegrationError


def program(directory: Path, answer: str = "echo hermes-shell 1.2.3") -> Path:
    """A program that answers to every argument."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / "hermes-shell"
    file.write_text(f"#!/bin/sh\n{answer}\n")
    file.chmod(0o755)
    return file


def entry(tmp_path: Path, directory: str = "bin", answer: str = "echo hermes-shell 1.2.3") -> DesktopEntry:
    return DesktopEntry(tmp_path / "data", (str(program(tmp_path / directory, answer)),))


def value(text: str, key: str) -> str:
    return next(line.partition("=")[2] for line in text.splitlines() if line.startswith(f"{key}="))


def test_written_entry_holds(tmp_path: Path) -> None:
    one = entry(tmp_path)
    one.write()
    one.check()
    assert shlex.split(value(one.file.read_text(), "Exec")) == [str(tmp_path / "bin/hermes-shell")]
    assert one.icon.read_text().startswith("<svg")
    assert [file.name for file in one.file.parent.iterdir()] == ["hermes-shell.desktop"]


def test_tool_of_the_desktop_that_does_not_start_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("desktop-file-validate", "update-desktop-database"):
        tool = tmp_path / "tools" / name
        tool.parent.mkdir(exist_ok=True)
        tool.write_text("#!/not/there\n")
        tool.chmod(0o755)
    one = entry(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path / 'tools'}{os.pathsep}{os.environ['PATH']}")
    one.write()
    assert one.file.exists()
    assert one.remove()


def test_program_of_the_entry_runs_from_an_environment_of_links(tmp_path: Path) -> None:
    environment = tmp_path / "tool"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin/python").symlink_to(sys.executable)
    script = program(environment / "bin")
    found = DesktopEntry.of({"HOME": str(tmp_path)}, str(environment / "bin/python"))
    assert found.program == (str(script),)
    assert found.file == tmp_path / ".local/share/applications/hermes-shell.desktop"


def test_without_a_script_the_interpreter_runs_the_package(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.symlink_to(sys.executable)
    found = DesktopEntry.of({"HOME": str(tmp_path), "XDG_DATA_HOME": "relative"}, str(python))
    assert found.program == (str(python), "-m", "hermes_shell")
    assert found.data == tmp_path / ".local/share"


def test_this_installation_can_be_started_by_its_own_entry(tmp_path: Path) -> None:
    one = DesktopEntry.of({**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    one.write()
    command = shlex.split(value(one.file.read_text(), "Exec").replace("\\\\", "\\").replace("%%", "%"))
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("hermes-shell ")


@pytest.mark.parametrize("directory", ["a b", "it's", 'say "x"', "100%", "back\\slash", "$HOME", "semi;colon", "ünï"])
def test_odd_paths_are_quoted_twice(tmp_path: Path, directory: str) -> None:
    one = entry(tmp_path, directory)
    one.write()
    # Read as a desktop does: the string's escapes first, then the quotes of the argument, then the field codes.
    argument = value(one.file.read_text(), "Exec").replace("\\\\", "\\")
    if argument.startswith('"'):
        inside, argument = argument[1:-1], ""
        letters = iter(inside)
        argument = "".join(next(letters) if letter == "\\" else letter for letter in letters)
    assert argument.replace("%%", "%") == one.program[0]


def test_control_character_in_the_path_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    one = entry(tmp_path, "new\nline")
    with pytest.raises(IntegrationError, match="control character"):
        one.write()
    assert not one.data.exists()


@pytest.mark.parametrize("answer", ["exit 3", "echo something else", "echo no module named hermes_shell >&2; exit 1"])
def test_program_that_does_not_run_is_told_and_nothing_is_written(tmp_path: Path, answer: str) -> None:
    one = entry(tmp_path, answer=answer)
    with pytest.raises(IntegrationError, match="does not run"):
        one.write()
    assert not one.file.exists()


def test_program_that_went_away_is_told(tmp_path: Path) -> None:
    one = entry(tmp_path)
    one.write()
    Path(one.program[0]).unlink()
    with pytest.raises(IntegrationError, match="does not run"):
        one.check()


def test_entry_of_another_installation_is_told(tmp_path: Path) -> None:
    entry(tmp_path).write()
    other = entry(tmp_path, "elsewhere")
    with pytest.raises(IntegrationError, match="another installation"):
        other.check()
    with pytest.raises(IntegrationError, match="There is no entry"):
        DesktopEntry(tmp_path / "nowhere", other.program).check()


def test_removed_entry_leaves_nothing(tmp_path: Path) -> None:
    one = entry(tmp_path)
    assert not one.remove()
    one.write()
    assert one.remove()
    assert not one.file.exists()
    assert not one.icon.exists()


def test_unwritable_place_is_one_sentence(tmp_path: Path) -> None:
    one = entry(tmp_path)
    (tmp_path / "data").write_text("a file where a directory is needed")
    with pytest.raises(IntegrationError, match="cannot be written"):
        one.write()
