"""Tabs that plugins open, and what panes bring to tab and strip (contract 1.3 and 4.1; known faults, panes)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from tests.layout.views import drawn
from tests.shell_parts import connect, delta, descriptor, open_app, parts_by_place

ROOM = "plugin-workspace:room"


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncGenerator[Shell]:
    async with open_app(tmp_path) as (_, parts, _loader):
        yield parts


def pane(name: str, seq: int = 1000, **fields: object) -> dict[str, Any]:
    return descriptor("panes", name, title=name.title(), seq=seq, fields=fields)


def room(**dock: object) -> dict[str, Any]:
    """What `host.openWorkspace` registers."""
    fields = {"placement": "main", "minWidth": "22rem", **{f"dock.{name}": value for name, value in dock.items()}}
    return {"area": "panes", "id": ROOM, "source": "core", "title": "Room", "seq": 10**12, "fields": fields}


async def do(window: Window, op: str, **args: object) -> object:
    return await window.call("layout", {"op": op, **args})


def strip(parts: list[dict[str, Any]], zone: str) -> str:
    html: str = parts_by_place(parts)[f'[data-zone="{zone}"]']["html"]
    return html


async def test_H20_a_workspace_is_a_tab_of_the_main_zone_that_no_layout_keeps(shell: Shell) -> None:
    window, _, _ = connect(shell)
    delta(window, [room(pane="workspace", pos="center")])
    await do(window, "reveal", pane=ROOM)
    assert "room" in drawn(window.layout)
    assert 'data-tab="plugin-workspace:room" data-active="true"' in window.zones().html["main"]
    assert await do(window, "close", pane=ROOM) is True
    delta(window, [], [("panes", ROOM)])
    delta(window, [room(pane="workspace", pos="center")])
    await do(window, "reveal", pane=ROOM)
    await asyncio.to_thread(shell.storage.set, "shell", "barrier", 1)
    assert "plugin-workspace" not in (shell.storage.text("shell", "layout") or "")
    other, _, _ = connect(shell, "w2")
    assert "room" not in drawn(other.layout)


async def test_H20_a_workspace_stands_where_its_dock_says(shell: Shell) -> None:
    window, _, _ = connect(shell)
    layout = parts_by_place(delta(window, [room(pane="workspace", pos="right")])["parts"])["layout"]["layout"]
    assert [child["kind"] for child in layout["root"]["children"]] == ["group", "group"]


async def test_reveal_unfolds_the_zone_and_leaves_a_maximised_one(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[pane("a"), pane("b", 1001)])
    await do(window, "minimise", zone="right")
    await do(window, "maximise", zone="main")
    await do(window, "reveal", pane="p:b")
    html = window.zones().html["right"]
    assert "hs-zone-fold" not in html
    assert 'id="tab:p:b" aria-selected="true"' in html
    assert window.layout.maximised is None


async def test_nodes_of_a_tab_are_placeholders_where_the_pane_has_them(shell: Shell) -> None:
    window, _, _ = connect(shell)
    nodes: dict[str, Any] = dict.fromkeys(("tabLead", "tabWrap", "newTab"), "function") | {"headerContent": "object"}
    html = strip(delta(window, [pane("a", **nodes), pane("b", 1001, tabTitle="object")])["parts"], "right")
    assert 'cid="p:a" field="tabLead"' in html
    assert 'cid="p:a" field="tabTitle"' in html  # a wrapper stands around the title
    assert 'cid="p:b" field="tabTitle"' in html
    assert 'field="headerContent"' in html
    assert 'data-call="panes|p:a|newTab"' in html
    await do(window, "activate", pane="p:b")
    html = window.zones().html["right"]
    assert "headerContent" not in html
    assert "newTab" not in html
    assert 'cid="p:a" field="tabLead"' in html


async def test_40_every_strip_has_a_menu_and_a_close_button_with_names(shell: Shell) -> None:
    window, _, welcome = connect(shell, realm=[pane("a"), pane("b", 1001, uncloseable=True)])
    html = strip(welcome["parts"], "right")
    assert 'data-pane-menu="right" aria-haspopup="menu" aria-label="Menu of A"' in html
    assert 'data-pane-close="p:a" aria-label="Close A"' in html
    await do(window, "activate", pane="p:b")
    html = window.zones().html["right"]
    assert 'aria-label="Menu of B"' in html
    assert 'data-pane-close="p:b"' not in html
    await do(window, "float", pane="p:a")
    html = window.zones().html["float:p:a"]
    assert 'aria-label="Close A"' in html
    assert 'data-pane-menu="float:p:a"' in html
    assert "data-pane-close" not in strip(welcome["parts"], "main")


@pytest.mark.parametrize("closing", [{"hideOnly": True}, {"closeBehavior": "dismiss"}, {"closeBehavior": "hide"}])
async def test_closing_the_only_pane_keeps_a_plugin_whose_pane_only_hides(
    shell: Shell, closing: dict[str, Any]
) -> None:
    window, _, _ = connect(shell, realm=[pane("a", **closing)])
    await do(window, "close", pane="p:a")
    assert shell.decisions.all() == {}
    assert window.layout.dismissed == ("p:a",)
    await do(window, "reveal", pane="p:a")
    assert window.layout.dismissed == ()
    assert "a" in drawn(window.layout)


async def test_a_flag_may_be_missing_and_a_plus_needs_a_function(shell: Shell) -> None:
    window, _, _ = connect(shell)
    frame = delta(window, [pane("a", newTab="string", collapsible=False, tabDrag=False)])
    assert [(warning["field"], warning["id"]) for warning in frame["warnings"]] == [("newTab", "p:a")]
    html = strip(frame["parts"], "right")
    assert "newTab" not in html
    assert 'data-drag="false"' in html
    assert "Minimise" not in html
