"""Every control of the Plugins page, as a user works it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import ServeHome, find_in_palette, open_page
from e2e.plugins_page import go, plugin, row
from e2e.shell_process import SAMPLES, write_plugin

HELLO = (SAMPLES / "hello" / "plugin.js").read_text()


def menu(page: Page, name: str, entry: str) -> None:
    row(page, name).get_by_role("button", name="More about").click()
    page.get_by_role("menu").get_by_role("menuitem", name=entry).click()


@pytest.fixture
def three(serve: ServeHome, context: BrowserContext, home: Path) -> Page:
    """A page with a plugin that runs, one that is off by itself, and one that is broken."""
    write_plugin(home, "alpha", plugin("alpha", name="Alpha", description="Counts sheep", version="1.2.0"))
    write_plugin(home, "beta", plugin("beta", name="Beta", defaultEnabled=False))
    write_plugin(
        home,
        "gamma",
        "import { jsx } from 'react/jsx-runtime'\nexport default { id: 'gamma', register() {\n  missing()\n} }\n",
    )
    page = open_page(context, serve().boot_url)
    go(page)
    expect(page.locator("#plugins-summary")).to_have_text("3 installed, 1 loaded, 1 off, 1 with an error")
    expect(page.locator("[data-slot=toast]").filter(has_text="Beta is installed but off")).to_be_visible()
    for _ in page.locator("[data-slot=toast]").all():
        page.locator("[data-slot=toast]").first.get_by_role("button", name="Dismiss").click()
    expect(page.locator("[data-slot=toast]")).to_have_count(0)
    return page


def test_rows_show_what_there_is_to_know(three: Page, home: Path) -> None:
    alpha, gamma = row(three, "alpha"), row(three, "gamma")
    expect(alpha).to_contain_text("Alpha1.2.0alpha")
    expect(alpha).to_contain_text("Counts sheep")
    expect(alpha.get_by_role("img", name="loaded")).to_be_visible()
    expect(gamma).to_have_attribute("data-status", "error")
    expect(gamma).to_contain_text("missing is not defined")
    expect(gamma).to_contain_text("gamma/plugin.js:3:3")
    details = alpha.get_by_role("button", name="Details of Alpha: 1 chip")
    details.click()
    expect(details).to_have_attribute("aria-expanded", "true")
    expect(alpha.locator("dl")).to_contain_text(str(home / "desktop-plugins" / "alpha" / "plugin.js"))
    expect(alpha.locator("dl")).to_contain_text("statusBar.rightchip")
    expect(alpha.locator("dl")).to_contain_text(re.compile(r"Load time\d+ ms"))
    expect(alpha.locator("dl")).to_contain_text("Runs in1 window")
    assert three.url.endswith("#/capabilities?open=alpha")
    three.reload()
    expect(alpha.locator("dl")).to_be_visible()
    details.press("Enter")
    expect(alpha.locator("dl")).to_have_count(0)


@pytest.mark.parametrize("width", [240, 320, 440])
def test_names_and_summaries_stay_whole_beside_another_page(page: Page, home: Path, width: int) -> None:
    many = "".join(
        f"for (let i = 0; i < 12; i++) ctx.register({{ id: `{area}${{i}}`, area: '{area}', data: {{}} }});"
        for area in ("panes", "palette", "keybinds", "routes", "sidebar.nav", "statusBar.right", "themes")
    )
    about = "name: 'Drift of sheep', description: 'Counts every sheep that goes over the fence, and says so aloud'"
    write_plugin(home, "alpha", f"export default {{ id: 'alpha', {about}, register(ctx) {{ {many} }} }}")
    write_plugin(home, "gamma", "export default { id: 'gamma', register() { missing() } }")
    go(page)
    page.locator("[id='pane:workspace']").evaluate("(pane, width) => { pane.style.width = `${width}px` }", width)
    expect(row(page, "alpha")).to_have_attribute("data-status", "loaded")
    expect(row(page, "gamma")).to_contain_text("missing is not defined")
    cut = page.locator("#workspace-page").evaluate(
        """page => [page, ...page.querySelectorAll('.hs-plugin-name > strong, .hs-plugin-desc, .hs-plugin-strip')]
          .filter(part => part.scrollWidth > part.clientWidth).map(part => part.className)"""
    )
    assert cut == []
    name = row(page, "alpha").locator("strong").bounding_box()
    switch = row(page, "alpha").get_by_role("switch").bounding_box()
    assert name is not None
    assert switch is not None
    assert 60 < name["width"] <= switch["x"] - name["x"]


def test_search_filters_while_typing_and_survives_a_reload(three: Page) -> None:
    field = three.get_by_role("textbox", name="Filter plugins")
    field.press_sequentially("SHEEP")
    expect(row(three, "beta")).to_have_count(0)
    expect(row(three, "alpha")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("SHEEP")
    three.reload()
    expect(field).to_have_value("SHEEP")
    expect(row(three, "gamma")).to_have_count(0)
    field.press("Escape")
    expect(row(three, "gamma")).to_be_visible()
    field.fill("statusBar.right")
    expect(row(three, "beta")).to_have_count(0)
    expect(row(three, "alpha")).to_be_visible()
    field.fill("nothing like this")
    expect(three.get_by_text("No plugin here matches “nothing like this”.")).to_be_visible()
    three.get_by_role("button", name="Show all").click()
    expect(row(three, "beta")).to_be_visible()
    expect(field).to_have_value("")
    expect(field).to_be_focused()


def test_segments_filter_by_state(three: Page) -> None:
    for label, shown in (
        ("Loaded 1", ["alpha"]),
        ("Off 1", ["beta"]),
        ("Errors 1", ["gamma"]),
        ("All 3", ["alpha", "beta", "gamma"]),
    ):
        button = three.get_by_role("button", name=label)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(three.locator("[data-plugin-row]")).to_have_count(len(shown))
        for name in shown:
            expect(row(three, name)).to_be_visible()
    three.get_by_role("button", name="Errors 1").click()
    three.reload()
    expect(three.locator("[data-plugin-row]")).to_have_count(1)
    expect(three.locator("[data-surface-row]")).to_have_count(0)


def test_the_mark_of_errors_goes_with_the_last_error(three: Page, home: Path) -> None:
    errors = three.locator("[data-plugins-show=errors]")
    expect(errors.locator("[data-slot=status-dot]")).to_be_visible()
    write_plugin(home, "gamma", plugin("gamma"))
    expect(errors).to_have_text("Errors 0")
    expect(errors.locator("[data-slot=status-dot]")).to_be_hidden()
    expect(errors.locator(".hs-count")).not_to_have_attribute("data-tone", "bad")


def test_switch_turns_at_once_and_the_plugin_follows(three: Page) -> None:
    switch = row(three, "alpha").get_by_role("switch", name="Enable Alpha")
    # Seen in the same task as the click: before any answer.
    assert switch.evaluate("(s) => { s.click(); return s.getAttribute('aria-checked') }") == "false"
    expect(row(three, "alpha")).to_have_attribute("data-status", "disabled")
    expect(three.get_by_text("alpha chip")).to_have_count(0)
    switch.click()
    expect(three.get_by_text("alpha chip")).to_be_visible()
    expect(switch).to_be_checked()


def test_second_quick_click_is_the_opposite_of_the_first(three: Page, home: Path) -> None:
    switch = row(three, "alpha").get_by_role("switch")
    switch.evaluate("(s) => { s.click(); s.click() }")
    expect(row(three, "alpha")).to_have_attribute("data-status", "loaded")
    switch.evaluate("(s) => { s.click(); s.click(); s.click() }")
    expect(row(three, "alpha")).to_have_attribute("data-status", "disabled")
    expect(switch).not_to_be_checked()


def test_every_one_of_many_quick_clicks_counts(three: Page) -> None:
    switch = row(three, "alpha").get_by_role("switch")
    asked = three.evaluate(
        """async (selector) => {
          const seen = []
          for (let n = 0; n < 60; n++) {
            const control = document.querySelector(selector)
            const before = control.getAttribute('aria-checked')
            control.click()
            seen.push(before !== control.getAttribute('aria-checked'))
            await new Promise((done) => setTimeout(done, n % 7))
          }
          return seen
        }""",
        "[data-plugin-row=alpha] [role=switch]",
    )
    assert asked == [True] * 60
    expect(row(three, "alpha")).to_have_attribute("data-status", "loaded")
    expect(switch).to_be_checked()


def test_refused_switch_goes_back_with_a_toast(three: Page) -> None:
    three.evaluate(
        """async () => {
          const base = JSON.parse(document.getElementById('boot-snapshot').textContent).static
          const { channel } = await import(`${base}host/channel.js`)
          const call = channel.call.bind(channel)
          const full = () => Promise.reject(new Error('the disk is full'))
          channel.call = (verb, args) => (verb === 'plugins.decide' ? full() : call(verb, args))
        }"""
    )
    switch = row(three, "alpha").get_by_role("switch")
    switch.click()
    expect(three.locator("[data-slot=toast]").filter(has_text="the disk is full")).to_be_visible()
    expect(switch).to_be_checked()
    expect(row(three, "alpha")).to_have_attribute("data-status", "loaded")


def test_keyboard_stays_in_a_list_whose_row_the_switch_takes_away(three: Page, home: Path) -> None:
    write_plugin(home, "delta", plugin("delta"))
    go(three, "?show=loaded")
    expect(row(three, "delta")).to_be_visible()
    row(three, "alpha").get_by_role("switch").focus()
    three.keyboard.press("Space")
    expect(row(three, "alpha")).to_have_count(0)
    expect(row(three, "delta").get_by_role("switch")).to_be_focused()
    three.keyboard.press("Space")
    expect(row(three, "delta")).to_have_count(0)
    expect(three.locator("#workspace-page")).to_be_focused()


def test_row_menu(three: Page, home: Path) -> None:
    menu(three, "alpha", "Show details")
    expect(row(three, "alpha").locator("dl")).to_be_visible()
    menu(three, "alpha", "Hide details")
    expect(row(three, "alpha").locator("dl")).to_have_count(0)
    expect(row(three, "alpha").get_by_role("button", name="More about Alpha")).to_be_focused()
    menu(three, "alpha", "Turn off")
    expect(row(three, "alpha")).to_have_attribute("data-status", "disabled")
    row(three, "alpha").get_by_role("button", name="More about").press("Enter")
    expect(three.get_by_role("menuitem", name="Load again")).to_have_count(0)
    three.keyboard.press("Escape")
    expect(three.get_by_role("menu")).to_have_count(0)
    expect(row(three, "alpha").get_by_role("button", name="More about Alpha")).to_be_focused()
    menu(three, "alpha", "Turn on")
    expect(row(three, "alpha")).to_have_attribute("data-status", "loaded")
    menu(three, "alpha", "Load again")
    expect(three.get_by_text("alpha chip")).to_be_visible()
    menu(three, "alpha", "Reveal folder")
    expect(three.locator("[data-slot=toast]").filter(has_text="alpha/plugin.js")).to_be_visible()


def test_error_strip_copies_and_loads_again(context: BrowserContext, three: Page, home: Path) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    gamma = row(three, "gamma")
    gamma.get_by_role("button", name="Copy").click()
    expect(gamma.locator("[data-copied]")).to_have_count(1)
    text = three.evaluate("navigator.clipboard.readText()")
    assert "missing is not defined" in text
    assert "gamma/plugin.js:3:3" in text
    menu(three, "gamma", "Copy error")
    expect(gamma).to_have_attribute("data-status", "error")
    gamma.get_by_role("button", name="Load again").click()
    expect(gamma).to_have_attribute("data-status", "error")
    write_plugin(home, "gamma", plugin("gamma"))
    expect(gamma).to_have_attribute("data-status", "loaded")
    expect(gamma.get_by_role("group", name="Error of")).to_have_count(0)


def test_badge_says_that_an_older_version_runs_until_a_save_loads(three: Page, home: Path) -> None:
    alpha = row(three, "alpha")
    write_plugin(home, "alpha", "export default {")
    expect(alpha).to_have_attribute("data-stale", "true")
    expect(alpha).to_contain_text("last good version runs")
    expect(alpha).to_have_attribute("data-status", "error")
    expect(three.get_by_text("alpha chip")).to_be_visible()
    write_plugin(home, "alpha", plugin("alpha", name="Alpha"))
    expect(alpha).to_have_attribute("data-status", "loaded")
    expect(alpha).not_to_have_attribute("data-stale", "true")
    expect(alpha).not_to_contain_text("last good version runs")


def test_reload_all_rescan_and_open_folder(three: Page, home: Path) -> None:
    three.get_by_role("button", name="Reload all").click()
    expect(three.locator("[data-slot=toast]").filter(has_text="Desktop plugins reloaded")).to_be_visible()
    three.get_by_role("button", name="Rescan").click()
    expect(three.locator("[data-slot=toast]").filter(has_text="Nothing new. 3 plugins here.")).to_be_visible()
    three.get_by_role("button", name="Open folder").click()
    toast = three.locator("[data-slot=toast]").filter(has_text=str(home / "desktop-plugins"))
    expect(toast.get_by_role("button", name="Copy path")).to_be_visible()


def test_saves_wait_while_reload_on_save_is_off(three: Page, home: Path) -> None:
    option = three.get_by_role("switch", name="Reload on save")
    expect(option).to_be_checked()
    option.click()
    expect(option).not_to_be_checked()
    # The switch turns before the server has heard of it.
    three.evaluate("() => globalThis.hermesShellIdle()")
    write_plugin(home, "alpha", plugin("alpha", name="Alpha two").replace("alpha chip", "second chip"))
    alpha = row(three, "alpha")
    expect(alpha.get_by_role("group", name="State of")).to_contain_text("The file has changed on disk")
    expect(three.get_by_text("alpha chip")).to_be_visible()
    alpha.get_by_role("button", name="Load again").click()
    expect(three.get_by_text("second chip")).to_be_visible()
    expect(alpha.get_by_role("group", name="State of")).to_have_count(0)
    write_plugin(home, "alpha", plugin("alpha", name="Alpha three").replace("alpha chip", "third chip"))
    expect(alpha.get_by_role("group", name="State of")).to_be_visible()
    three.reload()
    expect(three.get_by_text("second chip")).to_be_visible()
    expect(option).not_to_be_checked()
    option.click()
    expect(three.get_by_text("third chip")).to_be_visible()


def test_empty_home_gets_the_sample_by_one_click(page: Page, home: Path) -> None:
    go(page)
    expect(page.get_by_text("A plugin is one plugin.js in a folder of its own.")).to_be_visible()
    page.get_by_role("button", name="Add the sample").click()
    expect(page.locator("[data-pane='my-first-plugin:pane']")).to_contain_text("Hello from your first plugin")
    expect(row(page, "my-first-plugin").locator("dl")).to_contain_text("palettecount")
    page.locator("[data-pane='my-first-plugin:pane']").get_by_role("button", name="Count").click()
    expect(page.get_by_role("button", name="count 1")).to_be_visible()
    find_in_palette(page, "add the sample", "Add the sample plugin")
    page.keyboard.press("Enter")
    expect(page.locator("[data-slot=toast]").filter(has_text="is there already")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="count 1")).to_be_visible()


@pytest.mark.parametrize("word", ["plugin", "extension", "addon"])
def test_palette_finds_the_page_by_each_of_its_names(page: Page, word: str) -> None:
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type(word)
    for label in ("Open Plugins", "Reload desktop plugins", "Look for new desktop plugins", "Open the plugins folder"):
        expect(page.get_by_role("option", name=label)).to_be_attached()


def test_switch_follows_a_choice_of_another_window(three: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(three.url)
    expect(other.locator("html[data-shell=ready]")).to_be_attached()
    expect(row(other, "alpha").get_by_role("switch")).to_be_checked()
    row(three, "alpha").get_by_role("switch").click()
    expect(row(other, "alpha").get_by_role("switch")).not_to_be_checked()
    expect(row(other, "alpha")).to_have_attribute("data-status", "disabled")
    row(other, "alpha").get_by_role("switch").click()
    expect(row(three, "alpha").get_by_role("switch")).to_be_checked()
    expect(row(three, "alpha").get_by_role("button", name="Details of Alpha")).to_be_visible()


def test_address_opens_the_details_of_a_row_and_brings_it_into_view(page: Page, home: Path) -> None:
    for n in range(40):
        write_plugin(home, f"p{n:02}", plugin(f"p{n:02}"))
    go(page)
    expect(page.locator("[data-plugin-row]")).to_have_count(40)
    go(page, "?open=p39")
    expect(row(page, "p39").locator("dl")).to_be_in_viewport()
