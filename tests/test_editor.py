"""Which editor is chosen, with programs of the test on PATH."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from hermes_shell.editor import EDITORS, VARIABLE, EditorError, Place, editor_command

PLACE = Place(Path("/home/a b/{line}/plugin.js"), 27, 18)
FILE = str(PLACE.file)
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path) -> Install:
    def put(*names: str) -> None:
        for name in names:
            program = tmp_path / name
            program.write_text("#!/bin/sh\n")
            program.chmod(0o755)

    return put


@pytest.fixture
def choose(tmp_path: Path) -> Callable[..., list[str]]:
    def command(chosen: str = "", platform: str = "linux", **environment: str) -> list[str]:
        find = partial(shutil.which, path=os.fspath(tmp_path))
        return editor_command(PLACE, chosen, environment, platform, find)

    return command


Choose = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("code", ["--goto", f"{FILE}:27:18"]),
        ("codium", ["--goto", f"{FILE}:27:18"]),
        ("cursor", ["--goto", f"{FILE}:27:18"]),
        ("zed", [f"{FILE}:27:18"]),
        ("subl", [f"{FILE}:27:18"]),
        ("kate", ["--line", "27", "--column", "18", FILE]),
        ("gedit", ["+27:18", FILE]),
        ("gvim", ["+27", FILE]),
        ("mate", ["--line", "27:18", FILE]),
        ("notepad++", ["-n27", "-c18", FILE]),
    ],
)
def test_editor_on_the_path_is_told_the_place(
    install: Install, choose: Choose, name: str, arguments: list[str]
) -> None:
    install(name)
    assert choose() == [name, *arguments]


def test_first_of_the_known_editors_wins(install: Install, choose: Choose) -> None:
    install("subl", "zed", "gvim", "vim")
    assert choose()[0] == "zed"


@pytest.mark.parametrize(
    ("platform", "command"),
    [("linux", ["xdg-open", FILE]), ("darwin", ["open", "-t", FILE]), ("win32", ["notepad", FILE])],
)
def test_without_any_editor_the_system_shows_the_text(choose: Choose, platform: str, command: list[str]) -> None:
    assert choose(platform=platform) == command


@pytest.mark.parametrize(
    ("visual", "command"),
    [
        ("kate", ["kate", "--line", "27", "--column", "18", FILE]),
        ("code --wait", ["code", "--wait", "--goto", f"{FILE}:27:18"]),
        ("vim", ["code", "--goto", f"{FILE}:27:18"]),
        ("nowhere", ["code", "--goto", f"{FILE}:27:18"]),
        ("emacs", ["code", "--goto", f"{FILE}:27:18"]),
        ("'", ["code", "--goto", f"{FILE}:27:18"]),
    ],
)
def test_visual_counts_when_it_has_a_window_and_is_installed(
    install: Install, choose: Choose, visual: str, command: list[str]
) -> None:
    install("code", "kate", "vim")
    assert choose(VISUAL=visual) == command


def test_visual_may_be_a_path(install: Install, choose: Choose, tmp_path: Path) -> None:
    install("zed")
    program = str(tmp_path / "zed")
    assert choose(VISUAL=f"'{program}'") == [program, f"{FILE}:27:18"]


@pytest.mark.parametrize(
    ("chosen", "command"),
    [
        ("zed", ["zed", f"{FILE}:27:18"]),
        ("  code -r ", ["code", "-r", "--goto", f"{FILE}:27:18"]),
        ("code -g {file}:{line}", ["code", "-g", f"{FILE}:27"]),
        ("kate --line {line} {file}", ["kate", "--line", "27", FILE]),
        ("gedit +{line} {file}", ["gedit", "+27", FILE]),
    ],
)
def test_setting_chooses_editor_and_place(install: Install, choose: Choose, chosen: str, command: list[str]) -> None:
    install("code", "zed", "kate", "gedit")
    assert choose(chosen, VISUAL="zed") == command


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ("rm -rf {file}", "none of the known editors"),
        ("sh", "none of the known editors"),
        ("/tmp/code", "none of the known editors"),
        ("./code {file}", "none of the known editors"),
        ("code --install-extension evil.vsix", "not about a place"),
        ("code ; sh", "not about a place"),
        ("emacs --eval={file}", "not about a place"),
        ("gvim -c :!sh {file}", "not about a place"),
        ("zed", "not on PATH"),
        ("code 'open", "cannot be read"),
        ("''", "none of the known editors"),
    ],
)
def test_setting_that_cannot_be_used_is_told_and_not_replaced(
    install: Install, choose: Choose, chosen: str, reason: str
) -> None:
    install("code", "emacs", "gvim", "sh", "rm")
    with pytest.raises(EditorError, match=reason):
        choose(chosen, VISUAL="code")


def test_environment_takes_any_command_and_comes_first(install: Install, choose: Choose) -> None:
    install("code")
    command = choose("code", **{VARIABLE: "my-editor --at {line},{column} '{file}' {other}"})
    assert command == ["my-editor", "--at", "27,18", FILE, "{other}"]
    assert choose(**{VARIABLE: "my editor"}) == ["my", "editor", f"{FILE}:27:18"]
    with pytest.raises(EditorError, match=VARIABLE):
        choose(**{VARIABLE: "'"})


def test_command_file_of_windows_gets_no_path_that_its_command_line_would_read() -> None:
    def find(name: str) -> str | None:
        return {"code": r"C:\\Code\\bin\\code.CMD", "zed": r"C:\\zed.exe"}.get(name)

    tame, wild = Place(Path("C:/a b/plugin.js")), Place(Path("C:/a&calc/plugin.js"))
    assert editor_command(tame, "", {}, "win32", find)[0] == "code"
    assert editor_command(wild, "zed", {}, "win32", find)[0] == "zed"
    with pytest.raises(EditorError, match="by hand"):
        editor_command(wild, "", {}, "win32", find)


def test_every_known_editor_gets_the_file() -> None:
    assert all(any("{file}" in argument for argument in arguments) for arguments in EDITORS.values())
