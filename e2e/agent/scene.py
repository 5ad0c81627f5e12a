"""A shell with the real agent as its child, or with the embedded gateway, and what a test does in its pages.

Both ask a scripted model: a test queues what it shall answer, and holds an answer open as long as it needs it. The
embedded gateway runs inside the shell and has no tools; a kill of it is a kill of the shell.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import ShellProcess, start_shell
from hermes_shell.gateway.leftover import birth_of
from tests.gateway.contract.gateway_process import (
    GatewayName,
    agent_environment,
    configure_agent,
    work_folder,
)
from tests.model_server.server import KEY, MODEL, ModelServer

AGENT_DEADLINE = 60_000
"""How long an answer may take, in milliseconds: a real agent imports half of itself for its first turn."""

PASSWORD = "correct horse"
SUDO = f"""#!/bin/sh
[ "$1" = -S ] || exit 1
IFS= read -r given
[ "$given" = "{PASSWORD}" ] || exit 1
shift 3
exec "$@"
"""
SKILL = """---
name: weather
description: Tells the weather.
required_environment_variables:
  - name: WEATHER_KEY
    prompt: The key of the weather service
---
Ask the service.
"""

only_the_agent = pytest.mark.parametrize("scene", ["hermes"], indirect=True)


@dataclass
class Scene:
    """A shell with its gateway and its model.

    Attributes:
        name: which gateway.
        model: what answers.
        shell: the shell that runs now.
        context: a browser that is signed in.
        base: the address of the shell's page.
    """

    name: GatewayName
    model: ModelServer
    shell: ShellProcess
    context: BrowserContext
    base: str

    @property
    def work(self) -> Path:
        """The folder that the agent works in."""
        return work_folder(self.shell.home)

    def agent(self) -> psutil.Process | None:
        """The agent's process, when the shell has one that runs; it may have been started by an earlier shell."""
        note = self.shell.home / "desktop-shell" / "gateway-child.json"
        with contextlib.suppress(FileNotFoundError, psutil.NoSuchProcess):
            return psutil.Process(json.loads(note.read_text("utf-8"))["pid"])
        return None

    def restart(self) -> None:
        """Kill the shell and start it again where it was."""
        self.shell.kill()
        self.shell = start(self.name, self.shell.home, self.model, str(self.shell.port))


def start(name: GatewayName, home: Path, model: ModelServer, port: str = "0") -> ShellProcess:
    if name == "hermes":
        configure_agent(home, model, "skills", "delegation")
        equip(home)
        environment = agent_environment(home)
        environment["PATH"] = f"{work_folder(home) / 'bin'}:{os.environ['PATH']}"
        return start_shell(home, "--gateway", "child", "--port", port, environment=environment)
    settings = {"mode": "embedded", "model": {"base_url": model.base_url, "api_key": KEY, "model": MODEL}}
    state = home / "desktop-shell"
    state.mkdir(parents=True, exist_ok=True)
    (state / "gateway.json").write_text(json.dumps(settings), encoding="utf-8")
    return start_shell(home, "--gateway", "embedded", "--port", port, environment={"HOME": str(work_folder(home))})


def equip(home: Path) -> None:
    """Give an agent a `sudo` that runs what it is given for one password, and a skill that needs a secret value."""
    sudo = work_folder(home) / "bin" / "sudo"
    sudo.parent.mkdir(exist_ok=True)
    sudo.write_text(SUDO, encoding="utf-8")
    sudo.chmod(0o755)
    # The agent's terminal is a login shell, which makes a PATH of its own.
    (work_folder(home) / ".bash_profile").write_text(f"PATH={sudo.parent}:$PATH\n", encoding="utf-8")
    skill = home / "skills" / "weather" / "SKILL.md"
    skill.parent.mkdir(parents=True, exist_ok=True)
    skill.write_text(SKILL, encoding="utf-8")


def play(name: GatewayName, browser: Browser, folder: Path) -> Iterator[Scene]:
    with ModelServer() as model:
        shell = start(name, folder / "home", model)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = open_page(context, shell.boot_url)
        scene = Scene(name, model, shell, context, page.url.partition("#")[0])
        page.close()
        yield scene
        context.close()
        agent = scene.agent()
        assert (agent is not None) == (name == "hermes")
        assert scene.shell.stop() == 0
        assert agent is None or birth_of(agent.pid) is None, "an agent ends with its shell"


def expect_open(page: Page, scene: Scene) -> None:
    label = "Hermes 0.19.0 · local" if scene.name == "hermes" else "Built-in"
    expect(page.locator("[data-region=statusbar]")).to_contain_text(label, timeout=AGENT_DEADLINE)


def composer(page: Page) -> Locator:
    return page.locator('[data-slot="composer-input"]:visible')


def send(page: Page, text: str, keys: str = "Enter") -> None:
    composer(page).click()
    page.keyboard.type(text)
    page.keyboard.press(keys)
    expect(composer(page)).to_have_text("")


def prompts(page: Page) -> Locator:
    return page.locator(".hs-user-text:visible")


def answers(page: Page) -> Locator:
    return page.locator('[data-slot="aui_assistant-message-content"]:visible')


def edit(page: Page, at: int, text: str) -> None:
    """Change a message of the user and send it again."""
    prompts(page).nth(at).hover()
    page.get_by_role("button", name="Edit and send again").nth(at).click()
    box = page.locator(".hs-user-edit textarea")
    box.fill(text)
    page.get_by_role("button", name="Send again", exact=True).click()


def state(page: Page) -> Locator:
    """How the newest turn stands."""
    return page.locator(".hs-turn-status:visible").last


def expect_end(page: Page, how: str = "done") -> None:
    expect(state(page)).to_have_attribute("data-state", how, timeout=AGENT_DEADLINE)
    expect(page.get_by_role("button", name=re.compile("^Stop the turn"))).to_be_hidden()
