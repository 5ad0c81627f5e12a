"""The menu of a tab, the commands of panes, and what a pane says of its strip."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

ZONES = """async () => {
  const [menu, commands, chrome] = await Promise.all(['pane_menu', 'pane_commands', 'pane_chrome']
    .map((name) => import(`/static/host/${name}.js`)))
  menu.startPaneMenu(); commands.startPaneCommands(); chrome.startPaneChrome()
  const tab = (id, active) => `<div class="hs-tab" data-tab="${id}" data-active="${active}">
    <button role="tab" id="tab:${id}" tabindex="${active ? 0 : -1}" aria-selected="${active}"
    data-pane-activate="${id}" title="${id}">${id}</button></div>`
  const panel = (id, active) => `<div class="hs-pane" role="tabpanel" data-pane="${id}" id="pane:${id}"
    ${active ? '' : 'hidden'}>${id} body</div>`
  window.zone = (id, panes) => `<div class="hs-tabstrip"><div class="hs-tabs" role="tablist">
    ${panes.map((pane, at) => tab(pane, at === 0)).join('')}</div><div class="hs-strip-actions">
    <button data-pane-menu="${id}">menu</button></div></div>${panes.map((pane, at) => panel(pane, at === 0)).join('')}`
  document.querySelector('.hs-columns').style.cssText = 'display:flex;height:300px'
  for (const zone of document.querySelectorAll('[data-zone]')) zone.style.cssText = 'flex:1;min-width:80px'
  document.querySelector('[data-zone="right"]').setAttribute('aria-label', 'Right panes')
  document.querySelector('[data-zone="main"]').setAttribute('aria-label', 'Workspace')
  window.pane = (id, data = {}, source = 'plugin:p') =>
    T.registry.register({ id, area: 'panes', source, title: id.toUpperCase(), data, render: () => null })
  for (const id of ['a', 'b', 'c']) pane(id)
  await T.applyParts([{ target: '[data-zone="right"]', html: zone('right', ['a', 'b', 'c']) }])
}"""


@pytest.fixture(autouse=True)
def zones(page: Page) -> None:
    page.evaluate(ZONES)


def row(page: Page, name: str) -> Locator:
    """A row of the open menu."""
    return page.get_by_role("menuitem", name=name, exact=True)


def asked(page: Page) -> list[dict[str, Any]]:
    """What the layout was asked to do, without activations."""
    return page.evaluate(
        "T.calls.filter(([verb]) => verb === 'layout').map(([, args]) => args).filter(({ op }) => op !== 'activate')"
    )


def test_a_right_click_the_menu_key_and_the_strips_button_open_the_menu(page: Page) -> None:
    page.get_by_role("tab", name="b").click(button="right")
    expect(page.get_by_role("menu", name="Tab B")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(page.get_by_role("tab", name="b")).to_be_focused()
    for keys in ("Shift+F10", "ContextMenu"):
        page.get_by_role("tab", name="a").focus()
        page.keyboard.press(keys)
        expect(page.get_by_role("menu", name="Tab A")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("tab", name="a")).to_be_focused()
    page.get_by_role("button", name="menu").click()
    expect(page.get_by_role("menu", name="Tab A")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("tab", name="a")).to_be_focused()


def test_reopening_is_offered_once_something_is_closed(page: Page) -> None:
    offered = "async () => (await import('/static/host/commands.js')).isCommandOffered('view.reopenTab')"
    page.get_by_role("tab", name="a").click(button="right")
    expect(row(page, "Reopen closed")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    assert page.evaluate(offered) is False
    page.evaluate("T.$layout.set({ ...T.$layout.get(), dismissed: ['z'] })")
    page.get_by_role("tab", name="a").click(button="right")
    expect(row(page, "Reopen closed")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate(offered) is True


def test_rows_do_what_they_say(page: Page) -> None:
    page.evaluate("T.$layout.set({ ...T.$layout.get(), dismissed: ['z'] })")
    for name in ("Close", "Reopen closed", "Float", "Minimise", "Maximise"):
        page.get_by_role("tab", name="a").click(button="right")
        row(page, name).click()
        expect(page.get_by_role("menu")).to_have_count(0)
    page.get_by_role("tab", name="b").click(button="right")
    row(page, "Turn off p").click()
    assert asked(page) == [
        {"op": "close", "pane": "a"},
        {"op": "reopen"},
        {"op": "float", "pane": "a"},
        {"op": "minimise", "zone": "right"},
        {"op": "maximise", "zone": "right"},
    ]
    assert page.evaluate("T.calls.at(-1)") == ["plugins.decide", {"id": "p", "enabled": False}]


def test_submenus_split_move_and_choose_by_keyboard(page: Page) -> None:
    page.get_by_role("tab", name="b").focus()
    for name, choice in (("Split and move", "Down"), ("Move to", "Workspace")):
        page.keyboard.press("Shift+F10")
        expect(page.get_by_role("menu")).to_be_visible()
        # One letter: the menu moves to what was typed in a timer a letter, and a late one would take the focus back.
        page.keyboard.press(name[0])
        expect(row(page, name)).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("menu").last.get_by_role("menuitem").first).to_be_focused()
        page.keyboard.press(choice[0])
        expect(page.get_by_role("menuitem", name=choice)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("menu")).to_have_count(0)
        expect(page.get_by_role("tab", name="b")).to_be_focused()
    page.keyboard.press("Shift+F10")
    row(page, "Tab strip").press("Enter")
    page.get_by_role("menuitemradio", name="Never").press("Enter")
    expect(page.get_by_role("menu")).to_have_count(0)
    page.get_by_role("tab", name="b").press("Shift+F10")
    none = page.get_by_role("menuitemradio", name="None")
    expect(none).to_have_attribute("aria-checked", "true")
    none.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert asked(page) == [
        {"op": "move", "pane": "b", "zone": "right", "pos": "bottom"},
        {"op": "move", "pane": "b", "zone": "main", "pos": "center"},
        {"op": "strip", "zone": "right", "show": "never"},
        {"op": "tint", "zone": "right", "colour": "orange"},
    ]


def test_closing_the_others_leaves_those_that_cannot_be_closed(page: Page) -> None:
    page.evaluate("() => pane('b', { uncloseable: true })")
    page.get_by_role("tab", name="a").click(button="right")
    row(page, "Close others").click()
    expect(page.get_by_role("menu")).to_have_count(0)
    assert asked(page) == [{"op": "close", "pane": "c"}]
    page.get_by_role("tab", name="b").click(button="right")
    expect(row(page, "Close")).to_have_attribute("aria-disabled", "true")


def test_the_workspace_stays_where_it_is(page: Page) -> None:
    page.get_by_role("tab", name="Home").click(button="right")
    for name in ("Close", "Split and move", "Move to", "Float", "Minimise"):
        expect(row(page, name)).to_have_attribute("aria-disabled", "true")
    expect(row(page, "Turn off p")).to_have_count(0)


@pytest.mark.parametrize(
    "prefix",
    [
        "({ Item, Separator }) => [T.h(Item, { key: 1, onSelect: () => { window.ran = true } }, 'Open outside')]",
        "T.h('div', { role: 'menuitem', tabIndex: 0, onClick: () => { window.ran = true } }, 'Open outside')",
    ],
)
def test_rows_of_a_plugin_stand_first(page: Page, prefix: str) -> None:
    page.evaluate(f"() => pane('a', {{ tabMenuPrefix: {prefix} }})")
    page.get_by_role("tab", name="a").click(button="right")
    expect(page.get_by_role("menuitem").first).to_have_text("Open outside")
    row(page, "Open outside").click()
    assert page.evaluate("ran") is True


@pytest.mark.parametrize("prefix", ["() => { throw new Error('no rows') }", "5", "() => ({})", "'text'"])
def test_rows_of_a_plugin_that_cannot_be_drawn_leave_the_menu_whole(page: Page, prefix: str) -> None:
    page.evaluate(f"() => pane('a', {{ tabMenuPrefix: {prefix} }})")
    page.get_by_role("tab", name="a").click(button="right")
    expect(page.get_by_role("menu").locator("[data-slot=boundary][data-variant=mark]")).to_be_visible()
    expect(row(page, "Close")).to_be_visible()


@pytest.mark.parametrize("prefix", ["() => undefined", "null", "() => null"])
def test_no_rows_of_a_plugin_are_no_rows(page: Page, prefix: str) -> None:
    page.evaluate(f"() => pane('a', {{ tabMenuPrefix: {prefix} }})")
    page.get_by_role("tab", name="a").click(button="right")
    expect(row(page, "Close")).to_be_visible()
    expect(page.get_by_role("menu").locator("[data-slot=boundary], [role=separator]")).to_have_count(3)


def test_commands_work_on_the_front_pane_of_the_zone_with_the_focus(page: Page) -> None:
    page.get_by_role("tab", name="b").click()
    for command in (
        "layout.moveLeft", "layout.moveUp", "layout.float", "layout.minimise", "layout.maximise", "view.flipPanes",
        "view.toggleTabStrip", "view.closeTab",
    ):  # fmt: skip
        page.evaluate(f"async () => {{ await T.runCommand('{command}') }}")
    assert asked(page) == [
        {"op": "move", "pane": "b", "zone": "right", "pos": "left"},
        {"op": "move", "pane": "b", "zone": "right", "pos": "top"},
        {"op": "float", "pane": "b"},
        {"op": "minimise", "zone": "right"},
        {"op": "maximise", "zone": "right"},
        {"op": "flip"},
        {"op": "strip", "zone": "right", "show": "never"},
        {"op": "close", "pane": "b"},
    ]


def test_a_pane_alone_in_its_zone_goes_past_its_neighbour_or_to_the_edge(page: Page) -> None:
    page.evaluate("() => T.applyParts([{ target: '[data-zone=\"right\"]', html: zone('right', ['a']) }])")
    page.get_by_role("tab", name="a").click()
    page.evaluate("async () => { await T.runCommand('layout.moveLeft'); await T.runCommand('layout.moveDown') }")
    assert asked(page) == [
        {"op": "move", "pane": "a", "zone": "main", "pos": "left"},
        {"op": "move", "pane": "a", "zone": "root", "pos": "bottom"},
    ]


def test_slots_count_the_tabs_of_the_zone_with_the_focus(page: Page) -> None:
    page.get_by_role("tab", name="a").click()
    answers = page.evaluate("[2, 9].map((slot) => T.runCommand(`view.tabSlot.${slot}`))")
    assert answers == [True, False]
    expect(page.get_by_role("tab", name="b")).to_be_focused()
    expect(page.locator("#pane\\:b")).to_be_visible()


def test_zones_are_walked_round(page: Page) -> None:
    page.get_by_role("tab", name="a").focus()
    for command, tab in (("nextZone", "Home"), ("nextZone", "a"), ("previousZone", "Home")):
        page.evaluate(f"T.runCommand('layout.{command}')")
        expect(page.get_by_role("tab", name=tab)).to_be_focused()


def test_a_reset_can_be_taken_back_and_nothing_to_reopen_is_said(page: Page) -> None:
    page.evaluate("async () => { T.answers.layout = false; await T.runCommand('view.reopenTab') }")
    expect(page.locator("[data-slot=toast]")).to_contain_text("no closed pane")
    page.evaluate("async () => { T.answers.layout = true; await T.runCommand('layout.reset') }")
    page.get_by_role("button", name="Undo").click()
    assert [args["op"] for args in asked(page)] == ["reopen", "reset", "undo_reset"]


def test_a_reset_has_a_command_that_takes_it_back_until_it_was(page: Page) -> None:
    there = "async () => (await import('/static/host/commands.js')).hasCommand('layout.undoReset')"
    assert page.evaluate(there) is False
    page.evaluate("async () => { T.answers.layout = true; await T.runCommand('layout.reset') }")
    assert page.evaluate(there) is True
    page.evaluate("T.runCommand('layout.undoReset')")
    expect(page.locator("[data-slot=toast]")).to_have_count(0)
    assert page.evaluate(there) is False
    assert [args["op"] for args in asked(page)] == ["reset", "undo_reset"]


def test_a_row_names_the_plugin_as_its_author_does(page: Page) -> None:
    page.evaluate("""() => {
      T.registry.register({ id: 'a', area: 'panes', source: 'plugin:p', title: 'A', data: {}, render: () => null,
        incarnation: { name: 'Pretty panes' } })
    }""")
    page.get_by_role("tab", name="a").click(button="right")
    expect(row(page, "Turn off Pretty panes")).to_be_visible()


def test_what_a_plugins_own_button_or_another_registration_changes_of_a_veto_is_seen(page: Page) -> None:
    page.evaluate("""() => {
      window.full = true
      pane('a', { headerVeto: () => window.full })
      const button = document.createElement('button')
      button.textContent = 'switch'
      button.addEventListener('click', (event) => { event.stopPropagation(); window.full = !window.full })
      document.getElementById('pane:a').append(button)
    }""")
    right = page.locator("[data-zone=right]")
    expect(right).to_have_attribute("data-veto", "")
    page.get_by_role("button", name="switch").click()
    expect(right).not_to_have_attribute("data-veto", "")
    page.get_by_role("button", name="switch").press("Enter")
    expect(right).to_have_attribute("data-veto", "")
    page.evaluate("""() => {
      window.full = false
      T.registry.register({ id: 'k', area: 'keybinds', source: 'plugin:p', data: {} })
    }""")
    expect(right).not_to_have_attribute("data-veto", "")


@pytest.mark.parametrize(
    ("veto", "change"),
    [
        ("true", None),
        ("() => window.full !== false", "() => { window.full = false; dispatchEvent(new Event('focus')) }"),
        (
            """window.live = { on: true, get() { return this.on },
              listen(fn) { this.told = fn; return () => { window.ended = true } } }""",
            "() => { live.on = false; live.told() }",
        ),
    ],
)
def test_a_veto_leaves_the_strip_out_while_it_holds(page: Page, veto: str, change: str | None) -> None:
    page.evaluate(f"() => {{ window.dispose = pane('a', {{ headerVeto: {veto} }}) }}")
    right = page.locator("[data-zone=right]")
    expect(right).to_have_attribute("data-veto", "")
    page.evaluate("T.activatePane('b')")
    expect(right).not_to_have_attribute("data-veto", "")
    page.evaluate("T.activatePane('a')")
    expect(right).to_have_attribute("data-veto", "")
    if change:
        page.evaluate(change)
        expect(right).not_to_have_attribute("data-veto", "")
    page.evaluate("() => dispose()")
    expect(right).not_to_have_attribute("data-veto", "")
    if "live" in veto:
        assert page.evaluate("ended") is True


@pytest.mark.parametrize("veto", ["() => { throw new Error('who knows') }", "'yes'", "7", "() => undefined"])
def test_a_veto_that_cannot_be_asked_leaves_the_strip(page: Page, veto: str) -> None:
    page.evaluate(f"() => {{ pane('b', {{ headerVeto: () => true }}); pane('a', {{ headerVeto: {veto} }}) }}")
    expect(page.locator("[data-zone=right]")).not_to_have_attribute("data-veto", "")
    page.evaluate("T.activatePane('b')")
    expect(page.locator("[data-zone=right]")).to_have_attribute("data-veto", "")
