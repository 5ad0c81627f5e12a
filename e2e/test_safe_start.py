"""Starts that a plugin ends, and what the next one asks. Everything is real: the page, the plugin, the kill."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

from e2e.conftest import OpenShell, ServeHome, open_page
from e2e.shell_process import SAMPLES, install, wait_until, write_plugin

ENDLESS = """import { host } from '@hermes/plugin-sdk'
while (globalThis.hangs !== false) host
export default { id: 'loop', name: 'Loop', register() {} }
"""
PENDING = """await new Promise(() => {})
export default { id: 'slow', register() {} }
"""
HELLO = "[data-pane='hello:pane']"


def record(home: Path) -> dict[str, Any]:
    """The record of starts; empty while there is none."""
    file = home / "desktop-shell" / "starts.json"
    found: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return found


def end_badly(start: OpenShell, browser: Browser, home: Path, folder: str) -> None:
    """Start, open a page, and kill the process while the plugin of `folder` evaluates."""
    shell = start()
    context = browser.new_context()
    page = context.new_page()
    page.goto(shell.boot_url, wait_until="commit")
    wait_until(
        lambda: any(folder == one["entered"] or one["begun"] == [folder] for one in record(home).get("pages", [])),
        "the record names the plugin",
    )
    shell.kill()
    context.close()


@pytest.fixture
def broken_home(home: Path) -> Path:
    """A home as two starts leave it that were killed while the plugin `loop` evaluated; its endless loop is mended."""
    install(home, SAMPLES / "hello")
    write_plugin(home, "loop", "export default { id: 'loop', name: 'Loop', register() {} }")
    file = home / "desktop-shell" / "starts.json"
    file.parent.mkdir()
    page = {"begun": ["loop"], "ended": ["hello"], "entered": "loop"}
    file.write_text(json.dumps({"version": 1, "bad": 1, "suspects": [["loop"]], "pages": [page]}))
    return home


def test_after_two_kills_the_plugin_that_was_evaluating_is_named_and_can_be_turned_off(
    start: OpenShell, serve: ServeHome, browser: Browser, context: BrowserContext, home: Path
) -> None:
    install(home, SAMPLES / "hello")
    write_plugin(home, "loop", ENDLESS)
    for _ in range(2):
        end_badly(start, browser, home, "loop")
    page = open_page(context, serve().boot_url)
    dialog = page.get_by_role("dialog", name="The last 2 starts ended early")
    expect(dialog).to_contain_text("The last one ended while loop was starting")
    expect(page.locator(HELLO)).to_have_count(0)
    expect(dialog.get_by_role("button", name="Turn off loop and start")).to_be_focused()

    dialog.get_by_role("button", name="Turn off loop and start").click()

    expect(page.locator(HELLO)).to_contain_text("Hello, Hermes")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_until(lambda: record(home)["bad"] == 0, "the page came to rest")
    page.goto(page.url.split("#")[0] + "#/capabilities")
    expect(page.locator("[data-plugin-row=loop]")).to_have_attribute("data-status", "disabled")


def test_safe_mode_by_choice_is_shown_and_can_be_left(
    serve: ServeHome, context: BrowserContext, broken_home: Path
) -> None:
    del broken_home
    page = open_page(context, serve().boot_url)
    second = open_page(page.context, page.url)
    page.get_by_role("button", name="Start in safe mode").click()
    for window in (page, second):
        expect(window.get_by_role("dialog")).to_have_count(0)
        expect(window.get_by_role("button", name="Safe mode")).to_be_visible()
        expect(window.locator(HELLO)).to_have_count(0)

    islands = page.locator("#islands > *").count()
    # Two clicks before the question could be fetched.
    page.get_by_role("button", name="Safe mode").evaluate("chip => { chip.click(); chip.click() }")
    page.get_by_role("button", name="Stay in safe mode").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#islands > *")).to_have_count(islands)
    page.get_by_role("button", name="Safe mode").click()
    page.get_by_role("dialog", name="Leave safe mode?").get_by_role("button", name="Leave safe mode").click()

    for window in (page, second):
        expect(window.locator(HELLO)).to_contain_text("Hello, Hermes")
        expect(window.get_by_role("button", name="Safe mode")).to_have_count(0)


def test_a_usual_start_runs_everything_again(serve: ServeHome, context: BrowserContext, broken_home: Path) -> None:
    page = open_page(context, serve().boot_url)
    page.get_by_role("button", name="Start as usual").click()
    expect(page.locator(HELLO)).to_contain_text("Hello, Hermes")
    wait_until(lambda: record(broken_home)["bad"] == 0, "the page came to rest")


def test_escape_chooses_what_can_do_no_harm(serve: ServeHome, context: BrowserContext, broken_home: Path) -> None:
    del broken_home
    page = open_page(context, serve().boot_url)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Safe mode")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_plugins_that_cannot_be_told_apart_are_all_named(
    start: OpenShell, serve: ServeHome, browser: Browser, context: BrowserContext, home: Path
) -> None:
    for folder in ("slow-a", "slow-b"):
        write_plugin(home, folder, PENDING.replace("id: 'slow'", f"id: '{folder}'"))
    for _ in range(2):
        shell = start()
        window = open_page(browser.new_context(), shell.boot_url)
        wait_until(lambda: [len(one["begun"]) for one in record(home).get("pages", [])] == [2], "both have begun")
        shell.kill()
        window.context.close()
    page = open_page(context, serve().boot_url)
    plugins = page.get_by_role("list", name="Plugins to turn off")
    expect(plugins.get_by_role("checkbox")).to_have_count(2)
    plugins.get_by_text("slow-a").click()
    page.get_by_role("button", name="Turn off slow-b and start").click()
    page.wait_for_url("**/*")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(page.url.split("#")[0] + "#/capabilities")
    expect(page.locator("[data-plugin-row=slow-b]")).to_have_attribute("data-status", "disabled")
    expect(page.locator("[data-plugin-row=slow-a]")).not_to_have_attribute("data-status", "disabled")


def test_a_page_that_dies_twice_is_asked_in_the_same_process(
    serve: ServeHome, own_context: BrowserContext, home: Path
) -> None:
    write_plugin(home, "slow", PENDING)
    page = own_context.new_page()
    address = serve().boot_url
    for bad in range(2):
        page.goto(address)
        wait_until(lambda: record(home).get("pages") and record(home)["bad"] == bad, "the plugin evaluates")  # noqa: B023
        address = page.url
        with pytest.raises(Error, match="crash"):
            page.goto("chrome://crash")
        page.close()
        page = own_context.new_page()
    page = open_page(own_context, address)
    expect(page.get_by_role("dialog")).to_contain_text("The last one ended while slow was starting")


def test_a_start_that_comes_to_rest_or_leaves_in_good_order_counts_as_good(
    serve: ServeHome, context: BrowserContext, home: Path
) -> None:
    install(home, SAMPLES / "hello")
    page = open_page(context, serve().boot_url)
    wait_until(lambda: record(home) == {"version": 1, "bad": 0, "suspects": [], "pages": []}, "the page is at rest")
    write_plugin(home, "slow", PENDING)
    wait_until(lambda: record(home)["pages"], "the new plugin evaluates")
    page.reload()
    wait_until(lambda: record(home)["pages"], "it evaluates again")
    assert record(home)["bad"] == 0


def test_the_option_starts_without_plugins_and_says_so(start: OpenShell, context: BrowserContext, home: Path) -> None:
    install(home, SAMPLES / "hello")
    page = open_page(context, start("--safe-mode").boot_url)
    expect(page.get_by_role("button", name="Safe mode")).to_be_visible()
    expect(page.locator(HELLO)).to_have_count(0)
    assert record(home) == {}
