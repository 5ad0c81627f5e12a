"""The status bar: what has no room folds, what the user hides stays away, and both are reached by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.conftest import ServeHome, find_in_palette, open_page
from e2e.shell_process import SAMPLES, install, write_plugin

CHIPS = """
import { useEffect, useState } from 'react'
import { jsx } from 'react/jsx-runtime'

function Typed() {
  const [count, add] = useState(0)
  return jsx('button', { onClick: () => add(count + 1), children: `pressed ${count}` })
}

function Beat() {
  const [beat, set] = useState(0)
  useEffect(() => {
    const listen = () => set((before) => before + 1)
    addEventListener('beat', listen)
    return () => removeEventListener('beat', listen)
  }, [])
  return jsx('span', { children: `beat ${beat}` })
}

export default {
  id: 'chips',
  name: 'Many chips',
  register(ctx) {
    ctx.register({ area: 'statusBar.right', id: 'kept', order: 1, render: () => jsx(Typed, {}) })
    for (let at = 1; at <= 12; at++) {
      const label = `Chip number ${at}`
      ctx.register({ area: 'statusBar.right', id: `chip-${at}`, order: 1 + at, data: { id: `chip-${at}`, label } })
    }
    ctx.register({ area: 'statusBar.right', id: 'last', order: 20, render: () => jsx(Beat, {}) })
    ctx.register({ area: 'statusBar.right', id: 'second', order: 2, render: () => jsx(Beat, {}) })
  },
}
"""
FORTY = """
import { jsx } from 'react/jsx-runtime'
import { STATUSBAR_AREAS } from '@hermes/plugin-sdk'

export default {
  id: 'forty',
  name: 'Forty',
  register(ctx) {
    for (let at = 0; at < 40; at++) {
      const data = { id: `n-${at}`, label: `Number ${at}`, icon: 'pulse', title: `The number ${at}` }
      ctx.register({ id: `n-${at}`, area: at % 4 ? STATUSBAR_AREAS.right : STATUSBAR_AREAS.left, order: at, data })
    }
    ctx.register({ id: 'thrown', area: STATUSBAR_AREAS.right, order: 7, render() { throw new Error('no luck') } })
  },
}
"""
TWIN = """
import { STATUSBAR_AREAS } from '@hermes/plugin-sdk'
const pill = (id) => ({ id, area: STATUSBAR_AREAS.left, data: { id, label: 'Gateway' } })
export default { id: 'NAME', name: 'Plugin NAME', register(ctx) { ctx.registerMany(['one', 'two'].map(pill)) } }
"""
BROKEN = "export default { id: 'broken', register() { throw new Error('on purpose') } }"


@pytest.fixture
def crowded(home: Path, serve: ServeHome, context: BrowserContext) -> Page:
    """A window of 900 px whose status bar has more chips than room."""
    write_plugin(home, "chips", CHIPS)
    write_plugin(home, "broken", BROKEN)
    page = open_page(context, serve().boot_url)
    page.set_viewport_size({"width": 900, "height": 600})
    expect(more(page)).to_be_visible()
    return page


def more(page: Page) -> Locator:
    """The "+N" chip."""
    return page.locator(".hs-status-more")


def choices(page: Page) -> Locator:
    """The list of a right click."""
    return page.get_by_role("menu", name="Items of the status bar")


def overhang(page: Page) -> list[str]:
    """Chips that stand on the bar but not wholly in sight."""
    return page.locator("[data-region=statusbar]").evaluate(
        """bar => [...bar.querySelectorAll('[data-area]')].flatMap(side => {
          const edge = side.getBoundingClientRect()
          return [...side.querySelectorAll('.hs-chip, button')].filter(chip => chip.checkVisibility()).filter(chip => {
            const { left, right } = chip.getBoundingClientRect()
            return left < edge.left - 1 || right > edge.right + 1
          }).map(chip => chip.textContent)
        })"""
    )


def test_the_middle_folds_and_the_ends_stay_whole(crowded: Page) -> None:
    bar = crowded.locator("[data-region=statusbar]")
    expect(bar.get_by_text("No gateway")).to_be_visible()
    expect(bar.get_by_text("1 plugin error")).to_be_visible()
    expect(bar.get_by_text("Chip number 12", exact=True)).to_be_visible()
    expect(bar.get_by_text("Chip number 1", exact=True)).to_be_hidden()
    assert overhang(crowded) == []


def test_a_wide_window_folds_nothing(crowded: Page) -> None:
    crowded.set_viewport_size({"width": 2560, "height": 900})
    expect(more(crowded)).to_have_count(0)
    expect(crowded.locator("[data-region=statusbar]").get_by_text("Chip number 1", exact=True)).to_be_visible()


def test_folded_items_stand_in_the_list_as_they_are_and_come_back(crowded: Page) -> None:
    pressed = crowded.get_by_role("button", name="pressed")
    more(crowded).focus()
    crowded.keyboard.press("Enter")
    listed = crowded.get_by_role("dialog")
    expect(listed.get_by_role("listitem").first).to_contain_text("Many chips")
    listed.get_by_role("button", name="pressed 0").click()
    expect(listed).to_have_count(0)
    crowded.set_viewport_size({"width": 2560, "height": 900})
    expect(pressed).to_have_text("pressed 1")
    expect(crowded.locator("[data-region=statusbar] >> text=pressed 1")).to_be_visible()


def test_folded_items_stay_in_the_open_list_while_the_bar_changes(crowded: Page) -> None:
    more(crowded).click()
    listed = crowded.get_by_role("dialog")
    bar = crowded.locator("[data-region=statusbar]")
    expect(listed.get_by_text("beat 0")).to_be_visible()
    for beat in (1, 2):
        crowded.evaluate("() => dispatchEvent(new Event('beat'))")
        expect(bar.get_by_text(f"beat {beat}")).to_be_visible()
        expect(listed.get_by_text(f"beat {beat}")).to_be_visible()
    crowded.keyboard.press("Escape")
    crowded.set_viewport_size({"width": 2560, "height": 900})
    expect(bar.get_by_text("beat 2")).to_have_count(2)


def test_escape_closes_the_list_and_gives_the_focus_back(crowded: Page) -> None:
    more(crowded).click()
    expect(crowded.get_by_role("dialog")).to_be_visible()
    crowded.keyboard.press("Escape")
    expect(crowded.get_by_role("dialog")).to_have_count(0)
    expect(more(crowded)).to_be_focused()


def test_a_hidden_item_stays_away_in_every_window_and_after_a_restart(
    home: Path, serve: ServeHome, context: BrowserContext
) -> None:
    install(home, SAMPLES / "clock")
    first = serve()
    page = open_page(context, first.boot_url)
    other = open_page(context, page.url)
    page.locator("[data-region=statusbar]").click(button="right")
    row = choices(page).get_by_role("menuitemcheckbox", name="Time")
    expect(row).to_contain_text("Clock")
    expect(row).to_have_attribute("aria-checked", "true")
    row.click()
    expect(row).to_have_attribute("aria-checked", "false")
    page.keyboard.press("Escape")
    for window in (page, other):
        expect(window.get_by_role("button", name="Clock")).to_be_hidden()
    page.evaluate("() => hermesShellIdle()")
    first.stop()
    again = open_page(context, serve().boot_url)
    again.locator("[data-region=statusbar]").click(button="right")
    expect(choices(again).get_by_role("menuitemcheckbox", name="Time")).to_have_attribute("aria-checked", "false")
    expect(again.locator("[data-region=statusbar] .hs-chip", has_text="Time")).to_be_hidden()
    choices(again).get_by_role("menuitem", name="Show all").click()
    expect(again.get_by_role("button", name="Clock")).to_be_visible()


def test_errors_cannot_be_hidden(crowded: Page) -> None:
    crowded.locator("[data-region=statusbar]").click(button="right", position={"x": 2, "y": 2})
    expect(choices(crowded).get_by_role("menuitemcheckbox", name="No gateway")).to_be_visible()
    expect(choices(crowded).get_by_text("plugin error")).to_have_count(0)


def test_the_list_is_reached_by_keyboard(page: Page) -> None:
    row = find_in_palette(page, "choose items", "Choose items of the status bar")
    expect(row).to_be_visible()
    page.keyboard.press("Enter")
    expect(choices(page)).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator("[data-region=statusbar]").get_by_text("No gateway")).to_be_hidden()
    expect(choices(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(choices(page)).to_have_count(0)


def names(page: Page) -> list[str]:
    """Ids of what stands on the bar, folded or not."""
    return page.locator("[data-region=statusbar] hermes-slot[cid]").evaluate_all(
        "slots => slots.map(slot => slot.getAttribute('cid'))"
    )


def test_33_the_bar_of_a_fresh_home_has_only_the_shell_s_own_items(page: Page) -> None:
    assert names(page) == ["gateway"]


def test_45_of_forty_items_at_900_px_the_shell_s_own_stay_and_the_list_has_the_rest(
    home: Path, serve: ServeHome, context: BrowserContext
) -> None:
    write_plugin(home, "forty", FORTY)
    write_plugin(home, "broken", BROKEN)
    page = open_page(context, serve().boot_url)
    page.set_viewport_size({"width": 900, "height": 600})
    bar = page.locator("[data-region=statusbar]")
    expect(more(page)).to_be_visible()
    for text in ("No gateway", "1 plugin error", "forty:thrown"):
        expect(bar.get_by_text(text)).to_be_visible()
        assert bar.get_by_text(text).evaluate("chip => chip.getBoundingClientRect().right <= innerWidth")
    assert overhang(page) == []
    # Both ends stay, the middle goes.
    expect(bar.get_by_text("Number 0", exact=True)).to_be_visible()
    expect(bar.get_by_text("Number 39", exact=True)).to_be_visible()
    count = int(more(page).inner_text().removeprefix("+"))
    more(page).click()
    listed = page.get_by_role("dialog", name=f"{count} more status items")
    expect(listed.get_by_role("listitem")).to_have_count(count)
    # The focus stays in the list.
    listed.get_by_role("button", name="Choose items").focus()
    page.keyboard.press("Tab")
    expect(listed.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(listed.get_by_role("button", name="Choose items")).to_be_focused()
    shown = bar.get_by_text("Number").count()
    assert count + shown == 40


def test_many_broken_items_fold_too_and_the_list_says_so(home: Path, serve: ServeHome, context: BrowserContext) -> None:
    write_plugin(home, "forty", FORTY.replace("data })", "render() { throw new Error('each') } })"))
    page = open_page(context, serve().boot_url)
    page.set_viewport_size({"width": 900, "height": 600})
    expect(more(page)).to_have_attribute("data-tone", "bad")
    expect(more(page)).to_have_accessible_name(re.compile(r"^\d+ more status items, \d+ with an error$"))
    assert overhang(page) == []
    more(page).click()
    broken = page.get_by_role("dialog").locator("[data-slot=boundary]").first
    broken.click()
    expect(broken).to_be_visible()


def test_34_equal_labels_are_told_apart_and_hidden_one_by_one(
    home: Path, serve: ServeHome, context: BrowserContext
) -> None:
    for name in ("a", "b"):
        write_plugin(home, name, TWIN.replace("NAME", name))
    shell = serve()
    page = open_page(context, shell.boot_url)
    pills = page.locator("[data-region=statusbar] .hs-chip", has_text=re.compile("^Gateway$"))
    expect(pills).to_have_count(4)
    page.locator("[data-region=statusbar]").click(button="right", position={"x": 600, "y": 8})
    expect(choices(page).get_by_role("menuitemcheckbox", name="Plugin")).to_have_text(
        [f"GatewayPlugin {plugin} · {item}" for plugin in "ab" for item in ("one", "two")]
    )
    choices(page).get_by_role("menuitemcheckbox", name="Plugin b · one").click()
    visible = pills.filter(visible=True)
    expect(visible).to_have_count(3)
    page.keyboard.press("Escape")
    page.evaluate("() => hermesShellIdle()")
    shell.stop()
    again = open_page(context, serve().boot_url)
    expect(again.locator("hermes-slot[cid='b:one']")).to_have_attribute("data-status-hidden", "")
    for shown in ("a:one", "a:two", "b:two"):
        expect(again.locator(f"hermes-slot[cid='{shown}'] .hs-chip")).to_be_visible()
