"""Pages of plugins: they come late, go away, come back, and keep their address."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from e2e.board_page import FRONT, board, decide, go, heading, open_board, route
from e2e.conftest import ServeHome, open_page
from e2e.shell_process import write_plugin

ROUTES = """
import { jsx } from 'react/jsx-runtime'
export default {
  id: 'many',
  register(ctx) {
    PATHS.forEach((path, n) => ctx.register(
      { id: `page${n}`, area: 'routes', data: { path }, render: () => jsx('h1', { children: `Page ${n}` }) }))
    ctx.register({ id: 'end', area: 'statusBar.right', render: () => jsx('span', { children: 'all there' }) })
  }
}
"""


def test_page_goes_with_its_plugin_and_comes_back(page: Page, home: Path) -> None:
    open_board(page, home)
    expect(page).to_have_title("Board – Hermes")
    decide(page, enabled=False)
    card = page.locator("#workspace-page[data-page-kind=absent]")
    expect(card).to_contain_text("This page belongs to Planner, which is off.")
    expect(card.get_by_role("heading", level=1)).to_have_text("Board")
    assert route(page) == "#/board"
    card.get_by_role("button", name="Turn on").click()
    expect(heading(page)).to_be_visible()
    # The button is gone: the keyboard goes on in the page.
    expect(page.locator("#workspace-page")).to_be_focused()


def test_reload_shows_the_page_of_its_address(page: Page, home: Path) -> None:
    open_board(page, home)
    page.evaluate("location.hash = '#/board?card=7'")
    page.reload()
    expect(heading(page)).to_be_visible()
    assert route(page) == "#/board?card=7"


def test_start_page_outlives_its_plugin_being_off(serve: ServeHome, context: BrowserContext, home: Path) -> None:
    board(home)
    first = serve()
    page = open_page(context, first.boot_url)
    go(page, "Board")
    expect(heading(page)).to_be_visible()
    page.evaluate("location.hash = '#/no-such-page'")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    decide(page, enabled=False)
    page.close()
    assert first.stop()

    second = serve()
    page = open_page(context, second.boot_url)
    assert route(page) == "#/board"
    expect(page.locator("#workspace-page")).to_contain_text("This page belongs to Planner, which is off.")
    decide(page, enabled=True)
    expect(heading(page)).to_be_visible()
    page.close()
    assert second.stop()

    page = open_page(context, serve().boot_url)
    assert route(page) == "#/board"
    expect(heading(page)).to_be_visible()


def test_address_without_a_page_says_so_and_leads_home(page: Page) -> None:
    page.evaluate("location.hash = '#/nowhere/at'")
    notice = page.locator("#workspace-page")
    expect(notice.get_by_role("heading", name="No such page")).to_be_visible()
    expect(notice).to_contain_text("Nothing answers to /nowhere/at.")
    notice.get_by_role("link", name="Go home").click()
    expect(page.get_by_role("heading", name="New chat", level=1)).to_be_visible()


def test_page_that_comes_late_shows_where_one_waits_for_it(page: Page, home: Path) -> None:
    page.evaluate("location.hash = '#/board'")
    board(home)
    expect(heading(page)).to_be_visible()


def test_saves_while_the_page_is_shown_leave_one_of_everything(page: Page, home: Path) -> None:
    """However often it is loaded: one evaluation a save, one mount, no duplicates."""
    open_board(page, home)
    page.locator("#workspace-page").evaluate("page => page.scrollTo(0, 500)")
    for word in ("Second", "Third", "Fourth", "Fifth"):
        board(home, word)
        expect(heading(page, word)).to_be_attached()
    assert page.locator("#workspace-page").evaluate("page => page.scrollTop") == 500
    assert page.evaluate("[evaluated, mounted.length]") == [5, 1]
    expect(page.locator("#workspace-page h1")).to_have_count(1)
    expect(page.get_by_role("link", name="Board")).to_have_count(1)
    expect(page.get_by_role("button", name="Switch board")).to_have_count(1)
    expect(page.locator("hermes-slot[area=routes]")).to_have_count(1)
    go(page, "New chat")
    expect(page.get_by_role("heading", name="Fifth board")).to_have_count(0)


def test_RO2_navigation_to_the_page_that_is_there_reveals_the_workspace(page: Page, home: Path) -> None:
    write_plugin(home, "front", FRONT)
    open_board(page, home)
    page.get_by_role("tab", name="In front").click()
    expect(heading(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Switch board")).to_be_hidden()
    go(page, "Board")
    expect(heading(page)).to_be_visible()
    expect(page.get_by_role("button", name="Switch board")).to_be_visible()


def test_scroll_of_a_page_is_there_when_one_comes_back(page: Page, home: Path) -> None:
    open_board(page, home)
    shown = page.locator("#workspace-page")
    shown.evaluate("page => page.scrollTo(0, 900)")
    go(page, "New chat")
    expect(page.get_by_role("heading", name="New chat", level=1)).to_be_visible()
    assert shown.evaluate("page => page.scrollTop") == 0
    page.go_back()
    expect(heading(page)).to_be_attached()
    expect(page.get_by_role("button", name="Pressed 0")).not_to_be_in_viewport()
    assert shown.evaluate("page => page.scrollTop") == 900


def test_header_of_a_page_is_there_with_the_page_only(page: Page, home: Path) -> None:
    control = page.get_by_role("button", name="Switch board")
    open_board(page, home)
    expect(
        page.locator("[data-area='workspace.pageHeader']").get_by_role("button", name="Switch board")
    ).to_be_visible()
    go(page, "Plugins")
    expect(control).to_have_count(0)
    go(page, "Board")
    expect(control).to_be_visible()
    go(page, "New chat")
    expect(control).to_have_count(0)


def test_RO1_address_finds_its_page_however_it_is_written(page: Page, home: Path) -> None:
    paths = ["/caf%C3%A9/", "/a/b", '/a"<b>', "/100%", "/Board", "/board"]
    write_plugin(home, "many", ROUTES.replace("PATHS", repr(paths)))
    expect(page.get_by_text("all there")).to_be_visible()
    addresses = [("#/café", 0), ("#/a/b/?x=1", 1), ('#/a"<b>', 2), ("#/100%", 3), ("#/Board", 4), ("#/board", 5)]
    for address, number in [*addresses, ("#/cafe\u0301", 0)]:
        page.evaluate("address => { location.hash = address }", address)
        expect(page.get_by_role("heading", name=f"Page {number}")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Page 0")).to_be_visible()
    assert route(page) == "#/cafe%CC%81"


def test_five_hundred_pages(page: Page, home: Path) -> None:
    write_plugin(home, "many", ROUTES.replace("PATHS", "Array.from({ length: 500 }, (_, n) => `/page/${n}`)"))
    expect(page.get_by_text("all there")).to_be_visible()
    for number in (499, 0, 250):
        page.evaluate("number => { location.hash = `#/page/${number}` }", number)
        expect(page.get_by_role("heading", name=f"Page {number}", exact=True)).to_be_visible()


def test_paths_that_are_taken_are_named_on_the_row(page: Page, home: Path) -> None:
    write_plugin(home, "many", ROUTES.replace("PATHS", '["/board", "/board/", "/Settings", "/20261130_095928_6ede65"]'))
    expect(page.get_by_text("all there")).to_be_visible()
    page.evaluate("location.hash = '#/capabilities?open=many'")
    row = page.locator("[data-plugin-row=many]")
    expect(row).to_contain_text("/board is already the page of many:page0, so many:page1 has no address")
    expect(row).to_contain_text("/settings belongs to the shell")
    expect(row).to_contain_text("looks like the address of a chat")
    page.evaluate("location.hash = '#/board'")
    expect(page.get_by_role("heading", name="Page 0")).to_be_visible()


LATE = """
import { useValue, atom } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'
const $text = atom('')
export default {
  id: 'late',
  register(ctx) {
    const render = () => { const text = useValue($text); if (!text) return; return jsx('h1', { children: text }) }
    ctx.register({ id: 'page', area: 'routes', data: { path: '/late' }, render })
    ctx.register({ id: 'bring', area: 'statusBar.right',
      render: () => jsx('button', { onClick: () => $text.set('After all'), children: 'Bring it' }) })
  }
}
"""


FAULTS = """
import * as sdk from '@hermes/plugin-sdk'
import { useEffect } from 'react'
import { jsx } from 'react/jsx-runtime'
function Later() { useEffect(() => { sdk.aFunctionOfTomorrow() }, []); return 'soon broken' }
const renders = {
  nothing: () => undefined,
  throwing: () => { throw new Error('broken on purpose') },
  skewed: () => jsx(Later, {}),
}
export default {
  id: 'faulty',
  register(ctx) {
    for (const [id, render] of Object.entries(renders)) {
      ctx.register({ id, area: 'routes', title: id, data: { path: `/${id}` }, render })
      ctx.register({ id, area: 'panes', title: id, data: { placement: 'right' }, render })
    }
    ctx.register({ id: 'fine', area: 'statusBar.right', render: () => jsx('span', { children: 'fine' }) })
  }
}
"""


def test_broken_page_or_pane_is_a_card_that_names_plugin_and_area(page: Page, home: Path) -> None:
    """A render of undefined, one that throws, and a call of what the SDK has not never take more than their place."""
    write_plugin(home, "faulty", FAULTS)
    expect(page.get_by_text("fine", exact=True)).to_be_visible()
    for name, says in (
        ("nothing", "render returned undefined"),
        ("throwing", "broken on purpose"),
        ("skewed", "aFunctionOfTomorrow"),
    ):
        page.evaluate("name => { location.hash = `#/${name}` }", name)
        page.locator(f"[role=tab][data-pane-activate='faulty:{name}']").click()
        for card, area in (
            (page.locator("#workspace-page .hs-boundary-pane"), "routes"),
            (page.locator(f"[data-pane='faulty:{name}'] .hs-boundary-pane"), "panes"),
        ):
            expect(card).to_contain_text(f"faulty:{name}")
            expect(card).to_contain_text(says)
            expect(card).to_contain_text(f"faulty, {area}")
    go(page, "Plugins")
    expect(page.locator("[data-plugin-row=faulty]")).to_be_visible()


def test_page_that_returns_something_after_all_is_shown(page: Page, home: Path) -> None:
    write_plugin(home, "late", LATE)
    page.evaluate("location.hash = '#/late'")
    expect(page.locator("#workspace-page .hs-boundary-pane")).to_contain_text("Is a return missing?")
    page.get_by_role("button", name="Bring it").click()
    expect(page.get_by_role("heading", name="After all")).to_be_visible()
    expect(page.locator("#workspace-page .hs-boundary-pane")).to_have_count(0)
