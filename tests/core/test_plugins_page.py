"""The Plugins page as the server prints it."""

from __future__ import annotations

import json
from typing import Any

from hermes_shell.contribution import Contribution
from hermes_shell.core.plugin_contributions import by_plugin, counted
from hermes_shell.core.plugin_filter import PluginFilter
from hermes_shell.core.plugin_rows import row_html, row_view, without_direction
from hermes_shell.core.plugins_page import page
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.plugins.row import RowError
from tests.shell_parts import FakeLoader, connect, delta, descriptor, parts_by_place, row

ERROR = RowError(message="a < b", phase="register", line=27, column=18, source_line="  <tag>")


def shown(shell: Shell, address: str = "/capabilities") -> str:
    window, _, _ = connect(shell, route=address)
    return page(window).html


def keys(html: str) -> list[str]:
    return [part.partition('"')[0] for part in html.split('data-plugin-row="')[1:]]


def test_row_shows_place_state_and_switch() -> None:
    view = row_view(row("gpu", id="gpu-watch", status="error", error=ERROR, stale=True, enabled=True))
    assert (view.key, view.tone, view.on, view.stale) == ("gpu-watch", "bad", True, True)
    assert view.strips[0].place == "gpu/plugin.js:27:18"
    assert "gpu/plugin.js:27:18" in view.strips[0].text
    assert row_view(row("x", id=None)).key == "x"
    assert row_view(row("x", warnings=["w"])).tone == "warn"
    assert row_view(row("x", needs=["<webview> (line 3)"])).tone == "warn"
    assert not row_view(row("x", default_enabled=False)).on
    assert row_view(row("x", default_enabled=False, enabled=True)).on


def test_half_of_a_package_is_off_until_the_user_turns_it_on() -> None:
    package = {"name": "notes", "repo": "https://x/notes.git", "sha": "0123456789abcdef", "catalog": None}
    assert not row_view(row("x", package=package, status="disabled")).on
    assert row_view(row("x", package=package, enabled=True)).on
    details = row_view(row("x", package=package), (), PluginFilter(open=frozenset({"x"}))).details
    assert details is not None
    assert dict(details.facts)["Package"] == "notes · https://x/notes.git · 0123456789ab"


def test_plugin_without_a_known_id_cannot_be_decided_about() -> None:
    html = row_html(row_view(row("x", id=None, status="error", error=ERROR)))
    assert "data-plugin-switch" not in html
    assert "disabled title=" in html
    duplicate = RowError(message="d", phase="duplicate", line=None, column=None, source_line=None)
    assert "belongs to another folder" in row_view(row("x", id=None, status="error", error=duplicate)).why_fixed


def test_page_escapes_and_isolates_what_plugins_say() -> None:
    name = 'Evil\u202e<img src=x onerror="x">'
    html = row_html(row_view(row("p", name=name, version="1<2", description="\u2067d", error=ERROR, status="error")))
    assert "a &lt; b" in html
    assert "<tag>" not in html
    assert "<img" not in html
    assert "<bdi>Evil\u202e&lt;img" in html
    labels = html.replace(f"<bdi>{name}", "").split('aria-label="')[1:]
    assert all("\u202e" not in label.partition('"')[0] for label in labels)
    assert 'data-plugin-row="p"' in html


def test_text_for_attributes_turns_no_direction() -> None:
    assert without_direction("a\u202eb\u2066c\nd") == "abc d"
    assert without_direction("\u05e9\u05dc\u05d5\u05dd") == "\u05e9\u05dc\u05d5\u05dd"


async def test_summary_and_segments_count_plugins(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("a"), row("b", status="disabled"), row("c", status="error", error=ERROR)]
    html = shown(shell)
    assert "3 installed, 1 loaded, 1 off, 1 with an error" in html
    assert [
        html.split(f'data-plugins-show="{one}"')[1].split('hs-count">')[1][0] for one in ("all", "off", "errors")
    ] == [
        "3",
        "1",
        "1",
    ]


async def test_filter_stands_in_the_address(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("alpha", description="Counts"), row("beta", status="disabled"), row("gamma", error=ERROR)]
    assert keys(shown(shell)) == ["alpha", "beta", "gamma"]
    assert keys(shown(shell, "/capabilities?show=off")) == ["beta"]
    assert keys(shown(shell, "/capabilities?show=errors&open=gamma")) == ["gamma"]
    assert keys(shown(shell, "/capabilities?q=COUNTS+alp")) == ["alpha"]
    html = shown(shell, "/capabilities?q=%3Cb%3E")
    assert keys(html) == []
    assert "matches “<bdi>&lt;b&gt;</bdi>”" in html
    assert 'value="&lt;b&gt;"' in html
    assert "surface-row" not in html
    assert keys(shown(shell, "/capabilities?show=nonsense")) == ["alpha", "beta", "gamma"]


def test_filter_reads_any_address() -> None:
    assert PluginFilter.read("/capabilities") == PluginFilter()
    assert PluginFilter.read("/capabilities?q=a%20b&show=off&open=x&open=y") == PluginFilter(
        "off", "a b", frozenset({"x", "y"})
    )
    assert len(PluginFilter.read("/c?" + "&".join(f"open={n}" for n in range(30))).open) == 20
    assert PluginFilter.read("/c?" + "&".join(f"x{n}=1" for n in range(500))) == PluginFilter()
    assert len(PluginFilter.read(f"/c?q={'x' * 5_000}").text) == 100


async def test_empty_home_offers_the_sample_and_a_scan_shows_bars(shell: Shell, loader: FakeLoader) -> None:
    assert 'data-command="plugins.addSample"' in shown(shell)
    loader.scanned = False
    assert "hs-skeleton" in shown(shell)
    loader.scanned, loader.problem = True, "The plugins folder /r cannot be read: Permission denied."
    html = shown(shell)
    assert "The plugins folder /r cannot be read: Permission denied." in html
    assert "addSample" not in html, "unreadable is not empty"
    assert "None installed" not in html


async def test_counts_and_details_come_from_the_asking_window(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p")]
    window, _, _ = connect(shell, route="/capabilities?open=p")
    delta(
        window,
        [
            descriptor("panes", "main", title="T"),
            descriptor("statusBar.left", "one"),
            descriptor("statusBar.right", "<two>"),
        ],
    )
    html = page(window).html
    assert "1 pane · 2 chips" in html
    assert "<code>statusBar.right</code>" in html
    assert "&lt;two&gt;" in html
    other, _, _ = connect(shell, "w2", route="/capabilities")
    assert "1 pane · 2 chips" not in page(other).html


def test_contributions_are_counted_by_what_they_are_called() -> None:
    entries = [
        Contribution(area, f"p:{n}", source="plugin:p") for n, area in enumerate(["palette", "panes", "palette"])
    ]
    found = by_plugin([*entries, Contribution("panes", "core")])
    assert list(found) == ["p"]
    assert counted(found["p"]) == "1 pane · 2 commands"
    assert counted(()) == ""


async def test_parts_of_the_shell_have_rows_without_a_switch(shell: Shell) -> None:
    html = shown(shell)
    section = html.partition("Part of the shell")[2]
    assert 'data-surface-row="core/plugins_page"' in section
    assert "Every plugin" not in section
    assert 'role="switch"' not in section
    assert 'data-surface-row="core/verbs"' not in section, "it contributes nothing that can be seen"
    assert all(text and "`" not in text for text in shell.surfaces.values())


async def test_details_of_a_shell_part_name_its_contributions(shell: Shell) -> None:
    assert "<code>sidebar.nav</code>" in shown(shell, "/capabilities?open=core/navigation")


async def test_one_changed_plugin_sends_one_row(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row(f"p{n:03}", rank=n) for n in range(300)]
    window, channel, _ = connect(shell, route="/capabilities")
    loader.inventory[7] = row("p007", rank=7, status="disabled", enabled=False)
    window.refresh()
    frame = await channel.frame()
    sent = parts_by_place([{**part, "target": part.get("target") or part.get("list")} for part in frame["parts"]])
    assert set(sent) == {"#plugins-summary", "#plugins-tools", "plugins-home"}
    assert [put["id"] for put in sent["plugins-home"]["put"]] == ["p007"]
    assert len(json.dumps(frame)) < 8_000


async def test_later_registrations_reach_the_page(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p")]
    window, channel, _ = connect(shell, route="/capabilities")
    delta(window, [descriptor("panes", "late", title="Late")])
    frame: dict[str, Any] = await channel.frame()
    html = json.dumps(frame["parts"])
    assert "1 pane" in html


async def test_safe_mode_holds_plugins_back(shell: Shell, loader: FakeLoader) -> None:
    view = row_view(row("p", status="pending"), safe=True)
    assert (view.status_label, view.tone) == ("held back", "muted")
    del loader
    assert "Safe mode" not in page(Window(shell)).html
