"""What the benchmarks run in: shells, browsers, a screen, and a place that measured pages report to."""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from e2e.shell_process import ShellProcess, start_shell, wait_until, write_plugin
from tests.chromium import CHROMIUM

# What a machine without an agent runs; an agent would take a core while things are measured.
os.environ.setdefault("HERMES_SHELL_GATEWAY", "demo")

DEADLINE = 30.0
"""Seconds after which a wait has failed."""
PROBE = Path(__file__).with_name("page_probe.js")
CHROMIUM_ARGUMENTS = [
    f"--{name}" for name in ("disable-background-networking", "disable-component-update", "disable-sync")
]
VIEWPORT = {"width": 1280, "height": 800}


@contextmanager
def running_shell(directory: Path, plugins: Mapping[str, str], *arguments: str) -> Iterator[ShellProcess]:
    """A served home with these plugins (folder to source) until the end of the block."""
    shell = start_shell(home_with(directory, plugins), *arguments)
    try:
        yield shell
    finally:
        end(shell.process)


def home_with(directory: Path, plugins: Mapping[str, str]) -> Path:
    """A home in `directory` that holds these plugins."""
    home = directory / "home"
    home.mkdir(parents=True, exist_ok=True)
    for folder, source in plugins.items():
        write_plugin(home, folder, source)
    return home


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop a child process, the hard way when it does not end by itself."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)


@contextmanager
def chromium(*arguments: str) -> Iterator[Browser]:
    """A fresh Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*CHROMIUM_ARGUMENTS, *arguments])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def chromium_profile(profile: Path) -> Iterator[BrowserContext]:
    """A Chromium that keeps its caches in `profile`."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            args=CHROMIUM_ARGUMENTS,
            viewport=VIEWPORT,  # pyright: ignore[reportArgumentType]
        )
        context.add_init_script(path=PROBE)
        try:
            yield context
        finally:
            context.close()


def probed_context(browser: Browser) -> BrowserContext:
    """A context whose pages carry the probe."""
    context = browser.new_context(viewport=VIEWPORT)  # pyright: ignore[reportArgumentType]
    context.set_default_timeout(DEADLINE * 1000)
    context.add_init_script(path=PROBE)
    return context


def open_shell(context: BrowserContext, url: str) -> Page:
    """Open a window of the shell and wait until it is ready."""
    page = context.new_page()
    page.goto(url)
    wait_ready(page)
    return page


def wait_ready(page: Page) -> float:
    """Wait for `html[data-shell=ready]`; returns the milliseconds from navigation to it."""
    ready = page.evaluate("() => hermesBench.ready")
    if ready is None:
        raise TimeoutError("the page did not become ready in 30 s")
    return float(ready)


def wait_in(page: Page, condition: str, argument: Any = None) -> float:
    """Wait until a JavaScript function of one argument is true in the page.

    Returns:
        When it became true, in milliseconds since 1970 by the page's calibrated clock.
    """
    time_ms = page.evaluate(f"argument => hermesBench.until(() => ({condition})(argument), 30_000)", argument)
    if time_ms is None:
        raise TimeoutError(f"waited 30 s in vain for {condition} ({argument})")
    return float(time_ms)


def go(page: Page, path: str) -> None:
    """Navigate the window to a path by its address, as a link does."""
    page.evaluate("path => { location.hash = path }", path)


def wait_settled(shell: ShellProcess, client: Any, folders: Iterable[str]) -> None:
    """Wait until every one of these plugins is reported as loaded."""
    expected = set(folders)

    def settled() -> bool:
        rows = client.inventory()
        return all(rows.get(folder, {}).get("status") == "loaded" for folder in expected)

    wait_until(settled, f"{len(expected)} plugins have loaded on port {shell.port}", DEADLINE)


@contextmanager
def screen() -> Iterator[str]:
    """An X server without a screen; yields its display name.

    Raises:
        FileNotFoundError: Xvfb is not installed.
    """
    command = shutil.which("Xvfb")
    if command is None:
        raise FileNotFoundError("Xvfb is not installed")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [command, "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as stream:
            number = stream.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        yield f":{number}"
    finally:
        end(process)


class Beacon:
    """A small HTTP server that takes what measured pages post."""

    def __init__(self) -> None:
        self._received: queue.Queue[dict[str, Any]] = queue.Queue()
        received = self._received

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                self.send_response(204)
                self.end_headers()
                received.put(json.loads(body))

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Beacon:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    @property
    def url(self) -> str:
        """Where to post."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def receive(self) -> dict[str, Any]:
        """The next report.

        Raises:
            TimeoutError: none came before the deadline.
        """
        try:
            return self._received.get(timeout=DEADLINE)
        except queue.Empty:
            raise TimeoutError(f"no page reported within {DEADLINE:.0f} s") from None


def renderers(browser_parent: psutil.Process | None = None) -> list[psutil.Process]:
    """The page processes of the browsers that this process started."""
    parent = browser_parent or psutil.Process()
    found: list[psutil.Process] = []
    for process in parent.children(recursive=True):
        try:
            if "--type=renderer" in process.cmdline() and "--extension-process" not in process.cmdline():
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


def pause(seconds: float) -> None:
    """Let a page and a server come to rest between two samples, as they do between two real saves."""
    time.sleep(seconds)
