"""Bindings of keys to actions (contract section 6.11)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.surfaces.core_keys import CORE


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
    assert page.evaluate("T.calls") == [["keybinds.set", {"changes": {"p.go": ["mod+6"]}}]]
    page.evaluate("async () => { await T.setBinding('p.go', ['ctrl+3']) }")
    assert page.evaluate("T.calls.at(-1)") == ["keybinds.set", {"changes": {"p.go": None}}]
    assert page.evaluate("T.$overrides.get()") == {}


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
    assert page.evaluate("T.calls") == [["keybinds.set", {"changes": {"p.go": []}}]]
    page.evaluate("() => T.applyOverrides({ 'p.go': [] })")
    assert page.evaluate("T.combosOf(T.findAction('p.go'))") == []


def test_built_ins_come_first_and_a_passthrough_hands_over(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("() => { plugin('p.same', { defaults: ['mod+1', 'mod+2'] }) }")
    page.keyboard.press("Control+1")
    page.keyboard.press("Control+2")
    assert page.evaluate("ran") == ["one", "pass", "p.same"]
    assert page.evaluate("T.conflictsFor('p.same', 'mod+1').map(({ id }) => id)") == ["view.one"]
    assert page.evaluate("T.conflictsFor('p.same', 'mod+2').map(({ id }) => id)") == []


def test_keys_of_a_built_in_without_a_command_are_free_until_the_command_comes(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """
          () => { T.registry.register({ id: 'view.later', area: 'keybinds', source: 'core', data: { label: 'L',
            defaults: ['mod+9'] } }); plugin('p.nine', { defaults: ['mod+9'] }) }
        """
    )
    page.keyboard.press("Control+9")
    assert page.evaluate("ran") == ["p.nine"]
    page.evaluate("() => { window.gone = T.registerCommand('view.later', () => ran.push('later')) }")
    page.keyboard.press("Control+9")
    page.evaluate("() => gone()")
    page.keyboard.press("Control+9")
    assert page.evaluate("ran") == ["p.nine", "later", "p.nine"]


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


def test_48_fixed_keys_are_no_actions(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """() => {
          T.registry.register({ id: 'fixed:one', area: 'keybinds', source: 'core',
            data: { id: 'view.one', label: 'Fixed', defaults: ['mod+9'], fixed: true } })
          plugin('nine', { defaults: ['mod+9'] })
        }"""
    )
    page.keyboard.press("Control+9")
    assert page.evaluate("ran") == ["nine"]
    assert page.evaluate("T.findAction('view.one').label") == "One"


def test_50_an_action_without_an_override_follows_its_new_default(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("async () => { plugin('a', { defaults: ['mod+3'] }); plugin('b', { defaults: ['mod+4'] }) }")
    page.evaluate("async () => { await T.setBinding('a', ['mod+6']) }")
    page.evaluate("() => { plugin('a', { defaults: ['mod+7'] }); plugin('b', { defaults: ['mod+8'] }) }")
    for key in ("3", "4", "6", "7", "8"):
        page.keyboard.press(f"Control+{key}")
    assert page.evaluate("ran") == ["a", "b"]
    assert page.evaluate("T.calls") == [["keybinds.set", {"changes": {"a": ["mod+6"]}}]]


def test_51_core_wins_until_the_user_takes_the_keys_over(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("() => { plugin('p.same', { defaults: ['mod+1', 'mod+5'] }) }")
    page.keyboard.press("Control+1")
    assert page.evaluate("T.conflictsFor('view.one', 'ctrl+1').map(({ id }) => id)") == ["p.same"]
    page.evaluate("async () => { await T.takeCombo(T.findAction('p.same'), 'mod+1') }")
    page.keyboard.press("Control+1")
    assert page.evaluate("ran") == ["one", "p.same"]
    assert page.evaluate("T.calls") == [["keybinds.set", {"changes": {"view.one": [], "p.same": None}}]]
    assert page.evaluate("T.conflictsFor('p.same', 'mod+1')") == []


def test_51_a_contributed_id_of_the_shells_own_is_left_out_with_a_warning_for_its_row(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        "() => { window.gone = plugin('view.one', { defaults: ['mod+4'] }); plugin('x', { run: 5, label: '' }) }"
    )
    page.evaluate("T.frame()")
    assert page.evaluate("T.pluginWarnings('plugin:p')") == [
        'key binding "p:view.one" is not used: the action "view.one" is the shell\'s own and cannot be replaced',
        'key binding "p:x" is not used: a key binding needs id, label and run; missing here: label, run',
    ]
    page.evaluate("() => gone()")
    page.evaluate("T.frame()")
    assert len(page.evaluate("T.pluginWarnings('plugin:p')")) == 1


def test_51_a_plugin_whose_keys_run_something_else_first_is_told_on_its_row_until_that_is_settled(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("() => { plugin('p.same', { defaults: ['mod+1', 'mod+2'] }) }")
    page.evaluate("T.frame()")
    assert page.evaluate("T.pluginWarnings('plugin:p')") == [
        'Ctrl+1 of "p.same" is also bound to One, which runs first'
    ]
    page.evaluate("async () => { await T.setBinding('view.one', ['f9']) }")
    page.evaluate("T.frame()")
    assert page.evaluate("T.pluginWarnings('plugin:p')") == []


def test_five_hundred_actions_on_one_combo_run_the_first_and_know_each_other(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("() => { for (let at = 0; at < 500; at++) plugin(`many.${at}`, { defaults: ['mod+9'] }) }")
    page.keyboard.press("Control+9")
    assert page.evaluate("ran") == ["many.0"]
    assert page.evaluate("T.conflictsFor('many.250', 'mod+9').length") == 499


def test_combos_that_no_key_gives_are_shown_as_they_are(page: Page) -> None:
    combos = ["hyper+k", "Mod+K", "mod+shift", "", "+", "mod++", "shift+mod+k", "f100", "<b>", "mod+nowhere"]
    shown = page.evaluate("(combos) => combos.map((combo) => T.formatCombo(combo, false))", combos)
    assert shown == ["hyper+K", "Mod+K", "Ctrl+shift", "", "+", "Ctrl++", "Ctrl+Shift+K", "f100", "<b>", "Ctrl+nowhere"]
    assert page.evaluate("(combos) => combos.filter((combo) => T.isPossible(combo, false))", combos) == []
    good = ["mod+k", "alt+shift+left", "f12", "mod+`", "pagedown"]
    assert page.evaluate("(combos) => combos.filter((combo) => T.isPossible(combo, false))", good) == good
    page.evaluate(
        "(defaults) => { T.registry.register({ id: 'x', area: 'keybinds', source: 'plugin:p', data: { id: 'x', "
        "label: 'x', run() {}, defaults } }) }",
        [*combos, None, 5, {}],
    )
    assert page.evaluate("T.hotkeyOf('x')") == "hyper+K"


def test_a_refused_change_goes_back_and_says_why(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate("() => { T.answers['keybinds.set'] = new Error('no room') }")
    refused = page.evaluate("async () => { try { await T.setBinding('view.one', []) } catch (e) { return e.message } }")
    assert refused == "no room"
    page.keyboard.press("Control+1")
    assert page.evaluate("ran") == ["one"]


def test_a_change_of_another_window_that_came_first_stays(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """async () => {
          const { call } = T.channel
          T.channel.call = async (...given) => {
            await call(...given)
            T.applyOverrides({ 'view.one': ['mod+7'], 'view.pass': ['mod+8'] })
            T.applyOverrides({ 'view.one': ['f9'], 'view.pass': ['mod+8'] })
          }
          await T.setBinding('view.one', ['mod+7'])
        }"""
    )
    assert page.evaluate("T.$overrides.get()") == {"view.one": ["f9"], "view.pass": ["mod+8"]}


def test_more_keys_than_can_be_stored_are_left_out_and_long_names_stay_themselves(page: Page) -> None:
    page.evaluate(CORE)
    page.evaluate(
        """() => {
          const many = Array.from({ length: 10000 }, (_, at) => `mod+${at}`)
          plugin('many', { defaults: ['mod+' + 'x'.repeat(1e6), ...many] })
          plugin('long', { label: '<b>'.repeat(1e5), category: {}, defaults: 'mod+9' })
        }"""
    )
    assert page.evaluate("T.combosOf(T.findAction('many')).length") == 50
    assert page.evaluate("T.findAction('long').category") == "view"
    page.keyboard.press("Control+9")
    assert page.evaluate("ran") == ["many"]


def test_keys_are_everybodys_again_when_the_list_goes_while_it_searches_by_keys(page: Page) -> None:
    page.evaluate(
        """async () => {
          await import('/static/host/shortcut_list.js')
          document.body.append(document.createElement('hermes-shortcuts'))
          // Not every engine tells of the blur of an element that goes.
          addEventListener('blur', (event) => event.stopImmediatePropagation(), true)
        }"""
    )
    page.get_by_role("button", name="Search by pressing keys").click()
    taken = """() => {
      const key = { code: 'KeyQ', key: 'q', ctrlKey: true, bubbles: true, cancelable: true }
      const event = new KeyboardEvent('keydown', key)
      return !document.body.dispatchEvent(event)
    }"""
    assert page.evaluate(taken)
    page.evaluate("() => document.querySelector('hermes-shortcuts').remove()")
    assert not page.evaluate(taken)
