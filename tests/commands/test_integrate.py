"""`hermes-shell integrate` says what it did, or what does not hold."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hermes_shell.cli import main


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def test_entry_is_written_checked_and_removed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / "applications/hermes-shell.desktop"
    assert main(["integrate"]) == 0
    assert capsys.readouterr().out.startswith(f"{file} starts /")
    assert main(["integrate", "--check"]) == 0
    assert main(["integrate", "--remove"]) == 0
    assert main(["integrate", "--remove"]) == 0
    assert f"There was no entry at {file}" in capsys.readouterr().out


def test_missing_entry_is_code_1_and_one_sentence(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["integrate", "--check"]) == 1
    written = capsys.readouterr()
    assert written.err == (
        f"hermes-shell: There is no entry at {data}/applications/hermes-shell.desktop. "
        "Run hermes-shell integrate to write it.\n"
    )


def test_two_wishes_at_once_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["integrate", "--check", "--remove"])
    assert ended.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_other_systems_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert main(["integrate"]) == 1
    assert "for Linux" in capsys.readouterr().err
