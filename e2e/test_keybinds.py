"""Keys: the list in Settings, Keyboard, and what pressing them does, through the visible page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.conftest import ServeHome, open_page
from e2e.shell_process import write_plugin

PLUGIN = """
import { host } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'
const say = (message) => host.notify({ message })
const action = (id, defaults) =>
  ({ id, area: 'keybinds', data: { id, label: id, category: 'Keys', defaults, run: () => say(id) } })
export default {
  id: 'keys',
  name: 'Keys',
  register(ctx) {
    for (const [id, defaults] of Object.entries(DEFAULTS)) ctx.register(action(id, defaults))
    const field = () => jsx('textarea', { 'aria-label': 'Field' })
    ctx.register({ id: 'pane', area: 'panes', title: 'Keys', render: field, data: { placement: 'right' } })
  },
}
"""
RAN = "[data-slot=toast]"


def keys_plugin(home: Path, **defaults: list[str]) -> None:
    """Save the plugin with these actions and their default combos; `__` in a name is a dot."""
    table = {name.replace("__", "."): combos for name, combos in defaults.items()}
    write_plugin(home, "keys", PLUGIN.replace("DEFAULTS", json.dumps(table)))


def keyboard(page: Page) -> Locator:
    """Open Settings, Keyboard, and return its list."""
    page.evaluate("location.hash = '/settings?tab=keybinds'")
    expect(page.get_by_role("heading", name="Keyboard", level=1)).to_be_visible()
    return page.locator("hermes-shortcuts")


def row_of(page: Page, action: str) -> Locator:
    return page.locator(f"[data-action='{action}'][data-fixed=false]")


def combos(row: Locator) -> Locator:
    return row.locator(".hs-combo-keys")


def record(page: Page, row: Locator, *presses: str, control: str = "change") -> None:
    """Press a control that records in a row, then the keys."""
    row.hover()
    row.locator(f"[data-do={control}]").first.click()
    expect(page.get_by_role("textbox", name="Press the new keys for")).to_be_focused()
    for press in presses:
        page.keyboard.press(press)


def stored(page: Page) -> dict[str, list[str]]:
    """The key bindings that the server has, once those of the page have arrived."""
    page.evaluate("() => hermesShellIdle()")
    return page.request.get(f"{page.url.partition('#')[0]}api/shell/snapshot").json()["keybinds"]


def test_K15_recording_takes_a_combination_waits_for_it_and_can_be_left(page: Page) -> None:
    keyboard(page)
    row = row_of(page, "view.toggleSidebar")
    sidebar = page.locator("[data-region=sidebar]")
    record(page, row, "Escape")
    expect(combos(row)).to_have_text(["Ctrl+B"])
    expect(combos(row)).to_be_focused()
    expect(page.locator("#overlay-page")).to_be_visible()

    record(page, row)
    page.keyboard.down("Control")
    page.keyboard.down("Shift")
    field = page.get_by_role("textbox", name="Press the new keys for Toggle sidebar")
    expect(field).to_have_value("Ctrl+Shift+")
    page.keyboard.up("Shift")
    expect(field).to_have_value("Ctrl+")
    page.keyboard.press("9")
    page.keyboard.up("Control")
    expect(combos(row)).to_have_text(["Ctrl+9"])
    expect(row).to_have_attribute("data-changed", "true")
    assert stored(page) == {"view.toggleSidebar": ["mod+9"]}

    page.keyboard.press("Escape")
    expect(page.locator("#overlay-page")).to_be_hidden()
    page.keyboard.press("Control+b")
    expect(sidebar).to_be_visible()
    page.keyboard.press("Control+9")
    expect(sidebar).to_be_hidden()

    keyboard(page)
    record(page, row, "Delete")
    expect(row.locator("[data-do=add]")).to_have_text("no keys")
    assert stored(page) == {"view.toggleSidebar": []}
    page.reload()
    expect(row).to_contain_text("no keys")
    record(page, row, "Tab", control="add")
    expect(page.get_by_role("textbox", name="Press the new keys for")).to_have_count(0)
    expect(row).to_contain_text("no keys")


def test_K16_an_input_method_is_not_recorded(page: Page) -> None:
    keyboard(page)
    row = row_of(page, "nav.home")
    record(page, row, control="add")
    page.evaluate(
        """() => {
          const press = (init) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
            { bubbles: true, cancelable: true, ...init }))
          press({ key: 'Enter', code: 'Enter', isComposing: true })
          press({ key: 'Process', code: 'KeyA' })
          press({ key: 'Enter', code: 'Enter', repeat: true })
        }"""
    )
    expect(page.get_by_role("textbox", name="Press the new keys for Go home")).to_be_focused()
    page.keyboard.press("Alt+h")
    expect(combos(row)).to_have_text(["Alt+H"])


def test_an_action_has_several_combinations_and_goes_back_to_its_defaults(page: Page) -> None:
    keyboard(page)
    row = row_of(page, "nav.commandPalette")
    record(page, row, "F8", control="add")
    expect(combos(row)).to_have_text(["Ctrl+K", "Ctrl+P", "F8"])
    row.get_by_role("button", name="Remove Ctrl+K from Open the command palette").click()
    expect(combos(row)).to_have_text(["Ctrl+P", "F8"])
    assert stored(page) == {"nav.commandPalette": ["mod+p", "f8"]}
    row.get_by_role("button", name="Reset Open the command palette to Ctrl+K, Ctrl+P").click()
    expect(combos(row)).to_have_text(["Ctrl+K", "Ctrl+P"])
    assert stored(page) == {}


def test_resetting_all_can_be_undone_and_every_window_follows(page: Page, context: BrowserContext) -> None:
    other = open_page(context, page.url)
    keyboard(other)
    keyboard(page)
    expect(page.get_by_role("button", name="Reset all")).to_be_disabled()
    record(page, row_of(page, "nav.home"), "Alt+h", control="add")
    record(page, row_of(page, "view.toggleSidebar"), "F9")
    expect(combos(row_of(other, "nav.home"))).to_have_text(["Alt+H"])
    expect(combos(row_of(other, "view.toggleSidebar"))).to_have_text(["F9"])
    page.get_by_role("button", name="2 changed").click()
    expect(page.locator(".hs-shortcut")).to_have_count(2)
    page.get_by_role("button", name="Reset all").click()
    expect(page.locator(RAN)).to_contain_text("2 actions have the default keys again.")
    expect(combos(row_of(other, "view.toggleSidebar"))).to_have_text(["Ctrl+B"])
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".hs-shortcut")).to_have_count(2)
    expect(combos(row_of(other, "view.toggleSidebar"))).to_have_text(["F9"])


def test_46_an_upper_case_letter_in_a_text_runs_nothing_and_keys_go_with_their_plugin(page: Page, home: Path) -> None:
    keys_plugin(home, go=["shift+n", "pagedown"])
    field = page.get_by_role("textbox", name="Field")
    field.press("Shift+N")
    expect(field).to_have_value("N")
    expect(page.locator(RAN)).to_have_count(0)
    page.get_by_role("link", name="Plugins", exact=True).focus()
    page.keyboard.press("PageDown")
    expect(page.locator(RAN)).to_have_text(["go"])
    page.locator(RAN).get_by_role("button").click()
    page.evaluate("location.hash = '/capabilities'")
    page.locator("[data-plugin-row=keys]").get_by_role("switch").click()
    expect(field).to_have_count(0)
    page.keyboard.press("PageDown")
    page.keyboard.press("Shift+N")
    page.evaluate("() => hermesShellIdle()")
    expect(page.locator(RAN)).to_have_count(0)


def test_48_keys_that_the_composer_reads_itself_are_listed_and_explained(page: Page) -> None:
    keyboard(page)
    send = page.locator("[data-action='composer.send']")
    expect(send).to_contain_text("Send the message")
    expect(send.get_by_title("These keys are fixed: the composer reads them itself.")).to_be_visible()
    expect(send).to_have_attribute("data-ready", "true")
    expect(send.get_by_role("button")).to_have_count(0)
    unread = page.locator("[data-action='composer.help']")
    expect(unread).to_contain_text("fixed, needs the composer")
    expect(unread).to_have_attribute("data-ready", "false")
    archive = page.locator("[data-action='session.archive']")
    expect(archive).to_have_count(1)


def test_49_rows_come_and_go_with_their_plugin_and_the_users_keys_stay(page: Page, home: Path) -> None:
    keyboard(page)
    row = row_of(page, "late.go")
    expect(row).to_have_count(0)
    keys_plugin(home, late__go=["mod+alt+y"])
    expect(combos(row)).to_have_text(["Ctrl+Alt+Y"])
    record(page, row, "Control+Alt+u")
    expect(combos(row)).to_have_text(["Ctrl+Alt+U"])
    (home / "desktop-plugins" / "keys" / "plugin.js").unlink()
    expect(row).to_have_count(0)
    keys_plugin(home, late__go=["mod+alt+y"])
    expect(combos(row)).to_have_text(["Ctrl+Alt+U"])
    page.keyboard.press("Control+Alt+y")
    page.keyboard.press("Control+Alt+u")
    expect(page.locator(RAN)).to_have_text(["late.go"])


def test_50_a_changed_default_is_followed_where_the_user_chose_nothing(page: Page, home: Path) -> None:
    keys_plugin(home, one=["mod+alt+y"], two=["mod+alt+u"])
    keyboard(page)
    record(page, row_of(page, "one"), "F7")
    keys_plugin(home, one=["mod+alt+i"], two=["mod+alt+i"])
    expect(combos(row_of(page, "two"))).to_have_text(["Ctrl+Alt+I"])
    expect(combos(row_of(page, "one"))).to_have_text(["F7"])
    assert stored(page) == {"one": ["f7"]}


def test_51_core_wins_a_conflict_is_shown_and_the_user_decides(page: Page, home: Path) -> None:
    keys_plugin(home, loud__go=["mod+b"], view__toggleSidebar=["f9"])
    keyboard(page)
    loud, core = row_of(page, "loud.go"), row_of(page, "view.toggleSidebar")
    expect(core).to_have_count(1)
    expect(loud).to_contain_text("conflict")
    expect(loud).to_contain_text("Ctrl+B is also bound to Toggle sidebar, which runs first.")
    expect(core).to_contain_text("Ctrl+B is also bound to loud.go (keys).")
    page.keyboard.press("Control+b")
    expect(page.locator("[data-region=sidebar]")).to_have_attribute("hidden", "")
    expect(page.locator(RAN)).to_have_count(0)
    page.get_by_role("button", name="2 conflicts").click()
    expect(page.locator(".hs-shortcut")).to_have_count(2)
    loud.get_by_role("button", name="Use here, remove there").click()
    expect(page.locator(RAN)).to_contain_text("Ctrl+B runs loud.go now, no longer Toggle sidebar.")
    expect(page.locator(".hs-shortcut")).to_have_count(0)
    page.get_by_role("button", name="0 conflicts").click()
    expect(core).to_contain_text("no keys")
    page.keyboard.press("Control+b")
    expect(page.locator(RAN)).to_have_count(2)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(combos(core)).to_have_text(["Ctrl+B"])

    page.evaluate("location.hash = '/capabilities'")
    warning = page.locator("[data-plugin-row=keys]")
    expect(warning).to_contain_text('the action "view.toggleSidebar" is the shell\'s own and cannot be replaced')


def test_the_list_is_searched_by_words_and_by_pressed_keys(page: Page) -> None:
    keyboard(page)
    rows = page.locator(".hs-shortcut")
    field = page.get_by_role("searchbox", name="Filter shortcuts")
    field.fill("light dark core")
    expect(rows).to_have_count(1)
    toggle = page.get_by_role("button", name="Search by pressing keys")
    toggle.click()
    expect(field).to_be_focused()
    page.keyboard.press("Control+Shift+S")
    expect(field).to_have_value("Ctrl+Shift+S")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Toggle status bar")
    page.keyboard.press("Control+k")
    expect(rows).to_contain_text("Open the command palette")
    expect(page.get_by_role("combobox")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    expect(field).to_have_value("")
    expect(page.locator("#overlay-page")).to_be_visible()
    toggle.click()
    page.keyboard.press("Tab")
    expect(toggle).to_be_focused()


def test_everything_in_the_list_is_done_by_keyboard_alone(page: Page, home: Path) -> None:
    keys_plugin(home, loud__go=["mod+j"])
    keyboard(page)
    row = row_of(page, "view.toggleSidebar")
    page.get_by_role("searchbox", name="Filter shortcuts").focus()
    for _ in range(9):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.hs-shortcut') !== null"):
            break
    expect(combos(row)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("F9")
    expect(combos(row)).to_have_text(["F9"])
    expect(combos(row)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(row.get_by_role("button", name="Reset Toggle sidebar to Ctrl+B")).to_be_focused()
    page.keyboard.press("Enter")
    expect(combos(row)).to_have_text(["Ctrl+B"])
    expect(row.locator(":focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(row_of(page, "view.toggleRightSidebar").locator(":focus")).to_have_count(1)
    page.keyboard.press("Delete")
    expect(row_of(page, "view.toggleRightSidebar")).to_contain_text("no keys")
    page.keyboard.press("End")
    expect(row_of(page, "loud.go").locator(":focus")).to_have_count(1)


def test_five_hundred_actions_on_one_combination_are_listed_and_the_first_runs(page: Page, home: Path) -> None:
    keys_plugin(home, **{f"many{at}": ["mod+alt+y"] for at in range(500)})
    keyboard(page)
    first = row_of(page, "many0")
    expect(first).to_contain_text("Ctrl+Alt+Y is also bound to many1 (keys), many2 (keys), many3 (keys) and 496 more.")
    page.keyboard.press("Control+Alt+y")
    expect(page.locator(RAN)).to_have_text(["many0"])
    page.get_by_role("searchbox", name="Filter shortcuts").fill("many499")
    expect(page.locator(".hs-shortcut")).to_have_count(1)


def test_keys_that_never_arrive_are_explained(page: Page, home: Path) -> None:
    keys_plugin(home, tab=["mod+t"], lock=["mod+alt+l"], odd=["hyper+k"])
    keyboard(page)
    expect(row_of(page, "tab")).to_contain_text("Browsers keep Ctrl+T for themselves.")
    expect(row_of(page, "lock")).to_contain_text("Many desktops keep Ctrl+Alt+L for themselves.")
    expect(row_of(page, "odd")).to_contain_text("No key gives “hyper+K”.")
    record(page, row_of(page, "tab"))
    expect(row_of(page, "tab")).to_contain_text("Keys that do not arrive here are kept by the browser or the desktop.")


def test_K12_K14_keys_of_the_user_and_none_at_all_survive_a_restart(serve: ServeHome, context: BrowserContext) -> None:
    first = serve()
    page = open_page(context, first.boot_url)
    keyboard(page)
    record(page, row_of(page, "view.toggleSidebar"), "F9")
    record(page, row_of(page, "view.toggleStatusbar"), "Backspace")
    expect(row_of(page, "view.toggleStatusbar")).to_contain_text("no keys")
    page.evaluate("() => hermesShellIdle()")
    assert first.stop()
    page = open_page(context, serve().boot_url)
    page.keyboard.press("Control+b")
    page.keyboard.press("Control+Shift+s")
    expect(page.locator("[data-region=statusbar]")).to_be_visible()
    expect(page.locator("[data-region=sidebar]")).to_be_visible()
    # In the composer, which has the focus from the start, a key alone runs nothing.
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("F9")
    expect(page.locator("[data-region=sidebar]")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_while_keys_conflict_change_and_are_recorded(page: Page, home: Path, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 900, "height": 600})
    keys_plugin(home, loud__go=["mod+b", "hyper+k"])
    keyboard(page)
    record(page, row_of(page, "nav.home"), "Alt+h", control="add")
    record(page, row_of(page, "loud.go"))
    results = Axe().run(page)
    assert not results.violations_count, results.generate_report()
