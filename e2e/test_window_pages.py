"""What a page does for its window: its title, a further window, going where another start asked, and its last word."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import OpenShell, find_in_palette, open_page
from e2e.shell_process import SAMPLES, install
from hermes_shell.paths import Home
from hermes_shell.running_shell import RunningShell


def test_title_follows_the_page(page: Page, home: Path) -> None:
    expect(page).to_have_title("New chat – Hermes")
    page.get_by_role("link", name="Plugins").first.click()
    expect(page).to_have_title("Plugins – Hermes")
    page.evaluate("location.hash = '#/settings'")
    expect(page).to_have_title("Settings – Hermes")
    page.go_back()
    expect(page).to_have_title("Plugins – Hermes")
    install(home, SAMPLES / "pages")
    expect(page.locator("[data-plugin-row]")).to_have_count(1)
    expect(page).to_have_title("Plugins – Hermes")


def test_a_tab_opens_a_further_tab(page: Page) -> None:
    with page.expect_popup() as opened:
        page.keyboard.press("Control+Shift+N")
    expect(opened.value.locator("html[data-shell=ready]")).to_be_attached()
    expect(opened.value).to_have_title("New chat – Hermes")
    find_in_palette(page, "new window", "New window")
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    expect(opened.value.locator("html[data-shell=ready]")).to_be_attached()


def test_native_window_of_another_process_goes_to_the_browser(page: Page) -> None:
    """Its page asks the server, which has no windows; the server's link is what the browser gets."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.evaluate("window.hermesNativeWindow = 'w1'; dispatchEvent(new Event('hermes-native-window'))")
    page.keyboard.press("Control+Shift+N")
    # There is no browser to open here; the page says which address it was.
    expect(page.locator("[data-slot=toast][data-kind=warning]")).to_contain_text("/boot/")
    assert asked.count("boot-link") == 1


def test_page_goes_where_another_start_asked(context: BrowserContext, start: OpenShell, home: Path) -> None:
    page = open_page(context, start().boot_url)
    running = RunningShell.find(Home(home))
    assert running is not None
    # Without a native window the answer is a link, and this tab stays where it is.
    answer = running.post("api/shell/open", {"route": "/capabilities"})
    assert isinstance(answer, dict)
    expect(page).to_have_title("New chat – Hermes")


def test_page_that_stopped_loads_again_where_it_was(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    base = page.url.split("#")[0]
    page.goto(f"{base}stopped?reason=crashed%20%3Cb%3E#/capabilities")
    expect(page.get_by_role("heading", level=1)).to_have_text("This window stopped working")
    expect(page.get_by_text("crashed <b>")).to_be_visible()
    expect(page.get_by_role("button", name="Load again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_title("Plugins – Hermes")
    assert page.url == f"{base}#/capabilities"
    expect(page.locator("[data-plugin-row=hello][data-status=loaded]")).to_be_attached()


def test_page_that_stopped_loads_without_plugins(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    base = page.url.split("#")[0]
    page.goto(f"{base}stopped#/")
    page.get_by_role("button", name="Load without plugins").click()
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    expect(page.get_by_text("Safe mode")).to_be_visible()
    expect(page.locator("[data-pane='hello:pane']")).to_have_count(0)
