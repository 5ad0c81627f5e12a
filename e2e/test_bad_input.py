"""Hostile files, homes and payloads: one clear error in the right place, and everything else goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import OpenShell, find_in_palette, open_page
from e2e.shell_process import SAMPLES, install, wait_until, write_plugin

HELLO = (SAMPLES / "hello" / "plugin.js").read_text()

FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "plugin.js is empty"),
    "binary": (b"\x00\x01\x02\xff" * 64, "not text"),
    "latin-1": ("export default { id: 'é' }".encode("latin-1"), "UTF-8"),
    "oversized": (b"//" + b"x" * (16 * 1024 * 1024), "16 MiB"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_hostile_file_is_an_error_on_its_row(page: Page, home: Path, kind: str) -> None:
    content, message = FILES[kind]
    write_plugin(home, kind, content)
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    page.goto(page.url.split("#")[0] + "#/capabilities")
    row = page.locator(f"[data-plugin-row='{kind}']")
    expect(row).to_have_attribute("data-status", "error")
    expect(row).to_contain_text(message)


def test_symlinked_and_vanishing_folders(page: Page, home: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "hello"
    real.mkdir(parents=True)
    (real / "plugin.js").write_text(HELLO)
    root = home / "desktop-plugins"
    root.mkdir(exist_ok=True)
    (root / "hello").symlink_to(real)
    (root / "dangling").symlink_to(tmp_path / "nowhere")
    (root / "loop").symlink_to(root / "loop")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    (real / "plugin.js").write_text(HELLO.replace("'Hello, Hermes'", "'Through the link'"))
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Through the link")


IDS = ["a/b", "..", "a%2Fb", "  ", "x" * 200, "名前", "ünï", "with blank"]


@pytest.mark.parametrize("plugin_id", IDS)
def test_odd_ids_load_or_are_refused_clearly(page: Page, home: Path, plugin_id: str) -> None:
    write_plugin(home, "odd", HELLO.replace("id: 'hello', //", f"id: {plugin_id!r}, //"))
    install(home, SAMPLES / "counter")
    expect(page.locator("[data-pane='counter:pane']")).to_contain_text("count 0")
    page.goto(page.url.split("#")[0] + "#/capabilities")
    row = page.locator("[data-plugin-row]").filter(has_text="odd")
    expect(row).to_have_attribute("data-status", "error" if plugin_id in IDS[:2] + IDS[3:5] else "loaded")


FIELDS = """
import { jsx } from 'react/jsx-runtime'
const odd = [null, 7, 'text', true, [], {}, () => 1, Symbol('s'), 10n, NaN, new Date(0), '<img src=x onerror=alert(1)>']
const areas = ['statusBar.left', 'statusBar.right', 'panes', 'routes', 'sidebar.nav', 'sidebarNav.prefs', 'palette',
  'keybinds', 'titleBar.left', 'titleBar.right', 'themes', 'composer.top', 'settings.plugins', 'unknown.area']
const fields = ['id', 'label', 'path', 'codicon', 'icon', 'detail', 'placement', 'dock', 'width', 'variant',
  'menuItems', 'menuContent', 'defaults', 'run', 'keywords', 'hidden', 'href', 'to',
  'title', 'colors', 'name', 'hide', 'order']
export default {
  id: 'fields',
  register(ctx) {
    let n = 0
    for (const area of areas) for (const field of fields) for (const value of odd) {
      ctx.register({ id: `c${n++}`, area, data: { [field]: value } })
    }
    for (const area of areas) for (const value of odd) {
      ctx.register({ id: `d${n++}`, area, title: value, order: value, data: value })
    }
    ctx.register({ id: 'end', area: 'statusBar.right', render: () => jsx('span', { children: `${n} odd ones` }) })
  }
}
"""


def test_wrong_types_in_every_field_of_every_area(page: Page, home: Path) -> None:
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    write_plugin(home, "fields", FIELDS)
    expect(page.get_by_text("4032 odd ones")).to_be_attached()
    install(home, SAMPLES / "hello")
    expect(page.get_by_role("button", name="hello", exact=True)).to_be_attached()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    assert failures == []


MANY = """
import { jsx } from 'react/jsx-runtime'
export default {
  id: 'many',
  register(ctx) {
    ctx.registerMany(Array.from({ length: 10000 }, (_, n) => (
      { id: `row${n}`, area: 'palette', data: { id: `many.${n}`, label: `Row number ${n}`, run() {} } })))
    ctx.register({ id: 'end', area: 'statusBar.right', render: () => jsx('span', { children: 'many rows' }) })
  }
}
"""


def test_ten_thousand_contributions(page: Page, home: Path) -> None:
    write_plugin(home, "many", MANY)
    expect(page.get_by_text("many rows")).to_be_visible()
    find_in_palette(page, "row number 9999", "Row number 9999")


LOOP = """
import { useState } from 'react'
import { jsx } from 'react/jsx-runtime'
function Loop() { const [n, setN] = useState(0); setN(n + 1); return n }
export default {
  id: 'loop',
  register(ctx) {
    ctx.register({ id: 'pane', area: 'panes', title: 'loop', data: {}, render: () => jsx(Loop, {}) })
    ctx.register({ id: 'none', area: 'statusBar.right', render: () => undefined })
    ctx.register({ id: 'fine', area: 'statusBar.right', render: () => jsx('span', { children: 'fine' }) })
  }
}
"""


def test_a_render_that_loops_or_returns_nothing(page: Page, home: Path) -> None:
    write_plugin(home, "loop", LOOP)
    expect(page.locator("[data-pane='loop:pane']").get_by_role("button", name="Retry")).to_be_visible()
    expect(page.get_by_text("fine", exact=True)).to_be_visible()


THROWN = """
import { jsx } from 'react/jsx-runtime'
const hostile = new Proxy({}, { get(_, key) { throw new Error(`no ${String(key)}`) } })
const broken = () => { throw hostile }
export default {
  id: 'thrown',
  register(ctx) {
    ctx.register({ id: 'pane', area: 'panes', title: 'thrown', data: {}, render: broken })
    ctx.register({ id: 'lead', area: 'panes', title: 'lead', data: { tabLead: broken }, render: () => hostile })
    ctx.register({ id: 'bar', area: 'statusBar.right', render: broken })
    ctx.register({ id: 'row', area: 'composer.top', data: { render: broken } })
  }
}
"""


def test_a_thrown_value_that_cannot_be_read_stops_its_own_contribution_alone(page: Page, home: Path) -> None:
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    install(home, SAMPLES / "hello")
    write_plugin(home, "thrown", THROWN)
    page.get_by_role("tab", name="thrown").click()
    expect(page.locator("[data-pane='thrown:pane']").get_by_role("button", name="Retry")).to_be_visible()
    page.get_by_role("tab", name="lead").click()
    expect(page.locator("[data-pane='thrown:lead']").get_by_role("button", name="Retry")).to_be_visible()
    page.get_by_role("tab", name="hello").click()
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    assert failures == []


SKEW = """
import * as sdk from '@hermes/plugin-sdk'
import { useEffect } from 'react'
import { jsx } from 'react/jsx-runtime'
function Later() {
  useEffect(() => { sdk.ofALaterVersion() }, [])
  return jsx('p', { children: 'skewed body' })
}
export default {
  id: 'skew',
  register(ctx) {
    ctx.register({ id: 'pane', area: 'panes', title: 'skew', render: () => jsx(Later, {}) })
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => jsx('span', { children: 'skew chip' }) })
  }
}
"""


def test_44_a_function_that_this_version_has_not_is_one_card_and_all_else_lives(page: Page, home: Path) -> None:
    write_plugin(home, "skew", SKEW)
    pane = page.locator("[data-pane='skew:pane']")
    expect(pane.get_by_role("button", name="Retry")).to_be_visible()
    expect(pane).to_contain_text("skew")
    expect(pane).to_contain_text("ofALaterVersion is not a function")
    expect(pane).not_to_contain_text("skewed body")
    expect(page.get_by_text("skew chip", exact=True)).to_be_visible()
    find_in_palette(page, "plugins", "Open Plugins").press("Enter")
    expect(page.get_by_role("heading", name="Plugins", exact=True)).to_be_visible()


def test_a_home_with_a_non_ascii_name(start: OpenShell, context: BrowserContext, tmp_path: Path) -> None:
    home = tmp_path / "häuschen 家 %20 'x'"
    install(home, SAMPLES / "hello")
    page = open_page(context, start("--developer", home=home).boot_url)
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")


def test_a_missing_home_is_made_when_it_is_needed(start: OpenShell, context: BrowserContext, tmp_path: Path) -> None:
    home = tmp_path / "not" / "yet"
    page = open_page(context, start("--developer", home=home).boot_url)
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")


def test_a_home_that_is_a_file_is_refused_with_one_message(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("not a folder")
    done = subprocess.run(
        [sys.executable, "-m", "hermes_shell", "serve", "--home", str(home), "--port", "0"],
        check=False,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert done.returncode in (1, 2)
    assert str(home) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_database_is_set_aside_and_reported(start: OpenShell, context: BrowserContext, home: Path) -> None:
    install(home, SAMPLES / "notes")
    first = start()
    assert first.stop() == 0
    database = home / "desktop-shell" / "storage.sqlite3"
    database.write_bytes(b"this is not a database" * 100)
    page = open_page(context, start().boot_url)
    expect(page.locator("[data-slot=toast][data-kind=warning]")).to_be_visible()
    wait_until(lambda: [p for p in database.parent.iterdir() if "damaged" in p.name], "the damaged file is kept")
