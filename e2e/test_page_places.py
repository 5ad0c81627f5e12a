"""Pages beside the workspace and behind Settings."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.board_page import FRONT, MODULE, board, decide, go, heading, open_board, route, tile
from e2e.conftest import find_in_palette
from e2e.shell_process import write_plugin


def ready(page: Page) -> None:
    """Wait until the shell in a page that loads again is ready."""
    expect(page.locator("html[data-shell=ready]")).to_be_attached()


def test_page_opens_beside_the_workspace(page: Page, home: Path) -> None:
    open_board(page, home)
    page.get_by_role("button", name="Pressed 0").click()
    page.keyboard.press("Control+Alt+o")
    beside = tile(page)
    expect(beside.get_by_role("heading", name="First board")).to_be_visible()
    expect(beside).to_be_focused()
    # A copy of its own: another state, and its control stands in the page.
    expect(beside.get_by_role("button", name="Pressed 0")).to_be_visible()
    expect(heading(page)).to_be_visible()
    expect(page.locator("#workspace-page").get_by_role("button", name="Pressed 1")).to_be_visible()
    expect(beside.get_by_role("button", name="Switch board")).to_be_visible()
    expect(
        page.locator("[data-area='workspace.pageHeader']").get_by_role("button", name="Switch board")
    ).to_be_visible()
    boxes = [element.bounding_box() for element in (page.locator("#workspace"), beside)]
    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["x"] >= boxes[0]["x"] + boxes[0]["width"]
    # Again: the same tile.
    page.keyboard.press("Control+Alt+o")
    expect(page.get_by_role("tab", name="Board")).to_have_count(2)
    go(page, "New chat")
    expect(beside.get_by_role("heading", name="First board")).to_be_visible()
    page.reload()
    ready(page)
    expect(beside.get_by_role("heading", name="First board")).to_be_visible()
    board(home, "Second")
    expect(beside.get_by_role("heading", name="Second board")).to_be_visible()
    close = page.locator(".hs-tab [data-pane-close='page-tile:/board']")
    close.click()
    expect(beside).to_have_count(0)
    page.keyboard.press("Control+Shift+T")
    expect(beside.get_by_role("heading", name="Second board")).to_be_visible()
    close.click()
    expect(beside).to_have_count(0)
    page.reload()
    ready(page)
    expect(beside).to_have_count(0)


def test_page_opened_beside_in_a_narrow_window_is_seen_at_once(page: Page, home: Path) -> None:
    page.set_viewport_size({"width": 900, "height": 600})
    open_board(page, home)
    find_in_palette(page, "open the page to the side", "Open the page to the side")
    page.keyboard.press("Enter")
    expect(tile(page).get_by_role("heading", name="First board")).to_be_visible()
    expect(tile(page)).to_be_focused()


def test_tile_says_whose_page_it_is_while_it_is_away(page: Page, home: Path) -> None:
    open_board(page, home)
    page.keyboard.press("Control+Alt+o")
    beside = tile(page)
    expect(beside.get_by_role("heading", name="First board")).to_be_visible()
    go(page, "New chat")
    decide(page, enabled=False)
    expect(beside).to_contain_text("This page belongs to Planner, which is off.")
    page.reload()
    ready(page)
    expect(beside).to_contain_text("This page belongs to Planner, which is off.")
    expect(page.get_by_role("tab", name="Board")).to_be_visible()
    beside.get_by_role("button", name="Turn on").click()
    expect(beside.get_by_role("heading", name="First board")).to_be_visible()


def test_page_of_the_shell_stays_in_the_workspace_and_says_so(page: Page) -> None:
    go(page, "Plugins")
    expect(page.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    page.keyboard.press("Control+Alt+o")
    expect(page.locator("[data-slot=toast]")).to_contain_text("Only pages of plugins open beside it.")
    expect(page.locator("[data-pane^='page-tile:']")).to_have_count(0)


def test_settings_lead_back_to_where_one_was(page: Page, home: Path) -> None:
    open_board(page, home)
    page.locator("#workspace-page").evaluate("page => page.scrollTo(0, 900)")
    pressed = page.get_by_role("button", name="Pressed 0")
    pressed.evaluate("button => button.focus({ preventScroll: true })")
    page.keyboard.press("Control+,")
    expect(page).to_have_title("Settings – Hermes")
    page.evaluate("location.hash = '#/settings?tab=keybinds'")
    expect(page.locator("#overlay-page")).to_be_visible()
    search = page.get_by_role("searchbox", name="Search settings")
    search.fill("zoom")
    page.keyboard.press("Escape")
    expect(search).to_have_value("")
    expect(page.locator("#overlay-page")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#overlay-page")).to_be_hidden()
    assert route(page) == "#/board"
    expect(pressed).to_be_focused()
    assert page.locator("#workspace-page").evaluate("page => page.scrollTop") == 900
    page.go_forward()
    expect(page).to_have_title("Settings – Hermes")
    page.go_back()
    expect(page).to_have_title("Board – Hermes")
    assert page.locator("#workspace-page").evaluate("page => page.scrollTop") == 900


def test_settings_leave_the_pane_in_front_of_the_workspace(page: Page, home: Path) -> None:
    write_plugin(home, "front", FRONT)
    tab = page.get_by_role("tab", name="In front")
    for leave in (lambda: page.keyboard.press("Escape"), page.go_back):
        tab.click()
        expect(page).to_have_title("In front – Hermes")
        page.keyboard.press("Control+,")
        expect(page).to_have_title("Settings – Hermes")
        leave()
        expect(page.locator("#overlay-page")).to_be_hidden()
        expect(page).to_have_title("In front – Hermes")
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.get_by_text("in front", exact=True)).to_be_visible()
    # Following a row is a wish to see its page, also from Settings and when it is the page below.
    page.keyboard.press("Control+,")
    expect(page.locator("#overlay-page")).to_be_visible()
    page.evaluate(f"async () => (await ({MODULE})('router.js')).navigate('/')")
    expect(tab).to_have_attribute("aria-selected", "false")
    expect(page).to_have_title("New chat – Hermes")


def test_settings_opened_by_their_address_leave_the_pane_in_front(page: Page, home: Path) -> None:
    write_plugin(home, "front", FRONT)
    tab = page.get_by_role("tab", name="In front")
    tab.click()
    page.evaluate("location.hash = '#/settings'")
    expect(page.locator("#overlay-page")).to_be_visible()
    page.evaluate("history.replaceState(null, '', location.hash)")
    page.reload()
    ready(page)
    expect(page.locator("#overlay-page")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_title("In front – Hermes")
    expect(tab).to_have_attribute("aria-selected", "true")
    assert page.locator("[data-pane='front:p']").evaluate("pane => pane.contains(document.activeElement)")


def test_settings_opened_by_their_address_lead_to_the_last_page(page: Page, home: Path) -> None:
    open_board(page, home)
    page.goto(page.url.split("#")[0] + "#/settings?tab=appearance")
    page.reload()
    ready(page)
    expect(page.locator("#overlay-page")).to_be_visible()
    page.keyboard.press("Escape")
    expect(heading(page)).to_be_visible()
    assert route(page) == "#/board"
