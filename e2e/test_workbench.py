"""The sample `workbench`: each thing that it contributes is seen, and nothing of it is left once it is off."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from e2e.conftest import find_in_palette
from e2e.shell_process import SAMPLES, install

PANES = {
    "right": "right",
    "default": "right",
    "left": "left",
    "top": "top",
    "bottom": "bottom",
    "main": "main",
    "dock-center": "main",
    "dock-absent": "left",
    "dock-enforced": "left",
    "dock-before": "right",
    "chrome-strip": "right",
    "chrome-fixed": "left",
    "chrome-hide": "left",
    "chrome-dismiss": "left",
}
"""Pane to the zone that its placement or dock says."""
SPLIT = ("dock-top", "dock-bottom", "dock-left", "dock-right", "chrome-bare", "chrome-collapsed")
"""Panes with a zone of their own at an edge of another pane."""
REGISTERED = """
async () => {
  const main = document.querySelector('script[type=module][src$="host/main.js"]').src
  const { registry } = await import(main.replace(/main\\.js$/, 'registry.js'))
  const areas = ['panes', 'routes', 'sidebar.nav', 'sidebarNav.prefs', 'palette', 'keybinds', 'statusBar.left',
    'statusBar.right', 'titleBar.left', 'titleBar.center', 'titleBar.right', 'workspace.pageHeader']
  const ofPlugins = areas.flatMap(area => registry.getArea(area)).filter(({ source }) => source !== 'core')
  return ofPlugins.map(({ area, id }) => `${area} ${id}`)
}
"""


@pytest.fixture
def workbench(page: Page, home: Path) -> Page:
    """A window with the sample in it."""
    install(home, SAMPLES / "workbench")
    expect(tab(page, "Right")).to_be_visible()
    page.evaluate("() => globalThis.hermesShellIdle()")
    return page


def test_every_pane_stands_where_it_asks_to(workbench: Page) -> None:
    for pane, zone in PANES.items():
        expect(workbench.locator(f'[data-zone="{zone}"] .hs-pane[data-pane="workbench:{pane}"]')).to_have_count(1)
    zones = {zone_of(workbench, pane) for pane in SPLIT}
    assert len(zones) == len(SPLIT)
    assert zones.isdisjoint(PANES.values())
    expect(workbench.locator('[data-zone="float:workbench:floating"]')).to_be_visible()
    assert is_above(workbench, "dock-top", "right")
    assert is_above(workbench, "right", "dock-bottom")
    assert is_left_of(workbench, "dock-left", "bottom")
    assert is_left_of(workbench, "bottom", "dock-right")
    tabs = workbench.locator('[data-zone="right"] [data-tab]')
    order = tabs.evaluate_all("tabs => tabs.map(tab => tab.dataset.tab)")
    assert order.index("workbench:dock-before") == order.index("workbench:default") - 1


def test_a_cross_stands_clear_of_its_title_and_no_title_is_cut_where_a_strip_has_room(workbench: Page) -> None:
    gaps = workbench.locator('[data-zone="main"] > .hs-tabstrip [data-tab]:has(> [data-pane-close])').evaluate_all(
        """tabs => tabs.map(tab => {
          const title = tab.querySelector('[role=tab]')
          const range = document.createRange()
          range.selectNodeContents(title)
          const cross = tab.querySelector('[data-pane-close]').getBoundingClientRect()
          return [title.scrollWidth > title.clientWidth, cross.left >= range.getBoundingClientRect().right]
        })"""
    )
    assert gaps == [[False, True]] * 2


def test_the_tabs_of_a_full_strip_are_in_a_menu(workbench: Page) -> None:
    zone = workbench.locator('[data-zone="left"]')
    zone.locator("[data-tabs-menu]").press("Enter")
    workbench.get_by_role("menuitemradio", name="Dismiss").press("Enter")
    expect(tab(workbench, "Dismiss")).to_be_focused()
    expect(tab(workbench, "Dismiss")).to_be_in_viewport(ratio=1)


def test_each_chrome_flag_shows(workbench: Page) -> None:
    strip = tab(workbench, re.compile("Strip"))
    strip.click()
    expect(strip).to_contain_text("Strip 0")
    expect(strip).to_contain_text("◆")
    zone = workbench.locator('[data-zone="right"]')
    zone.get_by_role("button", name="Count", exact=True).click()
    expect(strip).to_contain_text("Strip 1")
    # A veto is asked again whenever what is shown changes.
    tab(workbench, "Left").click()
    expect(workbench.locator(strip_of("workbench:chrome-bare"))).to_be_hidden()
    zone.get_by_role("button", name="Count", exact=True).click()
    tab(workbench, "Absent").click()
    expect(workbench.locator(strip_of("workbench:chrome-bare"))).to_be_visible()
    strip.click(button="right")
    expect(workbench.get_by_role("menu")).to_contain_text("A row of the plugin")
    workbench.keyboard.press("Escape")
    expect(workbench.locator('[data-tab="workbench:chrome-fixed"] [data-pane-close]')).to_have_count(0)
    expect(workbench.locator('[data-tab="workbench:chrome-fixed"]')).to_have_attribute("data-drag", "false")
    collapsed = workbench.locator('[data-minimised]:has([data-pane-activate="workbench:chrome-collapsed"])')
    expect(collapsed).to_be_visible()
    collapsed.get_by_role("button", name="Collapsed").click()
    expect(workbench.get_by_role("region", name="Collapsed content")).to_be_visible()


def test_the_page_is_reached_in_every_way(workbench: Page) -> None:
    heading = workbench.get_by_role("heading", name="Workbench page")
    rows = workbench.get_by_role("navigation", name="Main").locator(".hs-nav-label")
    expect(rows.nth(1)).to_have_text("Workbench")
    workbench.get_by_role("link", name="Workbench", exact=True).click()
    expect(heading).to_be_visible()
    header = workbench.locator('[data-area="workspace.pageHeader"]')
    header.get_by_role("button", name="Add one").click()
    expect(workbench.get_by_role("status", name="Page count")).to_have_text("1")
    for way in (
        lambda: workbench.locator('[data-area="titleBar.left"]').get_by_role("button", name="Workbench page").click(),
        lambda: workbench.locator('[data-area="statusBar.right"]').get_by_role("button", name="workbench page").click(),
        lambda: workbench.keyboard.press("Control+Alt+W"),
        lambda: find_in_palette(workbench, "open the workbench", "Open the workbench page").press("Enter"),
    ):
        workbench.evaluate("() => { location.hash = '#/' }")
        expect(heading).to_have_count(0)
        expect(header.get_by_role("button", name="Add one")).to_have_count(0)
        way()
        expect(heading).to_be_visible()


def test_commands_keys_and_rows_run(workbench: Page) -> None:
    counter = workbench.locator("hermes-slot[cid='workbench:status-render']")
    workbench.keyboard.press("Control+Alt+U")
    expect(counter).to_have_text("Count 1")
    workbench.evaluate("() => document.activeElement.blur()")
    workbench.keyboard.press("Alt+F6")
    expect(counter).to_have_text("Count 2")
    workbench.get_by_role("navigation", name="Main").get_by_role("button", name="Count up").click()
    expect(counter).to_have_text("Count 3")
    row = find_in_palette(workbench, "workbench count", "Workbench: count up")
    expect(row).to_contain_text("3 so far")
    workbench.keyboard.press("Enter")
    expect(row).to_contain_text("4 so far")
    workbench.keyboard.press("Control+a")
    workbench.keyboard.type("show the right")
    expect(workbench.get_by_role("option", name="Workbench: show the right pane")).to_be_visible()
    workbench.keyboard.press("Escape")
    workbench.keyboard.press("Escape")


def test_bar_items_of_every_form_work(workbench: Page) -> None:
    bar = workbench.locator('[data-area="statusBar.right"]')
    counter = workbench.locator("hermes-slot[cid='workbench:status-render']")
    bar.get_by_role("button", name="Count up").click()
    expect(counter).to_have_text("Count 1")
    bar.get_by_role("button", name="Count menu").click()
    expect(workbench.get_by_role("menuitem", name="Never seen")).to_have_count(0)
    expect(workbench.get_by_role("menuitem", name="Not now")).to_be_disabled()
    workbench.get_by_role("menuitem", name="Add one").click()
    expect(counter).to_have_text("Count 2")
    bar.get_by_role("button", name="Count panel").click()
    workbench.get_by_role("button", name="Add one and close").click()
    expect(counter).to_have_text("Count 3")
    expect(workbench.get_by_role("button", name="Add one and close")).to_have_count(0)
    expect(bar.get_by_role("link", name="A link")).to_have_attribute("href", "https://example.com/")
    expect(bar.get_by_text("Later")).to_be_disabled()
    title = workbench.get_by_role("banner")
    expect(title.get_by_role("button", name="Two news")).to_contain_text("2")
    expect(title.get_by_role("button", name="Two news")).to_have_attribute("aria-pressed", "true")
    expect(title.get_by_role("link", name="Example site")).to_have_attribute("href", "https://example.com/")
    expect(title.get_by_role("button", name="Not now")).to_be_disabled()
    expect(workbench.get_by_text("Never seen")).to_have_count(0)


def test_nothing_is_left_once_it_is_off(page: Page, home: Path) -> None:
    cdp = page.context.new_cdp_session(page)
    install(home, SAMPLES / "workbench")
    expect(tab(page, "Right")).to_be_visible()
    toggle(page, on=False)
    before = leftovers(page, cdp)
    assert before["registered"] == []
    toggle(page, on=True)
    for name in ("Default", "Main", "Dock centre"):
        tab(page, name).click()
    tab(page, re.compile("Strip")).click(button="right")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Alt+U")
    toggle(page, on=False)
    assert leftovers(page, cdp) == before


def toggle(page: Page, *, on: bool) -> None:
    """Turn the sample on or off on the Plugins page and wait until the window has followed."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Plugins").click()
    row = page.locator("[data-plugin-row=workbench]")
    row.get_by_role("switch").click()
    expect(row).to_have_attribute("data-status", "loaded" if on else "disabled")
    expect(page.locator('[data-tab="workbench:right"]')).to_have_count(1 if on else 0)
    page.evaluate("() => globalThis.hermesShellIdle()")
    expect(page.locator("[data-slot=toast]")).to_have_count(0)


def leftovers(page: Page, cdp: CDPSession) -> dict[str, Any]:
    """What a plugin could leave behind: contributions, elements, and listeners of window and document."""
    listeners: dict[str, int] = {}
    for name in ("window", "document", "document.body"):
        handle = cdp.send("Runtime.evaluate", {"expression": name})["result"]["objectId"]
        found = cdp.send("DOMDebugger.getEventListeners", {"objectId": handle})["listeners"]
        listeners[name] = len(found)
    return {
        "registered": page.evaluate(REGISTERED),
        "marked": page.locator('[cid^="workbench:"], [data-pane^="workbench:"], [data-tab^="workbench:"]').count(),
        "hosts": page.locator(".hermes-host").count(),
        "styles": page.locator("style, link[rel=stylesheet]").count(),
        "listeners": listeners,
    }


def tab(page: Page, name: str | re.Pattern[str]) -> Locator:
    """A tab by its title."""
    return page.get_by_role("tab", name=name, exact=isinstance(name, str))


def strip_of(pane: str) -> str:
    """Selector of the strip above a pane."""
    return f'.hs-zone:has(> .hs-pane[data-pane="{pane}"]) > .hs-tabstrip'


def zone_of(page: Page, pane: str) -> str:
    """The id of the zone that holds a pane of the sample."""
    panel = page.locator(f'.hs-pane[data-pane="workbench:{pane}"]')
    zone: str = panel.evaluate("panel => panel.closest('[data-zone]').dataset.zone")
    return zone


def is_above(page: Page, upper: str, lower: str) -> bool:
    """Whether a pane's zone ends where another's begins, from top to bottom."""
    one, other = box(page, upper), box(page, lower)
    return one["y"] + one["height"] <= other["y"] + 1


def is_left_of(page: Page, left: str, right: str) -> bool:
    """Whether a pane's zone ends where another's begins, from left to right."""
    one, other = box(page, left), box(page, right)
    return one["x"] + one["width"] <= other["x"] + 1


def box(page: Page, pane: str) -> dict[str, float]:
    """The rectangle of the zone of a pane, in px."""
    found = page.locator(f'[data-zone="{zone_of(page, pane)}"]').bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}
