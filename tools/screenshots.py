"""Take the pictures that the documentation shows: the real shell with the sample plugins, in light and dark.

Usage: `python -m tools.screenshots [FOLDER]`; the folder is `docs/images` when none is given.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import watchfiles
from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "desktop-plugins-samples"
SHOWN = ("hello", "notes", "clock", "pages", "counter")
BROKEN = "register-throws"
SIZES = {"": (1440, 900), "-900x600": (900, 600)}
DEADLINE_SECONDS = 30


def main(folder: Path) -> None:
    """Write every picture into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        home = Path(scratch) / "home"
        for name in SHOWN:
            shutil.copytree(SAMPLES / name, home / "desktop-plugins" / name)
        shutil.copytree(SAMPLES / "broken" / BROKEN, home / "desktop-plugins" / BROKEN)
        with serving(home, Path(scratch) / "ready.json") as link:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
            page = browser.new_page(color_scheme="light", reduced_motion="reduce")
            page.goto(link)
            expect(page.locator("html[data-shell=ready]")).to_be_attached()
            page.get_by_role("tab", name="notes").click()
            page.get_by_label("New note").fill("Ask for the tide table")
            page.get_by_role("button", name="Add", exact=True).click()
            page.locator("[data-slot=toast]").get_by_role("button", name="Dismiss").click()
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                take_all(page, folder, scheme)
            browser.close()


def take_all(page: Page, folder: Path, scheme: str) -> None:
    """Take every view in one colour scheme."""
    for suffix, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for view, address in (("home", "#/"), ("plugins", "#/capabilities"), ("page", "#/sample-page")):
            page.evaluate("address => { location.hash = address }", address)
            expect(page.locator("#workspace-page [data-skeleton]")).to_have_count(0)
            page.evaluate("() => globalThis.hermesShellIdle()")
            page.screenshot(path=folder / f"{view}-{scheme}{suffix}.png")
        page.keyboard.press("Control+k")
        page.keyboard.type("note")
        expect(page.get_by_role("option").first).to_be_visible()
        page.screenshot(path=folder / f"palette-{scheme}{suffix}.png")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


@contextmanager
def serving(home: Path, ready: Path) -> Iterator[str]:
    """A shell on `home` for the time of a `with` block; gives its boot link.

    Raises:
        RuntimeError: when it is not ready in time.
    """
    command = [sys.executable, "-m", "hermes_shell", "serve", "--home", home, "--ready-file", ready, "--port", "0"]
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


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
