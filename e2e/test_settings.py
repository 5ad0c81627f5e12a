"""The Settings page: every control of it, its way in and out, and what a restart keeps."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.conftest import OpenShell, ServeHome, open_page
from e2e.shell_process import write_plugin
from e2e.shell_thread import ShellThread

NIGHT = """
import { jsx } from 'react/jsx-runtime'
const text = (id, children) => jsx('p', { 'data-testid': id, children })
export default {
  id: 'night',
  name: 'Night',
  register(ctx) {
    const light = { background: '#f7fafa', foreground: '#10211f', primary: '#0f6b5c' }
    const darkColors = { background: '#0f1918', foreground: '#dfeceb', primary: '#6fd0bd' }
    const theme = { name: 'night', label: 'Night <b>', colors: light, darkColors }
    ctx.register({ id: 'theme', area: 'themes', data: theme })
    const action = { id: 'night.go', label: 'Go night', category: 'night', defaults: ['mod+alt+n'], run() {} }
    ctx.register({ id: 'keys', area: 'keybinds', data: action })
    ctx.register({ id: 'extra', area: 'appearance.extra', render: () => text('extra', 'From the plugin') })
    ctx.registerSettingsPage({
      id: 'page', title: 'Night settings', render: () => text('body', 'The page'),
      children: [
        { id: 'more', title: 'More', render: () => text('child', 'The sub-page') },
        { id: 'more', title: 'Twice', render: () => null },
        { id: 'config', title: 'Reserved', render: () => null },
        { id: 'none', title: 'No render' },
      ],
    })
  },
}
"""

LOUD = """
import { host } from '@hermes/plugin-sdk'
const show = (kind) => host.notify({ id: kind, kind, message: kind, durationMs: 0 })
const raise = () => ['info', 'warning', 'error'].forEach(show)
const action = { id: 'loud.go', label: 'Be loud', defaults: ['mod+alt+l'], run: raise }
export default { id: 'loud', register: (ctx) => ctx.register({ id: 'keys', area: 'keybinds', data: action }) }
"""


def settings(page: Page, query: str = "") -> Locator:
    """Open Settings by its address and wait for it."""
    page.evaluate("query => { location.hash = '/settings' + query }", f"?{query}" if query else "")
    expect(page.locator("#settings-content h1")).to_be_visible()
    return page.locator("#overlay-page")


def root(page: Page) -> Locator:
    return page.locator("html")


def test_settings_cover_the_window_and_esc_leads_back_to_where_one_was(page: Page) -> None:
    page.evaluate("location.hash = '/capabilities'")
    expect(page.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(page.get_by_role("heading", name="Appearance", level=1)).to_be_visible()
    assert page.evaluate("document.querySelector('.hs-columns').inert && document.querySelector('.hs-titlebar').inert")
    expect(page.locator("[data-region=statusbar]")).to_be_visible()
    expect(page.locator("#workspace h1")).to_have_text("Plugins")
    page.get_by_role("link", name="Keyboard").click()
    page.get_by_role("link", name="About").click()
    expect(page.get_by_role("heading", name="About", level=1)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#overlay-page")).to_be_hidden()
    assert page.evaluate("location.hash") == "#/capabilities"
    expect(page.get_by_role("button", name="Settings", exact=True)).to_be_focused()
    assert not page.evaluate("document.querySelector('.hs-columns').inert")


@pytest.mark.parametrize("way", ["Back", "Close settings", "history"])
def test_back_and_the_close_button_lead_back(page: Page, way: str) -> None:
    page.evaluate("location.hash = '/capabilities'")
    settings(page, "tab=window")
    page.get_by_role("link", name="Notifications").click()
    expect(page.get_by_role("heading", name="Notifications", level=1)).to_be_visible()
    if way == "history":
        page.go_back()
    else:
        page.locator("#overlay-page").get_by_role("button", name=way, exact=True).click()
    expect(page.locator("#overlay-page")).to_be_hidden()
    assert page.evaluate("location.hash") == "#/capabilities"


def test_a_second_escape_at_once_leads_no_further_back(page: Page) -> None:
    page.evaluate("location.hash = '/profiles'")
    page.evaluate("location.hash = '/capabilities'")
    settings(page)
    page.evaluate(
        """() => {
          const press = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
          for (let at = 0; at < 2; at++) document.body.dispatchEvent(press())
        }"""
    )
    expect(page.locator("#overlay-page")).to_be_hidden()
    page.evaluate("() => hermesShellIdle()")
    assert page.evaluate("location.hash") == "#/capabilities"


def test_an_address_opens_a_tab_and_survives_a_reload(page: Page) -> None:
    page.evaluate("location.hash = '/capabilities'")
    settings(page, "tab=keybinds")
    expect(page.get_by_role("heading", name="Keyboard", level=1)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Keyboard", level=1)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#overlay-page")).to_be_hidden()
    assert page.evaluate("location.hash") == "#/capabilities"
    expect(page.get_by_role("heading", name="Plugins", level=1)).to_be_visible()


def test_the_workspace_below_survives_a_reload_and_a_restart_of_the_server(
    start: OpenShell, context: BrowserContext
) -> None:
    first = start("--port", "0")
    page = open_page(context, first.boot_url)
    page.evaluate("location.hash = '/capabilities'")
    settings(page, "tab=plugins")
    page.reload()
    expect(page.get_by_role("textbox", name="Editor")).to_be_visible()
    expect(page.locator("#workspace h1")).to_have_text("Plugins")
    page.get_by_role("searchbox", name="Search settings").fill("zoom")
    expect(page.locator("[data-setting='appearance.zoom']")).to_be_visible()
    first.kill()
    start("--port", str(first.port))
    page.get_by_role("button", name="Zoom in").click()
    expect(root(page)).to_have_css("font-size", "17.6px")
    expect(page.locator("#workspace h1")).to_have_text("Plugins")
    expect(page.get_by_role("searchbox", name="Search settings")).to_have_value("zoom")


def test_settings_that_were_opened_by_address_close_too(context: BrowserContext, shell: ShellThread) -> None:
    first = open_page(context, shell.boot_url)
    page = open_page(context, first.url.partition("#")[0] + "#/settings?tab=nonsense")
    expect(page.get_by_role("heading", name="Appearance", level=1)).to_be_visible()
    page.get_by_role("button", name="Close settings").click()
    expect(page.locator("#overlay-page")).to_be_hidden()
    expect(page.locator("#workspace h1")).to_be_visible()


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


def test_a_theme_of_a_plugin_is_chosen_and_kept_while_its_plugin_is_away(page: Page, home: Path) -> None:
    cards = settings(page).get_by_role("radiogroup", name="Theme")
    expect(cards.get_by_role("radio", name="Harbour")).to_be_checked()
    write_plugin(home, "night", NIGHT)
    card = cards.get_by_role("radio", name="Night <b>")
    expect(card).to_contain_text("night")
    looks = card.locator(".hs-theme-look")
    expect(looks.nth(0)).to_have_css("background-color", "rgb(247, 250, 250)")
    expect(looks.nth(1)).to_have_css("background-color", "rgb(15, 25, 24)")
    card.click()
    expect(card).to_be_checked()
    expect(root(page)).to_have_attribute("data-hermes-theme", "night")

    page.evaluate("location.hash = '/capabilities'")
    page.locator("[data-plugin-row=night]").get_by_role("switch").click()
    settings(page)
    away = cards.locator("[data-absent]")
    expect(away).to_be_checked()
    expect(away).to_contain_text("Your choice is kept, Harbour is painted meanwhile")
    expect(root(page)).to_have_attribute("data-hermes-theme", "harbour")
    cards.get_by_role("radio", name="night").click()
    page.get_by_role("radio", name="Dark").click()
    page.reload()
    expect(away).to_be_checked()

    page.evaluate("location.hash = '/capabilities'")
    page.locator("[data-plugin-row=night]").get_by_role("switch").click()
    settings(page)
    expect(card).to_be_checked()
    cards.get_by_role("radio", name="Harbour").click()
    expect(root(page)).to_have_attribute("data-hermes-theme", "harbour")


def test_plugins_add_to_the_appearance_and_have_pages_with_sub_pages(page: Page, home: Path) -> None:
    settings(page, "tab=plugin:night")
    expect(page.get_by_text("This plugin has no settings page here.")).to_be_visible()
    write_plugin(home, "night", NIGHT)
    expect(page.get_by_role("heading", name="Night settings", level=1)).to_be_visible()
    expect(page.get_by_test_id("body")).to_have_text("The page")
    row = page.get_by_role("navigation", name="Settings", exact=True).get_by_role("link", name="Night settings")
    expect(row).to_have_attribute("aria-current", "page")
    pages = page.get_by_role("navigation", name="Pages of Night settings")
    expect(pages.get_by_role("link")).to_have_text(["Night settings", "More"])
    pages.get_by_role("link", name="More").click()
    expect(page.get_by_test_id("child")).to_have_text("The sub-page")
    page.reload()
    expect(page.get_by_test_id("child")).to_have_text("The sub-page")
    page.get_by_role("link", name="Appearance").click()
    expect(page.locator("[data-area='appearance.extra']").get_by_test_id("extra")).to_be_visible()


def test_shortcuts_are_listed_with_who_brings_them_and_filtered(page: Page, home: Path) -> None:
    write_plugin(home, "night", NIGHT)
    page.keyboard.press("Control+/")
    expect(page.get_by_role("heading", name="Keyboard", level=1)).to_be_visible()
    sidebar = page.locator("[data-action='view.toggleSidebar']")
    expect(sidebar).to_contain_text("Ctrl+B")
    expect(sidebar).to_have_attribute("data-ready", "true")
    expect(page.locator("[data-action='view.toggleReview']")).to_contain_text("needs projects")
    expect(page.locator("[data-action='night.go']")).to_contain_text(re.compile("Go night.*Ctrl\\+Alt\\+N.*night"))
    field = page.get_by_role("searchbox", name="Filter shortcuts")
    field.fill("ctrl+alt+n")
    expect(page.locator(".hs-shortcut")).to_have_count(1)
    field.fill("nothing like it")
    expect(page.get_by_text("No shortcut matches.")).to_be_visible()
    field.press("Escape")
    expect(field).to_have_value("")
    expect(sidebar).to_be_visible()
    field.press("Escape")
    expect(page.locator("#overlay-page")).to_be_hidden()


def test_the_search_finds_settings_of_every_tab_and_lives_in_the_address(page: Page) -> None:
    settings(page, "tab=about")
    field = page.get_by_role("searchbox", name="Search settings")
    field.press_sequentially("motion")
    expect(page.get_by_role("heading", name="Found in Settings")).to_be_visible()
    expect(page.locator("[data-setting]")).to_have_count(1)
    page.get_by_role("switch", name="Reduce motion").click()
    expect(root(page)).to_have_attribute("data-reduce-motion", "true")
    page.reload()
    expect(field).to_have_value("motion")
    field.fill("<b>")
    expect(page.get_by_text("Nothing matches “<b>”.")).to_be_visible()
    field.fill("editor")
    page.locator("#settings-content").get_by_role("link", name="Open Plugins").click()
    expect(page.get_by_role("textbox", name="Editor")).to_be_visible()
    expect(field).to_have_value("")
    field.fill("x")
    expect(page.get_by_role("heading", name="Found in Settings")).to_be_visible()
    field.press("Escape")
    expect(page.get_by_role("heading", name="Plugins", level=1)).to_be_visible()


def test_about_tells_where_things_are_and_copies_a_report_without_secrets(
    start: OpenShell, context: BrowserContext, home: Path
) -> None:
    shell = start()
    page = open_page(context, shell.boot_url)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    about = settings(page, "tab=about")
    expect(about).to_contain_text(str(home / "desktop-plugins"))
    expect(about).to_contain_text(f"port {shell.port}")
    about.get_by_role("button", name="Copy report").click()
    expect(page.locator("[data-slot=toast]")).to_have_text(re.compile("Report copied"))
    report = page.evaluate("navigator.clipboard.readText()")
    assert f"pid: {shell.process.pid}" in report
    assert "database: ok yes" in report
    assert page.url.split("/w/")[1].partition("/")[0] not in report


def test_the_palette_changes_the_appearance_and_opens_settings(page: Page) -> None:
    def run(words: str) -> None:
        page.keyboard.press("Control+k")
        page.get_by_role("combobox").fill(words)
        page.keyboard.press("Enter")

    run("zoom in")
    expect(root(page)).to_have_css("font-size", "17.6px")
    run("dark appearance")
    expect(root(page)).to_have_attribute("data-hermes-mode", "dark")
    run("compact and relaxed")
    expect(root(page)).to_have_attribute("data-density", "relaxed")
    run("preferences")
    expect(page.get_by_role("heading", name="Appearance", level=1)).to_be_visible()


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
