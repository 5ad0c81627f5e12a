"""Where the keyboard is: what one types at once, without a click before, is in the composer of the shown chat."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.support.wait import WebDriverWait

from e2e.conftest import OpenShell, open_page
from e2e.native_windows import virtual_screen
from e2e.shell_process import ShellProcess, start_shell, write_plugin
from e2e.test_engines import open_webkit, text

PLUGIN = """
import { jsx } from 'react/jsx-runtime'
const Inside = () => jsx('div', { id: 'inside', tabIndex: -1, children: 'mine' })
export default {
  id: 'probe', name: 'Probe',
  register(ctx) {
    const data = { placement: 'right', width: '220px' }
    ctx.register({ area: 'panes', id: 'pane', title: 'Probe', data, render: () => jsx(Inside, {}) })
  },
}
"""
INPUT = "#workspace-page [data-slot=composer-input]"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    home = tmp_path_factory.mktemp("focus") / "home"
    home.mkdir()
    write_plugin(home, "probe", PLUGIN)
    shell = start_shell(home, "--developer", "--gateway", "demo")
    yield shell
    shell.stop()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, shared: ShellProcess) -> Iterator[tuple[BrowserContext, str]]:
    """A signed-in browser and the address of the page."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = open_page(context, shared.boot_url)
    address = page.url.partition("#")[0]
    page.close()
    yield context, address
    context.close()


@pytest.fixture
def page(signed_in: tuple[BrowserContext, str]) -> Iterator[Page]:
    """A window of its own that has just started on a new chat."""
    context, address = signed_in
    page = open_page(context, f"{address}#/")
    yield page
    page.close()


def field(page: Page) -> Locator:
    return page.locator(INPUT)


def let_go(page: Page) -> None:
    """Take the focus away from everything."""
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("body")).to_be_focused()


def say(page: Page, words: str) -> None:
    """Send a prompt and wait for its answer."""
    field(page).click()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(page.locator(".hs-user-text:visible").last).to_contain_text(words)
    expect(page.locator("[data-composer=stop]")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"#/\d{8}_"))


def test_composer_has_the_keyboard_from_the_start(page: Page) -> None:
    expect(field(page)).to_be_focused()
    page.keyboard.type("at once")
    expect(field(page)).to_have_text("at once")


def test_new_chat_and_a_clicked_row_bring_the_keyboard(page: Page) -> None:
    say(page, "a chat to come back to")
    row = page.locator(".hs-session-link", has_text="a chat to come back to").first
    page.keyboard.press("Control+n")
    expect(page.locator(".hs-user-text:visible")).to_have_count(0)
    expect(field(page)).to_be_focused()
    page.keyboard.type("blind")
    expect(field(page)).to_have_text("blind")

    row.click()
    expect(page.locator(".hs-user-text:visible")).to_contain_text(["a chat to come back to"])
    expect(field(page)).to_be_focused()
    page.keyboard.type("more")
    expect(field(page)).to_have_text("more")
    row.click()
    expect(field(page)).to_be_focused()

    row.focus()
    page.keyboard.press("Enter")
    expect(row).to_be_focused()
    page.keyboard.type("x")
    expect(field(page)).to_have_text("more")


def test_settings_give_the_keyboard_back(page: Page) -> None:
    let_go(page)
    page.keyboard.press("Control+,")
    expect(page.locator("#overlay-page h1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(field(page)).to_be_focused()

    tool = page.get_by_role("button", name="Settings", exact=True)
    tool.click()
    expect(page.locator("#overlay-page h1")).to_be_visible()
    page.keyboard.type("not here")
    page.keyboard.press("Escape")
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_text("")

    tool.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#overlay-page h1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(tool).to_be_focused()


def test_letters_typed_where_no_text_is_go_to_the_composer(page: Page) -> None:
    expect(field(page)).to_be_focused()
    page.keyboard.type("one")
    let_go(page)
    page.keyboard.type(" two, Ünd")
    expect(field(page)).to_have_text("onetwo, Ünd")
    expect(field(page)).to_be_focused()

    page.locator("#workspace-page").focus()
    page.keyboard.type("3")
    expect(field(page)).to_have_text("onetwo, Ünd3")


def test_other_keys_and_places_keep_what_is_theirs(page: Page) -> None:
    for key in ("Control+x", "Alt+x", "Meta+x", "Space", "ArrowDown", "F9"):
        let_go(page)
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.outerHTML.slice(0, 90)").startswith("<body"), key
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Plugins")
    tab = page.get_by_role("tab").first
    for place in (link, tab, page.get_by_role("button", name="Settings", exact=True), page.locator("#inside")):
        place.focus()
        page.keyboard.press("q")
        expect(place).to_be_focused()
    expect(field(page)).to_have_text("")


def test_keyboard_stays_in_an_open_dialog(page: Page) -> None:
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type("q")
    expect(field(page)).to_have_text("")
    expect(field(page)).not_to_be_focused()


def test_what_is_typed_at_once_is_in_the_composer_in_webkitgtk(start: OpenShell) -> None:
    shell = start("--gateway", "demo")
    with virtual_screen(1280, 800) as display:
        driver = open_webkit(display)
        try:
            driver.get(shell.boot_url)
            wait = WebDriverWait(driver, 20)
            focused = f"return document.activeElement === document.querySelector('{INPUT}')"
            wait.until(lambda d: d.execute_script(focused))
            driver.execute_script("document.activeElement.blur()")
            ActionChains(driver).send_keys("blind").perform()
            wait.until(lambda d: text(d, INPUT) == "blind")
            ActionChains(driver).key_down(Keys.CONTROL).send_keys("n").key_up(Keys.CONTROL).perform()
            wait.until(lambda d: text(d, INPUT) == "" and d.execute_script(focused))
        finally:
            driver.quit()
