"""The environment of the real agent: which interpreter makes it, and that it is the one the tests were written with."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tools import agent_env


def test_this_interpreter_is_taken_when_the_agent_runs_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_env.sys, "version_info", (3, 12, 0))
    assert agent_env.interpreter() == sys.executable


def test_another_one_is_looked_for_when_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_env.sys, "version_info", (3, 14, 0))
    monkeypatch.setattr(shutil, "which", {"python3.12": "/opt/python3.12"}.get)
    assert agent_env.interpreter() == "/opt/python3.12"


def test_without_any_the_reason_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(agent_env.sys, "version_info", (3, 14, 0))
    monkeypatch.setattr(shutil, "which", lambda name: None)  # pyright: ignore[reportUnknownArgumentType, reportUnknownLambdaType]
    assert agent_env.main() == 1
    assert "needs Python 3.11, 3.12 or 3.13" in capsys.readouterr().out


def test_the_agent_of_the_tests_is_installed_as_it_was_pinned() -> None:
    python = agent_env.COMMAND.with_name("python")
    freeze = [python, "-m", "pip", "freeze", "--disable-pip-version-check"]
    found = set(subprocess.run(freeze, capture_output=True, text=True, check=True).stdout.split())
    pinned = {line for line in agent_env.CONSTRAINTS.read_text().splitlines() if not line.startswith("#")}
    assert f"hermes-agent=={agent_env.VERSION}" in found
    assert found - {f"hermes-agent=={agent_env.VERSION}"} <= pinned
