"""Take pictures of the real shell with the sample plugins: those that the README shows, or everything there is to see.

Usage: `python -m tools.screenshots [FOLDER]` writes the README's pictures into `docs/images`, or FOLDER.
`python -m tools.screenshots --all FOLDER` writes every page, overlay, toast and menu, light and dark, in three sizes.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

import watchfiles
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.chromium import CHROMIUM
from tools.views import BROKEN_HOME, CHAT_HOME, EMPTY_HOME, SAMPLE_HOME, View

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "desktop-plugins-samples"
SHOWN = ("hello", "notes", "clock", "pages", "counter")
BROKEN = "register-throws"
SIZES: dict[str, ViewportSize] = {
    "": {"width": 1440, "height": 900},
    "-1024x700": {"width": 1024, "height": 700},
    "-900x600": {"width": 900, "height": 600},
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DEADLINE_SECONDS = 30
GO = """
async address => {
  if (location.hash !== address) {
    const gone = new Promise(done => addEventListener('hashchange', done, { once: true }))
    location.hash = address
    await gone
  }
}
"""
"""Goes to a page."""


def main(folder: Path, wanted: Collection[str] | None = None) -> None:
    """Write pictures into `folder`.

    Args:
        folder: made when it is not there.
        wanted: file names of the pictures; None = all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for views, make_home in HOMES:
            if any(is_wanted(name, wanted) for name in names_of(views)):
                home = Path(scratch) / make_home.__name__ / "home"
                make_home(home)
                take(browser, home, views, folder, wanted)
        browser.close()


def take(browser: Browser, home: Path, views: tuple[View, ...], folder: Path, wanted: Collection[str] | None) -> None:
    """Take the views of one home: a shell, and a window for each scheme."""
    with serving(home, home.parent / "ready.json") as link:
        context = browser.new_context(color_scheme="light", reduced_motion="reduce")
        page = open_window(context.new_page(), link)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            expect(page.locator(f"html[data-hermes-mode={scheme}]")).to_be_attached()
            for suffix, size in SIZES.items():
                page.set_viewport_size(size)
                for view in views:
                    name = f"{view.name}-{scheme}{suffix}.png"
                    if is_wanted(name, wanted):
                        picture(page, view, home, folder / name)
        context.close()


def picture(page: Page, view: View, home: Path, file: Path) -> None:
    """Take one view."""
    with showing(page, view, home):
        page.mouse.move(0, 0)
        page.screenshot(path=file)


@contextmanager
def showing(page: Page, view: View, home: Path) -> Iterator[None]:
    """Bring a window to a view for a `with` block, and leave it as it was."""
    with ExitStack() as after:
        page.evaluate(GO, view.address)
        path = view.address.removeprefix("#").partition("?")[0]
        shown = ".hs-settings h1" if path == "/settings" else f'#workspace-page[data-route="{path}"] h1'
        expect(page.locator(shown)).to_be_visible()
        page.evaluate("() => hermesShellIdle()")
        expect(page.locator("#workspace-page .hs-skeleton")).to_have_count(0)
        view.prepare(page, home, after)
        yield


def open_window(page: Page, link: str) -> Page:
    """Open a window and wait until the shell in it is ready; what it has to tell at its start is taken away."""
    page.goto(link)
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    page.evaluate("() => hermesShellIdle()")
    for _ in range(page.locator("[data-slot=toast]").count()):
        page.locator("[data-slot=toast]").get_by_role("button", name="Dismiss").first.click()
    return page


def sample_home(home: Path) -> None:
    """A home with the sample plugins, one of which fails."""
    for name in SHOWN:
        shutil.copytree(SAMPLES / name, home / "desktop-plugins" / name)
    shutil.copytree(SAMPLES / "broken" / BROKEN, home / "desktop-plugins" / BROKEN)


def empty_home(home: Path) -> None:
    """A home without a plugin."""
    (home / "desktop-plugins").mkdir(parents=True)


def broken_home(home: Path) -> None:
    """A home as two starts leave it that ended while the plugin `notes` was being evaluated."""
    shutil.copytree(SAMPLES / "notes", home / "desktop-plugins" / "notes")
    record = {"version": 1, "bad": 2, "suspects": [["notes"], ["notes"]], "pages": []}
    file = home / "desktop-shell" / "starts.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(record))


def chat_home(home: Path) -> None:
    """A home with the plugins that have something to show beside a chat."""
    for name in ("hello", "clock", "counter"):
        shutil.copytree(SAMPLES / name, home / "desktop-plugins" / name)


def names_of(views: tuple[View, ...]) -> list[str]:
    """File names of every picture of these views."""
    return [f"{view.name}-{scheme}{suffix}.png" for view in views for scheme in SCHEMES for suffix in SIZES]


def is_wanted(name: str, wanted: Collection[str] | None) -> bool:
    """Whether the picture `name` is to be taken."""
    return wanted is None or name in wanted


def named_in_readme() -> set[str]:
    """File names of the pictures that the README shows."""
    return set(re.findall(r"docs/images/([\w-]+\.png)", (ROOT / "README.md").read_text("utf-8")))


@contextmanager
def serving(home: Path, ready: Path) -> Iterator[str]:
    """A shell on `home` for the time of a `with` block; gives its boot link.

    Raises:
        RuntimeError: when it is not ready in time.
    """
    command = [sys.executable, "-m", "hermes_shell", "serve", "--home", home, "--ready-file", ready, "--port", "0"]
    # Whatever agent this machine has: the demo says the same everywhere.
    command += ["--gateway", "demo"]
    with subprocess.Popen(command) as shell:
        try:
            yield json.loads(await_file(ready).read_text())["boot_url"]
        finally:
            shell.terminate()


def await_file(file: Path) -> Path:
    """Return `file` once it is there.

    Raises:
        RuntimeError: when it does not come in time.
    """
    end = time.monotonic() + DEADLINE_SECONDS
    for _ in watchfiles.watch(file.parent, rust_timeout=200, yield_on_timeout=True, debounce=50, step=10):
        if file.exists():
            return file
        if time.monotonic() > end:
            break
    raise RuntimeError(f"{file} did not come within {DEADLINE_SECONDS} s")


HOMES = ((SAMPLE_HOME, sample_home), (EMPTY_HOME, empty_home), (BROKEN_HOME, broken_home), (CHAT_HOME, chat_home))
"""Views, and what makes the home that they are taken of."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take pictures of the shell.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "images", help="where they go")
    parser.add_argument("--all", action="store_true", help="every view, not only those that the README shows")
    options = parser.parse_args()
    main(options.folder, None if options.all else named_in_readme())
