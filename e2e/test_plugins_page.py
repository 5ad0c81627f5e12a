"""Every control of the Plugins page, as a user works it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.conftest import OpenShell, ServeHome, find_in_palette, open_page
from e2e.shell_process import SAMPLES, install, write_plugin

HELLO = (SAMPLES / "hello" / "plugin.js").read_text()


def plugin(folder: str, /, **more: object) -> str:
    """The source of a small plugin with one chip."""
    fields = "".join(f"{key}: {json.dumps(value)}, " for key, value in more.items())
    return f"""
import {{ jsx }} from 'react/jsx-runtime'
export default {{ id: {folder!r}, {fields}register(ctx) {{
  const render = () => jsx('span', {{ children: {folder + " chip"!r} }})
  ctx.register({{ id: 'chip', area: 'statusBar.right', render }})
}} }}
"""


def go(page: Page, query: str = "") -> Page:
    page.goto(page.url.split("#")[0] + f"#/capabilities{query}")
    expect(page.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    return page


def row(page: Page, name: str) -> Locator:
    return page.locator(f"[data-plugin-row='{name}']")


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


def test_41_new_plugin_that_is_off_offers_itself(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_be_visible()
    write_plugin(home, "quiet", plugin("quiet", name="Quiet one", defaultEnabled=False))
    toast = page.locator("[data-slot=toast]").filter(has_text="Quiet one is installed but off")
    toast.get_by_role("button", name="Enable").click()
    expect(page.get_by_text("quiet chip")).to_be_visible()
    expect(toast).to_have_count(0)
    page.reload()
    expect(page.get_by_text("quiet chip")).to_be_visible()
    expect(page.locator("[data-slot=toast]")).to_have_count(0)


def test_several_new_plugins_that_are_off_are_told_of_together(page: Page, home: Path) -> None:
    for name in ("one", "two"):
        write_plugin(home, name, plugin(name, defaultEnabled=False))
    toast = page.locator("[data-slot=toast]").filter(has_text="2 plugins are installed but off")
    expect(toast).to_contain_text(re.compile("one, two|two, one"))
    for number in range(5):
        write_plugin(home, f"more{number}", plugin(f"more{number}", defaultEnabled=False))
    toast = page.locator("[data-slot=toast]").filter(has_text="7 plugins are installed but off")
    expect(toast).to_contain_text("and 2 more")
    toast.get_by_role("button", name="Open Plugins").click()
    expect(page.locator("[data-plugin-row]")).to_have_count(7)
    assert page.url.endswith("#/capabilities?show=off")


def test_offer_to_enable_goes_with_the_plugin(page: Page, home: Path) -> None:
    offers = page.locator("[data-slot=toast]").filter(has_text="installed but off")
    for name in ("one", "two"):
        write_plugin(home, name, plugin(name, defaultEnabled=False))
    expect(offers).to_contain_text("2 plugins are installed but off")
    shutil.rmtree(home / "desktop-plugins" / "one")
    expect(offers).to_contain_text("two is installed but off")
    write_plugin(home, "two", plugin("two"))
    expect(page.get_by_text("two chip")).to_be_visible()
    expect(offers).to_have_count(0)


def test_L5_half_of_a_package_is_off_until_it_is_enabled(page: Page, home: Path) -> None:
    folder = write_plugin(home, "half", plugin("half", name="Half")).parent
    del folder
    expect(page.get_by_text("half chip")).to_be_visible()
    place = home / "desktop-plugins" / "other"
    place.mkdir()
    (place / ".hermes-package.json").write_text(json.dumps({"package": "board", "source": "/x", "repo": "https://x/y"}))
    write_plugin(home, "other", plugin("other", name="Other"))
    toast = page.locator("[data-slot=toast]").filter(has_text="Other is installed but off")
    expect(toast).to_be_visible()
    go(page, "?open=other")
    expect(row(page, "other").locator("dl")).to_contain_text("Packageboard · https://x/y")
    expect(page.get_by_text("other chip")).to_have_count(0)
    row(page, "other").get_by_role("switch").click()
    expect(page.get_by_text("other chip")).to_be_visible()
    expect(toast).to_have_count(0)


def test_needs_of_electron_stand_on_the_row(page: Page, home: Path) -> None:
    source = plugin("web").replace("'span'", "'webview'")
    write_plugin(home, "web", source)
    go(page)
    expect(row(page, "web").get_by_role("group", name="Needs of web")).to_contain_text("<webview> (line 4)")


def test_folder_is_renamed_to_its_id(page: Page, home: Path) -> None:
    write_plugin(home, "kanban-board", plugin("board", name="Board"))
    go(page)
    warning = row(page, "board").get_by_role("group", name="Warning of Board")
    expect(warning).to_contain_text("The folder is named")
    warning.get_by_role("button", name="Rename folder").click()
    expect(warning).to_have_count(0)
    expect(row(page, "board")).to_have_attribute("data-folder", "board")
    expect(page.get_by_text("board chip")).to_be_visible()
    assert not (home / "desktop-plugins" / "kanban-board").exists()


HOSTILE = {
    "html": "<img src=x onerror=\"document.title='pwned'\"><b>bold",
    "rtl": "abc\u202e gnp.exe",
    "isolate": "\u2067\u05e9\u05dc\u05d5\u05dd",
    "long": "x" * 400,
    "lines": "one\ntwo\tthree",
    "marker": "<!--list:plugins-home-->",
}


def test_hostile_names_change_nothing_but_their_own_text(page: Page, home: Path) -> None:
    for folder, name in HOSTILE.items():
        write_plugin(home, folder, plugin(folder, name=name, description=name))
    go(page)
    expect(page.locator("[data-plugin-row]")).to_have_count(len(HOSTILE))
    for folder, name in HOSTILE.items():
        shown = row(page, folder)
        expect(shown).to_have_attribute("data-status", "loaded")
        assert shown.locator("strong bdi").text_content() == name
        assert shown.evaluate("(li) => li.scrollWidth <= li.clientWidth")
    assert page.locator(".hs-plugins-page img:not([role])").count() == 0
    assert page.title() != "pwned"
    labels = page.eval_on_selector_all(
        "[data-plugin-row] [aria-label]", "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert not any(mark in label for label in labels for mark in "\u202e\u2067\n")
    boxes = [row(page, folder).get_by_role("switch").bounding_box() for folder in HOSTILE]
    assert len({box["x"] for box in boxes if box}) == 1, "no name moves the switches"


def test_three_hundred_plugins(start: OpenShell, context: BrowserContext, home: Path) -> None:
    for n in range(300):
        write_plugin(home, f"p{n:03}", plugin(f"p{n:03}", name=f"Plugin {n}", description=f"Number {n} of many"))
    shell = start()
    page = context.new_page()
    frames: list[dict[str, Any]] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda data: frames.append(json.loads(data)))

    page.on("websocket", listen)
    page.goto(shell.boot_url)
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    go(page)
    expect(page.locator("#plugins-summary")).to_have_text("300 installed, 300 loaded", timeout=60_000)
    expect(page.locator("[data-plugin-row]")).to_have_count(300)
    page.evaluate("async () => { await new Promise((done) => setTimeout(done, 300)) }")
    frames.clear()
    row(page, "p150").get_by_role("switch").click()
    expect(row(page, "p150")).to_have_attribute("data-status", "disabled")
    expect(page.locator("#plugins-summary")).to_have_text("300 installed, 299 loaded, 1 off")
    lists = [
        part
        for frame in frames
        if frame["t"] == "frame"
        for part in frame["parts"]
        if part.get("list") == "plugins-home"
    ]
    assert {put["id"] for part in lists for put in part["put"]} == {"p150"}
    assert max(len(json.dumps(frame)) for frame in frames) < 20_000
    page.get_by_role("textbox", name="Filter plugins").fill("number 299")
    expect(page.locator("[data-plugin-row]")).to_have_count(1)


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


def test_folder_that_cannot_be_read_is_a_row_and_hides_no_other(page: Page, home: Path) -> None:
    place = home / "desktop-plugins" / "middle"
    place.mkdir(parents=True)
    (place / "plugin.js").symlink_to(place / "plugin.js")
    for name in ("first", "last"):
        write_plugin(home, name, plugin(name))
    go(page)
    expect(page.locator("[data-plugin-row][data-status=loaded]")).to_have_count(2)
    expect(row(page, "middle")).to_have_attribute("data-status", "error")
    expect(row(page, "middle")).to_contain_text("plugin.js cannot be read: Too many levels of symbolic links.")
    expect(row(page, "middle").get_by_role("switch")).to_be_disabled()


def test_root_that_cannot_be_read_is_told_and_nothing_is_lost(page: Page, home: Path, tmp_path: Path) -> None:
    root = home / "desktop-plugins"
    write_plugin(home, "alpha", plugin("alpha"))
    go(page)
    expect(row(page, "alpha")).to_have_attribute("data-status", "loaded")
    root.rename(tmp_path / "aside")
    root.write_text("a file stands here")
    notice = page.locator("#plugins-notices")
    expect(notice).to_contain_text(f"The plugins folder {root} cannot be read: Not a directory.")
    expect(row(page, "alpha")).to_have_attribute("data-status", "loaded")
    expect(page.get_by_text("alpha chip")).to_be_visible()
    root.unlink()
    (tmp_path / "aside").rename(root)
    expect(notice).to_have_text("")
    expect(row(page, "alpha")).to_have_attribute("data-status", "loaded")


def test_announcement_of_plugins_that_are_off_can_be_turned_off(page: Page, home: Path) -> None:
    page.evaluate(
        """async () => {
          const { static: place } = JSON.parse(document.getElementById('boot-snapshot').textContent)
          const { setPreference } = await import(`${place}host/preferences.js`)
          await setPreference('plugins.announceOff', false)
        }"""
    )
    write_plugin(home, "quiet", plugin("quiet", defaultEnabled=False))
    write_plugin(home, "loud", plugin("loud"))
    go(page)
    expect(row(page, "quiet")).to_have_attribute("data-status", "disabled")
    expect(page.get_by_text("loud chip")).to_be_visible()
    expect(page.locator("[data-slot=toast]")).to_have_count(0)
