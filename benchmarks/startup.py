"""From the start of the process to a server that answers, and to the first paint of a GTK window."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks import plugins
from benchmarks.budgets import names_of
from benchmarks.environment import DEADLINE, Beacon, end, home_with, screen
from benchmarks.measurement import Measurement, Options, attempt, measured

PLUGINS = 20
# What a page tells the beacon: when its first paint was, by the clock of the machine.
PAINT = """
const hermesBenchReport = () => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  if (!paint) return setTimeout(hermesBenchReport, 20)
  const body = JSON.stringify({ painted: performance.timeOrigin + paint.startTime })
  fetch('BEACON', { method: 'POST', mode: 'no-cors', body })
}
hermesBenchReport()
"""
BARE = """
import sys
import webview
webview.create_window('hello', html=sys.argv[1], width=1280, height=820)
webview.start(gui='gtk')
"""


def run(options: Options) -> list[Measurement]:
    """Start a served shell often; then a bare window and ours in turn."""
    windows = [name for name in names_of("startup") if name != "startup.ready"]
    return [
        *attempt(["startup.ready"], lambda: _ready(options)),
        *attempt(windows, lambda: _windows(options)),
    ]


def start_to_ready(home: Path) -> tuple[float, subprocess.Popen[bytes], str]:
    """Start a server on `home`; returns the milliseconds to the ready file, the process, a boot link."""
    ready = home.parent / f"ready-{time.monotonic_ns()}"
    command = [sys.executable, "-m", "hermes_shell", "serve", "--port", "0"]
    command += ["--home", str(home), "--ready-file", str(ready)]
    log = (home.parent / "serve.log").open("wb")
    started = time.perf_counter()
    with log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    while not ready.exists():
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}: {Path(log.name).read_text()[-300:]}")
        if time.perf_counter() - started > DEADLINE:
            end(process)
            raise TimeoutError(f"the server was not ready in {DEADLINE:.0f} s")
        time.sleep(0.001)
    milliseconds = (time.perf_counter() - started) * 1000
    return milliseconds, process, json.loads(ready.read_text())["boot_url"]


def _sources() -> dict[str, str]:
    return {f"bench-{number}": plugins.full(f"bench-{number}", f"text {number}") for number in range(PLUGINS)}


def _ready(options: Options) -> list[Measurement]:
    home = home_with(options.directory / "ready", _sources())
    samples: list[float] = []
    for _ in range(options.times(15, 4) + 1):
        milliseconds, process, _ = start_to_ready(home)
        end(process)
        samples.append(milliseconds)
    return [measured("startup.ready", samples[1:], "process start to ready file; the first start is left out")]


def _windows(options: Options) -> list[Measurement]:
    bare: list[float] = []
    ours: list[float] = []
    with screen() as display, Beacon() as beacon:
        environment = {**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1", "HERMES_SHELL_ENGINE": "gtk"}
        report = PAINT.replace("BEACON", beacon.url)
        page = f"<!doctype html><h1>hello</h1><script>{report}</script>"
        home = home_with(options.directory / "window", _sources() | {"probe": _probe(report)})
        command = [sys.executable, "-m", "hermes_shell", "--home", str(home)]
        for _ in range(options.times(6, 2) + 1):
            bare.append(_first_paint([sys.executable, "-c", BARE, page], environment, beacon))
            ours.append(_first_paint(command, environment, beacon))
    shutil.rmtree(home, ignore_errors=True)
    over = statistics.median(ours[1:]) - statistics.median(bare[1:])
    return [
        measured("startup.bare_window", bare[1:]),
        measured("startup.window", ours[1:]),
        measured("startup.over_bare", [over], "difference of the medians"),
    ]


def _probe(report: str) -> str:
    return f"{report}\nexport default {{ id: 'probe', name: 'Probe', register() {{}} }}\n"


def _first_paint(command: list[str], environment: dict[str, str], beacon: Beacon) -> float:
    started = time.time() * 1000
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while (painted := float(beacon.receive()["painted"])) < started:
            continue  # a late word of the window before
        return painted - started
    finally:
        end(process)
