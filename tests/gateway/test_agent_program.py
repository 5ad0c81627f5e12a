from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from hermes_shell.errors import GatewayUnusable
from hermes_shell.gateway import agent_program
from hermes_shell.gateway.agent_program import find_agent


def program(path: Path, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


@pytest.fixture(autouse=True)
def nothing_in_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = agent_program._usual  # pyright: ignore[reportPrivateUsage]

    def own(environ: Mapping[str, str], user: Path) -> list[Path]:
        return [place for place in usual(environ, user) if user in place.parents]

    monkeypatch.setattr(agent_program, "_usual", own)


def test_it_is_looked_for_where_it_may_be_in_order(tmp_path: Path) -> None:
    assert find_agent("", {"PATH": ""}, tmp_path) is None
    installed = program(tmp_path / ".hermes/hermes-agent/venv/bin/hermes")
    assert find_agent("", {"PATH": ""}, tmp_path) == installed
    usual = program(tmp_path / ".local/bin/hermes")
    assert find_agent("", {"PATH": ""}, tmp_path) == usual
    on_path = program(tmp_path / "path/hermes")
    assert find_agent("", {"PATH": str(on_path.parent)}, tmp_path) == on_path
    named = program(tmp_path / "named/agent")
    assert find_agent("", {"PATH": str(on_path.parent), "HERMES_BIN": str(named)}, tmp_path) == named
    chosen = program(tmp_path / "chosen/agent")
    assert find_agent(str(chosen), {"PATH": "", "HERMES_BIN": str(named)}, tmp_path) == chosen


def test_one_that_is_named_and_not_there_is_an_error_and_no_other_is_taken(tmp_path: Path) -> None:
    program(tmp_path / ".local/bin/hermes")
    with pytest.raises(GatewayUnusable, match="settings name the agent /no/such"):
        find_agent("/no/such", {"PATH": ""}, tmp_path)
    with pytest.raises(GatewayUnusable, match=r"\$HERMES_BIN names the agent /no/such"):
        find_agent("", {"PATH": "", "HERMES_BIN": "/no/such"}, tmp_path)


def test_a_file_that_is_no_program_is_not_taken(tmp_path: Path) -> None:
    program(tmp_path / ".local/bin/hermes", 0o644)
    (tmp_path / "bin/hermes").mkdir(parents=True)
    assert find_agent("", {"PATH": ""}, tmp_path) is None
