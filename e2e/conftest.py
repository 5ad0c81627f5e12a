"""Fixtures: one Chromium with one context for the package, a home and a shell a test.

Playwright's synchronous driver keeps a loop running in this thread: it must be gone before other packages start theirs.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from e2e.shell_process import DEADLINE, ShellProcess, start_shell
from e2e.shell_thread import ShellThread, serve_home
from tests.chromium import CHROMIUM

OpenShell = Callable[..., ShellProcess]
ServeHome = Callable[[], ShellThread]
STORED = "local_storage,indexeddb,cache_storage,service_workers,file_systems"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=DEADLINE * 1000 / 2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def lasting_context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    context.close()


@pytest.fixture
def context(lasting_context: BrowserContext) -> Iterator[BrowserContext]:
    """Where windows are opened: nothing of an earlier test is in it but the cache of the page's code."""
    yield lasting_context
    forget_everything(lasting_context)


@pytest.fixture
def own_context(browser: Browser) -> Iterator[BrowserContext]:
    """A context for what cannot be taken back, such as a script that runs in every page."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    context.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def start(home: Path) -> Iterator[OpenShell]:
    """Start shells; each is stopped after the test, and must end cleanly unless the test killed it."""
    running: list[ShellProcess] = []

    def run(*arguments: str, home: Path = home) -> ShellProcess:
        shell = start_shell(home, *arguments)
        running.append(shell)
        return shell

    yield run
    codes = [shell.stop() for shell in running]
    assert [code for code in codes if code not in (0, -signal.SIGKILL)] == []


@pytest.fixture(scope="package")
def identity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the shells of the tests, one after the other, keep their address and secrets."""
    return tmp_path_factory.mktemp("identity") / "instance.json"


@pytest.fixture
def serve(home: Path, identity: Path) -> Iterator[ServeHome]:
    """Serve the home from now on, on a thread of the tests."""
    running: list[ShellThread] = []

    def run() -> ShellThread:
        shell = serve_home(home, identity)
        running.append(shell)
        return shell

    yield run
    assert [shell.home for shell in running if not shell.stop()] == []


@pytest.fixture
def shell(serve: ServeHome) -> ShellThread:
    return serve()


@pytest.fixture
def page(context: BrowserContext, shell: ShellThread) -> Page:
    return open_page(context, shell.boot_url)


def open_page(context: BrowserContext, url: str) -> Page:
    """Open a window on `url` and wait until the shell in it is ready."""
    page = context.new_page()
    page.goto(url)
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    return page


@contextmanager
def sign_in(browser: Browser, shell: ShellProcess | ShellThread) -> Generator[tuple[BrowserContext, str]]:
    """One browser for all windows of a file, and where the shell is; the code of the page comes from its cache."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = open_page(context, shell.boot_url)
    base = page.url.split("#")[0]
    page.close()
    yield context, base
    context.close()


def forget_everything(context: BrowserContext) -> None:
    """Close all windows and forget what they stored or were allowed."""
    origins = {page.url.split("/w/")[0] for page in context.pages if page.url.startswith("http")}
    close_windows(context)
    if origins:
        page = context.new_page()
        developer_tools = context.new_cdp_session(page)
        for origin in origins:
            developer_tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        page.close()
    context.clear_cookies()
    context.clear_permissions()


def close_windows(context: BrowserContext) -> None:
    """Close what a test opened."""
    for page in context.pages:
        page.close()


def come_to_rest(page: Page) -> None:
    """Wait until what fades in is there: colours on their way say nothing about contrast."""
    page.evaluate(
        """() => Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations < 99)
          .map(({ finished }) => finished.catch(() => {}))).then(() => true)"""
    )


def find_in_palette(page: Page, text: str, row: str, keys: str = "Control+k") -> Locator:
    """Open the palette, type `text` and return the row named `row` once it is the one that Enter runs."""
    page.keyboard.press(keys)
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type(text)
    found = page.get_by_role("option", name=row)
    expect(found).to_have_attribute("aria-selected", "true")
    return found
