"""The gateway's item of the status bar follows the gateway."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hermes_shell.app import create_app
from hermes_shell.core.shell import Shell
from hermes_shell.gateway import Gateway, NoGateway, State
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from tests.scripted_gateway import ScriptedGateway


def shell_with(tmp_path: Path, gateway: Gateway) -> Shell:
    home = Home.resolve(str(tmp_path))
    home.prepare()
    shell: Shell = create_app(Settings(home=home), gateway=gateway).state.shell
    return shell


def item(shell: Shell) -> dict[str, Any]:
    return dict(next(entry for entry in shell.registry.get_area("statusBar.left") if entry.id == "gateway").data)


@pytest.mark.parametrize(
    ("state", "fault", "label", "tone", "title"),
    [
        ("idle", None, "Connecting…", "muted", "Connecting to the gateway"),
        ("connecting", None, "Connecting…", "muted", "Connecting to the gateway"),
        ("connecting", "It was lost.", "Connecting…", "muted", "It was lost."),
        ("open", None, "Scripted", "good", "Connected: Scripted"),
        ("closed", "The token is wrong.", "Disconnected", "bad", "The token is wrong."),
    ],
)
async def test_it_shows_the_state_and_why(
    tmp_path: Path, state: State, fault: str | None, label: str, tone: str, title: str
) -> None:
    gateway = ScriptedGateway(state="idle")
    shell = shell_with(tmp_path, gateway)
    gateway.turn(state, fault)
    shown = item(shell)
    assert (shown["label"], shown["tone"], shown["title"]) == (label, tone, title)
    assert shown["to"] == "/settings?tab=gateway"


async def test_without_a_gateway_it_names_the_lack(tmp_path: Path) -> None:
    shown = item(shell_with(tmp_path, NoGateway()))
    assert (shown["label"], shown["title"]) == ("No gateway", "No gateway is set up.")
    assert "to" not in shown
