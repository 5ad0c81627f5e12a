"""Which gateway a start uses: the option, else the variable, else as the settings say."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.cli import build_parser
from hermes_shell.commands.starting import settings_of
from hermes_shell.errors import HomeError


@pytest.mark.parametrize(
    ("arguments", "variable", "wanted"),
    [
        ([], "", "auto"),
        ([], "demo", "demo"),
        (["--gateway", "remote"], "demo", "remote"),
        (["--gateway", "none", "serve"], "", "none"),
        (["serve", "--gateway", "child"], "", "child"),
    ],
)
def test_the_option_comes_before_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], variable: str, wanted: str
) -> None:
    monkeypatch.setenv("HERMES_SHELL_GATEWAY", variable)
    options = build_parser().parse_args(["--home", str(tmp_path), *arguments])
    assert settings_of(options).gateway == wanted


def test_a_variable_that_names_none_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERMES_SHELL_GATEWAY", "magic")
    with pytest.raises(HomeError, match="is 'magic', and must be one of auto"):
        settings_of(build_parser().parse_args(["--home", str(tmp_path), "serve"]))
