"""Fixtures for the page's modules: a browser, a site of one page, and a page on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from tests.chromium import CHROMIUM
from tests.host.site import BASE, Site

Run = Callable[..., Awaitable[Any]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests of the page's modules."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM)
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """One context: every test has an origin of its own, because its site has a port of its own."""
    context = await browser.new_context()
    context.set_default_timeout(10_000)
    yield context
    await context.close()


@pytest.fixture
def site() -> Iterator[Site]:
    """A site whose snapshot can be filled until the page is opened."""
    site = Site()
    yield site
    site.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext) -> AsyncIterator[Page]:
    """An empty page."""
    page = await context.new_page()
    yield page
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def run(page: Page, site: Site) -> Run:
    """Runs the body of an async function in the page, which is opened at the first call."""

    async def run(body: str, argument: object = None) -> Any:
        if not page.url.startswith(site.url):
            await page.goto(site.url)
            await page.evaluate(
                f"import('{BASE}page/start.js').then(() => undefined)" if "startWindow" in body else "0"
            )
        return await page.evaluate(f"async (argument) => {{ {body} }}", argument)

    return run
