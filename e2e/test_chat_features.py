"""What a chat offers beside sending, in a whole shell with the built-in gateway."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import open_page, sign_in
from e2e.shell_process import ShellProcess, start_shell
from tests.session_seed import SeededChat, seed

ODD = ("../../etc", "__proto__", "settings", "a/b?c#d%2F", 'say "hi" <b>', "Über ☃", "." * 200)
"""Stored ids that no address can hold as they are."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    home = tmp_path_factory.mktemp("features") / "home"
    home.mkdir()
    seed(home, [SeededChat(key, f"Odd {n}", 30, f"said in {n}") for n, key in enumerate(ODD)])
    shell = start_shell(home, "--gateway", "demo")
    yield shell
    shell.stop()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, shared: ShellProcess) -> Iterator[tuple[BrowserContext, str]]:
    with sign_in(browser, shared) as found:
        yield found


@pytest.fixture
def page(signed_in: tuple[BrowserContext, str]) -> Iterator[Page]:
    """A window of its own on a new chat."""
    context, address = signed_in
    page = open_page(context, f"{address}#/")
    expect(field(page)).to_be_editable()
    yield page
    page.close()


def field(page: Page) -> Locator:
    return page.locator("#workspace-page [data-slot=composer-input]")


def say(page: Page, text: str) -> None:
    """Send a message and wait for the end of its answer."""
    field(page).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    turn = page.locator("#workspace-page .hs-turn").filter(has_text=text).last
    expect(turn.locator(".hs-turn-status[data-state=done]")).to_be_attached()


def address_of(page: Page) -> str:
    page.wait_for_url(re.compile(r"#/\d{8}_"))
    return page.url.partition("#/")[2]


def test_a_setting_that_plugins_share_is_chosen_on_the_settings_page(page: Page) -> None:
    page.evaluate("() => { location.hash = '/settings?tab=chat' }")
    root = page.locator("html")
    page.get_by_role("radio", name="Technical").click()
    expect(root).to_have_attribute("data-tool-view", "technical")
    page.get_by_role("slider", name="Transparency of your messages").fill("42")
    expect(root).to_have_attribute("style", re.compile("--user-bubble-keep: 58%"))
    page.reload()
    expect(page.get_by_role("radio", name="Technical")).to_be_checked()
    expect(page.get_by_role("slider")).to_have_value("42")
    expect(root).to_have_attribute("data-tool-view", "technical")
    page.get_by_role("radio", name="Plain").click()
    page.get_by_role("slider").fill("0")
    expect(root).to_have_attribute("data-tool-view", "product")


def test_69_reset_begins_anew_and_takes_the_pin_along(page: Page) -> None:
    say(page, "before the reset")
    first = address_of(page)
    row = page.locator(f"[data-session-row='{first}']")
    row.hover()
    row.get_by_role("button", name="Pin").click()
    expect(row).to_have_attribute("data-group", "pinned")
    field(page).click()
    page.keyboard.type("/reset")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".hs-toast-message")).to_contain_text("go over to the new one")
    say(page, "after the reset")
    assert address_of(page) != first
    expect(page.locator(f"[data-session-row='{address_of(page)}']")).to_have_attribute("data-group", "pinned")
    expect(row).to_have_attribute("data-group", "today")


def test_chats_with_ids_that_no_address_holds_are_opened_from_the_list_and_by_their_address(page: Page) -> None:
    for n, key in enumerate(ODD):
        page.locator(".hs-session-link").filter(has_text=f"Odd {n}").click()
        expect(page.locator("#workspace-page .hs-answer")).to_contain_text(f"said in {n}")
        link = page.locator(".hs-session-link[aria-current=page] .hs-session-title")
        expect(link).to_have_text(f"Odd {n}")
        assert key == page.evaluate("() => document.querySelector('#workspace-page hermes-chat').getAttribute('key')")
        assert len(page.url) < 1_000
    page.go_back()
    expect(page.locator("#workspace-page .hs-answer")).to_contain_text("said in 5")
    page.reload()
    expect(page.locator("#workspace-page .hs-answer")).to_contain_text("said in 5")
    say(page, "and more")
    expect(page.locator(".hs-session-link[aria-current=page] .hs-session-title")).to_have_text("Odd 5")


def test_branch_on_a_message_has_what_was_said_up_to_it(page: Page) -> None:
    say(page, "first things")
    say(page, "second things")
    first = address_of(page)
    turn = page.locator("#workspace-page .hs-turn").filter(has_text="first things").first
    turn.get_by_role("button", name="Branch").press("Enter")
    page.wait_for_url(lambda url: bool(re.search(r"#/\d{8}_", url)) and first not in url)
    said = page.locator("#workspace-page .hs-user-text")
    expect(said).to_have_text(["first things"])
    say(page, "another way")
    expect(said).to_have_text(["first things", "another way"])
    page.reload()
    expect(said).to_have_text(["first things", "another way"])
