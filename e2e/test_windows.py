"""Several windows on one server, and a server that goes away."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.conftest import OpenShell, open_page
from e2e.shell_process import SAMPLES, install, write_plugin
from e2e.shell_thread import ShellThread

HELLO = (SAMPLES / "hello" / "plugin.js").read_text()


def test_111_twelve_tabs_share_one_stream_and_all_follow_a_save(
    start: OpenShell, own_context: BrowserContext, home: Path
) -> None:
    install(home, SAMPLES / "hello")
    streams: list[str] = []
    own_context.on("request", lambda request: streams.append(request.url) if request.url.endswith("/events") else None)
    first = open_page(own_context, start("--developer").boot_url)
    pages = [first, *(open_page(own_context, first.url) for _ in range(11))]
    write_plugin(home, "hello", HELLO.replace("'Hello, Hermes'", "'Seen by all'"))
    for page in pages:
        expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Seen by all")
    assert len(streams) == 1


def test_when_the_holder_of_the_stream_closes_another_takes_over(
    page: Page, context: BrowserContext, home: Path
) -> None:
    second = open_page(context, page.url)
    page.close()
    install(home, SAMPLES / "hello")
    expect(second.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")


def test_a_restart_of_the_server_does_not_orphan_an_open_window(
    start: OpenShell, context: BrowserContext, home: Path
) -> None:
    install(home, SAMPLES / "counter")
    first = start("--developer", "--port", "0")
    page = open_page(context, first.boot_url)
    page.get_by_role("button", name="Add one").click()
    expect(page.get_by_role("status", name="Count")).to_have_text("count 1")

    first.kill()
    start("--developer", "--port", str(first.port))
    install(home, SAMPLES / "hello")

    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    expect(page.get_by_role("status", name="Count")).to_have_text("count 1")


def test_a_killed_server_loses_no_acknowledged_write(start: OpenShell, browser: Browser, home: Path) -> None:
    install(home, SAMPLES / "notes")
    first = start("--developer")
    context = browser.new_context()
    page = open_page(context, first.boot_url)
    page.get_by_label("New note").fill("kept")
    page.get_by_role("button", name="Add", exact=True).click()
    page.evaluate("() => globalThis.hermesShellIdle()")
    first.kill()
    context.close()

    context = browser.new_context()
    page = open_page(context, start("--developer").boot_url)
    expect(page.get_by_role("list", name="Notes")).to_contain_text("kept")
    context.close()


def test_a_decision_survives_a_restart_and_reaches_other_windows(
    start: OpenShell, browser: Browser, home: Path
) -> None:
    install(home, SAMPLES / "hello")
    first = start("--developer")
    context = browser.new_context()
    page = open_page(context, first.boot_url)
    other = open_page(context, page.url)
    page.goto(page.url.split("#")[0] + "#/capabilities")
    page.locator("[data-plugin-row=hello]").get_by_role("switch").click()
    for window in (page, other):
        expect(window.locator("[data-pane='hello:pane']")).to_have_count(0)
        expect(window.locator("hermes-slot[cid='hello:chip']")).to_have_count(0)
    expect(page.locator("[data-plugin-row=hello]")).to_have_attribute("data-status", "disabled")
    page.evaluate("() => globalThis.hermesShellIdle()")
    assert first.stop() == 0
    context.close()

    context = browser.new_context()
    page = open_page(context, start("--developer").boot_url)
    page.goto(page.url.split("#")[0] + "#/capabilities")
    row = page.locator("[data-plugin-row=hello]")
    expect(row).to_have_attribute("data-status", "disabled")
    expect(row).to_contain_text("Hello")
    row.get_by_role("switch").click()
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    context.close()


def test_the_server_stops_cleanly_with_open_windows(start: OpenShell, context: BrowserContext) -> None:
    shell = start("--developer")
    page = open_page(context, shell.boot_url)
    open_page(context, page.url)
    assert shell.stop() == 0


def test_a_boot_link_opens_once(shell: ShellThread, page: Page, browser: Browser) -> None:
    context = browser.new_context()
    answer = context.new_page().goto(shell.boot_url)
    assert answer is not None
    assert answer.status == 403
    context.close()


def test_what_was_stored_just_before_a_reload_is_there_after_it(page: Page, home: Path) -> None:
    install(home, SAMPLES / "notes")
    notes = page.get_by_role("list", name="Notes").get_by_role("listitem")
    for count in (2, 4, 6, 8, 10):
        # Two changes in one task: the second waits for its turn, and leaves as the page goes away.
        for text in ("one", "two"):
            page.get_by_label("New note").fill(text)
            page.keyboard.press("Enter")
        expect(notes).to_have_count(count)
        page.reload()
        expect(notes).to_have_count(count)
