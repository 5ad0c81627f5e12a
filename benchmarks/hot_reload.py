"""From a save to the changed DOM in Chromium, with Vite's React update beside it on the same machine."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

from benchmarks import plugins
from benchmarks.environment import chromium, end, open_shell, pause, probed_context, running_shell, wait_in
from benchmarks.measurement import Measurement, Options, attempt, measured
from e2e.shell_process import ShellProcess, wait_until

SMALL, LARGE = 1_000, 40_000
SETTLE = 0.15
"""Seconds between two saves."""
SHOWN = "text => hermesBench.shown('hot', text)"
STYLED = """([text, width]) => {
  const chip = document.querySelector('[data-bench=hot]')
  return chip?.textContent === text && getComputedStyle(chip).paddingLeft === width
}"""


def run(options: Options) -> list[Measurement]:
    """Measure ours, then Vite's, then the two special saves."""
    ours: dict[str, float] = {}
    vite: dict[str, float] = {}
    rows: list[Measurement] = []
    with chromium() as browser:
        context = probed_context(browser)
        for name, size in (("small", SMALL), ("large", LARGE)):
            rows += attempt([f"hot_reload.{name}"], lambda n=name, s=size: _ours(options, context, n, s))
        rows += attempt(["hot_reload.vite_small", "hot_reload.vite_large"], lambda: _vite(options, context))
        rows += attempt(["hot_reload.after_idle"], lambda: _after_idle(options, context))
        rows += attempt(["hot_reload.utility", "hot_reload.utility_dom"], lambda: _utility(options, context))
    for row in rows:
        kind = row.name.removeprefix("hot_reload.")
        if row.p50 is not None:
            (vite if kind.startswith("vite_") else ours)[kind.removeprefix("vite_")] = row.p50
    for name in ("small", "large"):
        if name in ours and name in vite:
            rows.append(measured(f"hot_reload.ratio_{name}", [ours[name] / vite[name]]))
        else:
            rows += attempt([f"hot_reload.ratio_{name}"], _no_ratio)
    return rows


def _no_ratio() -> list[Measurement]:
    raise RuntimeError("one of the two was not measured")


def _ours(options: Options, context: BrowserContext, name: str, size: int) -> list[Measurement]:
    source = lambda text: plugins.chip("hot", text, size=size)  # noqa: E731
    with running_shell(options.directory / name, {"hot": source("start")}, "--developer") as shell:
        page = open_shell(context, shell.boot_url)
        wait_in(page, SHOWN, "start")
        path = plugin_file(shell)
        samples = _saves(page, options.times(50, 10), lambda text: save(path, source(text)))
        page.close()
    return [measured(f"hot_reload.{name}", samples)]


def plugin_file(shell: ShellProcess) -> Path:
    """The file that is saved."""
    return shell.home / "desktop-plugins" / "hot" / "plugin.js"


def save(path: Path, source: str) -> float:
    """Save a file the way an editor does; returns the milliseconds since 1970 right before the rename."""
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text(source, encoding="utf-8")
    moment = time.time_ns() / 1e6
    os.replace(temporary, path)
    return moment


def _saves(page: Page, count: int, write: Callable[[str], float], settle: float = SETTLE) -> list[float]:
    """Save `count` times; milliseconds from each rename to the changed text. The first save is left out."""
    samples: list[float] = []
    page.evaluate("() => hermesBench.calibrate()")
    for number in range(count + 1):
        text = f"save {number}"
        expect(page, SHOWN, text)
        saved = write(text)
        samples.append(arrival(page) - saved)
        pause(settle)
    return samples[1:]


def expect(page: Page, condition: str, argument: Any) -> None:
    """Begin to wait in the page, without a round trip when it happens."""
    page.evaluate(f"argument => {{ hermesBench.waiting = hermesBench.until(() => ({condition})(argument)) }}", argument)


def arrival(page: Page) -> float:
    """When what `expect` waits for happened.

    Raises:
        TimeoutError: it did not within 10 s.
    """
    moment = page.evaluate("() => hermesBench.waiting")
    if moment is None:
        raise TimeoutError("a save did not arrive in the page within 10 s")
    return float(moment)


def _after_idle(options: Options, context: BrowserContext) -> list[Measurement]:
    """Every sample needs a server that has seen no change yet: one that has is in hot gear for ten minutes."""
    samples: list[float] = []
    for number in range(options.times(12, 3)):
        with running_shell(options.directory / f"idle-{number}", {"hot": plugins.chip("hot", "start")}) as shell:
            page = open_shell(context, shell.boot_url)
            wait_in(page, SHOWN, "start")
            page.evaluate("() => hermesBench.calibrate()")
            pause(0.5 + random.random() / 5)  # at any point of the watch's step
            expect(page, SHOWN, "first")
            saved = save(plugin_file(shell), plugins.chip("hot", "first"))
            samples.append(arrival(page) - saved)
            page.close()
    return [measured("hot_reload.after_idle", samples)]


def _utility(options: Options, context: BrowserContext) -> list[Measurement]:
    """Each save brings one class that no plugin had before; the chip is styled when the new sheet applies."""
    others = {f"other-{n}": plugins.chip(f"other-{n}", "x", size=LARGE) for n in range(49)}
    source = lambda text, width: plugins.chip("hot", text, size=LARGE, utility=f"pl-[{width}px]")  # noqa: E731
    styled: list[float] = []
    shown: list[float] = []
    directory = options.directory / "utility"
    with running_shell(directory, {**others, "hot": source("start", 100)}, "--developer") as shell:
        page = open_shell(context, shell.boot_url)
        wait_in(page, STYLED, ["start", "100px"])
        pause(3)  # the classes of 50 plugins compile first
        page.evaluate("() => hermesBench.calibrate()")
        for number in range(options.times(30, 8) + 1):
            text, width = f"save {number}", 101 + number
            expect(page, STYLED, [text, f"{width}px"])
            page.evaluate(f"text => {{ hermesBench.text = hermesBench.until(() => ({SHOWN})(text)) }}", text)
            saved = save(plugin_file(shell), source(text, width))
            styled.append(arrival(page) - saved)
            shown.append(float(page.evaluate("() => hermesBench.text")) - saved)
            pause(SETTLE)
        page.close()
    return [measured("hot_reload.utility", styled[1:]), measured("hot_reload.utility_dom", shown[1:])]


def _vite(options: Options, context: BrowserContext) -> list[Measurement]:
    """The same saves of the same components against a Vite development server."""
    project = options.directory / "vite"
    shutil.copytree(Path(__file__).with_name("vite"), project, ignore=shutil.ignore_patterns("node_modules"))
    subprocess.run(
        ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"],
        cwd=project,
        check=True,
        capture_output=True,
        timeout=180,
    )
    app = project / "src" / "App.jsx"
    rows: list[Measurement] = []
    for name, size in (("small", SMALL), ("large", LARGE)):
        app.write_text(plugins.component("start", size), encoding="utf-8")
        with _vite_server(project) as url:
            page = context.new_page()
            page.goto(url)
            wait_in(page, SHOWN, "start")
            pause(1)
            samples = _saves(page, options.times(50, 10), lambda text, s=size: save(app, plugins.component(text, s)))
            page.close()
        rows.append(measured(f"hot_reload.vite_{name}", samples))
    return rows


@contextmanager
def _vite_server(project: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = project / "node_modules" / "vite" / "bin" / "vite.js"
    command = ["node", str(script), "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    process = subprocess.Popen(command, cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: _answers(port) or process.poll() is not None, "Vite listens")
        yield f"http://127.0.0.1:{port}/"
    finally:
        end(process)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
