"""The sidebar: rows that plugins bring, hide and order, the user's choice, and what stands above the sessions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import ServeHome, find_in_palette, open_page
from e2e.shell_process import start_shell, write_plugin

KANBAN = """
import { jsx } from 'react/jsx-runtime'
import { ROUTES_AREA, SIDEBAR_NAV_AREA, SIDEBAR_PROFILE_GROUP_HEADER_AREA } from '@hermes/plugin-sdk'

export default {
  id: 'kanban',
  name: 'Kanban',
  register(ctx) {
    const path = '/board'
    const board = () => jsx('h1', { children: 'The board' })
    ctx.register({ id: 'page', area: ROUTES_AREA, title: 'Board', data: { path }, render: board })
    ctx.register({ id: 'kanban-nav', area: SIDEBAR_NAV_AREA, data: { path, label: 'Board', codicon: 'project' } })
    ctx.register({ id: 'second', area: SIDEBAR_NAV_AREA, order: 1, data: { path, label: 'Board' } })
    const screen = ({ profile, connectionId }) => jsx('button', { children: `Screen of ${profile}, ${connectionId}` })
    ctx.register({ id: 'screen', area: SIDEBAR_PROFILE_GROUP_HEADER_AREA, data: { render: screen } })
    ctx.register({ id: 'none', area: SIDEBAR_PROFILE_GROUP_HEADER_AREA, data: { render: () => null } })
    const other = () => jsx('p', { children: 'by its other name' })
    ctx.register({ id: 'other', area: 'sidebar.profileGroupHeader', data: { render: other } })
  },
}
"""
TIDY = """
import { SIDEBAR_NAV_PREFS_AREA } from '@hermes/plugin-sdk'

export default {
  id: 'tidy',
  name: 'Tidy',
  defaultEnabled: false,
  register(ctx) {
    const hide = ['kanban:second', 'capabilities', 'nobody', ' ', 5, { id: 'new-session' }]
    const order = ['kanban:kanban-nav', 'capabilities']
    ctx.register({ id: 'prefs', area: SIDEBAR_NAV_PREFS_AREA, data: { hide, order } })
  },
}
"""
DECIDE = """async ([id, enabled]) => {
  const main = document.querySelector('script[type=module]').src
  const { channel } = await import(new URL('channel.js', main).href)
  await channel.call('plugins.decide', { id, enabled })
}"""


@pytest.fixture(scope="module")
def first(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The first window of a shell that the tests of this module share; each leaves it as it was."""
    home = tmp_path_factory.mktemp("sidebar") / "home"
    write_plugin(home, "kanban", KANBAN)
    write_plugin(home, "tidy", TIDY)
    shell = start_shell(home, "--developer")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield open_page(context, shell.boot_url)
    context.close()
    assert shell.stop() == 0


@pytest.fixture
def window(first: Page) -> Iterator[Page]:
    """A window at its home page."""
    page = open_page(first.context, f"{first.url.partition('#')[0]}#/")
    expect(rows(page)).to_have_text(["New chat", "Plugins", "Board", "Board"])
    yield page
    page.close()


def rows(page: Page) -> Locator:
    """The rows of the navigation."""
    return page.locator("[data-area='sidebar.nav'] .hs-nav-row")


def choices(page: Page) -> Locator:
    """The list of a right click."""
    return page.get_by_role("menu", name="Rows of the sidebar")


def ids(page: Page) -> list[str]:
    """Ids of the rows in order."""
    return page.locator("[data-area='sidebar.nav'] > li").evaluate_all("rows => rows.map(row => row.dataset.item)")


def test_N1_wishes_hide_and_order_rows_of_plugins_too_and_go_with_their_plugin(window: Page) -> None:
    before = ids(window)
    window.evaluate(DECIDE, ["tidy", True])
    expect(rows(window)).to_have_text(["Board", "Plugins", "New chat"])
    assert ids(window) == ["kanban:kanban-nav", "capabilities", "new-session"]
    rows(window).last.click(button="right")
    locked = choices(window).get_by_role("menuitemcheckbox", name="hidden by Tidy")
    expect(locked).to_have_attribute("aria-disabled", "true")
    expect(locked).to_contain_text("Board")
    window.keyboard.press("Escape")
    window.evaluate(DECIDE, ["tidy", False])
    expect(rows(window)).to_have_count(4)
    assert ids(window) == before


def test_N2_the_user_hides_rows_in_every_window_also_the_way_to_the_plugins(window: Page, first: Page) -> None:
    rows(window).nth(2).click(button="right")
    entries = choices(window).get_by_role("menuitemcheckbox")
    names = ["New chatHermes", "PluginsHermes", "BoardKanban · kanban-nav", "BoardKanban · second"]
    expect(entries).to_have_text(names)
    entries.nth(1).click()
    entries.nth(3).click()
    window.keyboard.press("Escape")
    for page in (window, first):
        expect(rows(page)).to_have_text(["New chat", "Board"])
    window.reload()
    expect(rows(window)).to_have_text(["New chat", "Board"])
    find_in_palette(window, "rows of the sidebar", "Choose rows of the sidebar")
    window.keyboard.press("Enter")
    expect(choices(window)).to_be_visible()
    choices(window).get_by_role("menuitem", name="Show all").click()
    expect(rows(first)).to_have_count(4)


def test_N2_the_way_to_the_rows_stays_where_all_of_them_are_hidden(window: Page) -> None:
    rows(window).first.click(button="right")
    entries = choices(window).get_by_role("menuitemcheckbox")
    for entry in entries.all():
        entry.click()
    window.keyboard.press("Escape")
    expect(rows(window)).to_have_count(0)
    nav = window.get_by_role("navigation", name="Main")
    for ground in (nav, window.locator(".hs-session-note"), window.locator(".hs-sidebar-foot")):
        ground.click(button="right", position={"x": 4, "y": 4})
        expect(choices(window).get_by_text("Show in the sidebar")).to_be_visible()
        window.keyboard.press("Escape")
        expect(choices(window)).to_have_count(0)
    choose = nav.get_by_role("button", name="Choose rows…")
    choose.focus()
    for key in ("Shift+F10", "Enter"):
        window.keyboard.press(key)
        expect(choices(window).get_by_role("menuitemcheckbox")).to_have_count(4)
        window.keyboard.press("Escape")
        expect(choose).to_be_focused()
    window.keyboard.press("Shift+F10")
    choices(window).get_by_role("menuitem", name="Show all").click()
    expect(rows(window)).to_have_count(4)
    expect(choose).to_be_hidden()


def test_N2_the_choice_survives_a_restart(home: Path, serve: ServeHome, context: BrowserContext) -> None:
    write_plugin(home, "kanban", KANBAN)
    shell = serve()
    page = open_page(context, shell.boot_url)
    rows(page).first.click(button="right")
    choices(page).get_by_role("menuitemcheckbox", name="kanban-nav").click()
    expect(rows(page)).to_have_count(3)
    page.evaluate("() => hermesShellIdle()")
    shell.stop()
    again = open_page(context, serve().boot_url)
    expect(rows(again)).to_have_text(["New chat", "Plugins", "Board"])
    assert ids(again) == ["new-session", "capabilities", "kanban:second"]


def test_a_row_goes_to_its_page_and_is_marked_and_named_whole(window: Page) -> None:
    board = rows(window).nth(2)
    board.click()
    expect(window.get_by_role("heading", name="The board", level=1)).to_be_visible()
    expect(board).to_have_attribute("aria-current", "page")
    expect(board).to_have_attribute("title", "Board")
    expect(rows(window).first).not_to_have_attribute("aria-current", "page")


def test_the_rows_are_gone_through_by_keys(window: Page) -> None:
    rows(window).first.focus()
    window.keyboard.press("End")
    expect(rows(window).last).to_be_focused()
    window.keyboard.press("ArrowUp")
    window.keyboard.press("Enter")
    expect(window.get_by_role("heading", name="The board", level=1)).to_be_visible()
    expect(rows(window).nth(2)).to_be_focused()
    window.keyboard.press("Shift+F10")
    expect(choices(window)).to_be_visible()
    window.keyboard.press("Escape")
    expect(rows(window).nth(2)).to_be_focused()


def test_axe_finds_nothing_in_the_list_of_rows(window: Page) -> None:
    rows(window).nth(2).click(button="right")
    expect(choices(window)).to_be_visible()
    results = Axe().run(window)
    assert results.violations_count == 0, results.generate_report()


def test_a_page_opens_to_the_side(window: Page) -> None:
    rows(window).nth(2).click(modifiers=["Control"])
    expect(window.get_by_role("heading", name="The board")).to_be_visible()
    expect(window.locator("#workspace-page")).to_be_visible()
    assert window.evaluate("location.hash") in ("", "#/")
    window.evaluate(
        """async () => {
          const main = document.querySelector('script[type=module]').src
          const { channel } = await import(new URL('channel.js', main).href)
          await channel.call('layout', { op: 'reset' })
        }"""
    )


def test_what_plugins_put_above_the_sessions_mounts_with_the_profile(window: Page) -> None:
    header = window.locator(".hs-group-header")
    expect(header.get_by_role("button", name="Screen of default, null")).to_be_visible()
    expect(header.get_by_text("by its other name")).to_be_visible()
    window.evaluate(DECIDE, ["kanban", False])
    expect(header.get_by_role("button")).to_have_count(0)
    assert window.locator(".hs-group-header").evaluate("part => part.offsetHeight") == 0
    window.evaluate(DECIDE, ["kanban", True])
    expect(header.get_by_role("button")).to_have_count(1)


def test_43_a_broken_header_is_a_chip_that_names_plugin_and_area(
    home: Path, serve: ServeHome, context: BrowserContext
) -> None:
    write_plugin(home, "kanban", KANBAN)
    write_plugin(
        home,
        "odd",
        """export default { id: 'odd', name: 'Odd one', register(ctx) {
          const area = 'sidebar.profileGroup.header'
          ctx.register({ id: 'throws', area, data: { render() { throw new Error('no luck') } } })
          ctx.register({ id: 'nothing', area, data: { render() {} } })
          ctx.register({ id: 'no-list', area: 'sidebarNav.prefs', data: { hide: 'cron', order: 5 } })
          ctx.register({ id: 'no-object', area: 'sidebar.nav', data: 'x' })
          const nav = (id, data) => ctx.register({ id, area: 'sidebar.nav', data })
          nav('types', { path: {}, label: 'Typed', codicon: [] })
          nav('nameless', { path: '/x', label: {} })
          nav('markup', { path: '/y', label: '<img src=x onerror=alert(1)>' })
          nav('huge', { path: '/z', label: 'x'.repeat(1e6) })
        } }""",
    )
    page = open_page(context, serve().boot_url)
    chips = page.locator(".hs-sidebar [data-slot=boundary]")
    expect(chips).to_have_text(["odd:throws", "odd:nothing"])
    expect(chips.first).to_have_accessible_name("odd:throws: no luck. From Odd one, sidebar.profileGroup.header. Retry")
    expect(chips.last).to_have_attribute(
        "title", "odd:nothing: render returned undefined; it returns null to show nothing"
    )
    expect(page.get_by_role("button", name="Screen of default")).to_be_visible()
    expect(rows(page).filter(has_text="<img src=x")).to_have_count(1)
    huge = rows(page).filter(has_text="xxxx")
    assert huge.evaluate("row => [row.title.length, row.scrollWidth <= row.clientWidth]") == [200, True]
    page.evaluate("() => { location.hash = '#/capabilities' }")
    row = page.locator("[data-plugin-row=odd]")
    expect(row).to_have_attribute("data-status", "loaded")
    for text in (
        'The entry "no-list" of sidebarNav.prefs: hide: Input should be a valid list',
        'The entry "no-object" of sidebar.nav: data: an object is needed',
        'The entry "types" of sidebar.nav: path: a text is needed, not an object',
        'The entry "nameless" of sidebar.nav: label: a text is needed',
        'The entry "huge" of sidebar.nav: label: longer than 200 characters',
    ):
        expect(row.get_by_text(text, exact=False)).to_have_count(1)
