"""What a pane brings to its tab and strip, the tab's menu, and how panes are shown and closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from e2e.conftest import come_to_rest, find_in_palette
from e2e.pane_chrome import PLUGIN, button, choose, menu_row, pane, show_panes, tab, zone_of
from e2e.shell_process import FIXTURES, install, wait_until


@pytest.fixture
def window(page: Page, home: Path) -> Page:
    """A window with the panes of the fixture."""
    return show_panes(page, home)


def test_nodes_of_a_plugin_stand_in_tab_strip_and_menu(window: Page) -> None:
    board = tab(window, "board")
    expect(board.locator("[data-test=wrap] em")).to_have_text("Board title")
    expect(board.locator("[data-test=lead]")).to_have_text("0")
    board.locator("[data-test=lead]").click()
    expect(board.locator("[data-test=lead]")).to_have_text("1")
    expect(board).to_have_attribute("aria-selected", "true")
    window.get_by_role("button", name="Filter").click()
    expect(window.locator("[data-slot=toast]")).to_contain_text("Filtered")
    tab(window, "kept").click()
    expect(window.get_by_role("button", name="Filter")).to_have_count(0)
    board.click(button="right")
    expect(window.get_by_role("menuitem").first).to_have_text("Pin board")
    menu_row(window, "Pin board").click()
    expect(window.locator("[data-slot=toast]").filter(has_text="Pinned")).to_be_visible()
    # The lead kept its state all the while.
    expect(board.locator("[data-test=lead]")).to_have_text("1")


def test_the_plus_makes_another_tab_of_the_pane_in_front(window: Page) -> None:
    expect(tab(window, "board")).to_have_attribute("aria-selected", "true")
    window.get_by_role("button", name="New tab").click()
    expect(tab(window, "board-1")).to_have_attribute("aria-selected", "true")
    expect(pane(window, "board-1")).to_be_visible()
    expect(window.get_by_role("button", name="New tab")).to_have_count(0)


def test_flags_of_panes(window: Page) -> None:
    fixed = window.locator(f"[data-tab='{PLUGIN}:fixed']")
    expect(fixed).to_have_attribute("data-drag", "false")
    expect(fixed.locator("[data-pane-close]")).to_have_count(0)
    tab(window, "fixed").press("Delete")
    expect(tab(window, "fixed")).to_be_focused()
    tab(window, "fixed").press("Control+w")
    expect(tab(window, "fixed")).to_be_visible()
    # Collapsed from the start, and never again by itself.
    left = zone_of(window, "shy")
    expect(left).to_have_attribute("data-minimised", "")
    left.locator(".hs-zone-fold button").first.click()
    expect(pane(window, "shy")).to_be_visible()
    window.reload()
    expect(pane(window, "shy")).to_be_visible()
    expect(zone_of(window, "flat").get_by_role("button", name="Minimise")).to_have_count(0)
    expect(zone_of(window, "shy").get_by_role("button", name="Minimise")).to_have_count(1)


def test_a_pane_leaves_the_strip_out_while_it_is_in_front_and_says_so(window: Page) -> None:
    strip = window.locator("main .hs-tabstrip")
    tab(window, "full").click()
    expect(pane(window, "full")).to_be_visible()
    expect(strip).to_be_hidden()
    window.evaluate("() => { globalThis.fullPage = false; dispatchEvent(new Event('focus')) }")
    expect(strip).to_be_visible()
    window.evaluate("() => { globalThis.fullPage = true; dispatchEvent(new Event('focus')) }")
    expect(strip).to_be_hidden()
    find_in_palette(window, "close the tab", "Close the tab").press("Enter")
    expect(window.get_by_role("tab", name="New chat")).to_be_visible()
    expect(strip).to_be_visible()


def test_a_pane_that_is_not_kept_is_unmounted_behind_others(window: Page) -> None:
    for name in ("kept", "thrown", "board"):
        tab(window, name).click()
        expect(pane(window, name)).to_be_visible()
    expect(pane(window, "kept").locator("p")).to_be_attached()
    expect(pane(window, "thrown").locator("p")).to_have_count(0)


def test_broken_chrome_is_a_sign_beside_a_tab_that_works(page: Page, home: Path) -> None:
    install(home, FIXTURES / "broken-chrome")
    tabs = page.locator("[data-zone=right] [data-tab]")
    expect(tabs).to_have_count(4)
    for name in ("throws", "nothing", "wrong", "large"):
        place = page.locator(f"[data-tab='broken-chrome:{name}']")
        place.get_by_role("tab").click()
        expect(page.locator(f"[data-pane='broken-chrome:{name}'] p")).to_be_visible()
        box = place.bounding_box()
        assert box is not None
        assert box["height"] <= 28
    expect(page.locator("[data-tab='broken-chrome:throws'] [data-variant=mark]")).to_have_count(2)
    expect(page.locator("[data-tab='broken-chrome:throws']")).to_contain_text("throws")
    expect(page.locator("[data-tab='broken-chrome:nothing']")).to_contain_text("nothing")
    expect(page.locator("[data-tab='broken-chrome:wrong'] [data-variant=mark]")).to_have_count(2)
    expect(page.locator("[data-tab='broken-chrome:wrong']")).to_contain_text("wrong")
    page.locator("[data-tab='broken-chrome:throws']").get_by_role("tab").click()
    strip = page.locator("[data-zone=right] .hs-tabstrip")
    expect(strip.locator("[data-slot=boundary][data-variant=chip]")).to_be_visible()
    strip.get_by_role("button", name="New tab").click()
    expect(page.locator("[data-slot=toast]").filter(has_text="no tab")).to_be_visible()
    strip.get_by_role("button", name="Menu of").click()
    expect(page.get_by_role("menu").locator("[data-variant=mark]")).to_be_visible()
    menu_row(page, "Close").click()
    expect(tabs).to_have_count(3)


def test_axe_finds_nothing_in_tabs_and_their_menu(window: Page, home: Path) -> None:
    install(home, FIXTURES / "broken-chrome")
    expect(window.locator("[data-tab='broken-chrome:wrong'] [data-variant=mark]")).to_have_count(2)
    parts = {"include": [[".hs-tabstrip"], ["#islands"]]}
    results = Axe().run(window, context=parts)
    assert results.violations_count == 0, results.generate_report()
    for name in (f"{PLUGIN}:board", "broken-chrome:throws"):
        window.locator(f"[role=tab][data-pane-activate='{name}']").press("Shift+F10")
        submenu = menu_row(window, "Move to")
        submenu.focus()
        submenu.press("ArrowRight")
        expect(window.get_by_role("menu")).to_have_count(2)
        come_to_rest(window)
        results = Axe().run(window, context=parts)
        assert results.violations_count == 0, results.generate_report()
        window.keyboard.press("Escape")
        expect(window.get_by_role("menu")).to_have_count(0)


def test_every_pane_has_a_close_control_with_a_name(window: Page) -> None:
    # Known faults: a pane that nothing visible closes.
    for name, title in (("board", "board"), ("kept", "kept"), ("hides", "hides")):
        tab(window, name).click()
        zone = zone_of(window, name)
        expect(zone.get_by_role("button", name=f"Close {title}")).to_have_count(1)
        expect(zone.get_by_role("button", name="Menu of")).to_have_count(1)
    tab(window, "kept").click()
    close = zone_of(window, "kept").get_by_role("button", name="Close kept")
    close.focus()
    expect(close).to_be_visible()
    close.press("Enter")
    expect(tab(window, "kept")).to_have_count(0)


def test_the_menu_moves_a_pane_and_gives_the_focus_back(window: Page) -> None:
    choose(window, "kept", "Split and move", "Down")
    expect(tab(window, "kept")).to_be_focused()
    right, own = zone_of(window, "board").bounding_box(), zone_of(window, "kept").bounding_box()
    assert right is not None
    assert own is not None
    assert own["y"] > right["y"]
    choose(window, "kept", "Move to", "Workspace")
    expect(tab(window, "kept")).to_be_focused()
    expect(window.locator(f"main [data-tab='{PLUGIN}:kept']")).to_be_visible()
    choose(window, "kept", "Float")
    expect(window.locator(f".hs-float [data-tab='{PLUGIN}:kept']")).to_be_visible()
    expect(tab(window, "kept")).to_be_focused()
    choose(window, "kept", "Dock again")
    expect(window.locator(".hs-float")).to_have_count(0)
    expect(pane(window, "kept")).to_be_visible()
    expect(tab(window, "kept")).to_be_focused()


def test_the_menu_folds_fills_tints_and_hides_the_strip(window: Page) -> None:
    zone = zone_of(window, "board")
    choose(window, "board", "Blue")
    expect(zone).to_have_attribute("data-tint", "blue")
    choose(window, "board", "Maximise")
    expect(window.locator("main")).to_be_hidden()
    choose(window, "board", "Back to its size")
    expect(window.locator("main")).to_be_visible()
    choose(window, "board", "Tab strip", "Never")
    expect(zone).to_have_attribute("data-strip", "never")
    window.locator("#workspace-page").focus()
    window.mouse.move(5, 400)
    expect(zone.locator(".hs-tabstrip")).to_have_css("opacity", "0")
    tab(window, "board").focus()
    expect(zone.locator(".hs-tabstrip")).to_have_css("opacity", "1")
    window.keyboard.press("Control+Alt+t")
    expect(zone).to_have_attribute("data-strip", "always")
    choose(window, "board", "Tab strip", "Automatic")
    expect(zone).not_to_have_attribute("data-strip", "always")
    choose(window, "board", "Minimise")
    expect(zone).to_have_attribute("data-minimised", "")


def test_keys_close_reopen_and_choose_tabs(window: Page) -> None:
    tab(window, "kept").click()
    window.keyboard.press("Control+w")
    expect(tab(window, "kept")).to_have_count(0)
    expect(zone_of(window, "board").locator("[role=tab]:focus")).to_have_count(1)
    window.keyboard.press("Control+Shift+t")
    expect(pane(window, "kept")).to_be_visible()
    window.keyboard.press("Control+1")
    expect(tab(window, "board")).to_have_attribute("aria-selected", "true")
    window.keyboard.press("Alt+Shift+ArrowDown")
    expect(tab(window, "board")).to_be_focused()
    boxes = [zone_of(window, name).bounding_box() for name in ("fixed", "board")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[1]["y"] > boxes[0]["y"]
    before = zone_of(window, "board").bounding_box()
    window.keyboard.press("Control+\\")
    wait_until(lambda: before != zone_of(window, "board").bounding_box(), "the sides are mirrored")
    expect(pane(window, "board")).to_be_visible()


def test_a_plugin_that_is_turned_off_leaves_nothing_of_its_chrome(window: Page, home: Path) -> None:
    install(home, FIXTURES / "broken-chrome")
    expect(window.locator("[data-tab='broken-chrome:wrong']")).to_be_visible()
    button(window, "Open room").click()
    expect(window.locator("[data-tab='plugin-workspace:room']")).to_be_visible()
    for name in (PLUGIN, "broken-chrome"):
        shown = window.locator(f"[role=tab][data-pane-activate^='{name}:']").first
        shown.click(button="right")
        menu_row(window, f"Turn off {name}").click()
        expect(window.locator(f"[data-pane-activate^='{name}:']")).to_have_count(0)
    for residue in (
        "[data-pane^='plugin-workspace:']",
        "hermes-slot[area=panes]",
        "[data-veto]",
        "[data-slot=boundary]",
    ):
        expect(window.locator(residue)).to_have_count(0)
    expect(window.locator(".hermes-host [data-test]")).to_have_count(0)
    left = window.evaluate(
        """async () => {
          const main = document.querySelector('script[type=module]').src
          const { registry } = await import(new URL('registry.js', main).href)
          return [...registry.all()].filter(({ source }) => source.startsWith('plugin:')).map(({ id }) => id)
        }"""
    )
    assert left == []
    expect(window.locator(":focus")).to_have_attribute("role", "tab")
