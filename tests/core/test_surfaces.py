from __future__ import annotations

import json

from hermes_shell.areas.rendering import render
from hermes_shell.areas.routes import Resolution
from hermes_shell.core.actions import ACTIONS, PLUGIN_ACTIONS
from hermes_shell.core.boot_snapshot import boot_snapshot
from hermes_shell.core.pages import page_of
from hermes_shell.core.plugins_page import row_view, view_of
from hermes_shell.core.shell import Shell, plugin_errors
from hermes_shell.core.window import Window
from hermes_shell.plugins.row import RowError
from tests.shell_parts import FakeLoader, row

ERROR = RowError(message="a < b", phase="register", line=27, column=18, source_line="  <tag>")


def test_action_table_is_the_contracts() -> None:
    ids = [action.id for action in ACTIONS]
    assert len(ids) == len(set(ids))
    assert len(PLUGIN_ACTIONS) == 21
    assert {"profile.switch.18", "view.tabSlot.9", "session.slot.1", "appearance.toggleMode"} <= set(ids)
    switch = {action.id: action.defaults for action in ACTIONS}
    assert switch["profile.switch.9"] == ("mod+9",)
    assert switch["profile.switch.10"] == ("mod+alt+1",)
    assert switch["session.archive"] == ()


def test_row_shows_place_state_and_switch() -> None:
    view = row_view(row("gpu", id="gpu-watch", status="error", error=ERROR, stale=True, enabled=True))
    assert (view.key, view.tone, view.on, view.stale) == ("gpu-watch", "bad", True, True)
    assert view.error is not None
    assert view.error.place == "gpu/plugin.js:27:18"
    assert row_view(row("x", id=None)).key == "x"
    assert row_view(row("x", warnings=["w"])).tone == "warn"
    assert not row_view(row("x", default_enabled=False)).on
    assert row_view(row("x", default_enabled=False, enabled=True)).on
    assert row_view(row("x", windows=3)).status_text == "in 3 windows"


def test_page_escapes_what_plugins_say() -> None:
    html = render("core/plugins.html", view=view_of([row("p", error=ERROR, status="error")], "/r", scanned=True))
    assert "a &lt; b" in html
    assert "<tag>" not in html
    assert 'data-plugin-row="p" data-status="error"' in html
    assert "1 installed, 0 loaded, 1 with an error" in html


def test_description_is_shown_where_there_is_one() -> None:
    rows = [row("quiet"), row("told", description="Counts things")]
    html = render("core/plugins.html", view=view_of(rows, "/r", scanned=True))
    assert html.count("hs-plugin-desc") == 1
    assert "Counts things" in html
    assert "No description" not in html


def test_empty_inventory_tells_the_folder_and_a_scan_shows_bars() -> None:
    assert "/r</code> appears here" in render("core/plugins.html", view=view_of([], "/r", scanned=True))
    assert "hs-skeleton" in render("core/plugins.html", view=view_of([], "/r", scanned=False))


def test_error_of_a_plugin_that_is_off_does_not_count() -> None:
    assert plugin_errors([row("a", error=ERROR), row("b", error=ERROR, enabled=False), row("c")]) == 1


async def test_reserved_pages_say_that_they_are_not_here(shell: Shell) -> None:
    page = page_of(Window(shell), Resolution("reserved", "/cron"), None)
    assert page.title == "Scheduled"
    assert "is not part of this version" in page.html
    assert 'data-route="/nowhere/at"' in page_of(Window(shell), Resolution("unknown", "/nowhere/at"), None).html


async def test_snapshot_is_json_and_complete(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p")]
    shell.storage.set("plugin:p", "k", [1])
    snapshot = json.loads(json.dumps(boot_snapshot(shell)))
    assert snapshot["storage"] == {"p": {"k": [1]}}
    assert snapshot["inventory"][0]["folder"] == "p"
    areas = {area["id"]: area for area in snapshot["areas"]}
    assert areas["panes"]["fields"]["dock.pos"] == "choice"
    assert areas["statusBar.left"]["fields"] == {}
    core = {(entry["area"], entry["id"]) for entry in snapshot["core"]}
    assert ("keybinds", "nav.commandPalette") in core
    assert ("statusBar.left", "gateway") in core
    assert not any(area == "routes" for area, _ in core)
    assert snapshot["theme"] == {"name": "harbour", "mode": "system"}


async def test_damaged_layout_is_kept_aside(shell: Shell) -> None:
    shell.storage.set("shell", "layout", ["not", "a", "layout"])
    boot_snapshot(shell)
    assert any("layout" in incident for incident in shell.storage.incidents)
