"""A chat that the window has open is shown again before the server has answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import start_shell
from tests.session_seed import SeededChat, seed

A, B, C = "20261101_100001_aaaaa1", "20261101_100002_aaaaa2", "20261101_100003_aaaaa3"
# What goes to the server waits until it is let go.
HOLD = """() => {
  const send = WebSocket.prototype.send
  const held = []
  WebSocket.prototype.send = function (message) { held.push([this, message]) }
  globalThis.letGo = () => {
    WebSocket.prototype.send = send
    for (const [socket, message] of held) send.call(socket, message)
  }
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A window over three chats."""
    home: Path = tmp_path_factory.mktemp("switch") / "home"
    home.mkdir()
    seed(home, [SeededChat(key, f"Chat {key[-2:]}", said=f"Said in {key}") for key in (A, B, C)])
    shell = start_shell(home, "--gateway", "demo")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield open_page(context, shell.boot_url)
    context.close()
    assert shell.stop() == 0


def go(page: Page, key: str) -> None:
    page.evaluate("path => { location.hash = path }", f"/{key}")


def shown(page: Page, key: str) -> None:
    """The workspace shows this chat, and nothing of another."""
    expect(page.locator("#workspace-page .hs-chat")).to_have_attribute("data-chat", key)
    expect(page.locator("#workspace-page .hs-user-bubble")).to_have_text(f"Said in {key}")


def test_a_chat_that_is_open_comes_back_without_the_server(page: Page) -> None:
    for key in (A, B):
        go(page, key)
        shown(page, key)
        page.evaluate("() => hermesShellIdle()")
    page.evaluate(HOLD)
    go(page, A)
    shown(page, A)
    go(page, B)
    shown(page, B)
    page.evaluate("() => letGo()")
    page.evaluate("() => hermesShellIdle()")
    shown(page, B)
    expect(page.locator("#workspace-page")).to_have_attribute("data-route", f"/{B}")


def test_a_chat_that_was_never_open_waits_for_the_server(page: Page) -> None:
    go(page, A)
    shown(page, A)
    page.evaluate("() => hermesShellIdle()")
    page.evaluate(HOLD)
    go(page, C)
    expect(page.locator(f'[data-session-row="{C}"] [aria-current="page"]')).to_be_attached()
    shown(page, A)
    page.evaluate("() => letGo()")
    shown(page, C)
