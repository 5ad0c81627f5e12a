"""What the Plugins page says of what it finds on the disk, whatever that is."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import OpenShell
from e2e.plugins_page import go, plugin, row
from e2e.shell_process import SAMPLES, install, write_plugin


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
