"""The palette in a real window: its lists, what was used last, and where its keys lead."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import find_in_palette, open_page
from e2e.shell_process import SAMPLES, install, write_plugin
from e2e.shell_thread import ShellThread

THEME = """
export default {
  id: 'dusk',
  register(ctx) {
    const colors = { background: '#101820', foreground: '#f0f0f0', primary: '#ff8800' }
    const data = { name: 'dusk', label: 'Dusk', colors, darkColors: colors }
    ctx.register({ id: 'dusk', area: 'themes', data })
  }
}
"""
TWO_PANES = """
import { jsx } from 'react/jsx-runtime'
export default {
  id: 'two',
  register(ctx) {
    for (const id of ['first', 'second']) {
      const render = () => jsx('p', { children: id })
      ctx.register({ id, area: 'panes', title: `The ${id}`, data: { placement: 'right' }, render })
    }
  }
}
"""


def open_list(page: Page, text: str, row: str) -> None:
    """Open the list inside the palette that `row` leads to."""
    find_in_palette(page, text, row)
    page.keyboard.press("Enter")
    expect(page.locator(".hs-palette-chip")).to_be_visible()


def theme(page: Page) -> str | None:
    """The theme that is painted."""
    return page.locator("html").get_attribute("data-hermes-theme")


@pytest.mark.parametrize("query", ["addon", "extension", "plugin"])
def test_42_whoever_looks_for_addons_finds_the_plugins_page(page: Page, query: str) -> None:
    find_in_palette(page, query, "Open Plugins")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Plugins", exact=True)).to_be_visible()


def test_a_theme_is_painted_while_it_is_marked_and_kept_once_it_is_chosen(
    context: BrowserContext, shell: ShellThread
) -> None:
    write_plugin(shell.home, "dusk", THEME)
    page = open_page(context, shell.boot_url)
    open_list(page, "color", "Color theme…")
    expect(page.locator("[role=option][aria-selected=true]")).to_contain_text("Harbour")
    expect(page.get_by_role("option", name="Dusk")).to_be_visible()
    for leave in ("Backspace", "Escape"):
        page.keyboard.press("ArrowDown")
        expect(page.locator("html[data-hermes-theme=dusk]")).to_be_attached()
        page.keyboard.press(leave)
        expect(page.locator("html[data-hermes-theme=harbour]")).to_be_attached()
        if leave == "Backspace":
            page.keyboard.type("color")
            page.get_by_role("option", name="Color theme…").click()
    open_list(page, "color", "Color theme…")
    page.keyboard.type("dusk")
    expect(page.locator("html[data-hermes-theme=dusk]")).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    assert theme(page) == "dusk"


def test_a_closed_pane_is_offered_and_comes_back(context: BrowserContext, shell: ShellThread) -> None:
    write_plugin(shell.home, "two", TWO_PANES)
    page = open_page(context, shell.boot_url)
    panel = page.locator(".hs-pane[data-pane='two:second']")
    page.get_by_role("tab", name="The second").click()
    page.keyboard.press("Control+k")
    page.keyboard.type("last tab")
    expect(page.get_by_role("listbox")).to_be_visible()
    expect(page.get_by_role("option", name="Reopen the last tab")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(panel).to_be_visible()
    page.get_by_role("tab", name="The second").press("Delete")
    expect(panel).to_have_count(0)
    find_in_palette(page, "last tab", "Reopen the last tab")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    row = find_in_palette(page, "the second", "Show The second")
    expect(row).to_contain_text("closed")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    open_list(page, "show pane", "Show pane…")
    expect(page.get_by_role("option", name="The first")).to_contain_text("right")
    page.keyboard.type("second")
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()


def test_a_pane_says_where_it_stands_now(context: BrowserContext, shell: ShellThread) -> None:
    write_plugin(shell.home, "two", TWO_PANES)
    page = open_page(context, shell.boot_url)
    expect(page.locator(".hs-pane[data-pane='two:second']")).to_be_attached()
    moves: tuple[tuple[dict[str, str], str], ...] = (
        ({"op": "flip"}, "left"),
        ({"op": "move", "pane": "two:first", "zone": "main", "pos": "bottom"}, "bottom"),
        ({"op": "move", "pane": "two:first", "zone": "main", "pos": "top"}, "top"),
        ({"op": "move", "pane": "two:first", "zone": "main", "pos": "center"}, "main"),
        ({"op": "move", "pane": "two:first", "zone": "main", "pos": "right"}, "right"),
        ({"op": "float", "pane": "two:first"}, "floating"),
    )
    for move, place in moves:
        page.evaluate(
            """async ({ op, ...args }) => {
              const main = document.querySelector('script[type=module]').src
              const { layoutOp } = await import(new URL('panes.js', main).href)
              await layoutOp(op, args)
            }""",
            move,
        )
        expect(find_in_palette(page, "the first", "The first")).to_contain_text(f"pane, {place}")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_pane_of_a_hidden_side_says_so_and_is_shown_again(context: BrowserContext, shell: ShellThread) -> None:
    write_plugin(shell.home, "two", TWO_PANES)
    page = open_page(context, shell.boot_url)
    panel = page.locator(".hs-pane[data-pane='two:first']")
    expect(panel).to_be_visible()
    page.keyboard.press("Control+j")
    expect(panel).not_to_be_visible()
    expect(find_in_palette(page, "show the first", "Show The first")).to_contain_text("hidden")
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()


def test_a_plugin_is_turned_off_and_on_from_its_list(context: BrowserContext, shell: ShellThread) -> None:
    install(shell.home, SAMPLES / "hello")
    page = open_page(context, shell.boot_url)
    pane = page.locator("[data-pane='hello:pane']")
    expect(pane).to_be_visible()
    for turn, present in (("Turn off", 0), ("Turn on", 1)):
        open_list(page, "manage plugins", "Manage plugins…")
        page.keyboard.type("hello")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Back from Hello")).to_be_visible()
        page.get_by_role("option", name=turn).click()
        expect(pane).to_have_count(present)
    open_list(page, "manage plugins", "Manage plugins…")
    page.keyboard.press("Enter")
    page.get_by_role("option", name="Open on the Plugins page").click()
    expect(page.locator("[data-plugin-row='hello']")).to_be_visible()


def test_what_was_used_last_is_kept_for_the_home(context: BrowserContext, shell: ShellThread) -> None:
    page = open_page(context, shell.boot_url)
    find_in_palette(page, "toggle sidebar", "Toggle sidebar")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    page.keyboard.press("Control+k")
    expect(page.locator(".hs-palette-heading").first).to_have_text("Recently used")
    expect(page.get_by_role("option").first).to_contain_text("Toggle sidebar")
    page.keyboard.type("clear recently")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".hs-palette-heading").first).to_have_text("Go to")


def test_on_the_settings_page_the_keys_lead_to_its_search_and_then_to_the_palette(page: Page) -> None:
    page.keyboard.press("Control+,")
    expect(page.get_by_role("heading", name="Appearance")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("searchbox", name="Search settings")).to_be_focused()
    page.keyboard.type("zoom")
    page.wait_for_url("**/#/settings?q=zoom")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox", name="Search settings")).to_be_focused()
