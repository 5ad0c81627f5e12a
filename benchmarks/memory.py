"""Memory of the server with fifty plugins and with long chats beside them, of a Chromium tab and of a GTK window."""

from __future__ import annotations

import os
import subprocess
import sys

import psutil

from benchmarks import plugins
from benchmarks.environment import (
    Beacon,
    chromium,
    end,
    home_with,
    open_shell,
    pause,
    probed_context,
    renderers,
    running_shell,
    screen,
    wait_in,
)
from benchmarks.long_chats import CHATS, MESSAGES, open_chat, seed_long_chats
from benchmarks.measurement import Measurement, Options, attempt, measured
from tests.session_seed import SeededChat, seed

COUNT, SIZE = 50, 74_000
SESSIONS = 5_000
SMALL = 20
ANSWERED = """() => {
  const turn = document.querySelector('#workspace-page .hs-turn:last-child')
  return turn?.textContent.includes('Show me a table') && turn.querySelector('.hs-turn-status[data-state=done]')
}"""
REST = 3.0
"""Seconds after which caches have been written and collected."""


def run(options: Options) -> list[Measurement]:
    """Look at the server after a page has loaded everything, then at a window."""
    return [
        *attempt(["memory.server", "memory.chromium_page"], lambda: _server(options)),
        *attempt(["memory.chats"], lambda: _chats(options)),
        *attempt(["memory.window"], lambda: _window(options)),
    ]


def _server(options: Options) -> list[Measurement]:
    sources = {f"many-{n:02}": plugins.chip(f"many-{n:02}", "x", size=SIZE) for n in range(COUNT)}
    with running_shell(options.directory / "server", sources) as shell, chromium() as browser:
        page = open_shell(probed_context(browser), shell.boot_url)
        page.locator("[data-bench^=many-]").nth(COUNT - 1).wait_for(state="attached")
        pause(REST)
        resident = psutil.Process(shell.process.pid).memory_info().rss / 1e6
        shares = [process.memory_full_info().pss / 1e6 for process in renderers()]
    size = sum(map(len, sources.values())) / 1e6
    return [
        measured("memory.server", [resident], f"{COUNT} plugins, {size:.1f} MB of source, first start"),
        measured("memory.chromium_page", [max(shares)], "the largest renderer process"),
    ]


def _chats(options: Options) -> list[Measurement]:
    """The same server after somebody has worked: all sessions listed and searched, long chats opened, an answer."""
    directory = options.directory / "chats"
    home = home_with(directory, {f"many-{n:02}": plugins.chip(f"many-{n:02}", "x", size=SIZE) for n in range(COUNT)})
    seed_long_chats(home)
    seed(home, (SeededChat(f"20261020_{at:06}_{at:06x}", f"Chat {at}", 24 + at / 10) for at in range(SESSIONS)))
    with running_shell(directory, {}, "--gateway", "demo") as shell, chromium() as browser:
        page = open_shell(probed_context(browser), shell.boot_url)
        page.locator("[data-bench^=many-]").nth(COUNT - 1).wait_for(state="attached")
        wait_in(page, "most => document.querySelector('.hs-sessions-scroll').scrollHeight > most * 28", SESSIONS)
        for chat in CHATS:
            open_chat(page, chat)
        for text in ("chat 4", "harbour", ""):
            page.locator(".hs-session-search input").fill(text)
            pause(1.0)
        page.locator("#workspace-page [data-slot=composer-input]").click()
        page.keyboard.type("Show me a table")
        page.keyboard.press("Enter")
        wait_in(page, ANSWERED)
        pause(REST)
        resident = psutil.Process(shell.process.pid).memory_info().rss / 1e6
    return [measured("memory.chats", [resident], f"{len(CHATS)} chats of {MESSAGES:,} messages, {SESSIONS:,} others")]


def _window(options: Options) -> list[Measurement]:
    sources = {f"small-{n}": plugins.full(f"small-{n}", "x") for n in range(SMALL)}
    with screen() as display, Beacon() as beacon:
        report = f"fetch('{beacon.url}', {{ method: 'POST', mode: 'no-cors', body: '{{}}' }})"
        sources["probe"] = f"export default {{ id: 'probe', register() {{ {report} }} }}\n"
        home = home_with(options.directory / "window", sources)
        environment = {**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1", "HERMES_SHELL_ENGINE": "gtk"}
        process = subprocess.Popen(
            [sys.executable, "-m", "hermes_shell", "--home", str(home)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            beacon.receive()
            pause(REST)
            tree = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
            shares = {one.name(): one.memory_full_info().pss / 1e6 for one in tree}
        finally:
            end(process)
    parts = ", ".join(f"{name} {share:.0f}" for name, share in shares.items())
    return [measured("memory.window", [sum(shares.values())], f"{SMALL} plugins; {parts}")]
