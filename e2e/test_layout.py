"""The tree of panes in a window: what lives in a pane stays, sizes are kept, groups fold, hide and stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import ShellProcess, start_shell, write_plugin

PLUGIN = """import { jsx, jsxs } from 'react/jsx-runtime'
import { useState } from 'react'
function Body() {
  const [count, setCount] = useState(0)
  return jsxs('div', { children: [
    jsx('button', { 'data-count': '', onClick: () => setCount(count + 1), children: `count ${count}` }),
    jsx('input', { 'aria-label': 'note' }),
    jsx('iframe', { title: 'frame', srcDoc: '<p>frame</p>' }),
    jsx('div', { 'data-scroll': '', tabIndex: 0, style: { height: '100px', overflow: 'auto' },
      children: jsx('div', { style: { height: '2000px' } }) })] })
}
const pane = (id, data) => ({ id, area: 'panes', title: id, data, render: () => jsx(Body, {}) })
export default { id: 'keep', register(ctx) {
  ctx.registerMany([
    pane('a', { placement: 'right' }), pane('b', { dock: { pane: 'keep:a', pos: 'bottom' } }),
    pane('c', { placement: 'bottom' }), pane('d', { placement: 'floating', anchor: 'bottom-left', width: '240px' })])
} }
"""

LIVE = """pane => {
  pane.querySelector('[data-count]').click()
  pane.querySelector('[data-scroll]').scrollTop = 300
  pane.querySelector('iframe').contentWindow.kept = 'kept'
  const input = pane.querySelector('input')
  input.focus()
  document.execCommand('insertText', false, 'some words')
  input.setSelectionRange(2, 6)
  window.live = pane
}"""

STATE = """pane => {
  const input = pane.querySelector('input')
  return {
    same: pane === live, count: pane.querySelector('[data-count]').textContent,
    scroll: pane.querySelector('[data-scroll]').scrollTop,
    frame: pane.querySelector('iframe').contentWindow.kept ?? null,
    focused: document.activeElement === input, text: input.value, caret: [input.selectionStart, input.selectionEnd],
  }
}"""

KEPT = {
    "same": True,
    "count": "count 1",
    "scroll": 300,
    "frame": "kept",
    "focused": True,
    "text": "some words",
    "caret": [2, 6],
}

OP = """async ([op, args]) => {
  const main = document.querySelector('script[src$="host/main.js"]').src
  const { layoutOp } = await import(main.replace('main.js', 'panes.js'))
  const { applyParts } = await import(main.replace('main.js', 'fragments.js'))
  await layoutOp(op, args)
  await applyParts([])
}"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    """A shell with four panes; each test starts from the first layout."""
    home = tmp_path_factory.mktemp("layout") / "home"
    home.mkdir()
    write_plugin(home, "keep", PLUGIN)
    shell = start_shell(home, "--developer")
    yield shell
    assert shell.stop() == 0


@pytest.fixture(scope="module")
def first(browser: Browser, shell: ShellProcess) -> Iterator[Page]:
    """The first window, which spends the boot link."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield open_page(context, shell.boot_url)
    context.close()


@pytest.fixture
def window(first: Page) -> Iterator[Page]:
    """A window with its first layout."""
    page = open_page(first.context, f"{first.url.partition('#')[0]}#/")
    expect(panel(page, "a")).to_be_attached()
    operate(page, "reset")
    page.frame_locator("[id='pane:keep:a'] iframe").get_by_text("frame").wait_for()
    yield page
    page.close()


def operate(page: Page, op: str, **args: object) -> None:
    """Change the layout, and wait until the change is there."""
    page.evaluate(OP, [op, args])


def panel(page: Page, pane: str) -> Locator:
    """A pane."""
    return page.locator(f"[id='pane:keep:{pane}']")


def zone_of(page: Page, pane: str) -> str:
    """The group that a pane stands in."""
    return panel(page, pane).evaluate("pane => pane.closest('[data-zone]').dataset.zone")


def live(page: Page, pane: str) -> None:
    """Fill a pane with what a user leaves in it."""
    panel(page, pane).evaluate(LIVE)
    expect(panel(page, pane).locator("[data-count]")).to_have_text("count 1")


def state(page: Page, pane: str) -> dict[str, Any]:
    """What is left of it."""
    return panel(page, pane).evaluate(STATE)


def test_a_pane_keeps_everything_while_others_and_itself_move(window: Page) -> None:
    live(window, "a")
    home = zone_of(window, "a")
    steps: list[tuple[str, dict[str, object]]] = [
        ("close", {"pane": "keep:b"}),
        ("undismiss", {"pane": "keep:b"}),
        ("move", {"pane": "keep:c", "zone": home, "pos": "top"}),
        ("move", {"pane": "keep:c", "zone": home, "pos": "left"}),
        ("float", {"pane": "keep:c"}),
        ("move", {"pane": "keep:a", "zone": "main", "pos": "left"}),
        ("flip", {}),
        ("float", {"pane": "keep:a"}),
        ("reset", {}),
        ("undo_reset", {}),
    ]
    for op, args in steps:
        operate(window, op, **args)
        assert state(window, "a") == KEPT, (op, args)
    assert zone_of(window, "a") == "float:keep:a"


def test_a_tab_that_joins_others_takes_its_pane_along(window: Page) -> None:
    live(window, "a")
    operate(window, "move", pane="keep:a", zone="main", pos="center")
    operate(window, "activate", pane="keep:a")
    kept = {name: value for name, value in state(window, "a").items() if name not in ("focused", "scroll")}
    assert kept == {name: value for name, value in KEPT.items() if name not in ("focused", "scroll")}
    assert zone_of(window, "a") == "main"


def test_a_hidden_side_comes_back_as_it_was(window: Page) -> None:
    live(window, "a")
    window.keyboard.press("Control+j")
    expect(window.locator("[data-zone=right]")).to_have_count(0)
    expect(panel(window, "a")).to_be_hidden()
    window.keyboard.press("Control+j")
    expect(panel(window, "a")).to_be_visible()
    kept = state(window, "a")
    assert (kept["same"], kept["count"], kept["frame"], kept["text"]) == (True, "count 1", "kept", "some words")


def test_what_is_closed_while_its_side_is_hidden_is_gone(window: Page) -> None:
    operate(window, "toggle_side", side="right")
    expect(panel(window, "a")).to_be_hidden()
    operate(window, "close", pane="keep:a")
    expect(panel(window, "a")).to_have_count(0)
    operate(window, "toggle_side", side="right")
    expect(panel(window, "b")).to_be_visible()
    operate(window, "undismiss", pane="keep:a")


def test_a_size_by_keyboard_is_remembered_and_forgotten(window: Page) -> None:
    edge = window.locator("[data-edge=right]").first
    sash = window.locator(f".hs-sash[data-sash='{edge.get_attribute('data-node')}']")
    expect(sash).to_have_attribute("aria-valuenow", "336")
    sash.press("ArrowLeft")
    sash.press("ArrowLeft")
    expect(sash).to_have_attribute("aria-valuenow", "368")
    expect(edge).to_have_attribute("style", "flex:0 1 368px;min-width:5rem;--track:368px")
    window.reload()
    expect(window.locator("html[data-shell=ready]")).to_be_attached()
    expect(sash).to_have_attribute("aria-valuenow", "368")
    sash.press("Enter")
    expect(sash).to_have_attribute("aria-valuenow", "336")


def test_a_pair_is_shared_by_mouse_and_evened_by_a_double_click(window: Page) -> None:
    sash = window.locator(f".hs-sash[data-sash='{zone_of(window, 'a')}'][data-beside='{zone_of(window, 'b')}']")
    box = sash.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"]
    before = int(sash.get_attribute("aria-valuenow") or 0)
    window.mouse.move(x, y)
    window.mouse.down()
    window.mouse.move(x, y - 100, steps=5)
    window.mouse.up()
    expect(sash).to_have_attribute("aria-valuenow", str(before - 100))
    window.reload()
    expect(window.locator("html[data-shell=ready]")).to_be_attached()
    expect(sash).to_have_attribute("aria-valuenow", str(before - 100))
    sash.dblclick()
    expect(sash).to_have_attribute("aria-valuenow", str(before))


def test_a_maximised_group_stands_alone_until_its_button_is_pressed(window: Page) -> None:
    group = window.locator(f"[data-zone='{zone_of(window, 'a')}']")
    group.locator("[data-strip-action=maximise]").click()
    expect(window.locator("[data-zone=main]")).to_be_hidden()
    expect(panel(window, "b")).to_be_hidden()
    box = group.bounding_box()
    assert box is not None
    assert box["width"] > 1100
    assert box["height"] > 800
    group.locator("[data-strip-action=maximise]").click()
    expect(window.locator("[data-zone=main]")).to_be_visible()


def test_a_group_folds_along_its_split_and_a_split_folds_as_one(window: Page) -> None:
    a, b = (window.locator(f"[data-zone='{zone_of(window, pane)}']") for pane in ("a", "b"))
    a.locator("[data-strip-action=minimise]").click()
    expect(a.locator(".hs-zone-fold")).to_be_visible()
    assert size(a)[1] == 28
    b.locator("[data-strip-action=minimise]").click()
    expect(b.locator(".hs-zone-fold")).to_be_visible()
    assert size(window.locator("[data-edge=right]").first)[0] == 28
    assert size(a)[1] > 300
    window.get_by_role("button", name="a", exact=True).click()
    expect(panel(window, "a")).to_be_visible()
    assert size(a)[0] == 336


def test_F6_goes_around_all_groups_and_cards(window: Page) -> None:
    window.locator("#workspace-page").focus()
    seen: list[str] = []
    for _ in range(8):
        window.keyboard.press("F6")
        seen.append(
            window.evaluate(
                """() => {
              const region = document.activeElement.closest('[data-region], .hs-zone')
              return region?.dataset.region ?? region?.dataset.zone ?? 'none'
            }"""
            )
        )
    groups = ["bottom", zone_of(window, "a"), zone_of(window, "b"), "float:keep:d"]
    assert seen == ["composer", *groups, "titlebar", "sidebar", "main"]
    window.locator(".hs-sash[data-beside=bottom], .hs-sash[data-sash=bottom]").first.focus()
    window.keyboard.press("F6")
    expect(window.locator("[data-zone=bottom] :focus")).to_be_attached()


def size(part: Locator) -> tuple[int, int]:
    """Width and height, px."""
    box = part.bounding_box()
    assert box is not None
    return round(box["width"]), round(box["height"])


def test_a_press_on_a_tab_of_a_folded_side_shows_that_tab(window: Page) -> None:
    operate(window, "move", pane="keep:c", zone=zone_of(window, "a"), pos="center")
    operate(window, "activate", pane="keep:a")
    window.set_viewport_size({"width": 900, "height": 600})
    window.evaluate("() => document.activeElement.blur()")
    # A finger needs its time: what unfolds at the press must not take the click away.
    window.get_by_role("tab", name="c", exact=True).click(delay=50)
    expect(panel(window, "c")).to_be_visible()
    expect(window.get_by_role("tab", name="c", exact=True)).to_be_focused()
