"""The parser: every command and option explains itself, and wrong usage is code 2."""

from __future__ import annotations

import pytest

from hermes_shell.cli import build_parser
from hermes_shell.commands.grammar import Command, grammar_of
from tests.commands.conftest import Run

COMMANDS = list(grammar_of(build_parser()).walk())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command.path))
def test_every_command_and_option_has_help(command: Command) -> None:
    assert command.description.endswith(".")
    assert len(command.path) == 1 or (command.summary and not command.summary.endswith("."))
    assert [option for option in command.options if not option.help] == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command.path))
def test_help_of_every_command_is_printed(command: Command, run: Run) -> None:
    done = run(*command.path[1:], "--help")
    assert (done.code, done.err) == (0, "")
    for option in command.options:
        assert all(flag in done.out for flag in option.flags)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command.path))
def test_unknown_flags_are_wrong_usage(command: Command, run: Run) -> None:
    done = run(*command.path[1:], *(["list"] if command.name == "plugins" else []), "--nonsense")
    assert (done.code, done.out) == (2, "")
    assert "usage:" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["plugins"],
        ["plugins", "sing"],
        ["plugins", "enable"],
        ["plugins", "enable", "a", "b"],
        ["plugins", "reload", "--developer"],
        ["--browser", "plugins", "list"],
        ["--open", "/capabilities", "serve"],
        ["--open", "capabilities"],
        ["--safe-mode", "doctor"],
        ["logs", "-n", "-1"],
        ["logs", "-n", "99999999999999999999"],
        ["logs", "-n", "x"],
        ["logs", "-n", "many"],
        ["completion"],
        ["completion", "csh"],
    ],
)
def test_wrong_usage_is_code_2_and_says_why(arguments: list[str], run: Run) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert "hermes-shell" in done.err.splitlines()[-1]
    assert "error: " in done.err.splitlines()[-1]


@pytest.mark.parametrize("command", [["plugins", "list"], ["plugins", "disable", "x"], ["doctor"], ["logs"]])
def test_a_home_that_is_a_file_is_wrong_usage(
    command: list[str], run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("home") / "file"
    file.touch()
    done = run(*command, "--home", file)
    assert done.code == 2
    assert "is not a directory" in done.err


def test_a_home_may_stand_before_and_between_the_words(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    empty = str(tmp_path_factory.mktemp("home"))
    for arguments in (
        ["--home", empty, "plugins", "list"],
        ["plugins", "--home", empty, "list"],
        ["plugins", "list", "--home", empty],
    ):
        done = run(*arguments)
        assert (done.code, f"No plugins in {empty}" in done.out) == (0, True)
