"""The Settings page: its way in and out, its tabs, its search, and what plugins add to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import OpenShell, open_page
from e2e.settings_page import root, settings
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
