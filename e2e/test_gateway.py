"""The agent as a child of a real shell, played by a small program: seen in the status bar, ended with the shell."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import ShellProcess, start_shell, wait_until
from hermes_shell.gateway.leftover import birth_of

ROOT = Path(__file__).parents[1]
OPEN = "Hermes 0.19.0 · local"


class Agents:
    """The program, and the shells that start it."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.program = root / "hermes"
        self.program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.gateway.fake_agent "$@"\n')
        self.program.chmod(0o755)
        self._log = root / "runs"
        self._shells: list[ShellProcess] = []

    def shell(self, manner: str = "good", gateway: str = "child") -> ShellProcess:
        """Start a shell on the one home."""
        environment = {
            "HERMES_BIN": str(self.program),
            "FAKE_AGENT": manner,
            "FAKE_AGENT_RUNS": str(self._log),
            "PYTHONPATH": str(ROOT),
        }
        shell = start_shell(self.home, "--gateway", gateway, environment=environment)
        self._shells.append(shell)
        return shell

    def running(self) -> list[int]:
        """The processes that still run."""
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        return [pid for pid in (int(json.loads(line)["pid"]) for line in lines) if birth_of(pid) is not None]

    def started(self) -> int:
        """The process, once there is one."""
        (pid,) = wait_until(self.running, "the agent was started")
        return int(pid)

    def close(self) -> None:
        """End every shell; no agent may be left."""
        for shell in self._shells:
            shell.stop()
        wait_until(lambda: not self.running(), "no agent is left")


@pytest.fixture
def agents(tmp_path: Path) -> Iterator[Agents]:
    made = Agents(tmp_path)
    yield made
    made.close()


def chip(page: Page, name: str | re.Pattern[str]) -> None:
    """The gateway's item in the status bar reads so."""
    expect(page.locator("[data-region=statusbar]").get_by_text(name)).to_be_visible()


def test_a_killed_agent_comes_back_and_the_last_one_ends_with_the_shell(
    agents: Agents, context: BrowserContext
) -> None:
    shell = agents.shell()
    page = open_page(context, shell.boot_url)
    chip(page, OPEN)
    first = agents.started()
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: agents.running() not in ([], [first]), "another agent runs")
    chip(page, OPEN)
    assert shell.stop() == 0
    assert agents.running() == []


def test_an_agent_that_hangs_delays_neither_the_start_nor_the_end(agents: Agents, context: BrowserContext) -> None:
    shell = agents.shell("hang")
    page = open_page(context, shell.boot_url)
    chip(page, re.compile("^Connecting"))
    agents.started()
    assert shell.stop() == 0
    assert agents.running() == []


def test_an_agent_that_is_too_old_is_told_with_its_cause(agents: Agents, context: BrowserContext) -> None:
    page = open_page(context, agents.shell("old").boot_url)
    chip(page, "Disconnected")
    title = page.locator("[data-region=statusbar] [title*='too old']")
    expect(title).to_be_visible()


def test_an_agent_outlives_a_killed_shell_and_ends_with_the_next(agents: Agents, context: BrowserContext) -> None:
    shell = agents.shell()
    chip(open_page(context, shell.boot_url), OPEN)
    orphan = agents.started()
    shell.kill()
    assert agents.running() == [orphan]
    again = agents.shell()
    chip(open_page(context, again.boot_url), OPEN)
    assert agents.running() == [orphan]
    assert again.stop() == 0
    assert agents.running() == []


def test_an_agent_that_outlived_its_shell_is_ended_where_another_gateway_is_wanted(agents: Agents) -> None:
    shell = agents.shell()
    agents.started()
    wait_until((agents.home / "desktop-shell" / "gateway-child.json").exists, "the agent is noted")
    shell.kill()
    agents.shell(gateway="demo")
    wait_until(lambda: not agents.running(), "no agent is left")


def test_plugins_reach_the_gateway_and_no_secret_reaches_them(agents: Agents, context: BrowserContext) -> None:
    folder = agents.home / "desktop-plugins" / "doors"
    folder.mkdir(parents=True)
    (folder / "plugin.js").write_text(
        """import { host } from '@hermes/plugin-sdk'
        export default { id: 'doors', name: 'Doors', register(ctx) {
          globalThis.doors = host
          ctx.register({ id: 'here', area: 'statusBar.left', data: { id: 'here', label: 'Doors are here' } })
        } }"""
    )
    shell = agents.shell()
    page = open_page(context, shell.boot_url)
    chip(page, OPEN)
    chip(page, "Doors are here")
    status, failure, connections = page.evaluate(
        """async () => [await doors.status(),
          await doors.request('no.such').catch(({ message, code }) => [message, code]), await doors.connections()]"""
    )
    assert status == {"version": "0.19.0"}
    assert failure == ["unknown method: no.such", -32601]
    assert connections == [{"id": "local", "label": OPEN, "mode": "local", "state": "open", "primary": True}]
    environment = Path(f"/proc/{agents.started()}/environ").read_text().split("\0")
    name = "HERMES_DASHBOARD_SESSION_TOKEN="
    token = next(line.removeprefix(name) for line in environment if line.startswith(name))
    assert len(token) > 30
    assert token not in page.content()
    noted = agents.home / "desktop-shell" / "gateway-child.json"  # for the next shell, if this one is killed
    assert noted.stat().st_mode & 0o777 == 0o600
    for file in (agents.home / "desktop-shell").rglob("*"):
        assert file == noted or not file.is_file() or token.encode() not in file.read_bytes(), file


def test_damaged_file_of_the_chats_is_told_and_kept(context: BrowserContext, tmp_path: Path) -> None:
    home = tmp_path / "home"
    chats = home / "desktop-shell" / "chats.db"
    chats.parent.mkdir(parents=True)
    chats.write_bytes(b"this is no database" * 100)
    shell = start_shell(home, "--gateway", "demo")
    page = open_page(context, shell.boot_url)
    told = page.locator("[data-slot=toast][data-kind=warning]").filter(has_text="From the gateway")
    expect(told).to_contain_text("chats.db")
    told.get_by_role("button", name="Dismiss").click()
    expect(told).to_have_count(0)
    assert shell.stop() == 0
    aside = [file for file in chats.parent.iterdir() if file.name.startswith("chats.db") and file != chats]
    assert any(file.read_bytes() == b"this is no database" * 100 for file in aside)
