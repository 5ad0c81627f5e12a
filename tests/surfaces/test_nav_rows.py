"""The rows of the main navigation in the page: arrow keys, pages to the side, and the list of rows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

START = """async () => {
  const { startNavRows } = await import('/static/host/nav_rows.js')
  const row = (id, source, data, more = {}) => T.registry.register({ id, area: 'sidebar.nav', source, data, ...more })
  row('home', 'core', { label: 'Home', path: '/' }, { server: true })
  row('plugins', 'core', { label: 'Plugins', path: '/capabilities' }, { server: true })
  row('p:board', 'plugin:p', { label: 'Board', path: '/board' })
  row('p:other', 'plugin:p', { label: 'Board', path: '/other' })
  row('q:bad', 'plugin:q', { label: { a: 1 }, path: '/bad' })
  row('q:worse', 'plugin:q', { get label() { throw new Error('no') } })
  document.querySelector('[data-area="sidebar.nav"]').insertAdjacentHTML('beforeend',
    '<li data-item="p:run"><button type="button" class="hs-nav-row" data-call="sidebar.nav|p:run|x">Run</button></li>')
  window.sides = []
  startNavRows()
}"""


@pytest.fixture
def nav(page: Page) -> Page:
    page.evaluate(START)
    return page


def choices(page: Page) -> Locator:
    return page.get_by_role("menu", name="Rows of the sidebar")


def test_arrow_keys_home_and_end_go_through_the_rows(nav: Page) -> None:
    rows = nav.locator(".hs-nav-row")
    rows.first.focus()
    seen: list[str] = []
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Home", "End", "ArrowUp"):
        nav.keyboard.press(key)
        seen.append(nav.locator(":focus").inner_text())
    assert seen == ["Plugins", "Run", "Run", "Home", "Run", "Plugins"]
    nav.keyboard.press("Tab")
    expect(rows.last).to_be_focused()


def test_a_click_on_the_current_row_reveals_the_workspace_again(nav: Page) -> None:
    row = nav.get_by_role("link", name="Plugins")
    row.click()
    nav.evaluate("() => { document.getElementById('pane:workspace').hidden = true; T.calls.length = 0 }")
    row.click()
    assert ["layout", {"op": "reveal", "pane": "workspace"}] in nav.evaluate("T.calls")


def test_mod_click_opens_a_page_to_the_side_and_follows_the_row_where_that_is_not_possible(nav: Page) -> None:
    row = nav.get_by_role("link", name="Plugins")
    row.click(modifiers=["Control"])
    assert nav.evaluate("T.currentRoute()") == "/capabilities"
    nav.evaluate("() => { location.hash = '#/'; T.registerCommand('page.openToSide', (path) => { sides.push(path) }) }")
    row.click(modifiers=["Control"])
    row.focus()
    nav.keyboard.press("Control+Enter")
    assert nav.evaluate("[sides, T.currentRoute()]") == [["/capabilities", "/capabilities"], "/"]


def test_the_menu_of_a_row_opens_it_to_the_side(nav: Page) -> None:
    nav.evaluate("() => { T.registerCommand('page.openToSide', (path) => { sides.push(path) }) }")
    nav.get_by_role("link", name="Plugins").click(button="right")
    choices(nav).get_by_role("menuitem", name="Open to the side").click()
    expect(choices(nav)).to_have_count(0)
    assert nav.evaluate("sides") == ["/capabilities"]
    nav.get_by_role("button", name="Run").click(button="right")
    expect(choices(nav).get_by_role("menuitem")).to_have_text(["Show all"])


def test_a_page_that_stays_in_the_workspace_is_not_offered_beside_it(nav: Page) -> None:
    nav.evaluate("() => { T.registerCommand('page.openToSide', () => {}) }")
    nav.evaluate("T.offerCommandWhen('page.openToSide', path => path !== '/capabilities')")
    for name, state in (("Plugins", "true"), ("Home", None)):
        nav.get_by_role("link", name=name).click(button="right")
        side = choices(nav).get_by_role("menuitem", name="Open to the side")
        expect(side).to_be_visible()
        assert side.get_attribute("aria-disabled") == state
        nav.keyboard.press("Escape")
        expect(choices(nav)).to_have_count(0)


def test_N2_the_list_names_every_row_with_its_plugin_and_keeps_the_choice(nav: Page) -> None:
    nav.evaluate(
        """() => T.registry.register({ id: 'q:prefs', area: 'sidebarNav.prefs', source: 'plugin:q',
          data: { hide: ['home', 'plugins', ' ', 5] } })"""
    )
    nav.evaluate("() => T.registry.register({ id: 'r:prefs', area: 'sidebarNav.prefs', source: 'plugin:r', data: 7 })")
    nav.get_by_role("link", name="Plugins").click(button="right")
    rows = choices(nav).get_by_role("menuitemcheckbox")
    expect(rows).to_have_text(
        ["HomeHermes · hidden by q", "PluginsHermes · hidden by q", "Boardp · board", "Boardp · other"]
    )
    expect(rows.first).to_have_attribute("aria-disabled", "true")
    rows.nth(2).click()
    rows.nth(3).click()
    assert nav.evaluate("T.preference('sidebarNav.hidden')") == ["p:board", "p:other"]
    rows.nth(2).click()
    assert nav.evaluate("T.preference('sidebarNav.hidden')") == ["p:other"]
    choices(nav).get_by_role("menuitem", name="Show all").click()
    assert nav.evaluate("T.preference('sidebarNav.hidden')") == []


def test_the_list_opens_by_command_and_by_the_menu_key_and_gives_the_focus_back(nav: Page) -> None:
    row = nav.get_by_role("link", name="Plugins")
    row.focus()
    row.dispatch_event("contextmenu", {"bubbles": True, "cancelable": True, "clientX": 0, "clientY": 0})
    expect(choices(nav)).to_be_visible()
    nav.keyboard.press("Escape")
    expect(choices(nav)).to_have_count(0)
    expect(row).to_be_focused()
    nav.evaluate("() => { T.runCommand('sidebar.editNav') }")
    expect(choices(nav)).to_be_visible()
