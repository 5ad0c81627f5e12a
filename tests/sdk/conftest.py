"""A page with the whole SDK and no server behind it: the static files, a boot snapshot, a React root."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, async_playwright

from tests.chromium import CHROMIUM
from tests.page_snapshot import PAGE_SNAPSHOT

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "hermes_shell" / "static"
STATIC_BASE = "/w/t/static/0/"
TYPES = {".js": "text/javascript", ".json": "application/json", ".css": "text/css", ".ttf": "font/ttf"}

Run = Callable[..., Awaitable[Any]]

SNAPSHOT: dict[str, object] = {
    **PAGE_SNAPSHOT,
    "base": "/w/t/",
    "static": STATIC_BASE,
    "decisions": {"quiet": False},
    "settings": {"sessionListDensity": "detailed", "tabStripDefault": "nonsense"},
    "theme": {"name": "harbour", "mode": "light"},
    "state": {"gateway": "idle", "profile": "work", "model": "m-1"},
}


class Files(BaseHTTPRequestHandler):
    """The page and the static files."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with a file, or 404."""
        path = self.path.split("?")[0]
        if path == "/page":
            text = (HERE / "page.html").read_text("utf-8").replace("STATIC", STATIC_BASE)
            snapshot = json.dumps(SNAPSHOT).replace("<", "\\u003c")
            return self.answer(text.replace("SNAPSHOT", snapshot).encode(), "text/html")
        file = STATIC / path.removeprefix(STATIC_BASE)
        if not path.startswith(STATIC_BASE) or not file.is_file():
            return self.send_error(404)
        return self.answer(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"))

    def answer(self, body: bytes, kind: str) -> None:
        """Send one file."""
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        if kind != "text/html":
            self.send_header("cache-control", "max-age=3600, immutable")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/page"
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def context() -> AsyncIterator[BrowserContext]:
    """One Chromium and one cache for all tests of the SDK."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM)
        context = await chromium.new_context()
        context.set_default_timeout(10_000)
        yield context
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext, address: str) -> AsyncIterator[Page]:
    """A fresh page; a test fails on an error that nothing caught."""
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await open_page(page, address)
    yield page
    await page.close()
    assert errors == []


@pytest_asyncio.fixture(loop_scope="session")
async def stopped_clock(page: Page) -> AsyncIterator[None]:
    """The page's clock, which moves only when a test says so. All pages share it, so it goes on afterwards."""
    await page.clock.install(time=0)
    await page.clock.pause_at(1_000)
    yield
    await page.clock.resume()


@pytest.fixture
def run(page: Page) -> Run:
    """Runs the body of an async function in the page; `sdk`, `h`, `show` and `load` are there."""
    return runner(page)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pure_run(context: BrowserContext, address: str) -> Run:
    """The same on one page for all tests that leave nothing behind."""
    page = await context.new_page()
    await open_page(page, address)
    return runner(page)


async def open_page(page: Page, address: str) -> None:
    """Go to the page and wait for the SDK."""
    await page.goto(address)
    await page.locator("html[data-sdk=ready]").wait_for(state="attached")


def runner(page: Page) -> Run:
    """Make the function that tests call."""

    async def run(body: str, argument: object = None) -> Any:
        return await page.evaluate(f"async (argument) => {{ {body} }}", argument)

    return run
