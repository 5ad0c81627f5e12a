"""How panes are shown, closed and brought back, and what their plugins hear of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import find_in_palette
from e2e.pane_chrome import PLUGIN, button, choose, pane, show_panes, tab, zone_of
from e2e.shell_process import FIXTURES, SAMPLES, install, wait_until


@pytest.fixture
def window(page: Page, home: Path) -> Page:
    """A window with the panes of the fixture."""
    return show_panes(page, home)


def test_a_reset_layout_can_be_taken_back(window: Page) -> None:
    choose(window, "kept", "Move to", "Workspace")
    tab(window, "thrown").press("Delete")
    expect(tab(window, "thrown")).to_have_count(0)
    find_in_palette(window, "reset layout", "Reset layout").press("Enter")
    expect(window.locator(f"[data-zone=right] [data-tab='{PLUGIN}:kept']")).to_be_visible()
    expect(tab(window, "thrown")).to_be_visible()
    window.locator("[data-slot=toast]").get_by_role("button", name="Undo").click()
    expect(window.locator(f"main [data-tab='{PLUGIN}:kept']")).to_be_visible()
    expect(tab(window, "thrown")).to_have_count(0)


def test_PA8_closing_one_of_several_panes_keeps_the_plugin_and_reset_brings_it_back(window: Page) -> None:
    tab(window, "kept").press("Delete")
    expect(tab(window, "kept")).to_have_count(0)
    expect(tab(window, "board")).to_be_visible()
    expect(button(window, "Reveal kept")).to_be_visible()
    window.reload()
    expect(tab(window, "board")).to_be_visible()
    expect(tab(window, "kept")).to_have_count(0)
    find_in_palette(window, "reset layout", "Reset layout").press("Enter")
    expect(tab(window, "kept")).to_be_visible()


def test_PA8_closing_the_only_pane_turns_its_plugin_off_and_undo_brings_it_to_its_place(page: Page, home: Path) -> None:
    install(home, FIXTURES / PLUGIN)
    expect(tab(page, "board")).to_be_visible()
    install(home, SAMPLES / "hello")
    hello = page.locator("[role=tab][data-pane-activate='hello:pane']")
    hello.click()
    page.keyboard.press("Alt+Shift+ArrowDown")
    place = page.locator("[data-zone]").filter(has=page.locator("[data-pane='hello:pane']"))
    expect(place.locator("[role=tab]")).to_have_count(1)
    zone = place.get_attribute("data-zone")
    hello.press("Delete")
    expect(hello).to_have_count(0)
    toast = page.locator("[data-slot=toast]").filter(has_text="is off")
    toast.get_by_role("button", name="Undo").click()
    expect(hello).to_be_visible()
    expect(place).to_have_attribute("data-zone", zone or "")


def test_a_plugin_shows_its_own_panes_and_no_others(window: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    expect(window.locator("[data-tab='hello:pane']")).to_be_visible()
    tab(window, "kept").press("Delete")
    expect(tab(window, "kept")).to_have_count(0)
    button(window, "Reveal kept").click()
    expect(pane(window, "kept")).to_be_visible()
    messages: list[str] = []
    window.on("console", lambda message: messages.append(message.text))
    for _ in range(2):
        button(window, "Reveal foreign").click()
    expect(pane(window, "kept")).to_be_visible()
    assert [text for text in messages if "hello:pane" in text] == [
        f'[plugin:{PLUGIN}] panes.reveal: "hello:pane" is no pane of this plugin; nothing is shown'
    ]


def test_reveal_unfolds_a_minimised_zone_and_an_alias_reveals_its_pane(window: Page) -> None:
    # Known faults: success over a pane that could not be seen.
    choose(window, "fixed", "Minimise")
    expect(zone_of(window, "board")).to_have_attribute("data-minimised", "")
    button(window, "Reveal boards").click()
    expect(pane(window, "board")).to_be_visible()
    choose(window, "board", "Minimise")
    button(window, "Reveal kept").click()
    expect(pane(window, "kept")).to_be_visible()
    choose(window, "shy", "Maximise") if tab(window, "shy").count() else None
    button(window, "Reveal kept").click()
    expect(pane(window, "kept")).to_be_visible()


def test_the_palette_offers_every_pane_that_was_closed(window: Page) -> None:
    tab(window, "kept").press("Delete")
    expect(tab(window, "kept")).to_have_count(0)
    find_in_palette(window, "show kept", "Show kept").press("Enter")
    expect(pane(window, "kept")).to_be_visible()


def test_undismiss_brings_a_pane_back_behind_the_others(window: Page) -> None:
    tab(window, "kept").press("Delete")
    tab(window, "board").click()
    button(window, "Undismiss kept").click()
    expect(tab(window, "kept")).to_have_attribute("aria-selected", "false")
    expect(pane(window, "board")).to_be_visible()


def test_visibility_follows_the_pane_wherever_it_is(window: Page) -> None:
    def last() -> list[bool]:
        return window.evaluate("() => globalThis.shownPanes.slice(-1)")

    assert last() == [False]
    tab(window, "kept").click()
    assert last() == [True]
    choose(window, "kept", "Minimise")
    expect(zone_of(window, "kept")).to_have_attribute("data-minimised", "")
    assert last() == [False]
    button(window, "Reveal kept").click()
    expect(pane(window, "kept")).to_be_visible()
    assert last() == [True]
    choose(window, "kept", "Float")
    expect(window.locator(f".hs-float [data-pane='{PLUGIN}:kept']")).to_be_visible()
    assert last() == [True]
    tab(window, "kept").press("Delete")
    expect(tab(window, "kept")).to_have_count(0)
    assert last() == [False]


def test_H20_a_workspace_is_a_tab_of_the_main_zone_that_refreshes_in_place(window: Page) -> None:
    button(window, "Open room").click()
    room = window.locator("main [data-tab='plugin-workspace:room']")
    expect(room).to_have_attribute("data-active", "true")
    window.get_by_label("Note").fill("typed")
    window.get_by_role("tab", name="New chat").click()
    button(window, "Open room").click()
    expect(room).to_have_count(1)
    expect(room).to_have_attribute("data-active", "true")
    expect(window.get_by_text("Room 2")).to_be_visible()
    expect(window.get_by_label("Note")).to_have_value("typed")
    room.get_by_role("tab").focus()
    window.keyboard.press("Control+w")
    expect(room).to_have_count(0)
    wait_until(lambda: window.evaluate("() => globalThis.roomClosed") == 1, "onClose ran")
    button(window, "Open room").click()
    expect(room).to_be_visible()
    window.evaluate("() => { globalThis.closeRoom(); globalThis.closeRoom() }")
    expect(room).to_have_count(0)
    wait_until(lambda: window.evaluate("() => globalThis.roomClosed") == 2, "onClose ran")
