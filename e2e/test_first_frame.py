"""The frame that a page shows before the server is there becomes the page, in a real browser."""

from __future__ import annotations

import hashlib
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.shell_process import wait_until
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from hermes_shell.start import Start

# Place, plane and type of the parts of the frame.
LOOK = """() => {
  const parts = '.hs-titlebar, .hs-sidebar, .hs-nav, .hs-zone, .hs-statusbar, .hs-palette-field, .hs-palette-field kbd'
  return [...document.querySelectorAll(parts)].map((node) => {
    const { backgroundColor, color, fontSize, fontFamily } = getComputedStyle(node)
    return [node.className, node.getBoundingClientRect().toJSON(), backgroundColor, color, fontSize, fontFamily]
  })
}"""


@contextmanager
def _started(home: Path) -> Iterator[Start]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    start = Start(Settings(home=Home(home), port=0))  # it blocks signals for good
    try:
        start.show_early()
        yield start
    finally:
        start.stop()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The frame that a start keeps; it holds nothing of its home."""
    home = tmp_path_factory.mktemp("kept")
    file = Home(home).cache / "first-frame.html"
    with _started(home) as start:
        start.finish()
        wait_until(file.is_file, "the frame has been kept")
    return file.read_text()


@pytest.fixture
def seen(home: Path, kept: str) -> Path:
    """A home that a window has shown before; the file of its frame."""
    assert Home(home).prepare() == []
    file = Home(home).cache / "first-frame.html"
    file.write_text(kept)
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
        frame = page.evaluate(LOOK)
        assert len(frame) > 5
        expect(page.locator("html")).to_have_attribute("data-shell", "starting")
        page.evaluate("() => { globalThis.sameDocument = true }")

        start.finish()

        expect(page.locator("html[data-shell=ready]")).to_be_attached()
        assert page.evaluate("() => globalThis.sameDocument") is True
        assert page.evaluate(LOOK) == frame
        assert (
            page.url.partition("#")[0]
            == f"{start.boot_url().partition('/boot/')[0]}{page.evaluate('location.pathname')}"
        )


def test_frame_of_another_version_is_replaced(context: BrowserContext, home: Path, seen: Path) -> None:
    head, _, frame = seen.read_text().partition("\n")
    frame = frame.replace("Search commands", "Words of before")
    key, digest = head.split()[0], hashlib.sha256(frame.encode()).hexdigest()
    seen.write_text(f"{key} {digest}\n{frame}")
    with _started(home) as start:
        page = _open(context, start)
        expect(page.get_by_role("button", name="Words of before")).to_be_visible()
        start.finish()
        expect(page.locator("html[data-shell=ready]")).to_be_attached()
        expect(page.get_by_role("button", name="Search commands and pages")).to_be_visible()
        expect(page.get_by_text("Words of before")).to_have_count(0)
