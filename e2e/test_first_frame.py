"""The frame that a page shows before the server is there becomes the page, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from hermes_shell.start import Start


@contextmanager
def _started(home: Path) -> Iterator[Start]:
    start = Start(Settings(home=Home(home), port=0))
    try:
        start.show_early()
        yield start
    finally:
        start.stop()


@pytest.fixture
def seen(home: Path) -> Path:
    """A home that a window has shown before; the file of its frame."""
    with _started(home) as start:
        start.finish()
    file = Home(home).cache / "first-frame.html"
    assert file.is_file()
    return file


def _open(context: BrowserContext, start: Start) -> Page:
    page = context.new_page()
    page.goto(start.boot_url(), wait_until="commit")
    return page


def test_frame_is_seen_without_a_server_and_the_same_document_becomes_ready(
    context: BrowserContext, home: Path, seen: Path
) -> None:
    with _started(home) as start:
        page = _open(context, start)
        field = page.get_by_role("button", name="Search commands and pages")
        expect(field).to_be_visible()
        expect(page.get_by_role("navigation", name="Main").get_by_role("listitem").first).to_be_visible()
        plane = field.evaluate("node => getComputedStyle(node.closest('header')).backgroundColor")
        box = field.bounding_box()
        expect(page.locator("html")).to_have_attribute("data-shell", "starting")
        page.evaluate("() => { globalThis.sameDocument = true }")

        start.finish()

        expect(page.locator("html[data-shell=ready]")).to_be_attached()
        assert page.evaluate("() => globalThis.sameDocument") is True
        assert field.evaluate("node => getComputedStyle(node.closest('header')).backgroundColor") == plane
        assert field.bounding_box() == box
        assert page.url == f"{start.boot_url().partition('/boot/')[0]}{page.evaluate('location.pathname')}"


def test_frame_of_another_version_is_replaced(context: BrowserContext, home: Path, seen: Path) -> None:
    seen.write_text(seen.read_text().replace("Search commands", "Words of before"))
    with _started(home) as start:
        page = _open(context, start)
        expect(page.get_by_role("button", name="Words of before")).to_be_visible()
        start.finish()
        expect(page.locator("html[data-shell=ready]")).to_be_attached()
        expect(page.get_by_role("button", name="Search commands and pages")).to_be_visible()
        expect(page.get_by_text("Words of before")).to_have_count(0)
