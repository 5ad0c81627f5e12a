from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_shell.core.first_run import FirstRunView, first_run, page
from hermes_shell.core.shell import Shell
from hermes_shell.gateway.choice import settings_file
from hermes_shell.gateway.connection_settings import ConnectionSettings, save_settings
from tests.shell_parts import connect, open_app


@pytest.fixture
async def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Shell]:
    """A shell on a machine without an agent, that may choose its gateway itself."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HERMES_BIN", raising=False)
    async with open_app(tmp_path / "home") as (_, parts, _loader):
        parts.settings = replace(parts.settings, gateway="auto")
        yield parts


async def card(shell: Shell) -> str:
    window, _, _ = connect(shell)
    return str(await window.call("firstRun.card", {}))


def agent(tmp_path: Path) -> Path:
    program = tmp_path / "hermes"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


async def test_nothing_was_chosen_and_there_is_no_agent(shell: Shell) -> None:
    assert first_run(shell) == FirstRunView(chosen=False)
    assert "None was found" in await card(shell)


async def test_an_agent_is_named(shell: Shell, tmp_path: Path) -> None:
    program = agent(tmp_path)
    assert first_run(shell).agent == str(program)
    shown = await card(shell)
    assert str(program) in shown
    assert "disabled" not in shown


async def test_an_agent_that_is_named_and_missing_is_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERMES_BIN", "/nowhere/hermes")
    assert "/nowhere/hermes" in (first_run(shell).problem or "")
    assert "/nowhere/hermes" in await card(shell)


async def test_a_choice_takes_the_card_away_and_leaves_the_page(shell: Shell) -> None:
    save_settings(settings_file(shell.settings.home), ConnectionSettings(mode="embedded"))
    assert await card(shell) == ""
    window, _, _ = connect(shell, route="/welcome")
    assert "Welcome to Hermes" in page(window)


async def test_a_choice_that_cannot_be_read_is_not_taken_for_none(shell: Shell) -> None:
    settings_file(shell.settings.home).write_text("{", "utf-8")
    assert await card(shell) == ""


@pytest.mark.parametrize("option", ["none", "demo", "child", "remote", "embedded"])
async def test_a_start_that_names_its_gateway_asks_nothing(shell: Shell, option: str) -> None:
    shell.settings = replace(shell.settings, gateway=option)  # pyright: ignore[reportArgumentType]
    assert await card(shell) == ""
