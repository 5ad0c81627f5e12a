"""A chat from its first prompt on, against the demo model: sending, streaming, reloading, tiles, windows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import close_windows, open_page, sign_in
from e2e.shell_process import ShellProcess, start_shell

STORED = re.compile(r"#/\d{8}_\d{6}_[0-9a-f]+$")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    """One shell for the file; each test has a window of its own."""
    shell = start_shell(tmp_path_factory.mktemp("chat") / "home", "--gateway", "demo")
    yield shell
    assert shell.stop() == 0


@pytest.fixture(scope="module")
def signed_in(browser: Browser, demo: ShellProcess) -> Iterator[tuple[BrowserContext, str]]:
    with sign_in(browser, demo) as signed_in:
        yield signed_in


@pytest.fixture
def window(signed_in: tuple[BrowserContext, str]) -> Iterator[BrowserContext]:
    """The browser of the file; what a test opens in it is closed with the test."""
    yield signed_in[0]
    close_windows(signed_in[0])


@pytest.fixture
def chat(window: BrowserContext, signed_in: tuple[BrowserContext, str]) -> Page:
    """A window with a new chat."""
    return open_page(window, f"{signed_in[1]}#/")


def composer(page: Page | Locator) -> Locator:
    return page.locator('[data-slot="composer-input"]:visible')


def said(page: Page, text: str) -> Locator:
    """What the user said, in the conversation that is shown."""
    return page.get_by_role("log").locator(".hs-user-text").get_by_text(text, exact=True)


def answers(page: Page | Locator) -> Locator:
    return page.locator('[data-slot="aui_assistant-message-content"]:visible')


def send(page: Page, text: str, within: Page | Locator | None = None) -> None:
    field = composer(within or page)
    field.click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def wait_for_end(page: Page | Locator) -> None:
    """Until the turn is over: the send button is back."""
    expect(page.get_by_text("Done").last).to_be_visible()


def test_prompt_is_sent_answered_in_pieces_and_there_after_a_reload(chat: Page) -> None:
    expect(chat.get_by_role("heading", name="What shall Hermes do?")).to_be_visible()
    send(chat, "Show me a table")
    expect(said(chat, "Show me a table")).to_be_visible()
    expect(chat).to_have_url(STORED)
    wait_for_end(chat)
    expect(answers(chat)).to_have_count(1)
    expect(answers(chat).locator("table")).to_be_visible()
    text = answers(chat).inner_text()
    expect(composer(chat)).to_have_text("")
    address = chat.url
    chat.reload()
    expect(answers(chat)).to_have_count(1)
    assert answers(chat).inner_text() == text
    assert chat.url == address
    expect(said(chat, "Show me a table")).to_be_visible()


def test_chat_goes_on_where_nobody_sees_it_and_is_complete_when_shown(chat: Page) -> None:
    send(chat, "Show me some code")
    expect(chat).to_have_url(STORED)
    address = chat.url
    chat.evaluate("location.hash = '#/capabilities'")
    expect(chat.get_by_role("heading", name="Plugins", exact=True)).to_be_visible()
    chat.go_back()
    expect(chat).to_have_url(address)
    wait_for_end(chat)
    expect(answers(chat).locator("pre").first).to_be_visible()


def test_switch_between_two_chats_shows_each_with_its_own_text(chat: Page) -> None:
    send(chat, "First of two")
    expect(chat).to_have_url(STORED)
    wait_for_end(chat)
    first = chat.url
    composer(chat).click()
    chat.keyboard.type("not sent yet")
    chat.keyboard.press("Control+n")
    expect(chat.get_by_role("heading", name="What shall Hermes do?")).to_be_visible()
    expect(composer(chat)).to_have_text("")
    send(chat, "Second of two")
    expect(chat).to_have_url(STORED)
    wait_for_end(chat)
    expect(said(chat, "First of two")).to_have_count(0)
    chat.goto(first)
    expect(said(chat, "First of two")).to_be_visible()
    expect(composer(chat)).to_have_text("not sent yet")
    expect(answers(chat)).to_have_count(1)


def test_two_windows_show_the_same_chat(chat: Page, window: BrowserContext) -> None:
    send(chat, "For two windows")
    expect(chat).to_have_url(STORED)
    other = open_page(window, chat.url)
    wait_for_end(chat)
    wait_for_end(other)
    expect(answers(other)).to_have_count(1)
    assert answers(other).inner_text() == answers(chat).inner_text()
    send(other, "Once more from the other")
    expect(answers(chat)).to_have_count(2)
    expect(said(chat, "Once more from the other")).to_be_visible()


def test_unknown_chat_says_so_and_the_window_works(
    window: BrowserContext, signed_in: tuple[BrowserContext, str]
) -> None:
    page = open_page(window, f"{signed_in[1]}#/20200101_000000_abcdef")
    expect(page.get_by_role("heading", name="This chat is not there any more")).to_be_visible()
    page.get_by_role("link", name="New chat").last.click()
    expect(page.get_by_role("heading", name="What shall Hermes do?")).to_be_visible()


def test_new_chats_of_the_history_are_different_and_keep_their_drafts(chat: Page) -> None:
    composer(chat).click()
    chat.keyboard.type("the first draft")
    chat.get_by_role("navigation", name="Main").get_by_role("link", name="New chat").click()
    expect(composer(chat)).to_have_text("")
    expect(composer(chat)).to_be_focused()
    chat.keyboard.type("the second draft")
    chat.go_back()
    expect(composer(chat)).to_have_text("the first draft")
    chat.go_forward()
    expect(composer(chat)).to_have_text("the second draft")
    chat.reload()
    expect(composer(chat)).to_have_text("the second draft")


def test_chat_beside_the_workspace_stands_there_once(chat: Page) -> None:
    send(chat, "To stand beside")
    expect(chat).to_have_url(STORED)
    wait_for_end(chat)
    stored = chat.url.rpartition("/")[2]
    open_session(chat, stored, "stack")
    tile = chat.locator(f'[data-pane="session-tile:{stored}"] hermes-chat')
    expect(answers(tile)).to_have_count(1)
    workspace = chat.locator("#workspace-page hermes-chat")
    expect(workspace.get_by_text("This chat is open beside.")).to_be_visible()
    send(chat, "In the tile", tile)
    expect(answers(tile)).to_have_count(2)
    assert state(chat, "focusedStoredSessionId") == stored
    open_session(chat, stored, "in-place")
    expect(workspace.get_by_text("This chat is open beside.")).to_be_visible()
    chat.reload()
    expect(answers(tile)).to_have_count(2)
    workspace.get_by_role("button", name="Show here").click()
    expect(answers(workspace)).to_have_count(2)
    expect(tile).to_have_count(0)


def test_new_tab_is_a_chat_of_its_own_and_keeps_its_place(chat: Page) -> None:
    chat.evaluate(
        "import(`${document.querySelector('script[type=module]').src.replace('main.js', 'commands.js')}`)"
        ".then(({ runCommand }) => void runCommand('session.newTab'))"
    )
    tab = chat.locator('[data-zone="main"] [data-pane^="session-tile:new:"]')
    expect(composer(tab)).to_be_visible()
    send(chat, "In a tab", tab)
    moved = chat.locator('[data-zone="main"] [data-pane^="session-tile:2"]')
    expect(answers(moved)).to_have_count(1)
    expect(tab).to_have_count(0)
    expect(chat.locator('[data-zone="main"] [role="tab"][aria-selected="true"]')).to_have_text(re.compile("In a tab"))
    assert chat.url.endswith("#/")
    go_to_new_chat(chat)
    expect(chat.get_by_role("tab", name="New chat")).to_have_attribute("aria-selected", "true")
    # The home keeps its layout, and the next test begins in the workspace.
    chat.get_by_role("tab", name="In a tab").press("Delete")
    expect(moved).to_have_count(0)
    chat.reload()
    expect(chat.locator("html[data-shell=ready]")).to_be_attached()
    expect(chat.get_by_role("tab")).to_have_text(["New chat"])


def open_session(page: Page, stored: str, intent: str) -> None:
    page.evaluate(
        """async ([stored, intent]) => {
          const main = document.querySelector('script[type=module]').src
          const { openSession } = await import(main.replace('host/main.js', 'sdk/chats.js'))
          await openSession(stored, { intent })
        }""",
        [stored, intent],
    )


def state(page: Page, name: str) -> object:
    return page.evaluate(
        """async (name) => {
          const main = document.querySelector('script[type=module]').src
          const { state } = await import(main.replace('host/main.js', 'sdk/state.js'))
          return state[name].get()
        }""",
        name,
    )


def go_to_new_chat(page: Page) -> None:
    page.get_by_role("navigation", name="Main").get_by_role("link", name="New chat").click()


def test_58_draft_of_a_new_chat_is_found_again_in_another_window(chat: Page, window: BrowserContext) -> None:
    go_to_new_chat(chat)
    composer(chat).click()
    chat.keyboard.type("A thought for later")
    row = chat.get_by_role("link", name="Draft: A thought for later")
    expect(row).to_be_visible()
    address = chat.url
    chat.close()
    other = open_page(window, address)
    go_to_new_chat(other)
    expect(composer(other)).to_have_text("")
    other.get_by_role("link", name="Draft: A thought for later").click()
    expect(composer(other)).to_have_text("A thought for later")
    composer(other).press("Enter")
    expect(said(other, "A thought for later")).to_be_visible()
    expect(other.get_by_role("link", name="Draft: A thought for later")).to_have_count(0)


def test_110_an_idle_window_asks_for_nothing(window: BrowserContext, signed_in: tuple[BrowserContext, str]) -> None:
    page = window.new_page()
    page.clock.install()
    page.goto(f"{signed_in[1]}#/")
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    send(page, "hello")
    wait_for_end(page)
    asked: list[str] = []
    page.evaluate("() => hermesShellIdle()")
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.clock.run_for(60_000)
    page.evaluate("() => hermesShellIdle()")
    assert asked == []
