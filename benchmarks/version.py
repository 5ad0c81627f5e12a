"""`hermes-shell --version`: how long it takes and what it imports."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.measurement import Measurement, Options, measured

HEAVY = ("starlette", "webview")


def run(options: Options) -> list[Measurement]:
    """Time the command as a user calls it, then look at the import log of the same command."""
    command = _command()
    samples: list[float] = []
    for _ in range(options.times(20, 5) + 1):
        started = time.perf_counter()
        subprocess.run([*command, "--version"], check=True, capture_output=True, timeout=20)
        samples.append((time.perf_counter() - started) * 1000)
    log = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "hermes_shell", "--version"],
        check=True,
        capture_output=True,
        text=True,
        timeout=20,
    ).stderr
    imported = {line.rsplit("|", 1)[-1].strip() for line in log.splitlines() if line.startswith("import time:")}
    heavy = sorted(set(HEAVY) & imported)
    return [
        measured("version.time", samples[1:], "the first call, which may compile, is left out"),
        measured("version.imports", [len(heavy)], ", ".join(heavy) or "none"),
    ]


def _command() -> list[str]:
    script = Path(sys.executable).with_name("hermes-shell")
    return [str(script)] if script.exists() else [sys.executable, "-m", "hermes_shell"]
