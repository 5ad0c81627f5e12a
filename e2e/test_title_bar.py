"""The title bar: what plugins put there lives on over navigation, nothing overlaps, the shell's tools stay in reach."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import start_shell, write_plugin

LIVES = """
import { useEffect, useState } from 'react'
import { jsx } from 'react/jsx-runtime'
import { TITLEBAR_AREAS } from '@hermes/plugin-sdk'

globalThis.lives = { begun: 0, ended: 0 }

function Life({ name }) {
  const [count, add] = useState(0)
  useEffect(() => {
    lives.begun++
    document.documentElement.dataset[`life${name}`] = 'on'
    return () => {
      lives.ended++
      delete document.documentElement.dataset[`life${name}`]
    }
  }, [])
  return jsx('button', { onClick: () => add(count + 1), children: `${name} ${count}` })
}

export default {
  id: 'lives',
  name: 'Lives',
  register(ctx) {
    for (const side of ['left', 'center', 'right']) {
      ctx.register({ id: side, area: TITLEBAR_AREAS[side], order: -5, render: () => jsx(Life, { name: side }) })
    }
    ctx.register({ id: 'page', area: 'routes', title: 'Bare', data: { path: '/bare' }, render: () => null })
    ctx.register({ id: 'nav', area: 'sidebar.nav', data: { path: '/bare', label: 'Bare page' } })
  },
}
"""
CROWD = """
import { jsx } from 'react/jsx-runtime'
import { TITLEBAR_AREAS, host } from '@hermes/plugin-sdk'

const long = (at) => `A tool with quite a long name, number ${at}`

export default {
  id: 'crowd',
  name: 'A crowd',
  register(ctx) {
    const sides = [TITLEBAR_AREAS.left, TITLEBAR_AREAS.center, TITLEBAR_AREAS.right]
    for (let at = 0; at < 20; at++) {
      const item = { id: `item-${at}`, area: sides[at % 3], order: at }
      const pressed = () => { globalThis.pressed = at }
      const icon = at % 4 === 1 ? 'beaker' : ''
      if (at % 2) ctx.register({ ...item, data: { id: item.id, label: long(at), icon, onSelect: pressed } })
      else ctx.register({ ...item, render: () => jsx('button', { onClick: pressed, children: long(at) }) })
    }
  },
}
"""
BOXES = """() => {
  const shown = [...document.querySelectorAll(
    '.hs-titlebar [data-slot=titlebar-tool], .hs-titlebar .hermes-host > *, .hs-palette-field, .hs-title-more')]
  return [...new Set(shown)].filter(part => part.checkVisibility()).map(part => {
    const { left, right, top, bottom } = part.getBoundingClientRect()
    return [part.getAttribute('aria-label') ?? part.textContent, left, right, top, bottom]
  })
}"""


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The bar arranges itself in the frame after a change."""


@pytest.fixture(scope="module")
def first(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The first window of a shell that the tests of this module share."""
    home = tmp_path_factory.mktemp("title-bar") / "home"
    write_plugin(home, "lives", LIVES)
    write_plugin(home, "crowd", CROWD)
    shell = start_shell(home, "--developer")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield open_page(context, shell.boot_url)
    context.close()
    assert shell.stop() == 0


@pytest.fixture
def window(first: Page) -> Iterator[Page]:
    """A window at its home page."""
    page = open_page(first.context, f"{first.url.partition('#')[0]}#/")
    expect(page.locator("[data-region=titlebar] >> text=left 0")).to_be_attached()
    yield page
    page.close()


def tool(page: Page, name: str) -> Locator:
    """A button of the shell; its tooltip may end with the keys."""
    return page.locator(f"[data-slot=titlebar-tool][aria-label^='{name}']")


def more(page: Page) -> Locator:
    """The button at which the bar lists what has no room."""
    return page.locator(".hs-title-more")


def overlaps(page: Page) -> list[tuple[str, str]]:
    """Pairs of things on the bar whose boxes meet, and things that leave the window."""
    page.evaluate(TWO_FRAMES)
    boxes = page.evaluate(BOXES)
    found = [
        (one[0], other[0])
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
        if one[1] < other[2] - 0.5 and other[1] < one[2] - 0.5 and one[3] < other[4] and other[3] < one[4]
    ]
    width = page.evaluate("innerWidth")
    return found + [(one[0], "the edge") for one in boxes if one[1] < 0 or one[2] > width + 0.5]


def test_a_component_begins_once_over_ten_navigations_and_an_overlay(window: Page) -> None:
    window.set_viewport_size({"width": 1600, "height": 800})
    for side in ("left", "center", "right"):
        window.get_by_role("button", name=f"{side} 0").click()
    for path in ("/capabilities", "/bare", "/", "/settings", "/bare", "/capabilities", "/nothing", "/", "/bare", "/"):
        window.evaluate("path => { location.hash = `#${path}` }", path)
        expect(window.locator("#workspace-page, .hs-overlay:not([hidden])").first).to_be_attached()
    assert window.evaluate("lives") == {"begun": 3, "ended": 0}
    for side in ("left", "center", "right"):
        expect(window.get_by_role("button", name=f"{side} 1")).to_be_visible()


def test_an_overlay_hides_the_bar_and_ends_nothing(window: Page) -> None:
    window.evaluate("() => { location.hash = '#/settings' }")
    chip = window.locator("[data-region=titlebar] >> text=left 0")
    expect(chip).to_be_hidden()
    expect(chip).to_be_attached()
    window.keyboard.press("Escape")
    expect(chip).to_be_visible()
    assert window.evaluate("lives") == {"begun": 3, "ended": 0}


@pytest.mark.parametrize("width", [800, 1200, 1600])
def test_31_boxes_on_the_title_bar_never_meet(window: Page, width: int) -> None:
    window.set_viewport_size({"width": width, "height": 700})
    folded(window)
    assert overlaps(window) == []
    for name in ("Toggle sidebar", "Back", "Forward", "Toggle right panes", "Settings"):
        expect(tool(window, name)).to_be_visible()
    assert window.locator(".hs-palette-field").evaluate("field => field.offsetWidth") >= 140


def folded(page: Page) -> int:
    """How many items stand in the list, once the bar has come to rest."""
    expect(page.locator("[data-region=titlebar] hermes-slot[cid^='crowd:'][data-state=mounted]")).to_have_count(20)
    page.evaluate(TWO_FRAMES)
    count = page.locator("[data-region=titlebar] [data-folded]").count()
    expect(more(page)).to_have_attribute("aria-label", f"{count} more title bar items")
    return count


def test_31_the_list_has_the_rest_by_order_and_its_items_work(window: Page) -> None:
    window.set_viewport_size({"width": 1200, "height": 700})
    # The lowest orders stay on the bar.
    for side in ("left", "center", "right"):
        expect(window.get_by_role("button", name=f"{side} 0")).to_be_visible()
    more(window).focus()
    window.keyboard.press("Enter")
    listed = window.get_by_role("dialog", name="more title bar items")
    expect(listed.get_by_role("listitem").last).to_contain_text("A crowd")
    expect(listed.get_by_role("button", name="number 13", exact=False)).to_be_visible()
    listed.get_by_role("button", name="number 19", exact=False).click()
    expect(listed).to_have_count(0)
    assert window.evaluate("pressed") == 19
    more(window).click()
    listed.get_by_role("button", name="number 18", exact=False).click()
    assert window.evaluate("pressed") == 18
    expect(more(window)).to_be_focused()


@pytest.mark.parametrize("size", [(1440, 900), (360, 225), (320, 256)], ids=["whole", "zoom-1440", "zoom-1280"])
def test_32_settings_and_sidebar_are_in_reach_on_a_bare_page_of_a_plugin(window: Page, size: tuple[int, int]) -> None:
    window.set_viewport_size({"width": size[0], "height": size[1]})
    window.evaluate("() => { location.hash = '#/bare' }")
    expect(window.locator("#workspace-page[data-route='/bare']")).to_be_attached()
    assert overlaps(window) == []
    sidebar, settings = tool(window, "Toggle sidebar"), tool(window, "Settings")
    for button in (sidebar, settings):
        expect(button).to_be_in_viewport(ratio=1)
        button.focus()
        expect(button).to_be_focused()
    before = sidebar.get_attribute("aria-pressed")
    sidebar.focus()
    window.keyboard.press("Enter")
    expect(sidebar).not_to_have_attribute("aria-pressed", before or "")
    window.keyboard.press("Enter")
    expect(sidebar).to_have_attribute("aria-pressed", before or "")
    settings.focus()
    window.keyboard.press("Enter")
    expect(window.locator("#overlay-page")).to_be_visible()


def test_axe_finds_nothing_in_the_list_of_the_rest(window: Page) -> None:
    window.set_viewport_size({"width": 900, "height": 600})
    more(window).click()
    expect(window.get_by_role("dialog")).to_be_visible()
    results = Axe().run(window)
    assert results.violations_count == 0, results.generate_report()


def test_an_item_that_grows_folds_and_one_that_goes_makes_room(window: Page) -> None:
    window.set_viewport_size({"width": 1600, "height": 700})
    before = folded(window)
    window.get_by_role("button", name="right 0").evaluate("chip => { chip.firstChild.data = 'x'.repeat(90) }")
    expect(more(window)).not_to_have_attribute("aria-label", f"{before} more title bar items")
    assert folded(window) > before
    assert overlaps(window) == []


def test_turning_a_plugin_off_ends_its_components_and_empties_the_list(window: Page) -> None:
    decide = """async ([id, enabled]) => {
      const main = document.querySelector('script[type=module]').src
      const { channel } = await import(new URL('channel.js', main).href)
      await channel.call('plugins.decide', { id, enabled })
    }"""
    window.evaluate(decide, ["crowd", False])
    expect(more(window)).to_have_count(0)
    window.evaluate(decide, ["lives", False])
    expect(window.locator("[data-region=titlebar] >> text=left 0")).to_have_count(0)
    assert window.evaluate("[lives.ended, document.documentElement.dataset.lifeleft ?? null]") == [3, None]
    for plugin in ("crowd", "lives"):
        window.evaluate(decide, [plugin, True])
    expect(more(window)).to_be_visible()
