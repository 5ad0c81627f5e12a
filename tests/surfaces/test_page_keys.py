"""Keys that a text, a button or a page may want for itself (contract section 6.11)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.surfaces.core_keys import CORE

SOFT = """() => {
  const workspace = document.getElementById('workspace')
  workspace.innerHTML = '<button id="button">b</button><input id="field">' +
    '<ul role="listbox" tabindex="0" id="list"></ul>' +
    '<div role="dialog" id="dialog" tabindex="-1"></div>'
  T.registerCommand('composer.focus', () => ran.push('composer'))
  T.registry.register({ id: 'composer.focus', area: 'keybinds', source: 'core',
    data: { label: 'Focus', defaults: ['/', 'enter'], soft: ['/', 'enter'] } })
}"""


def test_soft_keys_act_only_when_nothing_else_wants_them(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(SOFT)
    for place in ("#button", "#field", "#list", "#dialog"):
        page.locator(place).focus()
        page.keyboard.press("/")
        page.keyboard.press("Enter")
    assert page.evaluate("ran") == []
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    assert page.evaluate("ran") == ["composer", "composer"]
    page.evaluate("() => { plugin('slash', { defaults: ['/'] }) }")
    page.keyboard.press("/")
    page.evaluate("() => { document.querySelector('.hs-columns').inert = true }")
    page.keyboard.press("Enter")
    assert page.evaluate("ran") == ["composer", "composer", "slash"]


def test_46_a_key_that_types_or_edits_never_runs_anything_in_a_text(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """() => {
          document.getElementById('workspace').innerHTML = '<textarea id="field"></textarea>'
          plugin('bare', { defaults: ['shift+n', 'q', 'enter', 'backspace', 'space', 'delete', '/'] })
          T.registerCommand('nav.commandPalette', () => ran.push('palette'))
          T.registry.register({ id: 'nav.commandPalette', area: 'keybinds', source: 'core',
            data: { label: 'P', defaults: ['w', 'f2', 'alt+p'] } })
        }"""
    )
    field = page.locator("#field")
    for key in ("Shift+N", "q", "w", "Space", "Enter", "/", "Backspace"):
        field.press(key)
    assert page.evaluate("ran") == []
    expect(field).to_have_value("Nqw \n")
    field.press("F2")
    field.press("Alt+p")
    assert page.evaluate("ran") == ["palette", "palette"]


def test_46_page_keys_can_be_bound_and_are_free_again_when_their_owner_goes(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("() => { window.gone = plugin('p.page', { defaults: ['pagedown', 'mod+8'] }) }")
    page.keyboard.press("PageDown")
    page.evaluate("() => gone()")
    page.keyboard.press("PageDown")
    page.keyboard.press("Control+8")
    assert page.evaluate("ran") == ["p.page"]
    assert page.evaluate("T.actionsFor('pagedown').length + T.actionsFor('mod+8').length") == 0


def test_K10_altgr_types_and_is_no_combo(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """() => {
          document.getElementById('workspace').innerHTML = '<input id="field">'
          plugin('at', { defaults: ['mod+alt+q'] })
          window.press = (more) => document.getElementById('field').dispatchEvent(new KeyboardEvent('keydown',
            { key: '@', code: 'KeyQ', ctrlKey: true, altKey: true, bubbles: true, cancelable: true, ...more }))
          press({ modifierAltGraph: true })
        }"""
    )
    assert page.evaluate("ran") == []
    page.evaluate("() => { press({}) }")
    assert page.evaluate("ran") == ["at"]


def test_keys_that_move_the_focus_or_press_a_button_stay_what_they_are(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """() => {
          document.getElementById('workspace').innerHTML = '<button id="first">1</button><button id="second">2</button>'
          document.getElementById('first').addEventListener('click', () => ran.push('click'))
          plugin('greedy', { defaults: ['tab', 'shift+tab', 'enter', 'space'] })
        }"""
    )
    page.locator("#first").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator("#second")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#first")).to_be_focused()
    assert page.evaluate("ran") == ["click", "click"]
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    assert page.evaluate("ran") == ["click", "click", "greedy"]
