"""One page with the real page modules and no shell server; `page.js` beside this file says what is faked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.chromium import CHROMIUM
from tests.page_snapshot import PAGE_SNAPSHOT

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "hermes_shell" / "static"

OpenPage = Callable[..., Page]

SNAPSHOT: dict[str, object] = {**PAGE_SNAPSHOT, "base": "/", "static": "/static/"}


class Files(SimpleHTTPRequestHandler):
    """Serves the page, its script and the shell's static files.

    The snapshots of the pages come from here and not from a route of the browser, which would turn its cache off.
    """

    protocol_version = "HTTP/1.1"
    snapshots: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        """Answer `/shell?<number>` with the page that has the snapshot of this number, anything else with a file."""
        path, _, number = self.path.partition("?")
        if path != "/shell":
            super().do_GET()
            return
        body = (HERE / "page.html").read_text("utf-8").replace("SNAPSHOT", self.snapshots[int(number)]).encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

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


def page_path(**changes: object) -> str:
    """The path of a page with changes to its boot snapshot."""
    Files.snapshots.append(json.dumps({**SNAPSHOT, **changes}).replace("<", "\\u003c"))
    return f"/shell?{len(Files.snapshots) - 1}"


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


@pytest.fixture(scope="module")
def idle() -> list[Page]:
    """A window that no test uses now, or none: another page in it costs a third of another window."""
    return []


@pytest.fixture
def open_page(
    context: tuple[BrowserContext, str], idle: list[Page], request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """Opens the page with changes to its boot snapshot; with a script that runs before it, in a window of its own."""
    browser_context, address = context
    pages: list[Page] = []
    own: list[Page] = []
    failed = request.session.testsfailed

    def opened(route: str = "", before: str = "", **changes: object) -> Page:
        page = idle.pop() if idle and not before else browser_context.new_page()
        (own if before else pages).append(page)
        if before:
            page.add_init_script(before)
        page.goto(f"{address}{page_path(**changes)}{route}")
        page.locator("html[data-shell=ready]").wait_for(state="attached")
        return page

    yield opened
    if pages and not pages[0].is_closed() and request.session.testsfailed == failed:
        page = pages.pop(0)
        page.unroute_all()
        page.mouse.move(0, 0)
        page.evaluate("sessionStorage.clear()")
        page.goto("about:blank")
        idle.append(page)
    for page in (*pages, *own):
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
