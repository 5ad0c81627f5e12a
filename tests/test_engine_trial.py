from __future__ import annotations

import os
import subprocess
import sys
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


def test_engine_of_a_process_that_lives_has_not_failed(tmp_path: Path) -> None:
    file = tmp_path / "engine-start.txt"
    file.write_text(f"gtk {os.getppid()}")
    assert EngineTrial(file).take_failed() is None
    assert file.exists()
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    file.write_text(f"gtk {ended.pid}")
    assert EngineTrial(file).take_failed() == "gtk"
    file.write_text("qt 99999999999999999999")
    assert EngineTrial(file).take_failed() == "qt"
