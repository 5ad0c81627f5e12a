"""The verb `layout`, and what a window sends and keeps of it."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from hermes_shell.core import saved_layout
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.layout import Group, LayoutState
from hermes_shell.layout.tree import find, group_of
from hermes_shell.page import page_html
from hermes_shell.storage import ASIDE_SCOPE
from tests.layout.views import drawn
from tests.shell_parts import connect, delta, descriptor

REALM = [
    descriptor("panes", "a", title="A", seq=1000),
    descriptor("panes", "b", title="B", seq=1001),
    descriptor("panes", "c", title="C", seq=1002, fields={"placement": "left"}),
    descriptor("panes", "f", title="F", seq=1003, fields={"placement": "floating"}),
]


async def do(window: Window, op: str, **args: object) -> object:
    return await window.call("layout", {"op": op, **args})


async def written(shell: Shell) -> None:
    """Everything that was queued for the disk is on it."""
    await asyncio.to_thread(shell.storage.set, "shell", "barrier", 1)


def group_id(window: Window, pane: str) -> str:
    group = group_of(window.layout.root, pane)
    assert group is not None
    return group.id


def targets(frame: dict[str, Any]) -> list[str]:
    return [part.get("target") or next(iter(part)) for part in frame["parts"]]


async def test_every_operation_answers_and_moves_what_it_says(shell: Shell) -> None:
    window, channel, _ = connect(shell, realm=REALM)
    assert drawn(window.layout) == "[c | W | a b]"
    assert await do(window, "activate", pane="p:b") is True
    await do(window, "move", pane="p:b", zone="root", pos="bottom")
    assert drawn(window.layout) == "([c | W | a] / b)"
    await do(window, "move_group", zone="left", to="right", pos="center")
    assert drawn(window.layout) == "([W | a c] / b)"
    await do(window, "float", pane="p:c", anchor="top-left", x=5, y=6, width=300, height=200)
    await do(window, "float", pane="p:a")
    assert [card.pane for card in window.layout.floating] == ["p:f", "p:c", "p:a"]
    await do(window, "unfloat", pane="p:c")
    assert drawn(window.layout) == "([W | c] / b)"
    await do(window, "flip")
    assert drawn(window.layout) == "([c | W] / b)"
    await do(window, "tint", zone="main", colour="blue")
    await do(window, "strip", zone="main", show="never")
    group = find(window.layout.root, "main")
    assert isinstance(group, Group)
    assert (group.tint, group.strip) == ("blue", "never")
    await do(window, "tint", zone="main", colour=None)
    await do(window, "maximise", zone="main")
    assert window.layout.maximised == "main"
    await do(window, "maximise", zone=None)
    await do(window, "toggle_side", side="right")
    await do(window, "toggle_sidebar")
    assert window.layout.hidden_sides == {"left", "right"}
    await do(window, "resize", zone="sidebar", size=300)
    await do(window, "reset_size", zone="sidebar")
    assert window.layout.sidebar.size == 248
    await do(window, "dismiss", pane="p:f")
    await do(window, "undismiss", pane="p:f")
    assert [card.pane for card in window.layout.floating] == ["p:a", "p:f"]
    assert all(frame["seq"] is None for frame in channel.frames())


async def test_a_pane_that_is_put_on_a_hidden_side_or_behind_a_maximised_group_is_seen_there(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=REALM)
    await do(window, "move", pane="p:b", zone="main", pos="bottom")
    await do(window, "toggle_side", side="right")
    await do(window, "move", pane="p:b", zone="nowhere", pos="right")
    assert window.layout.hidden_sides == {"right"}
    await do(window, "move", pane="p:b", zone="root", pos="right")
    assert window.layout.hidden_sides == frozenset()
    await do(window, "move", pane="p:b", zone="main", pos="bottom")
    await do(window, "toggle_side", side="right")
    await do(window, "move_group", zone=group_id(window, "p:b"), to="root", pos="right")
    assert window.layout.hidden_sides == frozenset()
    await do(window, "toggle_side", side="right")
    await do(window, "maximise", zone="main")
    await do(window, "unfloat", pane="p:f")
    assert (window.layout.hidden_sides, window.layout.maximised) == (frozenset(), None)


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({}, "op"),
        ({"op": "fly"}, "fly"),
        ({"op": 5}, "op"),
        ({"op": "activate"}, "pane"),
        ({"op": "close", "pane": ["p:a"]}, "pane"),
        ({"op": "move", "pane": "p:a", "zone": "right", "pos": "middle"}, "pos"),
        ({"op": "move", "pane": "p:a", "zone": "right"}, "pos"),
        ({"op": "move", "pane": "p:a", "zone": "right", "pos": "center", "before": 1}, "before"),
        ({"op": "move_group", "zone": "right", "pos": "left"}, "to"),
        ({"op": "resize", "zone": "right", "size": "-5px"}, "size"),
        ({"op": "resize", "zone": "right", "size": True}, "size"),
        ({"op": "resize", "zone": "right"}, "size"),
        ({"op": "resize", "zone": "right", "size": float("nan")}, "size"),
        ({"op": "resize", "zone": "right", "size": 10**400}, "size"),
        ({"op": "resize", "zone": "right", "size": 1, "beside": "100vw; }"}, "beside"),
        ({"op": "resize", "size": 1}, "zone"),
        ({"op": "float", "pane": "p:a", "anchor": "centre"}, "anchor"),
        ({"op": "float", "pane": "p:a", "x": "calc("}, "x"),
        ({"op": "toggle_side", "side": "top"}, "side"),
        ({"op": "toggle_side"}, "side"),
        ({"op": "tint", "zone": "main", "colour": "#ff0000"}, "colour"),
        ({"op": "strip", "zone": "main", "show": True}, "show"),
        ({"op": "maximise", "zone": 1}, "zone"),
        ({"op": "move", "pane": "p:a", "zone": "main", "pos": "left", "size": "9"}, "size"),
        ({"op": "resize", "zone": "right", "size": 9, "sizes": [9]}, "sizes"),
        ({"op": "resize", "zone": "right", "size": 9, "sizes": {"main": "9"}}, "main"),
    ],
)
async def test_a_wrong_argument_is_refused_by_its_name(shell: Shell, args: dict[str, Any], field: str) -> None:
    window, channel, _ = connect(shell, realm=REALM)
    before = window.layout
    with pytest.raises(ProtocolError, match=field):
        await window.call("layout", args)
    assert window.layout is before
    assert channel.frames() == []


@pytest.mark.parametrize(
    "args",
    [
        {"op": "activate", "pane": "gone"},
        {"op": "close", "pane": "workspace"},
        {"op": "dismiss", "pane": "gone"},
        {"op": "move", "pane": "p:a", "zone": "gone", "pos": "left"},
        {"op": "move", "pane": "workspace", "zone": "right", "pos": "center"},
        {"op": "move_group", "zone": "main", "to": "right", "pos": "left"},
        {"op": "minimise", "zone": "main"},
        {"op": "maximise", "zone": "gone"},
        {"op": "float", "pane": "workspace"},
        {"op": "resize", "zone": "gone", "size": 5},
    ],
)
async def test_what_is_not_there_changes_nothing_and_sends_nothing(shell: Shell, args: dict[str, Any]) -> None:
    window, channel, _ = connect(shell, realm=REALM)
    before = window.layout
    assert await window.call("layout", args) is True
    assert window.layout is before
    assert channel.frames() == []


async def test_the_tree_comes_before_what_fills_it_and_only_when_it_differs(shell: Shell) -> None:
    window, channel, welcome = connect(shell, realm=REALM)
    places = [part.get("target") or next(iter(part)) for part in welcome["parts"]]
    assert places.index("layout") < places.index('[data-zone="main"]') < places.index("#workspace")
    await do(window, "activate", pane="p:b")
    assert targets(channel.frames()[-1]) == ['[data-zone="right"]']
    await do(window, "move", pane="p:b", zone="right", pos="bottom")
    assert targets(channel.frames()[-1])[0] == "layout"
    assert len(targets(channel.frames()[-1])) == 3
    await do(window, "resize", zone="left", size=300)
    assert targets(channel.frames()[-1]) == ["layout"]


async def test_a_change_of_one_of_two_hundred_panes_sends_one_group(shell: Shell) -> None:
    placements = ("left", "right", "top", "bottom", "main")
    realm = [
        descriptor("panes", str(n), title=f"Pane {n}", seq=1000 + n, fields={"placement": placements[n % 5]})
        for n in range(200)
    ]
    window, _, _ = connect(shell, realm=realm)
    frame = delta(window, [{**realm[7], "title": "Another title"}])
    assert targets(frame) == ['[data-zone="top"]']
    assert targets(delta(window, [{**realm[7], "title": "Another title"}])) == []


async def test_a_group_that_was_out_of_sight_is_filled_again(shell: Shell) -> None:
    window, channel, _ = connect(shell, realm=REALM)
    await do(window, "toggle_side", side="right")
    assert targets(channel.frames()[-1]) == ["layout"]
    await do(window, "toggle_side", side="right")
    assert targets(channel.frames()[-1]) == ["layout", '[data-zone="right"]']
    gone = delta(window, [], [("panes", "p:c")])
    assert targets(gone) == ["layout"]
    assert targets(delta(window, [REALM[2]])) == ["layout", '[data-zone="left"]']


async def test_reopen_brings_back_what_was_closed_last(shell: Shell) -> None:
    realm = [*REALM, descriptor("panes", "only", "q", title="Only", seq=2000)]
    window, _, _ = connect(shell, realm=realm)
    assert await do(window, "reopen") is False
    assert await do(window, "close", pane="p:a") is True
    assert await do(window, "close", pane="q:only") == "q"
    await do(window, "dismiss", pane="p:b")
    assert shell.decisions.all() == {"q": False}
    assert await do(window, "reopen") == "p:b"
    assert window.layout.dismissed == ("p:a",)
    assert await do(window, "reopen") is True
    assert shell.decisions.all() == {"q": True}
    assert await do(window, "reopen") == "p:a"
    assert window.layout.dismissed == ()
    assert await do(window, "reopen") is False


async def test_reopen_skips_what_came_back_another_way_and_knows_earlier_starts(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=REALM)
    await do(window, "close", pane="p:a")
    await do(window, "close", pane="p:b")
    await do(window, "reveal", pane="p:b")
    await written(shell)
    later, _, _ = connect(shell, "w2", realm=REALM)
    assert await do(window, "reopen") == "p:a"
    assert await do(later, "reopen") == "p:a"
    assert (window.layout.dismissed, later.layout.dismissed) == ((), ())
    assert await do(later, "reopen") is False


async def test_dismissing_never_turns_a_plugin_off_and_an_uncloseable_pane_stays(shell: Shell) -> None:
    realm = [
        descriptor("panes", "a", title="A"),
        descriptor("panes", "b", "q", title="B", fields={"uncloseable": True}),
    ]
    window, _, _ = connect(shell, realm=realm)
    await do(window, "dismiss", pane="p:a")
    await do(window, "dismiss", pane="q:b")
    await do(window, "close", pane="q:b")
    assert shell.decisions.all() == {}
    assert window.layout.dismissed == ("p:a",)


async def test_each_window_owns_its_layout_and_the_last_change_is_the_saved_one(shell: Shell) -> None:
    first, first_channel, _ = connect(shell, "w1", realm=REALM)
    second, second_channel, _ = connect(shell, "w2", realm=REALM)
    await do(first, "move", pane="p:a", zone="main", pos="top")
    await do(second, "move", pane="p:b", zone="main", pos="bottom")
    await do(first, "toggle_sidebar")
    assert (drawn(first.layout), drawn(second.layout)) == ("[c | (a / W) | b]", "[c | (W / b) | a]")
    assert (len(first_channel.frames()), len(second_channel.frames())) == (2, 1)
    await written(shell)
    assert saved_layout.load(shell.storage) == first.layout


@pytest.mark.parametrize(
    "text",
    [
        '{"version": 3, "root": {"shape": "of later"}}',
        '{"version": 2, "root": {"id": "s1", "chil',
        "",
        "[1, 2]",
        "[" * 2000 + "]" * 2000,
    ],
)
async def test_a_layout_of_later_or_in_pieces_is_kept_aside_and_the_default_shown(shell: Shell, text: str) -> None:
    shell.storage.text = lambda scope, key: text  # type: ignore[method-assign]
    kept: list[tuple[str, str, str]] = []
    shell.storage.set_aside = lambda scope, key, text: kept.append((scope, key, text))  # type: ignore[method-assign]
    assert saved_layout.load(shell.storage) == LayoutState()
    assert kept == [("shell", "layout", text)]


@pytest.mark.parametrize(
    ("root", "expected"),
    [
        ({"panes": ["p:a"]}, "[W | a]"),
        (7, "W"),
        ({"id": "s1", "children": "abc"}, "W"),
        ({"id": "main", "panes": ["workspace", "p:a", "p:a"]}, "W a"),
        ({"id": "main", "panes": ["workspace"], "tint": "pink"}, "W"),
    ],
)
async def test_of_a_damaged_layout_the_whole_is_kept_aside_and_what_can_be_used_is_shown(
    shell: Shell, root: object, expected: str
) -> None:
    shell.storage.set("shell", "layout", {"version": 2, "root": root, "dismissed": ["p:d"]})
    text = shell.storage.text("shell", "layout")
    loaded = saved_layout.load(shell.storage)
    assert (drawn(loaded), loaded.dismissed) == (expected, ("p:d",))
    await written(shell)
    assert shell.storage.get(ASIDE_SCOPE, "shell/layout") == text


@pytest.mark.parametrize(
    "saved",
    [
        {"version": 1, "zones": {}},
        {"version": 1},
        {},
        {"version": 2},
        {"version": 2, "root": {"id": "main", "panes": ["workspace"]}, "remembered": [{"pane": "p:x", "part": 0.5}]},
    ],
)
async def test_a_layout_of_before_and_one_that_says_less_are_not_damaged(shell: Shell, saved: dict[str, Any]) -> None:
    shell.storage.set("shell", "layout", saved)
    window, _, _ = connect(shell, realm=REALM)
    await do(window, "move", pane="p:a", zone="main", pos="top")
    await written(shell)
    connect(shell, "w2", realm=REALM)
    await written(shell)
    assert shell.storage.text(ASIDE_SCOPE, "shell/layout") is None


async def test_the_first_html_holds_the_tree_that_the_page_is_told(shell: Shell) -> None:
    seen, _, _ = connect(shell, realm=REALM)
    await do(seen, "resize", zone="sidebar", size=300)
    await written(shell)
    html = page_html(shell, "n")
    tree = re.search(r'<div class="hs-tree hs-split".*?<div class="hs-floats"></div>', html, re.DOTALL)
    assert tree is not None
    # No plugin has registered anything yet, so the workspace stands alone in the element of the root.
    assert re.findall(r'data-node="([^"]+)"', tree[0]) == [seen.layout.root.id, "main"]
    assert 'style="--zone-sidebar:300px"' in html
    await do(seen, "toggle_sidebar")
    await written(shell)
    html = page_html(shell, "n")
    assert 'style="--zone-sidebar:0px"' in html
    assert re.search(r'<aside class="hs-sidebar"[^>]* hidden>', html) is not None


async def test_panes_with_bad_sizes_and_docks_stand_somewhere_and_say_what_was_wrong(shell: Shell) -> None:
    window, _, _ = connect(shell)
    bad = {"width": "-5px", "height": "calc(", "maxWidth": "100vw; }", "minHeight": "<b>"}
    realm = [
        descriptor("panes", "a", title="<b>A</b>", seq=1000, fields=bad),
        descriptor("panes", "b", title="B", seq=1001, fields={"dock.pane": "p:c", "dock.pos": "left"}),
        descriptor("panes", "c", title="C", seq=1002, fields={"dock.pane": "p:b", "dock.pos": "top"}),
        descriptor("panes", "d", title="D", seq=1003, fields={"dock.pane": "p:d", "dock.enforce": True}),
        descriptor("panes", "e", title="E" * 1_000_000, seq=1004),
    ]
    frame = delta(window, realm)
    assert [warning["field"] for warning in frame["warnings"] if warning["id"] == "p:a"] == [
        "width",
        "height",
        "minHeight",
        "maxWidth",
    ]
    tree = json.dumps([part for part in frame["parts"] if "layout" in part])
    assert not re.search(r"-5px|calc\(\"|100vw|<b>", tree)
    html = "".join(part.get("html", "") for part in frame["parts"])
    assert "&lt;b&gt;A&lt;/b&gt;" in html
    assert "<b>A" not in html
    assert {"p:a", "p:b", "p:c", "p:d", "p:e"} <= set(re.findall(r'data-pane="([^"]+)"', html))
