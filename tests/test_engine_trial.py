from __future__ import annotations

from pathlib import Path

from hermes_shell.engine_trial import EngineTrial


def test_engine_that_never_showed_a_page_has_failed_once(tmp_path: Path) -> None:
    file = tmp_path / "engine-start.txt"
    EngineTrial(file).begin("gtk")
    assert EngineTrial(file).take_failed() == "gtk"
    assert EngineTrial(file).take_failed() is None


def test_engine_that_showed_a_page_has_not_failed(tmp_path: Path) -> None:
    trial = EngineTrial(tmp_path / "engine-start.txt")
    trial.passed()
    trial.begin("qt")
    trial.passed()
    trial.passed()
    assert trial.take_failed() is None


def test_home_that_cannot_be_written_is_no_reason_against_an_engine(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    trial = EngineTrial(tmp_path / "state" / "engine-start.txt")
    trial.begin("gtk")
    trial.passed()
    assert trial.take_failed() is None
    (tmp_path / "empty").touch()
    assert EngineTrial(tmp_path / "empty").take_failed() is None


def test_name_that_no_engine_has_is_told_to_nobody(tmp_path: Path) -> None:
    file = tmp_path / "engine-start.txt"
    file.write_text("\x1b[31mgtk")
    assert EngineTrial(file).take_failed() is None
    assert not file.exists()
