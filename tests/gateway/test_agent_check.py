"""Whether a program that is named is the agent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hermes_shell.errors import GatewayUnusable
from hermes_shell.gateway import agent_check
from hermes_shell.gateway.agent_check import checked_program

SAYS = "#!/bin/sh\n[ \"$*\" = --version ] && echo 'Hermes Agent v0.19.0 (2026.7.20)'\n"
ENVIRONMENT = {"PATH": os.environ["PATH"]}


def program(folder: Path, text: str = SAYS, name: str = "hermes", mode: int = 0o755) -> Path:
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    made = folder / name
    made.write_text(text, encoding="utf-8")
    made.chmod(mode)
    return made


async def refusal(made: Path, home: Path) -> str:
    with pytest.raises(GatewayUnusable) as refused:
        await checked_program(str(made), ENVIRONMENT, home)
    return refused.value.message


async def test_an_agent_is_taken_by_path_link_and_name(tmp_path: Path) -> None:
    made = program(tmp_path / "real")
    link = tmp_path / "my-hermes"
    link.symlink_to(made)
    assert await checked_program(str(made), ENVIRONMENT, tmp_path) == str(made)
    assert await checked_program(str(link), ENVIRONMENT, tmp_path) == str(made)
    on_path = {"PATH": f"{made.parent}:{os.environ['PATH']}"}
    assert await checked_program("hermes", on_path, tmp_path) == str(made)


async def test_what_is_no_agent_is_not_run(tmp_path: Path) -> None:
    marks = f"#!/bin/sh\ntouch {tmp_path}/ran\n{SAYS}"
    assert "is called hermes" in await refusal(program(tmp_path / "a", marks, name="rm"), tmp_path)
    assert "changed by others" in await refusal(program(tmp_path / "b", marks, mode=0o777), tmp_path)
    loose = program(tmp_path / "c", marks)
    loose.parent.chmod(0o777)
    assert "changed by others" in await refusal(loose, tmp_path)
    open_above = tmp_path / "e"
    below = program(open_above / "bin", marks)
    open_above.chmod(0o777)
    assert "changed by others" in await refusal(below, tmp_path)
    assert "no program" in await refusal(program(tmp_path / "d", marks, mode=0o644), tmp_path)
    assert "no program" in await refusal(tmp_path / "hermes-that-is-not-there", tmp_path)
    assert not (tmp_path / "ran").exists()


async def test_program_that_says_something_else_is_refused(tmp_path: Path) -> None:
    assert "said something else" in await refusal(program(tmp_path / "a", "#!/bin/sh\necho hermit 1.0\n"), tmp_path)
    assert "said something else" in await refusal(program(tmp_path / "a", "#!/bin/sh\nexit 1\n"), tmp_path)
    assert "cannot be started" in await refusal(program(tmp_path / "a", "#!/no/such/shell\n"), tmp_path)
    assert "said something else" in await refusal(program(tmp_path / "a", "#!/bin/sh\nyes\n"), tmp_path)


async def test_program_that_hangs_is_ended_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_check, "VERSION_SECONDS", 0.2)
    assert "within 0.2 seconds" in await refusal(program(tmp_path / "a", "#!/bin/sh\nsleep 1000\n"), tmp_path)
