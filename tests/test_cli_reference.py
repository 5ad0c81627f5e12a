from __future__ import annotations

from pathlib import Path

import pytest

from tools import cli_reference


def test_the_reference_of_the_command_line_is_current() -> None:
    assert cli_reference.FILE.read_text("utf-8") == cli_reference.reference(), "run python -m tools.cli_reference"


def test_check_tells_a_reference_that_is_not_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_reference, "FILE", tmp_path / "cli.md")
    assert cli_reference.main(["--check"]) == 1
    assert cli_reference.main([]) == 0
    assert cli_reference.main(["--check"]) == 0
    assert "not current" in capsys.readouterr().out
