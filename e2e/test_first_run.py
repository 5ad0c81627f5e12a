"""The first start: the card in the new chat, its page, and the choice of a gateway in Settings."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import close_windows, open_page, sign_in
from e2e.shell_process import ShellProcess, start_shell, wait_until

TOKEN = "tok-3f1c-secret"
DEAD = "http://127.0.0.1:9"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A machine without an agent."""
    user = tmp_path_factory.mktemp("user")
    return {"PATH": "/usr/bin:/bin", "HOME": str(user), "HERMES_BIN": ""}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, bare: dict[str, str]) -> Iterator[ShellProcess]:
    shell = start_shell(tmp_path_factory.mktemp("first") / "home", "--gateway", "auto", environment=bare)
    yield shell
    assert shell.stop() == 0


@pytest.fixture(scope="module")
def signed_in(browser: Browser, fresh: ShellProcess) -> Iterator[tuple[BrowserContext, str]]:
    with sign_in(browser, fresh) as signed_in:
        yield signed_in


@pytest.fixture
def window(signed_in: tuple[BrowserContext, str]) -> Iterator[BrowserContext]:
    """The browser of the file; what a test opens in it is closed with the test."""
    yield signed_in[0]
    close_windows(signed_in[0])


@pytest.fixture
def page(window: BrowserContext, signed_in: tuple[BrowserContext, str], choice: Path) -> Page:
    """A window on a home where nothing was chosen."""
    choice.unlink(missing_ok=True)
    return open_page(window, f"{signed_in[1]}#/")


@pytest.fixture
def choice(fresh: ShellProcess) -> Path:
    """Where the choice is kept."""
    return fresh.home / "desktop-shell" / "gateway.json"


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Where answers come from")


def gateway_tab(page: Page) -> Locator:
    page.evaluate("location.hash = '/settings?tab=gateway'")
    tab = page.locator("hermes-gateway-settings")
    expect(tab.get_by_role("button", name="Save and connect")).to_be_visible()
    return tab


def test_a_fresh_machine_answers_at_once_and_asks_where_from(page: Page, choice: Path) -> None:
    expect(card(page)).to_be_visible()
    expect(card(page)).to_contain_text("None was found")
    expect(card(page).get_by_role("button", name="Use it")).to_be_disabled()
    page.locator("[data-slot=composer-input]").click()
    page.keyboard.type("hello there")
    page.keyboard.press("Enter")
    expect(page.locator("[data-slot=aui_assistant-message-content]").first).to_contain_text("demo")
    expect(card(page)).to_have_count(0)
    assert not choice.exists()


def test_the_demo_is_a_choice_and_the_card_goes_in_every_window(
    page: Page, window: BrowserContext, signed_in: tuple[BrowserContext, str], choice: Path
) -> None:
    other = open_page(window, f"{signed_in[1]}#/")
    expect(card(other)).to_be_visible()
    card(page).get_by_role("button", name="Start the demo").click()
    expect(card(page)).to_have_count(0)
    expect(card(other)).to_have_count(0)
    assert json.loads(choice.read_text())["mode"] == "embedded"
    assert stat.S_IMODE(choice.stat().st_mode) == 0o600
    page.reload()
    expect(page.locator("[data-slot=composer-input]")).to_be_visible()
    expect(page.locator("[data-region=statusbar]")).to_contain_text("Built-in")
    expect(card(page)).to_have_count(0)


def test_the_page_tries_a_url_before_it_takes_it(page: Page, choice: Path) -> None:
    page.evaluate("location.hash = '/welcome'")
    expect(page.get_by_role("heading", name="Welcome to Hermes", level=1)).to_be_visible()
    way = page.locator("#workspace hermes-first-run[data-page]")
    connect = way.get_by_role("button", name="Connect…")
    expect(connect).to_have_attribute("aria-expanded", "false")
    connect.click()
    expect(way.get_by_label("URL")).to_be_focused()
    way.get_by_label("URL").fill(DEAD)
    way.get_by_label("Token").fill(TOKEN)
    way.get_by_label("Token").press("Enter")
    expect(way.get_by_role("status")).to_contain_text("cannot be reached")
    assert not choice.exists()
    way.get_by_role("button", name="Start the demo").click()
    expect(page.locator("[data-slot=composer-input]:visible")).to_be_visible()
    assert json.loads(choice.read_text())["mode"] == "embedded"


def test_settings_say_what_answers_and_keep_secrets_to_themselves(
    page: Page, choice: Path, fresh: ShellProcess
) -> None:
    tab = gateway_tab(page)
    expect(tab.get_by_role("region", name="Now")).to_contain_text("no Hermes agent was found")
    tab.get_by_role("radio", name="Gateway at a URL").check()
    tab.get_by_label("URL", exact=True).fill(DEAD)
    tab.get_by_label("Token").fill(TOKEN)
    tab.get_by_label("Token").press("Enter")
    expect(tab.get_by_role("region", name="Now")).to_contain_text("You chose it.")
    expect(tab.get_by_role("button", name="Save and connect")).to_be_focused()
    expect(tab.get_by_role("alert")).to_be_visible()
    expect(tab.get_by_label("URL", exact=True)).to_have_value("")
    expect(tab.get_by_label("URL", exact=True)).to_have_attribute(
        "placeholder", "127.0.0.1 is stored. Leave empty to keep it."
    )
    expect(tab.get_by_label("Token", exact=True)).to_have_value("")
    assert (json.loads(choice.read_text())["url"], json.loads(choice.read_text())["token"]) == (DEAD, TOKEN)
    page.reload()
    expect(tab.get_by_label("Token", exact=True)).to_have_attribute("placeholder", "Stored. Leave empty to keep it.")
    assert TOKEN not in page.content()
    assert TOKEN.encode() not in fresh.log.read_bytes()
    tab.get_by_role("button", name="Save and connect").click()
    expect(tab.get_by_text("Saved", exact=True)).to_be_visible()
    assert json.loads(choice.read_text())["token"] == TOKEN
    tab.get_by_role("button", name="Forget the token").click()
    tab.get_by_role("button", name="Save and connect").click()
    wait_until(lambda: json.loads(choice.read_text())["token"] == "", "the token is forgotten")
    expect(tab.get_by_role("button", name="Forget the token")).to_have_count(0)
    tab.get_by_role("radio", name="Automatic").check()
    tab.get_by_role("button", name="Save and connect").click()
    expect(tab.get_by_role("region", name="Now")).to_contain_text("Built-in · demo model · Connected")


def test_a_model_server_is_named_and_its_key_is_only_written(page: Page, choice: Path) -> None:
    tab = gateway_tab(page)
    tab.get_by_role("radio", name="Built-in").check()
    tab.get_by_label("Model server").fill("not a url")
    tab.get_by_role("button", name="Save and connect").click()
    expect(tab.locator("form > .hs-gateway-actions .hs-gateway-said")).to_contain_text("It looks like https://host/v1.")
    assert not choice.exists()
    tab.get_by_label("Model server").fill(f"{DEAD}/v1")
    tab.get_by_label("Key").fill(TOKEN)
    tab.get_by_label("Model", exact=True).fill("tiny")
    tab.get_by_role("button", name="Save and connect").click()
    expect(tab.get_by_role("region", name="Now")).to_contain_text("tiny")
    expect(tab.get_by_label("Model server")).to_have_value(f"{DEAD}/v1")
    expect(tab.get_by_label("Key", exact=True)).to_have_value("")
    assert json.loads(choice.read_text())["model"] == {"base_url": f"{DEAD}/v1", "api_key": TOKEN, "model": "tiny"}
    assert TOKEN not in page.content()


def test_axe_finds_nothing_on_card_page_and_tabs(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate("location.hash = '/'")
        expect(card(page)).to_be_visible()
        card(page).get_by_role("button", name="Connect…").click()
        _find_nothing(page)
        page.evaluate("location.hash = '/welcome'")
        expect(page.get_by_role("heading", name="Welcome to Hermes")).to_be_visible()
        _find_nothing(page)
        tab = gateway_tab(page)
        for mode in ("Agent on this machine", "Gateway at a URL", "Built-in"):
            tab.get_by_role("radio", name=mode).check()
            _find_nothing(page)
        page.evaluate("location.hash = '/settings?tab=chat'")
        expect(page.get_by_role("switch", name="Notify of questions")).to_be_visible()
        _find_nothing(page)
        page.keyboard.press("Escape")
        expect(page.locator("#overlay-page")).to_be_hidden()


def _find_nothing(page: Page) -> None:
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_a_damaged_choice_is_told_in_place_and_kept(page: Page, choice: Path) -> None:
    choice.write_text('{"mode": ')
    tab = gateway_tab(page)
    expect(tab.get_by_role("alert")).to_contain_text("damaged")
    assert choice.read_text() == '{"mode": '
    page.evaluate("location.hash = '/'")
    expect(page.locator("[data-slot=composer-input]:visible")).to_be_visible()
    expect(card(page)).to_have_count(0)
    tab = gateway_tab(page)
    tab.get_by_role("radio", name="Built-in").check()
    tab.get_by_role("button", name="Save and connect").click()
    expect(tab.get_by_text("Saved", exact=True)).to_be_visible()
    assert [path.read_text() for path in choice.parent.glob("gateway.json?*")] == ['{"mode": ']


def test_an_agent_that_was_found_is_named_and_one_that_ends_says_why(
    page: Page, bare: dict[str, str], choice: Path
) -> None:
    program = Path(bare["HOME"]) / ".local" / "bin" / "hermes"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho no such thing >&2\nexit 3\n")
    program.chmod(0o755)
    page.evaluate("location.hash = '/welcome'")
    way = page.locator("#workspace hermes-first-run[data-page]")
    expect(way).to_contain_text(str(program))
    way.get_by_role("button", name="Use it").click()
    expect(page.locator("[data-slot=composer-input]:visible")).to_be_visible()
    assert json.loads(choice.read_text())["mode"] == "child"
    tab = gateway_tab(page)
    expect(tab.get_by_role("region", name="Now")).to_contain_text("Not connected")
    expect(tab.get_by_role("alert")).not_to_be_empty()
    program.unlink()
    tab.get_by_role("radio", name="Automatic").check()
    tab.get_by_role("button", name="Save and connect").click()
    expect(tab.get_by_role("region", name="Now")).to_contain_text("Connected")
