"""The choices of the Settings page: what each changes at once, and what a restart keeps."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import ServeHome, open_page
from e2e.settings_page import root, settings
from e2e.shell_process import write_plugin

LOUD = """
import { host } from '@hermes/plugin-sdk'
const show = (kind) => host.notify({ id: kind, kind, message: kind, durationMs: 0 })
const raise = () => ['info', 'warning', 'error'].forEach(show)
const action = { id: 'loud.go', label: 'Be loud', defaults: ['mod+alt+l'], run: raise }
export default { id: 'loud', register: (ctx) => ctx.register({ id: 'keys', area: 'keybinds', data: action }) }
"""


def test_zoom_takes_effect_at_once_and_survives_reload_and_restart(
    serve: ServeHome, context: BrowserContext, home: Path
) -> None:
    first = serve()
    page = open_page(context, first.boot_url)
    other = open_page(context, page.url)
    row = settings(page).locator("[data-setting='appearance.zoom']")
    row.get_by_role("button", name="Zoom in").click()
    row.get_by_role("button", name="Zoom in").click()
    expect(row.locator("[data-step='0']")).to_have_text("125 %")
    expect(root(page)).to_have_css("font-size", "20px")
    expect(root(other)).to_have_css("font-size", "20px")
    page.reload()
    expect(root(page)).to_have_css("font-size", "20px")
    assert first.stop()
    again = open_page(context, serve().boot_url)
    assert "--hs-zoom:1.25" in again.request.get(again.url.partition("#")[0]).text()
    expect(root(again)).to_have_css("font-size", "20px")
    again.keyboard.press("Control+Minus")
    expect(root(again)).to_have_css("font-size", "17.6px")
    again.keyboard.press("Control+0")
    expect(root(again)).to_have_css("font-size", "16px")
    again.keyboard.press("Control+Equal")
    expect(root(again)).to_have_css("font-size", "17.6px")
    settings(again).get_by_role("button", name="110 %").click()
    expect(root(again)).to_have_css("font-size", "16px")


def test_density_is_a_choice_by_mouse_and_by_keys(page: Page) -> None:
    row = settings(page).locator("[data-setting='appearance.density']")
    row.get_by_role("radio", name="Relaxed").click()
    expect(root(page)).to_have_attribute("data-density", "relaxed")
    expect(page.locator(".hs-settings-nav .hs-settings-row").first).to_have_css("height", "32px")
    page.reload()
    expect(row.get_by_role("radio", name="Relaxed")).to_be_checked()
    row.get_by_role("radio", name="Relaxed").focus()
    page.keyboard.press("ArrowLeft")
    expect(row.get_by_role("radio", name="Compact")).to_be_focused()
    expect(root(page)).to_have_attribute("data-density", "compact")


SWITCHES = [
    ("appearance", "Reduce motion", "appearance.reduceMotion"),
    ("window", "Close to the tray", "window.closeToTray"),
    ("window", "Start hidden", "window.startHidden"),
    ("notifications", "Desktop notifications", "notifications.enabled"),
    ("notifications", "Plugins may notify", "notifications.plugins"),
    ("chat", "Notify of questions", "notifications.questions"),
    ("chat", "Notify of finished turns", "notifications.turns"),
    ("plugins", "Reload on save", "plugins.reloadOnSave"),
    ("plugins", "Tell of plugins that are off", "plugins.announceOff"),
]


def test_every_switch_takes_effect_in_all_windows_and_is_kept(page: Page, context: BrowserContext) -> None:
    other = open_page(context, page.url)
    turned: dict[str, str] = {}
    for tab, label, key in SWITCHES:
        switch = settings(page, f"tab={tab}").get_by_role("switch", name=label)
        turned[key] = "false" if switch.get_attribute("aria-checked") == "true" else "true"
        switch.click()
        expect(switch).to_have_attribute("aria-checked", turned[key])
    expect(root(page)).to_have_attribute("data-reduce-motion", "true")
    expect(root(other)).to_have_attribute("data-reduce-motion", "true")
    page.reload()
    for window in (page, other):
        for tab, label, key in SWITCHES:
            switch = settings(window, f"tab={tab}").get_by_role("switch", name=label)
            expect(switch).to_have_attribute("aria-checked", turned[key])


def test_quick_clicks_on_a_switch_end_where_the_last_one_says(page: Page) -> None:
    switch = settings(page, "tab=plugins").get_by_role("switch", name="Reload on save")
    page.evaluate(
        """() => { const one = document.querySelector("[data-setting='plugins.reloadOnSave'] [role=switch]")
        for (let click = 0; click < 7; click++) one.click() }"""
    )
    expect(switch).to_have_attribute("aria-checked", "false")
    page.reload()
    expect(switch).to_have_attribute("aria-checked", "false")


def test_which_messages_of_plugins_are_shown_is_a_choice(page: Page, home: Path) -> None:
    write_plugin(home, "loud", LOUD)
    settings(page, "tab=keyboard")
    expect(page.locator("[data-action='loud.go']")).to_be_visible()
    group = settings(page, "tab=notifications").locator("[data-setting='notifications.toasts']")
    shown = {"Errors": ["error"], "Warnings": ["error", "warning"], "All": ["error", "warning", "info"]}
    for label, kinds in shown.items():
        group.get_by_role("radio", name=label).click()
        expect(group.get_by_role("radio", name=label)).to_be_checked()
        page.keyboard.press("Control+Alt+L")
        expect(page.locator("[data-slot=toast]")).to_have_count(len(kinds))
        for kind in kinds:
            expect(page.locator(f"[data-slot=toast][data-kind={kind}]")).to_have_count(1)
    page.reload()
    expect(group.get_by_role("radio", name="All")).to_be_checked()


def test_the_editor_command_is_kept_and_a_refused_one_says_so(page: Page) -> None:
    field = settings(page, "tab=plugins").get_by_role("textbox", name="Editor")
    field.fill("zed {file}:{line}")
    field.press("Enter")
    page.reload()
    expect(field).to_have_value("zed {file}:{line}")
    page.evaluate(
        """() => { const field = document.querySelector("[data-setting='editor.command'] input")
        field.value = 'a\\u0007b'; field.dispatchEvent(new Event('change', { bubbles: true })) }"""
    )
    expect(page.get_by_role("alert")).to_contain_text("Invalid value for desktop setting: editor.command")
    expect(field).to_have_attribute("aria-invalid", "true")
    page.reload()
    expect(field).to_have_value("zed {file}:{line}")


def test_hidden_items_of_the_status_bar_come_back(page: Page) -> None:
    page.evaluate(
        """async () => {
          const main = document.querySelector('script[type=module]').src
          const { setPreference } = await import(new URL('preferences.js', main).href)
          await setPreference('statusBar.hidden', ['statusBar.right|gone:item', 'statusBar.left|gone:other'])
        }"""
    )
    row = settings(page).locator("[data-setting='statusBar.hidden']")
    expect(row).to_contain_text("2 hidden")
    row.get_by_role("button", name="Show all").click()
    expect(row).to_contain_text("Nothing is hidden")
    expect(row.get_by_role("button", name="Show all")).to_be_disabled()


def test_modes_are_chosen_and_followed(page: Page) -> None:
    group = settings(page).get_by_role("radiogroup", name="Mode")
    expect(group.get_by_role("radio", name="System")).to_be_checked()
    group.get_by_role("radio", name="Dark").click()
    expect(root(page)).to_have_attribute("data-hermes-mode", "dark")
    page.keyboard.press("ArrowLeft")
    expect(group.get_by_role("radio", name="Light")).to_be_checked()
    expect(root(page)).to_have_attribute("data-hermes-mode", "light")
    page.reload()
    expect(group.get_by_role("radio", name="Light")).to_be_checked()


def test_rows_of_wrong_type_or_of_the_future_show_defaults_and_stay(
    serve: ServeHome, context: BrowserContext, home: Path
) -> None:
    first = serve()
    page = open_page(context, first.boot_url)
    settings(page).get_by_role("radio", name="Relaxed").click()
    expect(root(page)).to_have_attribute("data-density", "relaxed")
    page.reload()
    expect(root(page)).to_have_attribute("data-density", "relaxed")
    assert first.stop()

    rows = {
        "appearance.density": '{"of":"the future"}',
        "appearance.zoom": '"wide"',
        "statusBar.hidden": "5",
        "theme": '{"name":"of-the-future","mode":"sepia"}',
        "appearance.aurora": "true",
    }
    database = sqlite3.connect(home / "desktop-shell" / "storage.sqlite3")
    with database:
        for key, value in rows.items():
            database.execute(
                "INSERT OR REPLACE INTO entries (scope, key, value, size) VALUES ('shell', ?, ?, ?)",
                (key, value, len(value)),
            )
    database.close()

    second = serve()
    page = open_page(context, second.boot_url)
    shown = settings(page)
    expect(root(page)).to_have_attribute("data-density", "compact")
    expect(shown.locator("[data-setting='appearance.zoom']")).to_contain_text("100 %")
    expect(shown.locator("[data-setting='statusBar.hidden']")).to_contain_text("Nothing is hidden")
    expect(shown.locator("[data-absent]")).to_contain_text("of-the-future")
    expect(shown.get_by_role("radio", name="System")).to_be_checked()
    shown.get_by_role("switch", name="Reduce motion").click()
    expect(root(page)).to_have_attribute("data-reduce-motion", "true")
    assert second.stop()
    database = sqlite3.connect(home / "desktop-shell" / "storage.sqlite3")
    kept = dict(database.execute("SELECT key, value FROM entries WHERE scope = 'shell'").fetchall())
    database.close()
    assert {key: kept[key] for key in rows} == rows
