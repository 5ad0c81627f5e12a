"""Dragging tabs, strips and floating cards by pointer: what starts a drag, what ends it, and the one operation then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.surfaces.conftest import page_path

START = """async () => {
  const [{ startTabDrag }, { startFloatingPanes }] = await Promise.all(
    ['tab_drag', 'floating_panes'].map((name) => import(`/static/host/${name}.js`)))
  startTabDrag()
  startFloatingPanes()
  window.reads = 0
  const read = Element.prototype.getBoundingClientRect
  Element.prototype.getBoundingClientRect = function () { window.reads += 1; return read.call(this) }
  window.send = (type, target, x, y, changes = {}) => target.dispatchEvent(new PointerEvent(type, { bubbles: true,
    cancelable: true, composed: true, isPrimary: true, pointerId: 7, pointerType: 'touch', button: 0, buttons: 1,
    clientX: x, clientY: y, ...changes }))
  const style = document.head.appendChild(document.createElement('style'))
  const sheets = ['drop', 'floating'].map(async (name) => (await fetch(`/static/css/${name}.css`)).text())
  style.textContent = (await Promise.all(sheets)).join('') + `:root { --hs-statusbar-height: 24px; --hs-z-overlay: 90 }
    .hs-float { z-index: var(--float-order) } .hs-zone:not(.hs-float) { position: absolute }
    .hs-tabstrip { display: flex; height: 28px } .hs-tabs { display: flex; overflow: auto hidden }
    .hs-tab { width: 80px; flex: none } .hs-tab > button { width: 100%; height: 28px }`
}"""
LAYOUT = """() => {
  const tab = (id, at, extra = '') => `<div class="hs-tab" data-tab="${id}" data-active="${at === 0}" ${extra}>
    <button role="tab" id="tab:${id}" aria-selected="${at === 0}" data-pane-activate="${id}">${id}</button></div>`
  window.inside = (ids, extra) => `<div class="hs-tabstrip">
    <div class="hs-tabs" role="tablist">${ids.map((id, at) => tab(id, at, extra)).join('')}</div>
    <div style="flex:1"><button id="more-${ids[0]}">more</button></div></div>
    ${ids.map((id, at) => `<div class="hs-pane" id="pane:${id}" data-pane="${id}" ${at ? 'hidden' : ''}><input></div>`)
      .join('')}`
  const zone = (id, [left, top, width, height], ids, extra = '') =>
    `<section class="hs-zone" data-zone="${id}" data-node="${id}" aria-label="${id}"
    style="left:${left}px;top:${top}px;width:${width}px;height:${height}px">${inside(ids, extra)}</section>`
  const float = (id, order, x) => `<section class="hs-zone hs-float" data-zone="float:${id}" data-anchor="top-left"
    style="--float-x:${x}px;--float-y:100px;--float-width:200px;--float-height:160px;--float-order:${order}">
    ${inside([id])}<div class="hs-float-edges"><div data-float-edge="se"></div></div>
    <button data-float-grip>size</button></section>`
  const columns = document.querySelector('.hs-columns')
  columns.style.cssText = 'position:fixed;inset:36px 0 24px 0;display:block;height:auto'
  columns.innerHTML = `<div class="hs-tree" style="position:absolute;inset:0 0 0 200px">
    ${zone('main', [0, 0, 680, 660], ['workspace', 'note'])}
    ${zone('right', [680, 0, 400, 330], ['a', 'b', 'c'])}
    ${zone('g1', [680, 330, 400, 330], ['fixed', 'log'], 'data-drag="false"')}</div>
    <div class="hs-floats">${float('f', 0, 300)}${float('g', 1, 420)}</div>`
  T.calls.length = 0
}"""
FILL = """async ids => { await T.applyParts([{ target: '[data-zone="right"]', html: inside(ids) }]) }"""
MAIN = (540.0, 500.0)
"""In the middle of the main zone, beside its chips."""
A, B = (920.0, 50.0), (1000.0, 50.0)
"""On the tabs of the right zone."""


@pytest.fixture(scope="module")
def opened(context: tuple[BrowserContext, str]) -> Iterator[Page]:
    """The page that the tests of this module share; each finds its layout as if nothing had happened."""
    browser_context, address = context
    page = browser_context.new_page()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}{page_path()}")
    page.locator("html[data-shell=ready]").wait_for(state="attached")
    page.evaluate(START)
    yield page
    page.close()


@pytest.fixture
def window(opened: Page) -> Page:
    """Three zones: main (workspace, note), right (a, b, c), g1 (two tabs that do not drag); two cards, f behind g."""
    opened.evaluate(LAYOUT)
    return opened


def calls(page: Page) -> list[dict[str, Any]]:
    """The operations that the server was asked for."""
    return page.evaluate("T.calls.filter(([verb]) => verb === 'layout').map(([, args]) => args)")


def drag(page: Page, *points: Sequence[float], release: bool = True) -> None:
    """Press at the first point, move over the others, let go."""
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=4)
    if release:
        page.mouse.up()


def test_a_press_that_hardly_moves_is_a_click(window: Page) -> None:
    drag(window, B, (B[0] + 3, B[1] + 3))
    assert calls(window) == [{"op": "activate", "pane": "b"}]
    expect(window.locator(".hs-drop")).to_have_count(0)


def test_a_tab_that_is_dropped_on_a_zone_is_one_operation_and_no_click(window: Page) -> None:
    drag(window, B, MAIN, release=False)
    expect(window.locator(".hs-drop-label")).to_have_text("Tab in workspace")
    expect(window.locator(".hs-drop-ghost")).to_have_text("b")
    expect(window.locator(".hs-drop-chip").filter(visible=True)).to_have_count(6)
    assert calls(window) == []
    window.mouse.up()
    expect(window.locator(".hs-drop")).to_have_count(0)
    assert calls(window) == [{"op": "move", "pane": "b", "zone": "main", "pos": "center"}]
    expect(window.locator("[data-dragged]")).to_have_count(0)


def test_a_frame_of_a_drag_reads_no_rectangle(window: Page) -> None:
    drag(window, B, MAIN, release=False)
    window.evaluate("() => T.frame()")
    window.evaluate("() => { window.reads = 0 }")
    for x, y in [(300, 300), (500, 690), (1100, 200), (1100, 60), (40, 300)]:
        window.mouse.move(x, y, steps=5)
        window.evaluate("() => T.frame()")
    assert window.evaluate("window.reads") == 0
    window.mouse.up()


def test_a_drop_among_tabs_says_before_which(window: Page) -> None:
    drag(window, B, (890, 50), release=False)
    expect(window.locator(".hs-drop-line")).to_be_visible()
    expect(window.locator(".hs-drop-label")).to_have_text("Move before a")
    window.mouse.up()
    drag(window, B, (300, 50))
    assert calls(window) == [
        {"op": "move", "pane": "b", "zone": "right", "pos": "center", "before": "a"},
        {"op": "move", "pane": "b", "zone": "main", "pos": "center", "before": "note"},
    ]


def test_tabs_of_an_upright_strip_are_told_apart_from_top_to_bottom(window: Page) -> None:
    target = window.evaluate(
        """async () => {
          const { targetAt } = await import('/static/host/drop_target.js')
          const box = (top, height) => ({ left: 900, top, width: 28, height })
          const tabs = ['a', 'b', 'c'].map((id, at) => ({ id, title: id, box: box(100 + 50 * at, 50) }))
          const strip = box(100, 400)
          const zone = { id: 'right', title: 'a', minimised: false, box: strip, body: box(500, 0), strip, tabs }
          const all = { left: 0, top: 36, width: 1000, height: 600 }
          const dragged = { pane: 'x', zone: 'main', title: 'x', floating: false, alone: false, sizes: {} }
          const scene = { columns: all, tree: all, below: 24, zones: [zone] }
          const { before, line } = targetAt(scene, dragged, { x: 926, y: 160 })
          return [before, line]
        }"""
    )
    assert target == ["b", {"left": 900, "top": 149, "width": 28, "height": 2}]


def test_escape_ends_a_drag_and_the_release_behind_it_is_no_click(window: Page) -> None:
    drag(window, B, MAIN, release=False)
    window.keyboard.press("Escape")
    expect(window.locator(".hs-drop")).to_have_count(0)
    window.mouse.move(*B)
    window.mouse.up()
    assert calls(window) == []
    drag(window, B, MAIN)
    assert len(calls(window)) == 1


def test_what_says_so_does_not_drag(window: Page) -> None:
    window.get_by_role("tab", name="fixed").click()
    drag(window, (920, 380), MAIN)
    drag(window, (240, 50), (1000, 200))
    drag(window, (600, 50), (1000, 200))
    window.mouse.move(*B)
    window.mouse.down(button="right")
    window.mouse.move(*MAIN, steps=4)
    window.mouse.up(button="right")
    assert [call["op"] for call in calls(window)] == ["activate"]


def test_a_button_in_a_strip_stays_a_button(window: Page) -> None:
    window.evaluate("() => { window.pressed = 0; document.querySelector('#more-a').onclick = () => window.pressed++ }")
    button = window.locator("#more-a").bounding_box()
    assert button is not None
    drag(window, (button["x"] + 4, button["y"] + 4), (button["x"] + 14, button["y"] + 6))
    assert window.evaluate("window.pressed") == 1
    assert calls(window) == []


def test_the_empty_part_of_a_strip_drags_the_group(window: Page) -> None:
    drag(window, (1220, 50), (540, 660), release=False)
    expect(window.locator(".hs-drop-label")).to_have_text("Dock tabs below workspace")
    expect(window.locator(".hs-drop-ghost")).to_have_text("3 tabs")
    window.mouse.up()
    assert calls(window) == [{"op": "move_group", "zone": "right", "to": "main", "pos": "bottom"}]


def test_outside_of_the_tree_a_pane_floats_where_it_is_dropped(window: Page) -> None:
    drag(window, B, (100, 400))
    assert calls(window) == [
        {"op": "float", "pane": "b", "anchor": "bottom-left", "x": 60, "y": 70, "width": 320, "height": 240}
    ]


def test_a_drop_where_nothing_would_change_asks_for_nothing(window: Page) -> None:
    drag(window, B, (1080, 215))
    assert calls(window) == []


def test_a_pane_that_goes_away_ends_its_drag(window: Page) -> None:
    drag(window, B, MAIN, release=False)
    window.evaluate(FILL, ["a", "c"])
    expect(window.locator(".hs-drop")).to_have_count(0)
    window.mouse.up()
    assert calls(window) == []


def test_a_fragment_for_the_strip_does_not_break_the_drag(window: Page) -> None:
    drag(window, B, MAIN, release=False)
    window.evaluate(FILL, ["c", "b", "d", "e"])
    window.mouse.move(1110, 50, steps=3)
    expect(window.locator(".hs-drop-label")).to_have_text("Move before e")
    window.mouse.up()
    assert calls(window) == [{"op": "move", "pane": "b", "zone": "right", "pos": "center", "before": "e"}]


@pytest.mark.parametrize("end", ["pointercancel", "blur"])
def test_what_takes_the_pointer_away_cancels(window: Page, end: str) -> None:
    window.evaluate(
        """end => {
          const tab = document.querySelector('[data-tab="b"] button')
          send('pointerdown', tab, 1000, 50)
          send('pointermove', tab, 1000, 90)
          send('pointermove', document.body, 540, 500)
          if (end === 'blur') dispatchEvent(new Event('blur'))
          else send(end, document.body, 540, 500)
        }""",
        end,
    )
    expect(window.locator(".hs-drop")).to_have_count(0)
    window.evaluate("() => send('pointerup', document.body, 540, 500)")
    assert calls(window) == []
    drag(window, B, MAIN)
    assert len(calls(window)) == 1


def test_a_second_pointer_is_ignored(window: Page) -> None:
    window.evaluate(
        """() => {
          const tab = (id) => document.querySelector(`[data-tab="${id}"] button`)
          const other = { pointerId: 8, isPrimary: false }
          send('pointerdown', tab('b'), 1000, 50)
          send('pointermove', tab('b'), 1000, 90)
          send('pointerdown', tab('a'), 920, 50, other)
          send('pointermove', tab('a'), 920, 300, other)
          send('pointerup', document.body, 920, 300, other)
          send('pointermove', document.body, 540, 500)
          send('pointerup', document.body, 540, 500)
        }"""
    )
    assert calls(window) == [{"op": "move", "pane": "b", "zone": "main", "pos": "center"}]


def test_a_finger_scrolls_a_full_strip_with_a_swipe_and_drags_after_a_hold(window: Page) -> None:
    window.evaluate(FILL, [f"t{number}" for number in range(9)])
    window.evaluate(
        """async () => {
          // The strip brings its front tab in sight once, in the next frame.
          await new Promise(requestAnimationFrame)
          const tab = document.querySelector('[data-tab="t2"] button')
          send('pointerdown', tab, 1050, 50)
          send('pointermove', tab, 1030, 50)
          send('pointermove', document.body, 990, 50)
          send('pointerup', document.body, 990, 50)
          await new Promise((resolve) => setTimeout(resolve))
        }"""
    )
    assert window.evaluate("document.querySelector('[data-zone=right] .hs-tabs').scrollLeft") == 40
    assert calls(window) == []
    window.evaluate(
        """() => {
          const tab = document.querySelector('[data-tab="t2"] button')
          send('pointerdown', tab, 1010, 50)
          send('pointermove', tab, 1010, 90)
          send('pointermove', document.body, 540, 500)
          send('pointerup', document.body, 540, 500)
        }"""
    )
    assert calls(window) == [{"op": "move", "pane": "t2", "zone": "main", "pos": "center"}]


def test_the_focus_goes_to_what_was_dropped_and_stays_where_nothing_was(window: Page) -> None:
    field = window.locator("[data-pane=a] input")
    field.fill("half a word")
    drag(window, B, MAIN, release=False)
    window.keyboard.press("Escape")
    window.mouse.up()
    expect(field).to_be_focused()
    drag(window, B, MAIN)
    expect(window.locator("#tab\\:b")).to_be_focused()
    assert len(calls(window)) == 1


def test_a_drag_takes_the_focus_off_its_tab_so_that_a_side_that_it_unfolded_folds_again(window: Page) -> None:
    window.evaluate("() => document.activeElement.blur()")
    drag(window, B, MAIN, release=False)
    assert window.evaluate("document.activeElement === document.body")
    window.keyboard.press("Escape")
    window.mouse.up()


def test_a_press_brings_a_card_to_the_front(window: Page) -> None:
    window.mouse.click(340, 260)
    expect(window.locator("[data-zone='float:f']")).to_have_css("z-index", "2")
    window.mouse.click(340, 260)
    assert calls(window) == [{"op": "reveal", "pane": "f"}]


def test_a_card_moves_with_the_pointer_and_is_told_once(window: Page) -> None:
    card = window.locator("[data-zone='float:g']")
    drag(window, (560, 150), (560, 152), (440, 352), release=False)
    expect(card).to_have_css("translate", "-120px 202px")
    assert calls(window) == []
    window.mouse.up()
    expect(card).to_have_css("translate", "none")
    assert calls(window) == [
        {"op": "float", "pane": "g", "anchor": "bottom-left", "x": 300, "y": 198, "width": 200, "height": 160}
    ]
    assert card.evaluate("card => card.style.getPropertyValue('--float-x')") == "300px"


def test_escape_puts_a_card_back(window: Page) -> None:
    card = window.locator("[data-zone='float:g']")
    drag(window, (560, 150), (500, 352), release=False)
    window.keyboard.press("Escape")
    window.mouse.up()
    expect(card).to_have_css("translate", "none")
    assert card.evaluate("card => card.style.getPropertyValue('--float-x')") == "420px"
    assert calls(window) == []


def test_a_card_docks_on_a_chip_and_on_a_strip(window: Page) -> None:
    chip = (540.0, 416.0)
    drag(window, (560, 150), (600, 300), chip, release=False)
    expect(window.locator("[data-chip=bottom]")).to_have_css("--on", "1")
    expect(window.locator("[data-zone='float:g']")).to_have_attribute("data-docking", "")
    window.mouse.up()
    drag(window, (560, 150), (1160, 50))
    assert calls(window) == [
        {"op": "move", "pane": "g", "zone": "main", "pos": "bottom"},
        {"op": "move", "pane": "g", "zone": "right", "pos": "center"},
    ]


def test_an_edge_of_a_card_resizes_it(window: Page) -> None:
    edge = window.locator("[data-zone='float:g'] [data-float-edge=se]").bounding_box()
    assert edge is not None
    start = (edge["x"] + 4, edge["y"] + 4)
    drag(window, start, (start[0] + 40, start[1] + 30))
    assert calls(window) == [
        {"op": "float", "pane": "g", "anchor": "top-left", "x": 420, "y": 100, "width": 240, "height": 190}
    ]
    drag(window, start, (start[0] + 90, start[1] + 90), release=False)
    window.keyboard.press("Escape")
    window.mouse.up()
    card = window.locator("[data-zone='float:g']")
    assert card.evaluate("card => card.style.getPropertyValue('--float-width')") == "240px"
    assert len(calls(window)) == 1


def test_keys_resize_and_move_a_card_and_are_told_when_they_pause(window: Page) -> None:
    card = window.locator("[data-zone='float:g']")
    window.clock.install(time=0)
    window.clock.pause_at(1_000)
    card.locator("[data-float-grip]").focus()
    window.keyboard.press("ArrowRight")
    window.keyboard.press("ArrowDown")
    window.keyboard.press("Alt+ArrowLeft")
    window.clock.run_for(300)
    card.get_by_role("tab").focus()
    window.keyboard.press("Alt+ArrowUp")
    window.clock.run_for(300)
    card.locator("input").focus()
    window.keyboard.press("Alt+ArrowUp")
    window.clock.run_for(300)
    window.clock.resume()
    size = {"anchor": "top-left", "x": 404, "width": 216, "height": 176}
    assert calls(window) == [
        {"op": "float", "pane": "g", "y": 100, **size},
        {"op": "float", "pane": "g", "y": 84, **size},
    ]
