"""Fifty plugins of 74 kB at the start of a page, and eighty unknown ones at the start of a server."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import BrowserContext

from benchmarks import plugins
from benchmarks.environment import DEADLINE, chromium_profile, end, home_with, pause, running_shell, wait_settled
from benchmarks.measurement import Measurement, Options, attempt, measured
from benchmarks.startup import start_to_ready
from e2e.shell_process import ShellClient, wait_until

COUNT, SIZE = 50, 74_000
UNKNOWN = 80
PAGES = [f"many_plugins.{profile}_{step}" for profile in ("cold", "warm") for step in ("registered", "painted")]
# Every plugin notes when its register() ends; the last one is the page's time.
MARK = "void (globalThis.benchRegistered ??= []).push(performance.now())"
ALL_PAINTED = """count => hermesBench
  .until(() => document.querySelectorAll('[data-bench^=many-]').length === count)
  .then((time) => (time === null ? null : hermesBench.painted()))
  .then((time) => (time === null ? null : time - performance.timeOrigin))"""


def run(options: Options) -> list[Measurement]:
    """Cold and warm profile in turn; then first starts on fresh homes."""
    return [
        *attempt(PAGES, lambda: _pages(options)),
        *attempt(["many_plugins.first_start", "many_plugins.scan_end"], lambda: _first_starts(options)),
    ]


def _sources(count: int) -> dict[str, str]:
    return {f"many-{n:02}": plugins.chip(f"many-{n:02}", f"text {n}", size=SIZE, mark=MARK) for n in range(count)}


def _pages(options: Options) -> list[Measurement]:
    times: dict[str, list[float]] = {name: [] for name in PAGES}
    sources = _sources(COUNT)
    with running_shell(options.directory / "pages", sources, "--developer") as shell:
        client = ShellClient.open(shell.boot_url)
        with chromium_profile(options.directory / "first") as context:
            _sign_in(context, client)
            _load(context, client.base)  # ids, styles and lint are known from here on
            wait_settled(shell, client, sources)
            wait_until(lambda: _styles_rest(client), "the styles have been compiled", DEADLINE)
        for number in range(options.times(5, 2)):
            profile = options.directory / f"profile-{number}"
            for temperature in ("cold", "warm"):
                with chromium_profile(profile) as context:
                    _sign_in(context, client)
                    registered, painted = _load(context, client.base)
                times[f"many_plugins.{temperature}_registered"].append(registered)
                times[f"many_plugins.{temperature}_painted"].append(painted)
    note = f"{sum(map(len, sources.values())) / 1e6:.1f} MB; from navigation, browser already running"
    return [measured(name, samples, note) for name, samples in times.items()]


def _styles_rest(client: ShellClient) -> bool:
    """Whether the sheet has stayed the same for a second."""
    before = client.snapshot()["styles"]
    pause(1)
    return bool(before == client.snapshot()["styles"])


def _sign_in(context: BrowserContext, client: ShellClient) -> None:
    """Give the browser the session cookie, so that no redirect is measured and no boot link spent."""
    for cookie in client.http.cookies.jar:
        context.add_cookies(
            [{"name": cookie.name, "value": cookie.value or "", "domain": "127.0.0.1", "path": cookie.path}]
        )


def _load(context: BrowserContext, url: str) -> tuple[float, float]:
    """Open the page; milliseconds from navigation until all have registered, and until all chips are painted."""
    page = context.new_page()
    page.goto(url)
    painted = page.evaluate(ALL_PAINTED, COUNT)
    registered = page.evaluate("() => globalThis.benchRegistered ?? []")
    page.close()
    if painted is None or len(registered) != COUNT:
        raise RuntimeError(f"{len(registered)} of {COUNT} plugins registered")
    return float(max(registered)), float(painted)


def _wait_scanned(client: ShellClient) -> None:
    wait_until(lambda: client.snapshot()["scanned"], "the first scan has ended", DEADLINE)


def _first_starts(options: Options) -> list[Measurement]:
    ready: list[float] = []
    scanned: list[float] = []
    sources = _sources(UNKNOWN)
    for number in range(options.times(6, 2)):
        home = home_with(Path(options.directory / f"unknown-{number}"), sources)
        started = time.perf_counter()
        milliseconds, process, boot_url = start_to_ready(home)
        try:
            ready.append(milliseconds)
            _wait_scanned(ShellClient.open(boot_url))
            scanned.append((time.perf_counter() - started) * 1000)
        finally:
            end(process)
    return [measured("many_plugins.first_start", ready), measured("many_plugins.scan_end", scanned)]
