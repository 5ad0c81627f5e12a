"""Twelve tabs opened at once: browsers allow six connections a host, so a stream each would starve half of them."""

from __future__ import annotations

from playwright.sync_api import Request

from benchmarks import plugins
from benchmarks.environment import chromium, open_shell, pause, probed_context, running_shell
from benchmarks.measurement import Measurement, Options, measured

TABS = 12
PLUGINS = 5


def run(options: Options) -> list[Measurement]:
    """Navigate all tabs without waiting, then ask each when it was ready."""
    sources = {f"tab-{number}": plugins.full(f"tab-{number}", "x") for number in range(PLUGINS)}
    ready: list[float] = []
    not_ready = 0
    streams: list[Request] = []
    with running_shell(options.directory, sources, "--developer") as shell, chromium() as browser:
        context = probed_context(browser)
        first = open_shell(context, shell.boot_url)
        url = first.url.split("#")[0]
        first.close()
        pages = [context.new_page() for _ in range(TABS)]
        context.on("request", lambda request: streams.append(request) if request.url.endswith("/events") else None)
        for page in pages:
            page.goto(url, wait_until="commit")
        for page in pages:
            time_ms = page.evaluate("() => hermesBench.ready")
            if time_ms is None:
                not_ready += 1
            else:
                ready.append(float(time_ms))
        pause(0.5)
    return [
        measured("tabs.ready", ready, f"{TABS} tabs, {PLUGINS} plugins, one Chromium"),
        measured("tabs.not_ready", [not_ready]),
        measured("tabs.streams", [len(streams)]),
    ]
