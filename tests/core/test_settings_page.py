from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import cast

import pytest

from hermes_shell.channel import Channel
from hermes_shell.channel_messages import Hello
from hermes_shell.core.actions import ACTIONS
from hermes_shell.core.desktop import NoDesktop
from hermes_shell.core.plugin_settings import PLUGIN_SETTINGS
from hermes_shell.core.settings_page.rows import ALIASES, ROWS, TABS
from hermes_shell.core.settings_page.view import settings_view
from hermes_shell.core.shell import Shell
from hermes_shell.core.shell_settings import SHELL_SETTINGS
from hermes_shell.core.window import Window
from tests.shell_parts import FakeChannel, FakeLoader, connect, delta, descriptor, parts_by_place, row


def test_every_setting_of_the_shell_has_one_row_on_a_tab_that_exists() -> None:
    keys = [one.key for one in ROWS]
    assert sorted(key for key in keys if key not in PLUGIN_SETTINGS) == sorted(SHELL_SETTINGS)
    assert len(set(keys)) == len(keys)
    assert {one.tab for one in ROWS} <= {tab.id for tab in TABS}
    assert set(ALIASES.values()) <= {tab.id for tab in TABS}


def test_choices_and_defaults_of_rows_fit_their_settings() -> None:
    for one in ROWS:
        setting = SHELL_SETTINGS.get(one.key) or PLUGIN_SETTINGS[one.key]
        assert setting.fits(setting.default)
        for value, label in one.options:
            assert setting.fits(value), one.key
            assert label
        assert (one.kind == "choice") == bool(one.options)


async def test_settings_lie_over_the_window_and_the_workspace_stays(shell: Shell) -> None:
    window, _, welcome = connect(shell, route="/capabilities")
    assert parts_by_place(welcome["parts"])["#overlay-page"]["html"] == ""
    parts = parts_by_place(window.route("/settings?tab=about")["parts"])  # type: ignore[arg-type]
    assert set(parts) == {"#overlay-page"}
    assert "<h1>About</h1>" in parts["#overlay-page"]["html"]
    assert window.address == "/capabilities"
    moved = parts_by_place(window.route("/settings?tab=window")["parts"])  # type: ignore[arg-type]
    assert "<h1>Window</h1>" in moved["#overlay-page"]["html"]
    closed = parts_by_place(window.route("/capabilities")["parts"])  # type: ignore[arg-type]
    assert closed["#overlay-page"]["html"] == ""
    assert "#workspace" not in closed


async def test_a_window_that_opens_on_settings_has_the_home_page_below(shell: Shell) -> None:
    window, _, welcome = connect(shell, route="/settings")
    parts = parts_by_place(welcome["parts"])
    assert "<h1>Appearance</h1>" in parts["#overlay-page"]["html"]
    assert 'data-route="/"' in parts["#workspace"]["html"]
    assert window.address == "/"


@pytest.mark.parametrize(("below", "expected"), [("/capabilities", "/capabilities"), ("/settings?tab=about", "/")])
async def test_a_page_that_connects_anew_tells_what_is_below(shell: Shell, below: str, expected: str) -> None:
    window = Window(shell)
    hello = {"t": "hello", "window": "w", "route": "/settings", "below": below}
    window.hello(cast("Channel", FakeChannel()), Hello.model_validate(hello))
    assert window.address == expected
    assert window.place.overlay is not None
    window.closed()


@pytest.mark.parametrize(
    ("route", "current"),
    [
        ("/settings", "appearance"),
        ("/settings?tab=keybinds", "keyboard"),
        ("/settings?tab=of-the-future", "appearance"),
        ("/settings?tab=", "appearance"),
        ("/settings?tab=about&tab=window", "about"),
        ("/settings?q=%20", "appearance"),
    ],
)
async def test_an_address_names_a_tab(shell: Shell, route: str, current: str) -> None:
    window, _, _ = connect(shell, route=route)
    view = settings_view(window)
    assert view.current is not None
    assert view.current.id == current


async def test_controls_stand_in_the_first_html_with_their_values(shell: Shell) -> None:
    await shell.preferences.set("appearance.zoom", 125)
    await shell.preferences.set("appearance.density", "relaxed")
    await shell.preferences.set("appearance.reduceMotion", True)
    _, _, welcome = connect(shell, route="/settings")
    html = parts_by_place(welcome["parts"])["#overlay-page"]["html"]
    assert "<span data-value>125</span>" in html
    assert re.search(r'data-value="relaxed" aria-checked="true" tabindex="0"', html)
    assert re.search(r'role="switch"[^>]* aria-checked="true"', html)


async def test_a_search_finds_every_word_in_label_description_and_more(shell: Shell) -> None:
    window, _, _ = connect(shell, route="/settings?q=TRAY%20close")
    (group,) = settings_view(window).groups
    assert [one.row.key for one in group.rows] == ["window.closeToTray"]
    assert group.link == "#/settings?tab=window"
    window.route("/settings?q=shortcuts")
    assert [one.tab.id for one in settings_view(window).groups] == ["keyboard"]
    window.route("/settings?q=" + "x" * 5_000)
    assert settings_view(window).groups == ()
    assert len(settings_view(window).search) == 100


async def test_a_search_is_printed_as_text(shell: Shell) -> None:
    _, _, welcome = connect(shell, route="/settings?q=%3Cscript%3E%22")
    html = parts_by_place(welcome["parts"])["#overlay-page"]["html"]
    assert "<script>" not in html
    assert "&lt;script&gt;&#34;" in html


async def test_pages_of_plugins_are_ordered_by_order_then_title(shell: Shell, loader: FakeLoader) -> None:
    error = {"message": "boom", "phase": "register", "line": None, "column": None, "source_line": None}
    loader.inventory = [row("p"), row("bad", status="error", error=error), row("warned", warnings=["careful"])]
    window, _, _ = connect(shell, route="/settings?tab=plugin:warned")
    delta(
        window,
        [
            descriptor("settings.plugins", "b", title="Beta"),
            descriptor("settings.plugins", "a", plugin="warned", title="<i>alpha</i>", seq=1001),
            descriptor("settings.plugins", "c", plugin="bad", title="Zeta", order=-1, seq=1002),
            descriptor("settings.plugins", "untitled", seq=1003),
        ],
    )
    view = settings_view(window)
    assert [(one.title, one.tone, one.current) for one in view.plugins] == [
        ("Zeta", "bad", False),
        ("<i>alpha</i>", "warn", True),
        ("Beta", "good", False),
    ]
    assert view.plugins[2].href == "#/settings?tab=plugin:p%3Ab"
    assert (view.current, view.target, view.plugin_errors) == (None, "warned", 1)
    html = window.place.overlay.html if window.place.overlay else ""
    assert "<i>alpha</i>" not in html


async def test_a_page_that_a_plugin_registers_appears_in_the_navigation(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p")]
    window, channel, _ = connect(shell, route="/settings")
    delta(window, [descriptor("settings.plugins", "page", title="Mine")])
    frame = await channel.frame()
    assert ">Mine</bdi>" in parts_by_place(frame["parts"])["#overlay-page"]["html"]


class _Native(NoDesktop):
    engine: str | None = "gtk"


async def test_what_needs_a_tray_says_why_it_has_no_effect(shell: Shell) -> None:
    window, _, _ = connect(shell, route="/settings?tab=window")
    notes = [one.note for one in settings_view(window).groups[0].rows]
    assert all("browser" in note for note in notes)
    shell.desktop = _Native()
    assert [one.note for one in settings_view(window).groups[0].rows] == ["", ""]
    shell.tray_fault = lambda: "This desktop has no tray."
    assert settings_view(window).groups[0].rows[0].note == "Has no effect now. This desktop has no tray."


async def test_about_counts_and_names_the_modes(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p"), row("q", status="disabled", enabled=False)]
    shell.settings = replace(shell.settings, developer=True)
    window, _, _ = connect(shell, route="/settings?tab=about")
    about = settings_view(window).about
    assert about is not None
    facts = {fact.label: fact.value for _, group in about.groups for fact in group}
    assert facts["Installed"] == "2, 1 loaded"
    assert facts["Mode"] == "developer mode"
    assert facts["Window"] == "in a browser"
    assert facts["Open windows"] == "1"


async def test_the_report_is_a_text(shell: Shell) -> None:
    window, _, _ = connect(shell)
    report = await shell.verbs["diagnostics.report"](window, {})
    assert isinstance(report, str)
    assert report.startswith("hermes-shell ")


async def test_the_palette_rows_of_settings_name_commands_once(shell: Shell) -> None:
    rows = [entry.id for entry in shell.registry.get_area("palette")]
    assert {"nav.settings", "keybinds.openPanel", "view.zoomIn", "appearance.dark"} <= set(rows)
    assert len(rows) == len(set(rows))


def test_the_table_of_actions_gives_a_combo_of_the_zoom_to_nobody_else() -> None:
    combos = [combo for action in ACTIONS for combo in action.defaults]
    for combo in ("mod+=", "mod+-", "mod+0"):
        assert combos.count(combo) == 1, json.dumps(combo)
