"""Sashes: by mouse, by keys, and what they say of where they stand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.surfaces.layout_parts import Node, group, layout, split

FIXED = split("s1", "row", group("main"), group("right", size="300px", min="100px"))
PAIR = split("s1", "row", group("main"), split("s2", "column", group("g1"), group("g2"), size="300px"))


def apply(page: Page, *parts: Node) -> None:
    """Apply one frame and wait until the sashes have told where they stand."""
    page.evaluate("async (parts) => { await T.applyParts(parts); await T.frame() }", list(parts))


def sash(page: Page, target: str) -> Locator:
    """The sash that moves a track."""
    return page.locator(f".hs-sash[data-sash='{target}']")


def grab(page: Page, target: str) -> tuple[float, float]:
    """Press on a sash; the point."""
    box: FloatRect | None = sash(page, target).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def values(page: Page, target: str) -> list[int]:
    """Now, least and most of a sash."""
    return sash(page, target).evaluate(
        "sash => ['now', 'min', 'max'].map((name) => Number(sash.getAttribute(`aria-value${name}`)))"
    )


def size(page: Page, node: str, side: str = "width") -> int:
    """How large a track is, px."""
    return page.locator(f"[data-node='{node}']").evaluate(
        "(track, side) => Math.round(track.getBoundingClientRect()[side])", side
    )


def calls(page: Page) -> Any:
    """What the server was asked for."""
    return page.evaluate("T.calls.map(([, args]) => args)")


def test_a_fixed_track_follows_the_pointer_and_the_server_hears_the_result_once(page: Page) -> None:
    apply(page, layout(FIXED))
    main = size(page, "main")
    x, y = grab(page, "right")
    page.mouse.move(x - 50, y, steps=5)
    assert (size(page, "right"), size(page, "main")) == (350, main - 50)
    assert values(page, "right")[0] == 350
    assert calls(page) == []
    # What arrives meanwhile does not take the track out of the hand.
    apply(page, layout(split("s1", "row", group("main"), group("right", size="250px"))))
    assert size(page, "right") == 350
    page.mouse.up()
    assert calls(page) == [{"op": "resize", "zone": "right", "size": 350, "beside": main - 50}]


def test_what_the_server_decides_stands_after_a_drag(page: Page) -> None:
    apply(page, layout(FIXED))
    x, y = grab(page, "right")
    page.mouse.move(x - 50, y)
    page.mouse.up()
    page.evaluate("T.frame()")
    expect(page.locator("[data-node=right]")).to_have_attribute("style", "flex:0 1 300px;min-width:100px;--track:300px")


def test_a_pair_shares_its_room(page: Page) -> None:
    apply(page, layout(PAIR))
    first, second = size(page, "g1", "height"), size(page, "g2", "height")
    x, y = grab(page, "g1")
    page.mouse.move(x, y - 80, steps=4)
    assert (size(page, "g1", "height"), size(page, "g2", "height")) == (first - 80, second + 80)
    page.mouse.move(x, y - 2000)
    assert size(page, "g1", "height") == 80
    page.mouse.up()
    assert calls(page) == [{"op": "resize", "zone": "g1", "size": 80, "beside": first + second - 80}]


def test_a_sash_changes_its_two_neighbours_only(page: Page) -> None:
    tracks = ("a", "b", "main", "c", "right")
    short = [
        group("a", size="300px"),
        group("b", size="400px"),
        group("main"),
        group("c"),
        group("right", size="400px"),
    ]
    apply(page, layout(split("s1", "row", *short)))
    before = {name: size(page, name) for name in tracks}
    assert before["a"] < 300
    for target, neighbours in (("right", ("c", "right")), ("a", ("a", "b"))):
        x, y = grab(page, target)
        page.mouse.move(x + 10, y, steps=3)
        now = {name: size(page, name) for name in tracks}
        assert {name for name in tracks if abs(now[name] - before[name]) > 1} <= set(neighbours)
        page.mouse.up()
        told = calls(page)[-1]
        assert {*told["sizes"], target} == set(tracks)
        page.evaluate("T.frame()")


def test_a_track_stays_within_its_bounds_and_leaves_room_for_others(page: Page) -> None:
    apply(page, layout(FIXED))
    main = size(page, "main")
    x, y = grab(page, "right")
    page.mouse.move(x + 1000, y)
    assert size(page, "right") == 100
    page.mouse.move(0, y)
    assert size(page, "main") == 384
    page.mouse.up()
    assert calls(page) == [{"op": "resize", "zone": "right", "size": 300 + main - 384, "beside": 384}]


def test_escape_ends_a_drag_without_a_trace(page: Page) -> None:
    apply(page, layout(FIXED))
    x, y = grab(page, "right")
    page.mouse.move(x - 50, y)
    page.keyboard.press("Escape")
    assert size(page, "right") == 300
    page.mouse.move(x - 90, y)
    page.mouse.up()
    assert size(page, "right") == 300
    assert values(page, "right")[0] == 300
    assert calls(page) == []


def test_a_sash_that_leaves_under_the_pointer_ends_the_drag(page: Page) -> None:
    apply(page, layout(FIXED))
    x, y = grab(page, "right")
    page.mouse.move(x - 50, y)
    apply(page, layout(group("main")))
    page.mouse.move(x - 60, y)
    page.mouse.up()
    assert page.evaluate("document.documentElement.dataset.sashing ?? null") is None
    assert calls(page) == []


def test_a_double_click_and_enter_ask_for_the_first_size(page: Page) -> None:
    apply(page, layout(FIXED))
    sash(page, "right").dblclick()
    sash(page, "right").press("Enter")
    sash(page, "sidebar").dblclick()
    assert calls(page) == [{"op": "reset_size", "zone": zone} for zone in ("right", "right", "sidebar")]


@pytest.mark.usefixtures("stopped_clock")
def test_keys_move_by_16_and_to_both_ends(page: Page) -> None:
    page.evaluate("(parts) => T.applyParts(parts)", [layout(FIXED)])
    page.clock.run_for(50)
    main = size(page, "main")
    assert values(page, "right") == [300, 100, 300 + main - 384]
    sash(page, "right").press("ArrowLeft")
    sash(page, "right").press("ArrowLeft")
    assert (size(page, "right"), values(page, "right")[0]) == (332, 332)
    assert calls(page) == []
    page.clock.run_for(300)
    sash(page, "right").press("ArrowUp")
    sash(page, "right").press("Home")
    page.clock.run_for(300)
    assert [call["size"] for call in calls(page)] == [332, 100]


@pytest.mark.usefixtures("stopped_clock")
def test_keys_move_the_sidebar(page: Page) -> None:
    sidebar = sash(page, "sidebar")
    sidebar.press("ArrowRight")
    sidebar.press("ArrowRight")
    expect(sidebar).to_have_attribute("aria-valuenow", "280")
    page.clock.run_for(300)
    sidebar.press("End")
    expect(sidebar).to_have_attribute("aria-valuenow", "360")
    page.clock.run_for(300)
    assert [call["size"] for call in calls(page)] == [280, 360]


def test_the_values_follow_the_window(page: Page) -> None:
    apply(page, layout(PAIR))
    now, least, most = values(page, "g1")
    assert least == 80
    assert most == now + size(page, "g2", "height") - least
    page.locator(".hs-columns").evaluate("columns => { columns.style.height = '400px' }")
    expect(sash(page, "g1")).not_to_have_attribute("aria-valuemax", str(most))
    assert values(page, "g1")[0] == size(page, "g1", "height")


def test_a_sash_keeps_the_focus_while_other_groups_come(page: Page) -> None:
    apply(page, layout(FIXED))
    sash(page, "right").focus()
    apply(page, layout(split("s1", "row", group("left", size="200px"), group("main"), group("right", size="300px"))))
    expect(sash(page, "right")).to_be_focused()
    apply(page, layout(split("s7", "column", FIXED, group("bottom", size="100px"))))
    expect(sash(page, "right")).to_be_attached()
