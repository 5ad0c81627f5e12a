"""One page with the real page modules and no shell server; `page.js` beside this file says what is faked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.chromium import CHROMIUM
from tests.page_snapshot import PAGE_SNAPSHOT

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "hermes_shell" / "static"

OpenPage = Callable[..., Page]

SNAPSHOT: dict[str, object] = {**PAGE_SNAPSHOT, "base": "/", "static": "/static/"}


class Files(SimpleHTTPRequestHandler):
    """Serves the page, its script and the shell's static files."""

    protocol_version = "HTTP/1.1"

    def guess_type(self, path: object) -> str:
        """Say what a file is, whatever the machine's MIME table holds."""
        return {".js": "text/javascript", ".html": "text/html"}.get(Path(str(path)).suffix, "text/plain")

    def translate_path(self, path: str) -> str:
        """Map a URL to one of the two folders."""
        name = path.partition("?")[0].lstrip("/")
        return str(STATIC / name.removeprefix("static/") if name.startswith("static/") else HERE / name)

    def end_headers(self) -> None:
        """Let the browser keep the files: a hundred modules a page would be most of a test's time."""
        self.send_header("Cache-Control", "max-age=600, immutable")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""


@pytest.fixture(scope="module")
def context() -> Iterator[tuple[BrowserContext, str]]:
    """A browser context and the address of the files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(HERE)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    with sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(executable_path=CHROMIUM)
        browser_context = browser.new_context()
        browser_context.set_default_timeout(20_000)
        yield browser_context, f"http://127.0.0.1:{server.server_address[1]}"
        browser.close()
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def open_page(context: tuple[BrowserContext, str]) -> Iterator[OpenPage]:
    """Opens the page with changes to its boot snapshot."""
    browser_context, address = context
    pages: list[Page] = []

    def opened(route: str = "", before: str = "", **changes: object) -> Page:
        page = browser_context.new_page()
        pages.append(page)
        text = (HERE / "page.html").read_text("utf-8")
        snapshot = json.dumps({**SNAPSHOT, **changes}).replace("<", "\\u003c")
        page.route(
            "**/shell", lambda route: route.fulfill(body=text.replace("SNAPSHOT", snapshot), content_type="text/html")
        )
        if before:
            page.add_init_script(before)
        page.goto(f"{address}/shell{route}")
        page.locator("html[data-shell=ready]").wait_for(state="attached")
        return page

    yield opened
    for page in pages:
        page.close()
    browser_context.clear_cookies()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The page with its plain snapshot."""
    return open_page()


@pytest.fixture
def stopped_clock(page: Page) -> Iterator[None]:
    """The page's clock, which moves only when a test says so. All pages share it, so it goes on afterwards."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    yield
    page.clock.resume()
