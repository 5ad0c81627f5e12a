"""The Settings page as tests work it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def settings(page: Page, query: str = "") -> Locator:
    """Open Settings by its address and wait for it."""
    page.evaluate("query => { location.hash = '/settings' + query }", f"?{query}" if query else "")
    expect(page.locator("#settings-content h1")).to_be_visible()
    return page.locator("#overlay-page")


def root(page: Page) -> Locator:
    return page.locator("html")
