"""Dragging panes in the window: tabs, groups and cards, with what lives in them; two windows that rearrange at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import visibility_of_element_located
from selenium.webdriver.support.wait import WebDriverWait

from e2e.conftest import OpenShell, ServeHome, open_page
from e2e.native_windows import virtual_screen
from e2e.shell_process import SAMPLES, install, write_plugin
from e2e.test_engines import open_webkit

PLUGIN = """
import { jsx, jsxs } from 'react/jsx-runtime'
import { useState } from 'react'
function Pane({ name }) {
  const [count, setCount] = useState(0)
  const rows = Array.from({ length: 80 }, (_, row) => jsx('li', { children: `${name} ${row}` }, row))
  return jsxs('div', { style: { height: '100%', overflow: 'auto' }, 'data-scroller': name, children: [
    jsx('button', { type: 'button', onClick: () => setCount(count + 1), children: `${name} counts ${count}` }),
    jsx('input', { 'aria-label': `${name} text` }),
    jsx('ul', { children: rows }),
  ] })
}
const PANES = { Checks: { placement: 'right' }, Files: { placement: 'right' }, Log: { placement: 'bottom' },
  Notes: { placement: 'right', dock: { pane: 'drag:Checks', pos: 'bottom' } },
  Clock: { placement: 'floating', anchor: 'bottom-left', width: '220px', height: '160px' } }
export default {
  id: 'drag',
  register(ctx) {
    for (const [id, data] of Object.entries(PANES)) {
      ctx.register({ id, area: 'panes', title: id, data, render: () => jsx(Pane, { name: id }) })
    }
  },
}
"""


@pytest.fixture
def window(home: Path, serve: ServeHome, context: BrowserContext) -> Page:
    """A window with Checks and Files on the right, Notes below them, Log at the bottom and Clock as a card."""
    write_plugin(home, "drag", PLUGIN)
    page = open_page(context, serve().boot_url)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("button", name="Clock counts 0")).to_be_visible()
    return page


def tab(page: Page, name: str) -> Locator:
    """The tab of a pane."""
    return page.locator(f"[data-tab='drag:{name}']")


def zone_of(page: Page, name: str) -> Locator:
    """The zone that a pane's tab stands in."""
    return page.locator(f"[data-zone]:has(> .hs-tabstrip [data-tab='drag:{name}'])")


def box_of(locator: Locator) -> FloatRect:
    """Where something stands."""
    box = locator.bounding_box()
    assert box is not None
    return box


def drag(page: Page, source: Locator, x: float, y: float, *, release: bool = True) -> None:
    """Take something in its middle and let go at a point."""
    box = box_of(source)
    page.mouse.move(box["x"] + min(box["width"] / 2, 30), box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 40, steps=2)
    page.mouse.move(x, y, steps=4)
    if release:
        page.mouse.up()
        expect(page.locator(".hs-drop")).to_have_count(0)


def is_inside(outer: Locator, inner: Locator) -> bool:
    """Whether a box stands whole in another one."""
    around, box = box_of(outer), box_of(inner)
    return all(
        around[start] - 0.5 <= box[start] and box[start] + box[size] <= around[start] + around[size] + 0.5
        for start, size in (("x", "width"), ("y", "height"))
    )


def at(zone: Locator, x: float, y: float) -> tuple[float, float]:
    """A point of a zone, in shares of its width and height."""
    box = box_of(zone)
    return box["x"] + box["width"] * x, box["y"] + 28 + (box["height"] - 28) * y


def names(page: Page, name: str) -> list[str]:
    """Titles of the tabs that stand in the zone of a pane, in order."""
    return zone_of(page, name).locator("[data-tab] [role=tab]").all_inner_texts()


def test_a_tab_is_reordered_within_its_strip(window: Page) -> None:
    drag(window, tab(window, "Files"), box_of(tab(window, "Checks"))["x"] + 5, box_of(tab(window, "Checks"))["y"] + 10)
    expect(zone_of(window, "Files").locator("[data-tab] [role=tab]")).to_have_text(["Files", "Checks"])


def test_a_pane_keeps_its_state_its_focus_and_its_scroll_in_another_zone(window: Page) -> None:
    window.get_by_role("button", name="Checks counts 0").click()
    field = window.get_by_label("Checks text")
    field.fill("half a word")
    scroller = window.locator("[data-scroller=Checks]")
    scroller.evaluate("element => { element.scrollTop = 300; element.dataset.same = 'yes' }")
    drag(window, tab(window, "Checks"), *at(zone_of(window, "Log"), 0.9, 0.5), release=False)
    expect(window.locator(".hs-drop-label")).to_have_text("Dock right of Log")
    window.mouse.up()
    expect(window.locator(".hs-drop")).to_have_count(0)
    expect(zone_of(window, "Checks").locator("[data-tab]")).to_have_count(1)
    assert box_of(zone_of(window, "Checks"))["x"] > box_of(zone_of(window, "Log"))["x"]
    expect(field).to_be_focused()
    expect(field).to_have_value("half a word")
    expect(window.get_by_role("button", name="Checks counts 1")).to_be_attached()
    expect(scroller).to_have_attribute("data-same", "yes")
    assert scroller.evaluate("element => element.scrollTop") == 300
    drag(window, tab(window, "Checks"), *at(zone_of(window, "Notes"), 0.3, 0.5))
    expect(zone_of(window, "Notes").locator("[data-tab]")).to_have_count(2)
    expect(field).to_be_focused()
    assert scroller.evaluate("element => element.scrollTop") == 300


@pytest.mark.parametrize(
    ("x", "y", "words", "beside", "before"),
    [
        (0.1, 0.5, "Dock left of Log", True, True),
        (0.9, 0.5, "Dock right of Log", True, False),
        (0.5, 0.1, "Dock above Log", False, True),
        (0.5, 0.9, "Dock below Log", False, False),
    ],
)
def test_a_tab_docks_to_each_side_of_a_zone(
    window: Page, x: float, y: float, words: str, beside: bool, before: bool
) -> None:
    drag(window, tab(window, "Files"), *at(zone_of(window, "Log"), x, y), release=False)
    expect(window.locator(".hs-drop-label")).to_have_text(words)
    window.mouse.up()
    expect(zone_of(window, "Files").locator("[data-tab]")).to_have_count(1)
    files, log = box_of(zone_of(window, "Files")), box_of(zone_of(window, "Log"))
    moved, stayed = ((box["x"], box["y"]) if beside else (box["y"], box["x"]) for box in (files, log))
    assert (moved[0] < stayed[0]) is before
    assert moved[1] == pytest.approx(stayed[1], abs=1)


def test_the_edge_of_the_tree_takes_its_whole_length(window: Page) -> None:
    tree = box_of(window.locator(".hs-tree"))
    drag(window, tab(window, "Files"), tree["x"] + 4, tree["y"] + 300, release=False)
    expect(window.locator(".hs-drop-label")).to_have_text("Dock at the left edge")
    window.mouse.up()
    expect(zone_of(window, "Files").locator("[data-tab]")).to_have_count(1)
    files = box_of(zone_of(window, "Files"))
    assert (files["x"], files["height"]) == (pytest.approx(tree["x"], abs=1), pytest.approx(tree["height"], abs=1))


def test_a_dropped_pane_takes_what_the_preview_shows(home: Path, page: Page) -> None:
    install(home, SAMPLES / "workbench")
    names = {name: f"workbench:{name}" for name in ("default", "dock-left", "chrome-bare", "right", "bottom")}
    expect(page.locator(f"[data-tab='{names['default']}']")).to_be_visible()
    page.evaluate("() => globalThis.hermesShellIdle()")

    def standing(name: str) -> Locator:
        return page.locator(f"[data-zone]:has(> .hs-tabstrip [data-tab='{names[name]}'])")

    def lands(name: str, x: float, y: float) -> None:
        drag(page, page.locator(f"[data-tab='{names[name]}']"), x, y, release=False)
        area = page.locator(".hs-drop-area")
        expect(page.locator(".hs-drop-label")).to_contain_text("Dock")
        shown = box_of(area)
        page.mouse.up()
        expect(page.locator(".hs-drop")).to_have_count(0)
        expect(standing(name).locator("[data-tab]")).to_have_count(1)
        page.evaluate("() => globalThis.hermesShellIdle()")
        assert box_of(standing(name)) == pytest.approx(shown, abs=4)

    def stacks(name: str) -> None:
        right = box_of(page.locator("[data-zone=right] > .hs-tabstrip"))
        drag(page, page.locator(f"[data-tab='{names[name]}']"), right["x"] + 10, right["y"] + 10)
        expect(page.locator(f"[data-zone=right] [data-tab='{names[name]}']")).to_have_count(1)
        page.evaluate("() => globalThis.hermesShellIdle()")

    # Beside a column of px that had to shrink, in a stack of px, beside main, and at each edge of the window.
    for zone, x, y in (("left", 0.5, 0.95), ("right", 0.5, 0.95), ("right", 0.05, 0.3), ("main", 0.5, 0.05)):
        lands("default", *at(page.locator(f"[data-zone={zone}]"), x, y))
        stacks("default")
    lands("default", *at(standing("dock-left"), 0.9, 0.9))
    stacks("default")
    tree = box_of(page.locator(".hs-tree"))
    lands("default", tree["x"] + tree["width"] - 3, tree["y"] + 300)
    stacks("default")
    lands("default", tree["x"] + 500, tree["y"] + tree["height"] - 3)


def test_a_pane_floats_by_its_chip_and_docks_again_by_another(window: Page) -> None:
    window.get_by_role("button", name="Checks counts 0").click()
    main = window.locator("[data-zone=main]")
    drag(window, tab(window, "Checks"), *at(main, 0.4, 0.4), release=False)
    chip = box_of(window.locator("[data-chip=float]"))
    window.mouse.move(chip["x"] + 16, chip["y"] + 16, steps=3)
    expect(window.locator(".hs-drop-label")).to_have_text("Float here")
    window.mouse.up()
    card = window.locator("[data-zone='float:drag:Checks']")
    expect(card.get_by_role("button", name="Checks counts 1")).to_be_visible()
    before = box_of(card)
    assert before["x"] < chip["x"] + 16 < before["x"] + before["width"]
    drag(window, tab(window, "Checks"), before["x"] + 140, before["y"] + 90)
    moved = box_of(card)
    assert moved["x"] > before["x"] + 50
    assert moved["width"] == before["width"]
    notes = zone_of(window, "Notes")
    drag(window, tab(window, "Checks"), *at(notes, 0.5, 0.5), release=False)
    expect(window.locator("[data-chip=center]")).to_have_css("--on", "1")
    window.mouse.up()
    expect(card).to_have_count(0)
    expect(notes.get_by_role("button", name="Checks counts 1")).to_be_visible()


def test_escape_leaves_everything_as_it_was(window: Page) -> None:
    drag(window, tab(window, "Files"), *at(zone_of(window, "Log"), 0.5, 0.5), release=False)
    window.keyboard.press("Escape")
    expect(window.locator(".hs-drop")).to_have_count(0)
    window.mouse.up()
    assert names(window, "Files") == ["Checks", "Files"]
    drag(window, tab(window, "Clock"), 500, 500, release=False)
    window.keyboard.press("Escape")
    window.mouse.up()
    expect(tab(window, "Checks")).to_have_attribute("data-active", "true")


def test_a_group_moves_with_all_its_tabs(window: Page) -> None:
    empty = zone_of(window, "Checks").locator(".hs-tabstrip")
    strip = box_of(empty)
    window.mouse.move(strip["x"] + 190, strip["y"] + 14)
    window.mouse.down()
    window.mouse.move(*at(zone_of(window, "Log"), 0.9, 0.5), steps=5)
    expect(window.locator(".hs-drop-label")).to_have_text("Dock tabs right of Log")
    window.mouse.up()
    expect(window.locator(".hs-drop")).to_have_count(0)
    assert names(window, "Files") == ["Checks", "Files"]
    assert box_of(zone_of(window, "Files"))["x"] > box_of(zone_of(window, "Log"))["x"]


def test_a_card_keeps_its_size_and_its_distance_to_the_nearest_corner(window: Page) -> None:
    card = window.locator("[data-zone='float:drag:Clock']")
    drag(window, tab(window, "Clock"), 1250, 200)
    before = box_of(card)
    window.mouse.move(before["x"] + 1, before["y"] + before["height"] - 1)
    window.mouse.down()
    window.mouse.move(before["x"] - 59, before["y"] + before["height"] + 39, steps=4)
    window.mouse.up()
    expect(card).not_to_have_attribute("data-dragging", "")
    after = box_of(card)
    assert (after["width"], after["height"]) == (before["width"] + 60, before["height"] + 40)
    window.set_viewport_size({"width": 1240, "height": 900})
    assert box_of(card)["x"] == pytest.approx(after["x"] - 200, abs=1)
    window.reload()
    expect(card).to_be_visible()
    assert box_of(card) == pytest.approx({**after, "x": after["x"] - 200}, abs=1)


def test_a_card_stays_whole_where_it_is_dropped_and_when_the_window_shrinks(window: Page) -> None:
    card = window.locator("[data-zone='float:drag:Clock']")
    columns = window.locator(".hs-columns")
    # Over the main zone, not at a chip: the card hangs over its lower end where nothing keeps it.
    drag(window, tab(window, "Clock"), 600, 860)
    assert is_inside(columns, card)
    window.set_viewport_size({"width": 900, "height": 400})
    assert is_inside(columns, card)
    drag(window, tab(window, "Clock"), 600, 330)
    assert is_inside(columns, card)
    window.set_viewport_size({"width": 400, "height": 300})
    assert is_inside(columns, card)
    window.set_viewport_size({"width": 1440, "height": 900})
    assert box_of(card)["width"] == 220


def test_a_card_is_moved_and_resized_by_keys(window: Page) -> None:
    card = window.locator("[data-zone='float:drag:Clock']")
    before = box_of(card)
    grip = card.get_by_role("button", name="Resize Clock")
    grip.focus()
    window.keyboard.press("ArrowDown")
    window.keyboard.press("Alt+ArrowRight")
    after = box_of(card)
    assert after["height"] == before["height"] + 16
    assert after["x"] == before["x"] + 16
    expect(grip).to_be_focused()


def test_two_windows_that_rearrange_at_once_keep_working_and_the_last_is_saved(window: Page) -> None:
    other = open_page(window.context, window.url)
    expect(tab(other, "Notes")).to_be_visible()
    other.set_viewport_size({"width": 1440, "height": 900})
    drag(window, tab(window, "Files"), *at(zone_of(window, "Log"), 0.9, 0.5), release=False)
    drag(other, tab(other, "Checks"), *at(zone_of(other, "Log"), 0.1, 0.5), release=False)
    window.mouse.up()
    other.mouse.up()
    expect(zone_of(window, "Files").locator("[data-tab]")).to_have_count(1)
    expect(zone_of(other, "Checks").locator("[data-tab]")).to_have_count(1)
    for page in (window, other):
        drag(page, tab(page, "Notes"), *at(zone_of(page, "Log"), 0.5, 0.1))
        expect(zone_of(page, "Notes").locator("[data-tab]")).to_have_count(1)
    third = open_page(window.context, window.url)
    third.set_viewport_size({"width": 1440, "height": 900})
    expect(zone_of(third, "Checks").locator("[data-tab]")).to_have_count(1)
    assert box_of(zone_of(third, "Checks"))["x"] < box_of(zone_of(third, "Log"))["x"]


def test_a_pane_keeps_its_focus_and_its_scroll_in_webkitgtk(home: Path, start: OpenShell) -> None:
    write_plugin(home, "drag", PLUGIN)
    shell = start("--developer")
    with virtual_screen(1280, 800) as display:
        driver = open_webkit(display)
        try:
            driver.set_window_size(1280, 780)
            driver.get(shell.boot_url)
            wait = WebDriverWait(driver, 20)
            wait.until(lambda d: d.find_elements(By.CSS_SELECTOR, "html[data-shell=ready]"))
            field = wait.until(visibility_of_element_located((By.CSS_SELECTOR, "[data-scroller=Checks] input")))
            field.send_keys("half a word")
            driver.execute_script("document.querySelector('[data-scroller=Checks]').scrollTop = 300")
            pressed = driver.find_element(By.CSS_SELECTOR, "[data-tab='drag:Checks'] [role=tab]").rect
            log = driver.find_element(By.CSS_SELECTOR, "[data-zone=bottom]").rect
            chain = ActionChains(driver)
            pointer = chain.w3c_actions.pointer_action
            pointer.move_to_location(int(pressed["x"]) + 10, int(pressed["y"]) + 10)
            pointer.pointer_down()
            pointer.move_to_location(int(pressed["x"]) + 30, int(pressed["y"]) + 40)
            pointer.move_to_location(int(log["x"] + log["width"] * 0.9), int(log["y"] + log["height"] * 0.5))
            chain.perform()
            wait.until(lambda d: d.find_element(By.CSS_SELECTOR, ".hs-drop-label").text == "Dock right of Log")
            release = ActionChains(driver)
            release.w3c_actions.pointer_action.pointer_up()
            release.perform()
            there = "[data-zone]:not([data-zone=right]) > .hs-pane [data-scroller=Checks]"
            wait.until(lambda d: d.find_elements(By.CSS_SELECTOR, there))
            wait.until(lambda d: not d.find_elements(By.CSS_SELECTOR, ".hs-drop"))
            assert driver.switch_to.active_element.get_attribute("aria-label") == "Checks text"
            assert driver.execute_script("return document.querySelector('[data-scroller=Checks]').scrollTop") == 300
        finally:
            driver.quit()
