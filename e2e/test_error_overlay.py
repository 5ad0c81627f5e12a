"""A save that breaks, as its author sees it: the error overlay with the lines of the revision that failed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.conftest import OpenShell, ServeHome, open_page
from e2e.shell_process import wait_until, write_plugin

GOOD = """import { STATUSBAR_AREAS } from '@hermes/plugin-sdk'

export default {
  id: 'watch',
  name: 'Watch',
  async register(ctx) {
    ctx.register({ id: 'load', area: STATUSBAR_AREAS.right, data: { label: 'v1' } })
  },
}
"""
CARD = ".hs-error-overlay"


def mended(label: str) -> str:
    return GOOD.replace("'v1'", repr(label))


def does_not_parse() -> str:
    return GOOD.replace("data: {", "data: = {")


def throws() -> str:
    return GOOD.replace("async register", "register").replace(
        "    ctx.register(", "    /*🎉*/ toneFor(1)\n    ctx.register("
    )


def rejects() -> str:
    return GOOD.replace("    ctx.register(", "    await null\n    throw new TypeError('half-way')\n    ctx.register(")


def place(source: str, text: str) -> str:
    """Where a text stands in a source, as the overlay names it: columns count UTF-16 units."""
    before = source[: source.index(text)]
    column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2 + 1
    return f"watch/plugin.js:{before.count(chr(10)) + 1}:{column}"


def card_of(page: Page, place: str) -> Locator:
    card = page.locator(CARD)
    expect(card.locator("code").first).to_have_text(place)
    return card


@pytest.fixture
def watch(page: Page, home: Path) -> Page:
    """A page in which the plugin runs."""
    write_plugin(home, "watch", GOOD)
    expect(chip(page, "v1")).to_be_visible()
    return page


def chip(page: Page, label: str) -> Locator:
    return page.locator("[data-area='statusBar.right'] hermes-slot[cid='watch:load']", has_text=label)


def test_toast_of_an_error_is_seen_over_the_settings(watch: Page, home: Path) -> None:
    watch.evaluate("location.hash = '/settings'")
    expect(watch.locator("#settings-content h1")).to_be_visible()
    write_plugin(home, "watch", throws())
    expect(watch.locator(CARD)).to_be_visible()
    toast = watch.locator("[data-slot=toast][data-kind=error]")
    expect(toast).to_be_visible()
    assert toast.evaluate(
        """toast => {
          const { left, top, width, height } = toast.getBoundingClientRect()
          return toast.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        }"""
    )


def test_save_that_does_not_parse_shows_its_lines_until_a_save_loads(watch: Page, home: Path) -> None:
    write_plugin(home, "watch", does_not_parse())
    card = card_of(watch, place(does_not_parse(), "= {"))
    expect(card).to_contain_text("watch did not load")
    expect(card).to_contain_text("SyntaxError")
    expect(card.locator("[data-hit]")).to_contain_text("data: = {")
    expect(card.locator("mark")).to_have_text("=")
    expect(card).to_contain_text("The last good version keeps running.")
    expect(chip(watch, "v1")).to_be_visible()
    expect(watch.locator("[data-slot=composer-input]")).to_be_focused()
    card.get_by_role("button", name="Show in Plugins").click()
    expect(watch.locator("[data-plugin-row=watch]")).to_have_attribute("data-status", "error")

    write_plugin(home, "watch", mended("v2"))
    expect(chip(watch, "v2")).to_be_visible()
    expect(watch.locator(CARD)).to_have_count(0)
    expect(watch.locator("[data-slot=toast][data-kind=error]")).to_have_count(0)


def test_register_that_throws_or_rejects_shows_where(watch: Page, home: Path) -> None:
    write_plugin(home, "watch", throws())
    card = card_of(watch, place(throws(), "toneFor"))
    expect(card).to_contain_text("Watch stopped in register()")
    expect(card.locator("[data-hit]")).to_contain_text("toneFor(1)")
    expect(card.locator("mark")).to_have_text("t")
    expect(card).to_contain_text("The last good version keeps running.")
    expect(chip(watch, "v1")).to_be_visible()

    write_plugin(home, "watch", rejects())
    card = card_of(watch, place(rejects(), "new TypeError"))
    expect(card).to_contain_text("half-way")
    expect(card.locator("[data-hit]")).to_contain_text("throw new TypeError")


def test_refused_import_shows_its_line(watch: Page, home: Path) -> None:
    write_plugin(home, "watch", f"import _ from 'lodash'\n{GOOD}")
    card = card_of(watch, "watch/plugin.js:1:15")
    expect(card.locator("[data-hit]")).to_contain_text("import _ from 'lodash'")
    expect(card.locator(".hs-excerpt-line")).to_have_count(4)


def test_dismissed_it_stays_away_until_the_next_failing_save(watch: Page, home: Path) -> None:
    write_plugin(home, "watch", throws())
    expect(watch.locator(f"{CARD} .hs-excerpt")).to_be_visible()
    watch.locator(CARD).get_by_role("button", name="Dismiss", exact=True).click()
    expect(watch.locator(CARD)).to_have_count(0)
    expect(watch.locator("[data-slot=toast][data-kind=error]")).to_have_count(0)
    write_plugin(home, "watch", rejects())
    expect(watch.locator(CARD)).to_contain_text("half-way")


@pytest.mark.parametrize("broken", [does_not_parse(), throws(), rejects(), "import 'lodash'\n"])
def test_what_was_broken_at_the_start_is_said_by_its_row_alone(
    home: Path, serve: ServeHome, context: BrowserContext, broken: str
) -> None:
    write_plugin(home, "watch", broken)
    page = open_page(context, serve().boot_url)
    page.goto(page.url.split("#")[0] + "#/capabilities")
    expect(page.locator("[data-plugin-row=watch]")).to_have_attribute("data-status", "error")
    expect(page.locator(CARD)).to_have_count(0)
    write_plugin(home, "watch", f"{broken}// still broken\n")
    expect(page.locator(CARD)).to_be_visible()


def test_each_window_shows_its_own_and_a_good_save_ends_all(
    home: Path, context: BrowserContext, start: OpenShell
) -> None:
    write_plugin(home, "watch", GOOD)
    watch = open_page(context, start("--developer").boot_url)
    expect(chip(watch, "v1")).to_be_visible()
    other = context.new_page()
    other.goto(watch.url)
    expect(chip(other, "v1")).to_be_visible()
    write_plugin(home, "watch", throws())
    for page in (watch, other):
        expect(page.locator(f"{CARD} .hs-excerpt")).to_be_visible()
    other.locator(CARD).get_by_role("button", name="Dismiss", exact=True).click()
    expect(other.locator(CARD)).to_have_count(0)
    expect(watch.locator(CARD)).to_be_visible()
    write_plugin(home, "watch", mended("v2"))
    for page in (watch, other):
        expect(chip(page, "v2")).to_be_visible()
        expect(page.locator(CARD)).to_have_count(0)
    log = home / "desktop-shell" / "logs" / "shell.log"
    wait_until(lambda: "toneFor" in log.read_text("utf-8"), "the failure is in the log")
    lines = [line for line in log.read_text("utf-8").splitlines() if "[plugin:watch] register: toneFor" in line]
    assert len(lines) == 1


def test_place_in_a_plugin_of_one_line_is_that_of_the_file(watch: Page, home: Path) -> None:
    source = (
        "import{cn}from'@hermes/plugin-sdk';import*as R from'react';export default{id:'watch',register(){/*🎉*/boom()}}"
    )
    write_plugin(home, "watch", source)
    card = card_of(watch, place(source, "boom"))
    expect(card.locator("mark")).to_have_text("b")


@pytest.mark.parametrize("size", [(1440, 900), (900, 600), (480, 400)])
def test_hostile_source_stays_text_inside_the_window(watch: Page, home: Path, size: tuple[int, int]) -> None:
    watch.set_viewport_size({"width": size[0], "height": size[1]})
    evil = '<img src=x onerror="window.hit = 1"></pre><script>window.hit = 1</script>'
    lines = [
        "import 'react'",
        f"// \u202e\u2066{evil}",
        f"const a = '{'x' * 100_000}'; boom()",
        "export default '\u05d0\u05d1'",
    ]
    write_plugin(home, "watch", "\n".join(lines))
    card = watch.locator(CARD)
    expect(card.locator("[data-hit]")).to_contain_text("boom()")
    expect(card.locator("mark")).to_have_text("b")
    expect(card.locator("mark")).to_be_in_viewport()
    expect(card.locator("img, script")).to_have_count(0)
    assert not re.search("[\u202e\u2066]", card.inner_text())
    assert watch.evaluate("() => window.hit") is None
    assert len(card.inner_text()) < 2_000
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    for name in ("Dismiss", "Show in Plugins", "Open at line 3"):
        expect(card.get_by_role("button", name=name, exact=True)).to_be_in_viewport()


def test_opens_the_file_in_the_editor_at_the_place(
    home: Path, serve: ServeHome, context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{told}.new"\nmv "{told}.new" "{told}"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("HERMES_SHELL_EDITOR", f"'{editor}' {{file}} {{line}} {{column}}")
    page = open_page(context, serve().boot_url)
    write_plugin(home, "watch", GOOD)
    expect(chip(page, "v1")).to_be_visible()
    file = write_plugin(home, "watch", throws())
    page.get_by_role("button", name="Open at line 7").click()
    wait_until(told.exists, "the editor was started")
    assert told.read_text().splitlines() == [str(file), *place(throws(), "toneFor").split(":")[1:]]
