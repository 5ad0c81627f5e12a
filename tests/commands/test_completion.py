"""Completion scripts say what the parser says; the one for bash is run."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_shell.cli import build_parser
from hermes_shell.commands.completion_scripts import bash
from hermes_shell.commands.grammar import grammar_of
from tests.commands.conftest import Run

PROGRAM = grammar_of(build_parser())
Ask = Callable[..., list[str]]


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Ask bash what it would offer for a line whose last word is not finished."""
    script = tmp_path_factory.mktemp("bash") / "hermes-shell.bash"
    # compopt works only while bash itself completes.
    script.write_text(
        f'compopt() {{ :; }}\n{bash(PROGRAM)}COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hermes_shell\n'
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )

    def ask(*words: str, home: Path | None = None) -> list[str]:
        environment = {**os.environ, "HERMES_HOME": str(home)} if home else None
        program = shutil.which("bash") or "/bin/bash"
        command = [program, str(script), "hermes-shell", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=30)
        assert done.stderr == ""
        return done.stdout.split()

    return ask


def test_bash_completes_commands_options_and_values(complete: Ask) -> None:
    assert complete("pl") == ["plugins"]
    assert complete("plugins", "en") == ["enable"]
    assert complete("--home", "/tmp", "plugins", "re") == ["reload"]
    assert complete("completion", "f") == ["fish"]
    assert complete("plugins", "check", "--st") == ["--strict"]
    assert complete("serve", "--al") == ["--allow-remote"]
    assert complete("logs", "-n", "") == []
    assert {"serve", "plugins", "doctor", "logs", "--new-window"} <= set(complete(""))


def test_bash_completes_files_and_plugins(complete: Ask, tmp_path: Path) -> None:
    (tmp_path / "desktop-plugins" / "alpha").mkdir(parents=True)
    assert complete("plugins", "check", f"{tmp_path}/desk") == [f"{tmp_path}/desktop-plugins"]
    assert complete("--home", f"{tmp_path}/desk") == [f"{tmp_path}/desktop-plugins"]
    assert complete("plugins", "enable", "al", home=tmp_path) == ["alpha"]
    assert complete("plugins", "enable", "", home=tmp_path / "absent") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_in_every_script(shell: str, run: Run) -> None:
    done = run("completion", shell)
    assert (done.code, done.err) == (0, "")
    for command in PROGRAM.walk():
        assert command.name in done.out
        for option in command.options:
            for flag in option.flags:
                typed = flag if shell != "fish" else flag.replace("--", "-l ", 1) if flag[1] == "-" else f"-s {flag[1]}"
                assert typed in done.out, (command.path, flag)
