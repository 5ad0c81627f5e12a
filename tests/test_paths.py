from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.errors import HomeError
from hermes_shell.paths import Home


def test_argument_wins_over_environment_and_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "env"))
    assert Home.resolve(str(tmp_path / "argument")).root == tmp_path / "argument"
    assert Home.resolve(None).root == tmp_path / "env"
    assert Home.resolve("").root == tmp_path / "env"
    monkeypatch.delenv("HERMES_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Home.resolve(None).root == tmp_path / ".hermes"


def test_relative_and_tilde_paths_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Home.resolve("x/../y").root == tmp_path / "y"
    assert Home.resolve("~/z").root == tmp_path / "z"


def test_prepare_makes_every_directory_of_a_missing_home(tmp_path: Path) -> None:
    home = Home.resolve(str(tmp_path / "нет" / "ü 项目"))
    assert home.prepare() == []
    assert home.prepare() == []
    for directory in (home.plugins, home.state, home.logs, home.cache):
        assert directory.is_dir()
    assert home.state.stat().st_mode & 0o777 == 0o700


def test_file_as_home_is_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(HomeError, match="not a directory"):
        Home.resolve(str(file))
    with pytest.raises(HomeError, match="home"):
        Home.resolve("a\x00b")


def test_home_that_cannot_be_made_is_one_incident(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    incidents = Home(tmp_path / "file" / "home").prepare()
    assert len(incidents) == 1
    assert "cannot be written" in incidents[0]
