"""The outbox: prompts that are written while the gateway is away, taken back, and sent once whatever is killed."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import DEADLINE, ShellProcess, start_shell, wait_until

TOKEN = "outbox-test-token"
FIRST = "first table"
"""A prompt that the demo model answers shortly."""


@dataclass
class Gateway:
    """The embedded gateway as a process of its own, which can be killed, held and started again on its port."""

    home: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        ready = self.home.parent / "gateway-ready.json"
        ready.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hermes_shell.gateway.embedded", "--host", "127.0.0.1", "--port", str(self.port)],
            env={
                **os.environ,
                "HERMES_HOME": str(self.home),
                "HERMES_DASHBOARD_SESSION_TOKEN": TOKEN,
                "HERMES_DESKTOP_READY_FILE": str(ready),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(ready.exists, "the gateway listens")
        self.port = json.loads(ready.read_text())["port"]

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(DEADLINE)

    def hold(self, *, held: bool) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP if held else signal.SIGCONT)

    def said(self, session: str) -> list[str]:
        """What it has of the user's messages in a chat."""
        rows: list[dict[str, Any]] = self._get(f"/api/sessions/{session}/messages")["messages"]
        return [row["content"] for row in rows if row["role"] == "user"]

    def sessions(self) -> list[str]:
        """The stored ids of its chats, the newest first."""
        return [row["id"] for row in self._get("/api/sessions")["sessions"]]

    def _get(self, path: str) -> dict[str, Any]:
        headers = {"X-Hermes-Session-Token": TOKEN}
        url = f"http://127.0.0.1:{self.port}{path}"
        answer: dict[str, Any] = httpx.get(url, headers=headers, timeout=DEADLINE, trust_env=False).json()
        return answer


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    home = tmp_path_factory.mktemp("gateway") / "home"
    home.mkdir()
    made = Gateway(home)
    made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def shells(tmp_path_factory: pytest.TempPathFactory, gateway: Gateway) -> Iterator[list[ShellProcess]]:
    """The shell that runs is the last one; all of them serve one home."""
    home = tmp_path_factory.mktemp("outbox") / "home"
    place = home / "desktop-shell"
    place.mkdir(parents=True)
    choice = {"mode": "remote", "url": f"http://127.0.0.1:{gateway.port}", "token": TOKEN}
    (place / "gateway.json").write_text(json.dumps(choice))
    (place / "gateway.json").chmod(0o600)
    running = [start_shell(home, "--gateway", "remote")]
    yield running
    assert running[-1].stop() == 0


@pytest.fixture(scope="module")
def signed_in(browser: Browser, shells: list[ShellProcess]) -> Iterator[tuple[BrowserContext, str]]:
    """A browser with the shell's cookie, and the address of the shell, which outlives it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = open_page(context, shells[0].boot_url)
    base = page.url.split("#")[0]
    page.close()
    yield context, base
    context.close()


@pytest.fixture
def page(signed_in: tuple[BrowserContext, str]) -> Iterator[Page]:
    """A window on a chat with one answered prompt."""
    page = open_page(signed_in[0], f"{signed_in[1]}#/")
    say(page, FIRST)
    expect(answers(page)).to_have_count(1)
    expect_idle(page)
    yield page
    page.close()


def expect_idle(page: Page) -> None:
    expect(page.locator("[data-slot=composer]:visible").get_by_role("button", name="Stop")).to_have_count(0)


def composer(page: Page) -> Locator:
    return page.locator('[data-slot="composer-input"]:visible')


def say(page: Page, text: str) -> None:
    composer(page).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator(".hs-user-text:visible").last).to_contain_text(text)


def session(page: Page) -> str:
    """The stored id of the chat in the workspace."""
    return str(page.evaluate("location.hash.slice(2)"))


def answers(page: Page) -> Locator:
    return page.locator("[data-slot=aui_assistant-message-content]:visible")


def kept(shell: ShellProcess) -> list[str]:
    """States of the prompts that are in the outbox on disk."""
    return [entry["state"] for entry in on_disk(shell, "outbox").values() if "state" in entry]


def drafts(shell: ShellProcess) -> dict[str, str]:
    """The texts of the drafts on disk, by chat."""
    return {chat: draft["text"] for chat, draft in on_disk(shell, "drafts").items()}


def on_disk(shell: ShellProcess, scope: str) -> dict[str, dict[str, Any]]:
    with sqlite3.connect(f"file:{shell.home / 'desktop-shell' / 'storage.sqlite3'}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT key, value FROM entries WHERE scope = ?", (scope,)).fetchall()
    return {key: json.loads(text) for key, text in rows}


def test_a_prompt_waits_for_the_connection_and_is_sent_once(page: Page, gateway: Gateway) -> None:
    chat = session(page)
    gateway.kill()
    expect(page.locator("[data-region=statusbar]")).not_to_contain_text("Connected")
    say(page, "second")
    expect(page.locator(".hs-chat:visible").get_by_text("Waiting for the connection")).to_be_visible()
    expect(page.locator(".hs-chat:visible").get_by_role("button", name="Connect again")).to_be_visible()
    say(page, "third")
    page.reload()
    expect(page.locator(".hs-user-text:visible")).to_contain_text(["second", "third"])
    gateway.start()
    expect(answers(page)).to_have_count(3)
    expect_idle(page)
    assert gateway.said(chat) == [FIRST, "second", "third"]


def test_a_waiting_prompt_is_taken_back_into_the_composer(page: Page, gateway: Gateway) -> None:
    chat = session(page)
    gateway.kill()
    page.get_by_role("button", name="Add files, images or context").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Add files").click()
    chooser.value.set_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"words"})
    files = page.locator(".hs-composer-file:visible")
    expect(files).to_have_attribute("data-state", "ready")
    say(page, "not yet")
    expect(files).to_have_count(0)
    page.locator(".hs-chat:visible").get_by_role("button", name="Take back").click()
    for _ in range(2):
        expect(composer(page)).to_have_text("not yet")
        expect(files).to_contain_text(["notes.txt"])
        expect(page.locator(".hs-user-text:visible")).to_have_count(1)
        page.reload()
    page.get_by_role("button", name="Remove notes.txt").click()
    gateway.start()
    expect(page.locator(".hs-chat:visible").get_by_text("Waiting for the connection")).to_have_count(0)
    composer(page).click()
    page.keyboard.press("End")
    page.keyboard.type(", but now")
    page.keyboard.press("Enter")
    expect(answers(page)).to_have_count(2)
    expect_idle(page)
    assert gateway.said(chat) == [FIRST, "not yet, but now"]


@pytest.mark.parametrize("text", ["second", FIRST])
def test_a_kill_of_the_shell_between_write_and_answer_neither_loses_nor_doubles(
    page: Page, gateway: Gateway, shells: list[ShellProcess], signed_in: tuple[BrowserContext, str], text: str
) -> None:
    chat, shell = session(page), shells[-1]
    gateway.hold(held=True)
    say(page, text)
    wait_until(lambda: kept(shell) == ["sending"], "the prompt is on its way")
    shell.kill()
    gateway.hold(held=False)
    shells.append(start_shell(shell.home, "--gateway", "remote", "--port", str(shell.port)))
    wait_until(lambda: kept(shells[-1]) == [], "the outbox is empty")
    again = open_page(signed_in[0], f"{signed_in[1]}#/{chat}")
    expect(answers(again)).to_have_count(2)
    expect_idle(again)
    assert gateway.said(chat) == [FIRST, text]
    again.close()


def test_a_kill_of_the_shell_over_the_first_prompt_of_a_chat_makes_one_chat(
    page: Page, gateway: Gateway, shells: list[ShellProcess]
) -> None:
    before, shell = set(gateway.sessions()), shells[-1]
    page.get_by_role("link", name="New chat").first.click()
    expect(page.locator(".hs-user-text:visible")).to_have_count(0)
    gateway.hold(held=True)
    say(page, "the very first table")
    wait_until(lambda: kept(shell) == ["sending"], "the prompt is on its way")
    shell.kill()
    gateway.hold(held=False)
    shells.append(start_shell(shell.home, "--gateway", "remote", "--port", str(shell.port)))
    wait_until(lambda: kept(shells[-1]) == [], "the outbox is empty")
    (made,) = set(gateway.sessions()) - before
    assert gateway.said(made) == ["the very first table"]


def test_a_page_that_dies_with_enter_leaves_its_text_in_one_place(
    page: Page, gateway: Gateway, shells: list[ShellProcess], signed_in: tuple[BrowserContext, str]
) -> None:
    chat = session(page)
    composer(page).click()
    page.keyboard.type("the last table")
    wait_until(lambda: drafts(shells[-1]).get(chat) == "the last table", "the draft is kept")
    page.keyboard.press("Enter")
    with suppress(Error), page.expect_event("crash"):
        page.goto("chrome://crash")
    again = open_page(signed_in[0], f"{signed_in[1]}#/{chat}")
    wait_until(lambda: kept(shells[-1]) == [], "nothing waits")
    expect_idle(again)
    was_sent = "the last table" in gateway.said(chat)
    expect(composer(again)).to_have_text("" if was_sent else "the last table")
    expect(again.locator(".hs-user-text:visible")).to_have_count(2 if was_sent else 1)
    assert (chat in drafts(shells[-1])) != was_sent
    again.close()


def test_a_shell_that_sleeps_over_a_send_takes_it_once(
    page: Page, gateway: Gateway, shells: list[ShellProcess]
) -> None:
    chat, shell = session(page), shells[-1]
    shell.process.send_signal(signal.SIGSTOP)
    composer(page).click()
    page.keyboard.type("an asleep table")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(composer(page)).to_have_text("an asleep table")
    shell.process.send_signal(signal.SIGCONT)
    expect(composer(page)).to_have_text("")
    expect(answers(page)).to_have_count(2)
    expect_idle(page)
    assert gateway.said(chat) == [FIRST, "an asleep table"]
    assert chat not in drafts(shell)


def test_a_kill_of_the_gateway_before_it_took_the_prompt_loses_nothing(
    page: Page, gateway: Gateway, shells: list[ShellProcess]
) -> None:
    chat = session(page)
    gateway.hold(held=True)
    say(page, "second")
    wait_until(lambda: kept(shells[-1]) == ["sending"], "the prompt is on its way")
    gateway.kill()
    gateway.start()
    wait_until(lambda: kept(shells[-1]) == [], "the outbox is empty")
    expect(answers(page)).to_have_count(2)
    expect_idle(page)
    assert gateway.said(chat) == [FIRST, "second"]


def test_prompts_that_queue_up_behind_a_turn_are_sent_in_their_order(page: Page, gateway: Gateway) -> None:
    chat = session(page)
    say(page, "please ask")
    card = page.locator("hermes-chat hermes-question:visible")
    expect(card).to_be_visible()
    for text in ("then this", "and that"):
        composer(page).click()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expect(page.locator(".hs-user-text:visible").last).to_contain_text(text)
    assert gateway.said(chat) == [FIRST, "please ask"]
    card.focus()
    page.keyboard.press("Enter")
    expect(answers(page)).to_have_count(4)
    expect_idle(page)
    assert gateway.said(chat) == [FIRST, "please ask", "then this", "and that"]
