"""Native windows: from the close of the last one to the end of the process, and the memory of each process."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import psutil

from benchmarks import plugins
from benchmarks.environment import DEADLINE, end, home_with, pause
from benchmarks.measurement import Measurement, Options, attempt, measured
from e2e.native_windows import ENGINES, Desktop, desktop
from e2e.shell_process import ShellProcess

PLUGINS = 20
REST = 3.0
"""Seconds after which caches have been written and collected."""
TITLE = "Home – Hermes"


def run(options: Options) -> list[Measurement]:
    """Open and close windows of both engines; look at their processes when they are at rest."""
    return [row for engine in ENGINES for row in _engine(options, engine)]


def _engine(options: Options, engine: str) -> list[Measurement]:
    names = [f"window.{what}_{engine}" for what in ("close", "python", "tree", "second")]
    return attempt(names, lambda: _measure(options, engine))


def _measure(options: Options, engine: str) -> list[Measurement]:
    sources = {f"bench-{n}": plugins.full(f"bench-{n}", "x") for n in range(PLUGINS)}
    home = home_with(options.directory / engine, sources)
    closes: list[float] = []
    with desktop() as screen:
        memory = _memory(screen, engine, home)
        for _ in range(options.times(8, 3)):
            shell = screen.start(home, engine)
            try:
                closes.append(_close(screen, shell))
            finally:
                end(shell.process)
    return [
        measured(f"window.close_{engine}", closes, f"{PLUGINS} plugins, with wmctrl's part"),
        *memory,
    ]


def _close(screen: Desktop, shell: ShellProcess) -> float:
    window = screen.wait_for_title(TITLE)
    pause(1.0)
    started = time.perf_counter()
    screen.close(window)
    shell.process.wait(DEADLINE)
    return (time.perf_counter() - started) * 1000


def _memory(screen: Desktop, engine: str, home: Path) -> list[Measurement]:
    shell = screen.start(home, engine)
    try:
        screen.wait_for_title(TITLE)
        pause(REST)
        one = _shares(shell.process.pid)
        screen.run(home, engine, "--new-window", "--open", "/capabilities")
        screen.wait_for_windows(2)
        screen.wait_for_title("Plugins – Hermes")
        pause(REST)
        two = _shares(shell.process.pid)
    finally:
        end(shell.process)
    parts = ", ".join(f"{name} {share:.0f}" for name, share in one.items())
    own = psutil.Process().name()
    python = next((share for name, share in one.items() if name == own), next(iter(one.values())))
    return [
        measured(f"window.python_{engine}", [python], f"{PLUGINS} plugins; server and window"),
        measured(f"window.tree_{engine}", [sum(one.values())], parts),
        measured(f"window.second_{engine}", [sum(two.values()) - sum(one.values())]),
    ]


def _shares(pid: int) -> dict[str, float]:
    """Name -> megabytes of its own and of its share of what is shared; processes of one name are one row."""
    shares: Counter[str] = Counter()
    for process in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
        try:
            shares[process.name()] += process.memory_full_info().pss / 1e6  # pyright: ignore[reportArgumentType]
        except psutil.NoSuchProcess:
            continue
    return dict(shares)
