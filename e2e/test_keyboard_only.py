"""The whole workbench by keyboard alone, once: no pointer is used from the first key to the last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import find_in_palette
from e2e.shell_process import SAMPLES, install


@pytest.fixture
def window(page: Page, home: Path) -> Page:
    """A window with the sample `workbench`."""
    install(home, SAMPLES / "workbench")
    expect(tab(page, "Right")).to_be_visible()
    page.evaluate("() => globalThis.hermesShellIdle()")
    return page


def test_everything_is_done_by_keyboard_alone(window: Page) -> None:
    reach_each_region(window)
    walk_open_and_close_tabs(window)
    arrange_panes(window)
    move_a_floating_pane(window)
    resize_by_a_sash(window)
    go_to_a_page_and_find_in_it(window)
    hide_a_row_and_an_item(window)
    change_a_key(window)
    reset_and_take_it_back(window)


def reach_each_region(page: Page) -> None:
    """F6 comes by title bar, sidebar, every zone, the floating pane and the status bar, and back to the first."""
    seen: list[str] = []
    for _ in range(40):
        page.keyboard.press("F6")
        region = page.evaluate(
            "() => document.activeElement.closest('[data-region], .hs-zone')?.matches('[data-region]')"
            " ? document.activeElement.closest('[data-region]').dataset.region"
            " : document.activeElement.closest('.hs-zone')?.dataset.zone"
        )
        if region in seen:
            break
        seen.append(region)
    assert {"titlebar", "sidebar", "main", "left", "right", "float:workbench:floating", "statusbar"} <= set(seen)


def walk_open_and_close_tabs(page: Page) -> None:
    """Arrow keys walk tabs; one is closed by Delete and comes back by its key."""
    focus_tab(page, "Right")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("region", name="Before content")).to_be_visible()
    expect(tab(page, "Before")).to_be_focused()
    page.keyboard.press("Delete")
    expect(tab(page, "Before")).to_have_count(0)
    page.keyboard.press("Control+Shift+T")
    expect(tab(page, "Before")).to_be_visible()


def arrange_panes(page: Page) -> None:
    """A pane becomes a split, floats, docks again, fills the window and folds, by keys and by its menu."""
    focus_tab(page, "Default")
    page.keyboard.press("Alt+Shift+ArrowDown")
    expect(zone_of(page, "default")).not_to_have_attribute("data-zone", "right")
    expect(tab(page, "Default")).to_be_focused()

    page.keyboard.press("Control+Alt+f")
    expect(zone_of(page, "default")).to_have_attribute("data-zone", "float:workbench:default")
    page.keyboard.press("Control+Alt+f")
    expect(zone_of(page, "default")).not_to_have_attribute("data-zone", "float:workbench:default")

    focus_tab(page, "Default")
    page.keyboard.press("Control+Shift+Enter")
    expect(zone_of(page, "left")).to_be_hidden()
    page.keyboard.press("Control+Shift+Enter")
    expect(zone_of(page, "left")).to_be_visible()

    focus_tab(page, "Top")
    page.keyboard.press("Shift+F10")
    expect(page.get_by_role("menu")).to_be_visible()
    choose(page, "Minimise")
    fold = page.locator("[data-minimised] [data-pane-activate='workbench:top']")
    expect(fold).to_be_visible()
    reach(page, fold)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Top content", exact=True)).to_be_visible()


def move_a_floating_pane(page: Page) -> None:
    """Alt and arrow keys move a card."""
    focus_tab(page, "Floating")
    card = zone_of(page, "floating")
    before = card.bounding_box()
    page.keyboard.press("Alt+ArrowLeft")
    page.keyboard.press("Alt+ArrowUp")
    after = card.bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] < before["x"]
    assert after["y"] < before["y"]


def resize_by_a_sash(page: Page) -> None:
    """A sash is a stop of the Tab key; arrow keys move it."""
    sash = page.locator(".hs-tree > .hs-sash").last
    reach(page, sash)
    before = int(sash.get_attribute("aria-valuenow") or 0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(sash).to_have_attribute("aria-valuenow", str(before + 32))


def go_to_a_page_and_find_in_it(page: Page) -> None:
    """The palette leads to a page, in which a word is found."""
    find_in_palette(page, "open the workbench", "Open the workbench page")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Workbench page")).to_be_visible()
    page.keyboard.press("Control+f")
    page.keyboard.type("header")
    expect(page.locator("[data-slot=find-bar]").get_by_role("status")).to_have_text("1 of 2")
    page.keyboard.press("Escape")
    expect(page.locator("[data-slot=find-bar]")).to_have_count(0)


def hide_a_row_and_an_item(page: Page) -> None:
    """A row of the sidebar and an item of the status bar are hidden by their lists."""
    for words, command, choice, gone in (
        ("rows of the sidebar", "Choose rows of the sidebar", "Count up", "nav [data-item='workbench:nav-call']"),
        (
            "items of the status",
            "Choose items of the status bar",
            "Page",
            "hermes-slot[cid='workbench:status-to'] button",
        ),
    ):
        find_in_palette(page, words, command)
        page.keyboard.press("Enter")
        row = page.get_by_role("menuitemcheckbox", name=choice)
        expect(row).to_be_visible()
        press_until(page, "ArrowDown", lambda row=row: is_focused(row))
        page.keyboard.press("Enter")
        expect(page.locator(gone)).to_be_hidden()
        page.keyboard.press("Escape")


def change_a_key(page: Page) -> None:
    """An action gets other keys in the settings, and they work."""
    page.keyboard.press("Control+/")
    expect(page.get_by_role("heading", name="Keyboard", level=1)).to_be_visible()
    row = page.locator("[data-action='workbench.up'][data-fixed=false]")
    reach(page, page.get_by_role("searchbox", name="Filter shortcuts"))
    page.keyboard.type("workbench: count up")
    press_until(page, "Tab", lambda: has(row, "row => row.contains(document.activeElement)"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Press the new keys for")).to_be_focused()
    page.keyboard.press("Control+Alt+y")
    expect(row).to_contain_text("Y")
    press_until(page, "Escape", lambda: page.locator("#overlay-page").is_hidden())
    expect(page.locator("#overlay-page")).to_be_hidden()
    counter = page.locator("hermes-slot[cid='workbench:status-render']")
    before = counter.text_content()
    page.keyboard.press("Control+Alt+y")
    expect(counter).not_to_have_text(before or "")


def reset_and_take_it_back(page: Page) -> None:
    """The layout is reset by a command and comes back by the toast's button."""
    focus_tab(page, "Default")
    page.keyboard.press("Alt+Shift+ArrowDown")
    expect(zone_of(page, "default")).not_to_have_attribute("data-zone", "right")
    find_in_palette(page, "reset layout", "Reset layout")
    page.keyboard.press("Enter")
    expect(zone_of(page, "default")).to_have_attribute("data-zone", "right")
    undo = page.locator("[data-slot=toast]").get_by_role("button", name="Undo")
    reach(page, undo)
    page.keyboard.press("Enter")
    expect(zone_of(page, "default")).not_to_have_attribute("data-zone", "right")


def tab(page: Page, name: str) -> Locator:
    """A tab by its title."""
    return page.get_by_role("tab", name=name, exact=True)


def zone_of(page: Page, pane: str) -> Locator:
    """The zone that holds a pane of the sample."""
    return page.locator(f'.hs-zone:has(> .hs-pane[data-pane="workbench:{pane}"])')


def focus_tab(page: Page, title: str) -> None:
    """Go to a tab: F6 to its zone, Shift+Tab to the strip, arrow keys along it."""
    wanted = tab(page, title)
    press_until(page, "F6", lambda: has(wanted, "tab => tab.closest('.hs-zone').contains(document.activeElement)"))
    press_until(
        page,
        "Shift+Tab",
        lambda: has(wanted, "tab => tab.parentElement.parentElement.contains(document.activeElement)"),
    )
    press_until(page, "ArrowRight", lambda: is_focused(wanted))


def choose(page: Page, name: str) -> None:
    """Run a row of the open menu."""
    row = page.get_by_role("menuitem", name=name)
    press_until(page, "ArrowDown", lambda: is_focused(row))
    page.keyboard.press("Enter")


def reach(page: Page, wanted: Locator) -> None:
    """Go to a control by the Tab key."""
    press_until(page, "Tab", lambda: is_focused(wanted))


def press_until(page: Page, key: str, reached: Callable[[], bool]) -> None:
    """Press a key as often as it takes, within reason."""
    for _ in range(200):
        if reached():
            return
        page.keyboard.press(key)
        # Menus move the focus a task later; a second press before it would go past the row.
        page.evaluate("() => new Promise((moved) => requestAnimationFrame(() => setTimeout(moved)))")
    raise AssertionError(f"{key} did not lead there")


def is_focused(wanted: Locator) -> bool:
    """Whether a control has the focus."""
    return has(wanted, "wanted => wanted === document.activeElement")


def has(wanted: Locator, test: str) -> bool:
    """Whether an element passes a test in the page."""
    return bool(wanted.evaluate(test))
