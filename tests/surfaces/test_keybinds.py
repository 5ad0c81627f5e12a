"""Key combinations and bindings (contract section 6.11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page


def combos(page: Page, mac: bool, presses: list[dict[str, Any]]) -> list[str | None]:
    """What comboFromEvent says of each press."""
    return page.evaluate(
        "([presses, mac]) => presses.map((init) => T.comboFromEvent(new KeyboardEvent('keydown', init), mac))",
        [presses, mac],
    )


def test_K1_K7_control_is_its_own_modifier_on_mac_only(page: Page) -> None:
    presses = [
        {"code": "Tab", "key": "Tab", "ctrlKey": True},
        {"code": "KeyK", "key": "k", "metaKey": True},
        {"code": "KeyK", "key": "k", "ctrlKey": True},
    ]
    assert combos(page, True, presses) == ["ctrl+tab", "mod+k", "ctrl+k"]
    assert combos(page, False, presses) == ["mod+tab", "mod+k", "mod+k"]


def test_K2_K3_K4_letters_and_unshifted_punctuation_follow_the_layout(page: Page) -> None:
    presses = [
        {"code": "KeyI", "key": "C", "metaKey": True, "shiftKey": True},
        {"code": "Slash", "key": "?", "metaKey": True, "shiftKey": True},
        {"code": "KeyV", "key": ".", "metaKey": True},
        {"code": "BracketLeft", "key": "/", "metaKey": True},
        {"code": "KeyM", "key": ",", "metaKey": True},
    ]
    assert combos(page, True, presses) == ["mod+shift+c", "mod+shift+/", "mod+.", "mod+/", "mod+,"]


def test_K5_K6_digits_and_unknown_glyphs_are_physical(page: Page) -> None:
    presses = [
        {"code": "Digit1", "key": "&", "metaKey": True},
        {"code": "Digit1", "key": "1", "metaKey": True, "shiftKey": True},
        {"code": "Numpad4", "key": "4"},
        {"code": "KeyK", "key": "˚", "metaKey": True, "altKey": True},
        {"code": "KeyN", "key": "Dead", "altKey": True},
        {"code": "KeyK", "key": "л", "metaKey": True},
        {"code": "F12", "key": "F12"},
    ]
    assert combos(page, True, presses) == ["mod+1", "mod+shift+1", "4", "mod+alt+k", "alt+n", "mod+k", "f12"]


def test_K8_canonicalise_folds_ctrl_only_off_mac(page: Page) -> None:
    fold = "(mac) => ['ctrl+tab', 'ctrl+shift+tab', 'mod+k'].map((combo) => T.canonicalise(combo, mac))"
    assert page.evaluate(fold, True) == ["ctrl+tab", "ctrl+shift+tab", "mod+k"]
    assert page.evaluate(fold, False) == ["mod+tab", "mod+shift+tab", "mod+k"]


def test_K9_formatting(page: Page) -> None:
    show = "(mac) => ['ctrl+shift+tab', 'mod+enter', 'mod+alt+pageup', 'f5'].map((combo) => T.formatCombo(combo, mac))"
    assert page.evaluate(show, True) == ["⌃⇧⇥", "⌘↵", "⌥⌘PgUp", "F5"]
    assert page.evaluate(show, False) == ["Ctrl+Shift+⇥", "Ctrl+↵", "Ctrl+Alt+PgUp", "F5"]


def test_K16_input_methods_and_bare_modifiers_are_no_combos(page: Page) -> None:
    presses = [
        {"code": "Enter", "key": "Enter", "isComposing": True},
        {"code": "KeyA", "key": "Process"},
        {"code": "KeyA", "key": "a", "keyCode": 229},
        {"code": "ShiftLeft", "key": "Shift", "shiftKey": True},
    ]
    assert combos(page, False, presses) == [None, None, None, None]


CORE = """() => {
  window.ran = []
  const core = (id, data) => T.registry.register({ id, area: 'keybinds', source: 'core', title: id, data })
  T.registerCommand('view.one', () => ran.push('one')); T.registerCommand('view.pass', () => (ran.push('pass'), false))
  core('view.one', { label: 'One', command: 'view.one', defaults: ['mod+1'], category: 'view' })
  core('view.pass', { label: 'Pass', defaults: ['mod+2'], passthrough: true })
  core('appearance.flip', { label: 'Flip', command: 'view.one', defaults: ['shift+x'] })
  window.plugin = (id, data) => T.registry.register({ id: 'p:' + id, area: 'keybinds', source: 'plugin:p',
    data: { id, label: id, run: () => ran.push(id), ...data } })
}"""


def test_K10_typing_is_safe(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """() => {
          document.getElementById('workspace').innerHTML = '<input id="field">' +
            '<div id="rich" contenteditable="true"></div>' +
            '<button id="button">b</button>'
          const host = document.getElementById('workspace').appendChild(document.createElement('div'))
          host.id = 'shadow'
          host.attachShadow({ mode: 'open' }).innerHTML = '<textarea></textarea>'
        }"""
    )
    page.locator("#field").press("Shift+X")
    page.locator("#rich").press("Shift+X")
    page.locator("#shadow textarea").press("Shift+X")
    assert page.evaluate("ran") == []
    page.locator("#field").press("Control+1")
    page.locator("#button").press("Shift+X")
    assert page.evaluate("ran") == ["one", "one"]
    allowed = (
        "['ctrl+tab', 'mod+k', 'shift+x', 'mod+left', 'mod+alt+left'].map((combo) => T.comboAllowedInInput(combo))"
    )
    assert page.evaluate(allowed) == [True, True, False, False, True]


def test_K12_contributed_actions_dispatch_are_listed_and_cannot_shadow_a_built_in(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """
          () => { plugin('p.go', { defaults: ['mod+3'] }); plugin('view.one', { defaults: ['mod+4'] });
            plugin('old', { default: 'mod+5' }) }
        """
    )
    page.evaluate("() => { plugin('p.broken', { run: null }) }")
    for key in ("3", "4", "5", "1"):
        page.keyboard.press(f"Control+{key}")
    assert page.evaluate("ran") == ["p.go", "old", "one"]
    listed = page.evaluate("T.keybindActions().map(({ id, builtIn }) => [id, builtIn])")
    assert listed == [
        ["view.one", True],
        ["view.pass", True],
        ["appearance.flip", True],
        ["p.go", False],
        ["old", False],
    ]


def test_K12_rebinding_is_stored_as_a_difference(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """
          async () => { plugin('p.go', { defaults: ['mod+3'] }); await T.setBinding('p.go', ['mod+6']);
            await T.setBinding('nobody', ['mod+7']) }
        """
    )
    page.keyboard.press("Control+3")
    page.keyboard.press("Control+6")
    assert page.evaluate("ran") == ["p.go"]
    assert page.evaluate("T.calls") == [["keybinds.set", {"overrides": {"p.go": ["mod+6"]}}]]
    page.evaluate("async () => { await T.setBinding('p.go', ['mod+3']) }")
    assert page.evaluate("T.calls.at(-1)") == ["keybinds.set", {"overrides": {}}]


def test_K13_a_stored_override_applies_to_an_action_registered_later(open_page: Callable[..., Page]) -> None:
    page: Page = open_page(keybinds={"p.go": ["mod+8"], "bad": "no list"})
    page.evaluate(CORE)
    page.evaluate("() => { plugin('p.go', { defaults: ['mod+3'] }) }")
    page.keyboard.press("Control+3")
    page.keyboard.press("Control+8")
    assert page.evaluate("ran") == ["p.go"]
    assert page.evaluate("T.hotkeyOf('p.go')") == "Ctrl+8"


def test_K14_an_empty_list_is_unbound_on_purpose(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("async () => { plugin('p.go', { defaults: ['mod+3'] }); await T.setBinding('p.go', []) }")
    page.keyboard.press("Control+3")
    assert page.evaluate("ran") == []
    assert page.evaluate("T.calls") == [["keybinds.set", {"overrides": {"p.go": []}}]]


def test_built_ins_come_first_and_a_passthrough_hands_over(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("() => { plugin('p.same', { defaults: ['mod+1', 'mod+2'] }) }")
    page.keyboard.press("Control+1")
    page.keyboard.press("Control+2")
    assert page.evaluate("ran") == ["one", "pass", "p.same"]
    assert page.evaluate("T.conflictsFor('p.same', 'mod+1').map(({ id }) => id)") == ["view.one"]
    assert page.evaluate("T.conflictsFor('p.same', 'mod+2').map(({ id }) => id)") == []


def test_keys_of_a_built_in_that_this_version_cannot_run_are_free(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """
          () => { T.registry.register({ id: 'view.later', area: 'keybinds', source: 'core', data: { label: 'L',
            command: 'view.one', available: false, defaults: ['mod+9'] } }) }
        """
    )
    page.evaluate("() => { plugin('p.nine', { defaults: ['mod+9'] }) }")
    page.keyboard.press("Control+9")
    assert page.evaluate("ran") == ["p.nine"]


@pytest.mark.parametrize("kind", ["throws", "rejects"])
def test_an_action_that_fails_shows_a_toast_with_its_plugin(page: Page, kind: str) -> None:
    page.evaluate(CORE)
    body = "() => { throw new Error('no luck') }" if kind == "throws" else "async () => { throw new Error('no luck') }"
    page.evaluate(f"() => {{ plugin('p.fail', {{ defaults: ['mod+3'], run: {body} }}) }}")
    page.keyboard.press("Control+3")
    page.locator("[data-slot=toast][data-kind=error]", has_text="Plugin p").get_by_text("no luck").wait_for()


def test_an_action_whose_data_cannot_be_read_leaves_the_others_their_keys(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """
          () => {
            const broken = (source, data) => T.registry.register({ id: source, area: 'keybinds', source, data })
            broken('plugin:label', { id: 'label', get label() { throw new Error('no label') }, run() {} })
            broken('plugin:keys', { id: 'k', label: 'k', get defaults() { throw new Error('no keys') }, run() {} })
            broken('core', { get label() { throw new Error('no label of a workspace') } })
            plugin('fine', { defaults: ['mod+9'] })
          }
        """
    )
    page.keyboard.press("Control+1")
    page.keyboard.press("Control+9")
    assert page.evaluate("ran") == ["one", "fine"]
