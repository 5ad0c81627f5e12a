"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    "hermes-shell",
    "playwright",
    "pydantic",
    "pywebview",
    "sse-starlette",
    "starlette",
    "uvicorn",
    "watchfiles",
)
COMMANDS = {"chromium": "--version", "node": "--version"}


def facts() -> dict[str, object]:
    """Cores, memory, load before the run, and versions of what takes part."""
    return {
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "memory_mb": _memory_mb(),
        "load_before": load(),
        "python": platform.python_version(),
        "packages": {name: _package(name) for name in PACKAGES},
        "commands": {name: _command(name, argument) for name, argument in COMMANDS.items()},
    }


def load() -> list[float]:
    """Processes that wanted to run, averaged over 1, 5 and 15 minutes."""
    return [round(value, 2) for value in os.getloadavg()]


def is_busy() -> bool:
    """Whether other work would compete with a measurement."""
    return os.getloadavg()[0] > (os.cpu_count() or 1) / 2


def _memory_mb() -> int | None:
    try:
        first = Path("/proc/meminfo").read_text().split("\n", 1)[0]
    except OSError:
        return None
    return int(first.split()[1]) // 1024


def _package(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _command(name: str, argument: str) -> str | None:
    path = shutil.which(name)
    if path is None:
        return None
    done = subprocess.run([path, argument], capture_output=True, text=True, timeout=20, check=False)
    return done.stdout.strip() or None
