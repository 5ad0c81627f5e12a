"""The panes of the fixture `pane-chrome`, and what tests do with them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from e2e.shell_process import FIXTURES, install

PLUGIN = "pane-chrome"


def show_panes(page: Page, home: Path) -> Page:
    """Install the fixture in a window and wait for its panes."""
    install(home, FIXTURES / PLUGIN)
    expect(tab(page, "fixed")).to_be_visible()
    expect(page.locator("[data-zone=right] [data-tab]")).to_have_count(5)
    return page


def tab(page: Page, name: str) -> Locator:
    """The tab of a pane of the fixture."""
    return page.locator(f"[role=tab][data-pane-activate='{PLUGIN}:{name}']")


def pane(page: Page, name: str) -> Locator:
    """The body of a pane of the fixture."""
    return page.locator(f"[role=tabpanel][data-pane='{PLUGIN}:{name}']")


def zone_of(page: Page, name: str) -> Locator:
    """The zone in which a pane stands."""
    return page.locator("[data-zone]").filter(has=pane(page, name))


def menu_row(page: Page, name: str) -> Locator:
    """A row of the open menu."""
    return page.get_by_role("menuitem", name=name, exact=True)


def choose(page: Page, name: str, *rows: str) -> None:
    """Choose in a tab's menu, by keyboard alone."""
    tab(page, name).focus()
    page.keyboard.press("Shift+F10")
    for row in rows:
        item = page.get_by_role("menuitem", name=row).or_(page.get_by_role("menuitemradio", name=row)).last
        expect(item).to_be_visible()
        item.focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_have_count(0)


def button(page: Page, name: str) -> Locator:
    """A button that the fixture has on the status bar."""
    return page.locator("[data-region=statusbar]").get_by_role("button", name=name)
