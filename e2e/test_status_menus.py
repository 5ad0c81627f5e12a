"""Menus of status bar items: of a plugin's own, of rows, and what is wrong with either."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import start_shell, write_plugin

MENUS = """
import { jsx, jsxs } from 'react/jsx-runtime'
import { useState } from 'react'
import { STATUSBAR_AREAS } from '@hermes/plugin-sdk'

globalThis.said = []

function Form({ close }) {
  const [text, set] = useState('')
  return jsxs('div', { children: [
    jsx('input', { 'aria-label': 'Words', value: text, onChange: (event) => set(event.target.value),
      onKeyDown: (event) => event.key === 'Enter' && said.push(text) }),
    jsx('button', { onClick: close, children: 'Alpha closes' }),
  ] })
}

export default {
  id: 'menus',
  name: 'Menus',
  register(ctx) {
    const area = STATUSBAR_AREAS.right
    const say = (what) => ({ shiftKey }) => said.push([what, shiftKey, location.hash])
    ctx.register({ id: 'form', area, data: { id: 'form', variant: 'menu', label: 'Form',
      menuContent: (close) => jsx(Form, { close }) } })
    ctx.register({ id: 'rows', area, data: { id: 'rows', variant: 'menu', label: 'Rows', menuAlign: 'end',
      menuClassName: 'rows-menu', menuItems: [
        { id: 'same', label: 'First', to: '/capabilities', onSelect: say('first') },
        { id: 'same', label: 'Second', onSelect: say('second') }, { id: 'gone', label: 'Gone', hidden: true },
        null, 7, { id: 'odd', label: { a: 1 } }] } })
    ctx.register({ id: 'empty', area, data: { id: 'empty', variant: 'menu', label: 'Empty',
      menuItems: [{ id: 'x', label: 'x', hidden: true }], onSelect: say('empty') } })
    ctx.register({ id: 'wrong', area, data: { id: 5, label: { a: 1 }, detail: () => 1, icon: { x: 1 }, className: [],
      disabled: 'yes', hidden: 'no', href: {}, menuAlign: 'up', menuClassName: 3, menuContent: { a: 1 },
      menuItems: 'abc', onSelect: 'x', title: {}, to: [], variant: 'odd' } })
    ctx.register({ id: 'text', area, data: 'just a text' })
    ctx.register({ id: 'falsy', area, data: 0 })
    ctx.register({ id: 'huge', area, data: { id: 'huge', label: 'x'.repeat(1e6), title: '<b>y</b>' } })
    ctx.register({ id: 'markup', area, data: { id: 'markup', label: '<img src=x onerror=alert(1)>' } })
    ctx.register({ id: 'void', area, render() {} })
    ctx.register({ id: 'norender', area, render: 5, data: { id: 'norender', label: 'By its data' } })
  },
}
"""


@pytest.fixture(scope="module")
def with_menus(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A window with menus and with items of wrong types, for the tests below."""
    home = tmp_path_factory.mktemp("menus") / "home"
    write_plugin(home, "menus", MENUS)
    shell = start_shell(home, "--developer")
    context = browser.new_context(viewport={"width": 1600, "height": 800})
    yield open_page(context, shell.boot_url)
    context.close()
    assert shell.stop() == 0


def test_B1_a_menu_of_a_plugin_s_own_opens_upwards_and_keeps_the_focus_inside(with_menus: Page) -> None:
    page = with_menus
    chip = page.get_by_role("button", name="Form")
    chip.focus()
    page.keyboard.press("Enter")
    menu = page.locator(".hs-status-menu")
    expect(menu).to_have_attribute("data-side", "top")
    field, button = menu.get_by_role("textbox", name="Words"), menu.get_by_role("button", name="Alpha closes")
    page.keyboard.press("Tab")
    expect(field).to_be_focused()
    page.keyboard.type("a b")
    page.keyboard.press("Enter")
    expect(field).to_have_value("a b")
    assert page.evaluate("said.splice(0)") == ["a b"]
    for expected in (button, field, button):
        page.keyboard.press("Tab")
        expect(expected).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(field).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(menu).to_have_count(0)
    expect(chip).to_be_focused()


def test_B1_rows_of_a_menu_navigate_then_call_and_hidden_ones_are_not_there(with_menus: Page) -> None:
    page = with_menus
    chip = page.get_by_role("button", name="Rows", exact=True)
    chip.click()
    menu = page.locator(".hs-status-menu.rows-menu")
    expect(menu.get_by_role("menuitem")).to_have_text(["First", "Second", "odd"])
    menu.get_by_role("menuitem", name="First").click()
    chip.click()
    menu.get_by_role("menuitem", name="Second").click(modifiers=["Shift"])
    page.get_by_role("button", name="Empty").click()
    assert page.evaluate("said.splice(0)") == [
        ["first", False, "#/capabilities"],
        ["second", True, "#/capabilities"],
        ["empty", False, "#/capabilities"],
    ]


def test_B1_items_of_wrong_types_are_one_sentence_each_and_the_bar_lives(with_menus: Page) -> None:
    page = with_menus
    bar = page.locator("[data-region=statusbar]")
    expect(bar.get_by_role("button", name="wrong", exact=True)).to_be_visible()
    expect(bar.get_by_text("<img src=x")).to_be_visible()
    expect(bar.get_by_text("By its data")).to_be_visible()
    assert bar.get_by_role("button", name="<b>y</b>").evaluate("chip => chip.textContent.length") == 200
    expect(bar.locator("hermes-slot[cid='menus:text'], hermes-slot[cid='menus:falsy']")).to_have_text(["", ""])
    page.evaluate("() => { location.hash = '#/capabilities' }")
    row = page.locator("[data-plugin-row=menus]")
    expect(row.get_by_text('The entry "wrong" of statusBar.right:')).to_have_count(1)
    expect(row.get_by_text('The entry "wrong" of statusBar.right:')).to_contain_text(
        "label: a text or a React node is needed"
    )
    expect(row.get_by_text('The entry "text" of statusBar.right: data: an object is needed')).to_have_count(1)
    expect(row.get_by_text('The entry "huge" of statusBar.right: label: longer than 200 characters')).to_have_count(1)


def test_43_a_broken_item_is_a_chip_that_names_plugin_and_area(with_menus: Page) -> None:
    chip = with_menus.locator("hermes-slot[cid='menus:void'] [data-slot=boundary]")
    expect(chip).to_have_text("menus:void")
    expect(chip).to_have_accessible_name(
        "menus:void: render returned undefined; it returns null to show nothing. From Menus, statusBar.right. Retry"
    )
