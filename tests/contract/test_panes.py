"""Panes (contract, areas 4.1, PA1 to PA9; known faults, layout), through a window as a page sees it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.layout import Group
from hermes_shell.layout.tree import find
from tests.layout.views import drawn
from tests.shell_parts import connect, delta, descriptor, open_app


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncGenerator[Shell]:
    async with open_app(tmp_path) as (_, parts, _loader):
        yield parts


def pane(name: str, plugin: str = "p", seq: int = 1000, **fields: object) -> dict[str, Any]:
    return descriptor("panes", name, plugin, title=name, seq=seq, fields=fields)


def layout_of(frame: dict[str, Any]) -> dict[str, Any]:
    return next(part["layout"] for part in frame["parts"] if "layout" in part)


def front(window: Window, zone: str) -> str | None:
    group = find(window.layout.root, zone)
    assert isinstance(group, Group)
    return group.active


async def do(window: Window, op: str, **args: object) -> object:
    return await window.call("layout", {"op": op, **args})


async def written(shell: Shell) -> None:
    """Everything that was queued for the disk is on it."""
    await asyncio.to_thread(shell.storage.set, "shell", "barrier", 1)


async def test_PA1_a_pane_without_a_placement_stands_on_the_right(shell: Shell) -> None:
    window, _, _ = connect(shell)
    layout = layout_of(delta(window, [pane("a")]))
    assert drawn(window.layout) == "[W | a]"
    assert [child["id"] for child in layout["root"]["children"]] == ["main", "right"]
    assert layout["sides"] == {"left": "empty", "right": "shown"}


async def test_PA2_panes_of_one_placement_stack_silently(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[pane("a", placement="left")])
    frame = delta(window, [pane("b", seq=1001, placement="left")])
    assert drawn(window.layout) == "[a b | W]"
    assert front(window, "left") == "p:a"
    assert [part["target"] for part in frame["parts"]] == ['[data-zone="left"]']


@pytest.mark.parametrize(
    ("pos", "tree", "axis"),
    [
        ("left", "[W | b | a]", "row"),
        ("right", "[W | a | b]", "row"),
        ("top", "[W | (b / a)]", "column"),
        ("bottom", "[W | (a / b)]", "column"),
    ],
)
async def test_PA3_a_dock_at_an_edge_splits_in_its_direction_and_on_its_side(
    shell: Shell, pos: str, tree: str, axis: str
) -> None:
    window, _, _ = connect(shell, realm=[pane("a")])
    dock = {"dock.pane": "p:a", "dock.pos": pos}
    layout = layout_of(delta(window, [pane("b", seq=1001, height="200px", **dock)]))
    assert drawn(window.layout) == tree
    split = layout["root"] if axis == "row" else layout["root"]["children"][1]
    assert split["axis"] == axis


async def test_PA4_a_dock_to_an_absent_pane_falls_back_to_the_placement_then_to_the_workspace(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[pane("a", placement="left")])
    gone = {"dock.pane": "p:gone", "dock.pos": "bottom"}
    delta(window, [pane("b", seq=1001, placement="left", **gone), pane("c", seq=1002, placement="top", **gone)])
    assert drawn(window.layout) == "[(a / b) | (W / c)]"


async def test_PA5_where_the_user_put_a_pane_survives_a_reload_and_its_plugin_being_off(shell: Shell) -> None:
    realm = [pane("a"), pane("b", seq=1001), pane("c", "q", seq=2000)]
    window, _, _ = connect(shell, realm=realm)
    await do(window, "move", pane="p:b", zone="main", pos="top")
    await do(window, "move", pane="q:c", zone="right", pos="center", before="p:a")
    await do(window, "resize", zone="right", size=500)
    await written(shell)
    before = window.layout
    again, _, welcome = connect(shell, "w2", realm=realm)
    assert again.layout == before
    assert drawn(again.layout) == "[(b / W) | c a]"
    # Off and on: out of sight, and back in its place.
    off = layout_of(delta(again, [], [("panes", "p:b")]))
    assert off != layout_of(welcome)
    assert layout_of(delta(again, [pane("b", seq=1001)])) == layout_of(welcome)
    assert again.layout == before


async def test_PA6_a_floating_pane_never_enters_the_tree(shell: Shell) -> None:
    window, _, _ = connect(shell)
    frame = delta(window, [pane("a", placement="floating", anchor="bottom-left", width="200px")])
    assert frame["warnings"] == []
    layout = layout_of(frame)
    assert layout["root"]["id"] == "main"
    assert [(card["pane"], card["anchor"], card["width"]) for card in layout["floating"]] == [
        ("p:a", "bottom-left", 200)
    ]
    assert [part["target"] for part in frame["parts"] if "target" in part] == ['[data-zone="float:p:a"]']


async def test_PA7_default_collapsed_minimises_only_at_adoption(shell: Shell) -> None:
    collapsed = pane("a", defaultCollapsed=True)
    window, _, _ = connect(shell, realm=[collapsed])
    right = find(window.layout.root, "right")
    assert isinstance(right, Group)
    assert right.minimised
    await do(window, "minimise", zone="right")
    await written(shell)
    again, _, _ = connect(shell, "w2", realm=[collapsed])
    opened = find(again.layout.root, "right")
    assert isinstance(opened, Group)
    assert not opened.minimised


async def test_PA8_closing_the_only_pane_of_a_plugin_turns_the_plugin_off(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[pane("a"), pane("b", "q", seq=2000), pane("c", "q", seq=2001)])
    await do(window, "close", pane="p:a")
    await do(window, "close", pane="q:b")
    assert shell.decisions.all() == {"p": False}
    assert window.layout.dismissed == ("q:b",)


async def test_PA9_reset_brings_closed_panes_back_and_can_be_undone(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[pane("a"), pane("b", seq=1001)])
    await do(window, "close", pane="p:a")
    await do(window, "move", pane="p:b", zone="main", pos="left")
    before = window.layout
    assert await do(window, "reset") is True
    assert (drawn(window.layout), window.layout.dismissed) == ("[W | a b]", ())
    assert await do(window, "undo_reset") is True
    assert window.layout == before
    assert await do(window, "undo_reset") is False


async def test_fault_35_closing_one_of_several_panes_leaves_the_plugin_on_and_reset_brings_it_back(
    shell: Shell,
) -> None:
    window, _, _ = connect(shell, realm=[pane("a"), pane("b", seq=1001)])
    await do(window, "close", pane="p:a")
    assert shell.decisions.all() == {}
    assert window.layout.dismissed == ("p:a",)
    # The last one that can be seen is still not the only one of its plugin.
    await do(window, "close", pane="p:b")
    assert shell.decisions.all() == {}
    await do(window, "reset")
    assert drawn(window.layout) == "[W | a b]"


async def test_fault_38_a_layout_of_the_version_before_is_taken_over_and_absent_panes_keep_their_place(
    shell: Shell,
) -> None:
    zones = {
        "left": {"panes": ["p:a", "gone:x"], "active": "p:a", "size": 300, "minimised": False},
        "bottom": {"panes": ["p:b"], "active": "p:b", "size": None, "minimised": True},
    }
    shell.storage.set("shell", "layout", {"version": 1, "zones": zones, "dismissed": ["p:c"], "sidebar": {"size": 220}})
    realm = [pane("a"), pane("b", seq=1001), pane("c", seq=1002)]
    window, _, welcome = connect(shell, realm=realm)
    assert drawn(window.layout) == "[a x | (W / b)]"
    assert (window.layout.dismissed, layout_of(welcome)["sidebar"]) == (("p:c",), 220)
    await do(window, "activate", pane="p:b")
    await written(shell)
    again, _, _ = connect(shell, "w2", realm=realm)
    assert again.layout == window.layout
    came = delta(again, [descriptor("panes", "x", "gone", title="x", seq=3000)])
    assert [part.get("target") for part in came["parts"]] == ['[data-zone="left"]']
    assert drawn(again.layout) == "[a x | (W / b)]"


async def test_fault_39_revealing_a_pane_of_a_minimised_group_unfolds_it(shell: Shell) -> None:
    window, channel, _ = connect(shell, realm=[pane("a"), pane("b", seq=1001, revealAliases=["board"])])
    await do(window, "minimise", zone="right")
    await do(window, "toggle_side", side="right")
    await do(window, "reveal", pane="board")
    layout = layout_of(channel.frames()[-1])
    assert (layout["root"]["children"][1]["minimised"], layout["sides"]["right"]) == (False, "shown")
    assert front(window, "right") == "p:b"
