"""Questions of the agent: their card in the chat, the queue over all chats, keys, and what calls the user."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import close_windows, open_page, sign_in
from e2e.shell_process import ShellProcess, start_shell

PASSWORD = "tr0ub4dor-and-three"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    shell = start_shell(tmp_path_factory.mktemp("questions") / "home", "--gateway", "demo")
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
def chat(window: BrowserContext, signed_in: tuple[BrowserContext, str]) -> Iterator[Page]:
    """A window with a new chat; whatever still waits afterwards is skipped, for the next test."""
    page = open_page(window, f"{signed_in[1]}#/")
    yield page
    if page.is_closed():
        return
    while chip(page).is_visible():
        open_queue(page)
        before = queue(page).locator("hermes-question").count()
        page.keyboard.press("Escape")
        expect(queue(page).locator("hermes-question")).to_have_count(before - 1)


def composer(page: Page) -> Locator:
    return page.locator('[data-slot="composer-input"]:visible')


def card(page: Page) -> Locator:
    return page.locator("hermes-chat hermes-question:visible")


def queue(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Questions of the agent")


def chip(page: Page) -> Locator:
    return page.locator("[data-region=statusbar] .hs-chip[data-tone=ask]")


def say(page: Page, text: str) -> None:
    composer(page).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator(".hs-user-text:visible").last).to_contain_text(text)


def new_chat(page: Page) -> None:
    page.get_by_role("link", name="New chat").first.click()
    expect(page.locator(".hs-user-text:visible")).to_have_count(0)


def open_queue(page: Page) -> None:
    if not queue(page).is_visible():
        page.keyboard.press("Control+Shift+A")
    expect(queue(page).locator("hermes-question").first).to_be_focused()


def test_an_approval_is_answered_by_enter_on_its_card_and_not_from_the_composer(chat: Page) -> None:
    say(chat, "please approve one")
    expect(card(chat)).to_contain_text("rm -r ./build")
    expect(card(chat).get_by_role("timer")).to_contain_text("Auto-deny in")
    expect(chip(chat)).to_have_text("1 needs you")
    expect(composer(chat)).to_be_focused()
    chat.keyboard.press("Enter")
    expect(card(chat)).to_be_visible()
    card(chat).focus()
    chat.keyboard.press("Enter")
    expect(card(chat)).to_have_count(0)
    expect(chip(chat)).to_have_count(0)
    expect(chat.locator("[data-slot=aui_assistant-message-content]").last).to_contain_text("You answered once")
    expect(chat.get_by_text("Allowed once")).to_be_visible()


def test_escape_denies_only_on_the_card(chat: Page) -> None:
    say(chat, "please approve two")
    expect(card(chat)).to_be_visible()
    chat.get_by_role("link", name="Plugins").first.focus()
    chat.keyboard.press("Escape")
    expect(card(chat)).to_be_visible()
    card(chat).get_by_role("button", name="Deny").focus()
    chat.keyboard.press("Escape")
    expect(card(chat)).to_have_count(0)
    expect(chat.locator("[data-slot=aui_assistant-message-content]").last).to_contain_text("deny")


def test_choices_are_taken_by_number_arrows_and_own_words(chat: Page) -> None:
    for keys, wanted in ((["2"], 1), (["1", "ArrowDown", "ArrowDown"], 2)):
        say(chat, f"please ask {wanted}")
        expect(card(chat)).to_be_visible()
        answer = card(chat).get_by_role("radio").nth(wanted).get_attribute("data-choice") or ""
        card(chat).focus()
        for key in keys:
            chat.keyboard.press(key)
        expect(card(chat).get_by_role("radio").nth(wanted)).to_be_checked()
        chat.keyboard.press("Enter")
        expect(card(chat)).to_have_count(0)
        expect(chat.locator("[data-slot=aui_assistant-message-content]").last).to_contain_text(answer)
    say(chat, "please ask again")
    card(chat).get_by_label("Another answer").fill("Ochre")
    expect(card(chat).get_by_role("radio", checked=True)).to_have_count(0)
    chat.keyboard.press("Enter")
    expect(chat.locator("[data-slot=aui_assistant-message-content]").last).to_contain_text("Ochre")


def test_a_password_is_neither_shown_nor_kept_nor_logged(chat: Page, demo: ShellProcess) -> None:
    say(chat, "needs sudo")
    field = card(chat).get_by_label("Password")
    expect(field).to_have_attribute("type", "password")
    field.fill(PASSWORD)
    chat.keyboard.press("Enter")
    expect(card(chat)).to_have_count(0)
    expect(chat.get_by_text("Password given")).to_be_visible()
    chat.reload()
    expect(chat.get_by_text("needs sudo").first).to_be_visible()
    assert PASSWORD not in chat.content()
    assert PASSWORD.encode() not in demo.log.read_bytes()
    kept = [path for path in demo.home.rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()]
    assert kept == []


def test_the_queue_holds_the_questions_of_all_chats_and_leads_to_them(chat: Page) -> None:
    say(chat, "please approve first")
    expect(card(chat)).to_be_visible()
    new_chat(chat)
    say(chat, "please ask second")
    expect(card(chat)).to_be_visible()
    new_chat(chat)
    expect(chip(chat)).to_have_text("2 need you")
    chip(chat).click()
    expect(queue(chat).locator("hermes-question")).to_have_count(2)
    expect(queue(chat).locator(".hs-queued-chat").first).to_contain_text("please approve first")
    expect(queue(chat).locator("hermes-question").first).to_be_focused()
    chat.keyboard.press("Enter")
    expect(queue(chat).locator("hermes-question")).to_have_count(1)
    expect(queue(chat).locator("hermes-question")).to_be_focused()
    expect(chip(chat)).to_have_text("1 needs you")
    queue(chat).get_by_role("button", name="Open chat").click()
    expect(queue(chat)).to_have_count(0)
    expect(card(chat)).to_be_focused()
    chat.keyboard.press("1")
    chat.keyboard.press("Enter")
    expect(chip(chat)).to_have_count(0)


def test_the_queue_closes_without_an_answer(chat: Page) -> None:
    say(chat, "please approve later")
    expect(card(chat)).to_be_visible()
    composer(chat).click()
    chat.keyboard.type("half a thought")
    chat.keyboard.press("Control+Shift+A")
    expect(queue(chat).locator("hermes-question")).to_be_focused()
    chat.keyboard.press("Control+Shift+A")
    expect(queue(chat)).to_have_count(0)
    expect(composer(chat)).to_be_focused()
    expect(composer(chat)).to_have_text("half a thought")
    chip(chat).click()
    chat.locator(".hs-user-text:visible").click()
    expect(queue(chat)).to_have_count(0)
    chip(chat).click()
    queue(chat).get_by_role("button", name="Close the questions").press("Escape")
    expect(queue(chat)).to_have_count(0)
    expect(card(chat)).to_be_visible()


def test_a_question_survives_a_reload_and_every_window_has_it(
    chat: Page, window: BrowserContext, signed_in: tuple[BrowserContext, str]
) -> None:
    say(chat, "please approve everywhere")
    expect(card(chat)).to_be_visible()
    chat.reload()
    expect(card(chat)).to_be_visible()
    other = open_page(window, f"{signed_in[1]}#/capabilities")
    expect(chip(other)).to_have_text("1 needs you")
    open_queue(other)
    other.keyboard.press("Escape")
    expect(chip(other)).to_have_count(0)
    expect(card(chat)).to_have_count(0)
    expect(chip(chat)).to_have_count(0)


def test_a_screen_reader_is_told_and_a_tone_sounds_by_choice(chat: Page) -> None:
    chat.evaluate(
        """() => {
          const start = OscillatorNode.prototype.start
          const { dataset } = document.documentElement
          OscillatorNode.prototype.start = function (...times) {
            dataset.tones = Number(dataset.tones ?? 0) + 1
            return start.apply(this, times)
          }
          location.hash = '/settings?tab=chat'
        }"""
    )
    row = chat.locator("[data-setting='notifications.sound']")
    row.get_by_role("radio", name="Questions").click()
    expect(row.get_by_role("radio", name="Questions")).to_be_checked()
    chat.keyboard.press("Escape")
    say(chat, "please approve with a tone")
    expect(card(chat)).to_be_visible()
    expect(chat.locator("[data-questions-spoken]")).to_contain_text("Run this command?")
    expect(chat.locator("html")).to_have_attribute("data-tones", "2")
    card(chat).focus()
    chat.keyboard.press("Escape")
    expect(card(chat)).to_have_count(0)


def test_axe_finds_nothing_on_cards_and_queue(chat: Page) -> None:
    say(chat, "please approve for axe")
    expect(card(chat)).to_be_visible()
    new_chat(chat)
    say(chat, "please ask for axe")
    expect(card(chat)).to_be_visible()
    new_chat(chat)
    say(chat, "a secret for axe")
    expect(card(chat)).to_be_visible()
    for scheme in ("light", "dark"):
        chat.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        open_queue(chat)
        results = Axe().run(chat)
        assert results.violations_count == 0, results.generate_report()
        chat.keyboard.press("Control+Shift+A")
        expect(queue(chat)).to_have_count(0)
