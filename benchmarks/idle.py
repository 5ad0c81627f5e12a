"""What a shell with twenty plugins costs while nothing happens."""

from __future__ import annotations

import psutil

from benchmarks import plugins
from benchmarks.environment import chromium, open_shell, pause, probed_context, renderers, running_shell
from benchmarks.measurement import Measurement, Options, measured

PLUGINS = 20
REST = 5.0
"""Seconds of rest after the start, so that compilation and first paints are over."""


def run(options: Options) -> list[Measurement]:
    """Watch the processor time of the server and of the page process, without developer mode."""
    seconds = float(options.times(20, 10))
    sources = {f"idle-{number}": plugins.full(f"idle-{number}", "x") for number in range(PLUGINS)}
    with running_shell(options.directory, sources) as shell, chromium() as browser:
        open_shell(probed_context(browser), shell.boot_url)
        pause(REST)
        server = psutil.Process(shell.process.pid)
        pages = renderers()
        if not pages:
            raise RuntimeError("no page process was found")
        before = _seconds(server), sum(map(_seconds, pages))
        pause(seconds)
        used = _seconds(server) - before[0], sum(map(_seconds, pages)) - before[1]
    note = f"over {seconds:.0f} s; the system counts in steps of 10 ms"
    return [
        measured("idle.server", [used[0] / seconds * 100], f"{note}; one window open"),
        measured("idle.page", [used[1] / seconds * 100], f"{note}; {len(pages)} renderer process(es)"),
    ]


def _seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
