from __future__ import annotations

import json

from hermes_shell.areas.routes import Resolution
from hermes_shell.core.actions import ACTIONS, PLUGIN_ACTIONS
from hermes_shell.core.boot_snapshot import boot_snapshot
from hermes_shell.core.pages import page_of
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
