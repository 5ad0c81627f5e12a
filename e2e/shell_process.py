"""A shell that runs as its own process, as a user starts it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

DEADLINE = 20.0
SAMPLES = Path(__file__).resolve().parent.parent / "desktop-plugins-samples"
FIXTURES = Path(__file__).resolve().parent.parent / "tests" / "plugins"


@dataclass
class ShellProcess:
    """A running `hermes-shell`; made by `start_shell`.

    Attributes:
        home: the home that it serves.
        process: the child process.
        port: where it listens on 127.0.0.1.
        boot_url: a link that opens one browser, once.
        log: where its output goes.
    """

    home: Path
    process: subprocess.Popen[bytes]
    port: int
    boot_url: str
    log: Path

    def client(self, boot_url: str | None = None) -> ShellClient:
        """Spend a boot link on an HTTP client that is signed in, for looking at the inventory."""
        return ShellClient.open(boot_url or self.boot_url)

    def stop(self) -> int:
        """Ask it to end and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(DEADLINE)

    def kill(self) -> None:
        """End it the hard way."""
        self.process.kill()
        self.process.wait(DEADLINE)


@dataclass
class ShellClient:
    """A signed-in HTTP client of a shell."""

    http: httpx.Client
    base: str

    @classmethod
    def open(cls, boot_url: str) -> ShellClient:
        """Follow a boot link and keep its cookie."""
        http = httpx.Client(follow_redirects=True, timeout=DEADLINE, trust_env=False)
        page = http.get(boot_url)
        page.raise_for_status()
        return cls(http, str(page.url))

    def __enter__(self) -> ShellClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def inventory(self) -> dict[str, dict[str, Any]]:
        """Return the inventory rows by folder."""
        rows = self.http.get(f"{self.base}api/shell/inventory").raise_for_status().json()["plugins"]
        return {row["folder"]: row for row in rows}

    def report(self) -> dict[str, Any]:
        """Return the diagnostics."""
        report: dict[str, Any] = self.http.get(f"{self.base}api/shell/report").raise_for_status().json()
        return report

    def snapshot(self) -> dict[str, Any]:
        """Return the boot snapshot that a page would get now."""
        snapshot: dict[str, Any] = self.http.get(f"{self.base}api/shell/snapshot").raise_for_status().json()
        return snapshot


def start_shell(
    home: Path, *arguments: str, command: tuple[str, ...] = ("serve",), environment: Mapping[str, str] | None = None
) -> ShellProcess:
    """Start a shell on `home` and wait until it accepts connections.

    Args:
        home: the home; created when missing.
        arguments: further command line arguments; without `--gateway` there is none.
        command: the sub-command; empty for a window.
        environment: variables on top of this process's own.

    Raises:
        AssertionError: when it ends, or is not ready before the deadline; carries its output.
    """
    home.parent.mkdir(parents=True, exist_ok=True)
    ready = home.parent / f"ready-{time.monotonic_ns()}.json"
    log = ready.with_suffix(".log")
    port = ("--port", "0") if command else ()
    gateway = () if "--gateway" in arguments else ("--gateway", "none")
    inherited = dict(os.environ)
    if command:
        # A coverage tracer takes two fifths of a server's start; what it runs is measured without a process of its own.
        inherited.pop("COVERAGE_PROCESS_CONFIG", None)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "hermes_shell",
                *command,
                "--home",
                str(home),
                "--ready-file",
                str(ready),
                *port,
                *gateway,
                *arguments,
            ],
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**inherited, **(environment or {})},
        )
    wait_until(lambda: ready.exists() or process.poll() is not None, "the shell is ready")
    assert process.poll() is None, f"the shell ended with {process.returncode}:\n{log.read_text(errors='replace')}"
    facts = json.loads(ready.read_text())
    return ShellProcess(home, process, facts["port"], facts["boot_url"], log)


def wait_until(condition: Any, what: str, deadline: float = DEADLINE) -> Any:
    """Poll `condition` until it is true, for what has no event to wait for.

    Raises:
        AssertionError: when `deadline` seconds pass first.
    """
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited {deadline} s in vain until {what}")


def install(home: Path, source: Path, folder: str | None = None) -> Path:
    """Copy a plugin folder into the home, as one rename, and return its plugin.js."""
    return write_plugin(home, folder or source.name, (source / "plugin.js").read_bytes())


def write_plugin(home: Path, folder: str, source: str | bytes) -> Path:
    """Save `source` as the plugin.js of `folder`, the way an editor does: beside it, then renamed over it."""
    path = home / "desktop-plugins" / folder / "plugin.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(".plugin.js.tmp")
    temporary.write_bytes(source.encode() if isinstance(source, str) else source)
    temporary.replace(path)
    return path
