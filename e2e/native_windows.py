"""Native windows under Xvfb with a window manager: screens to show them on, and a hand that moves and closes them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from e2e.shell_process import DEADLINE, ShellProcess, start_shell, wait_until

ENGINES = ("gtk", "qt")


class Desktop:
    """A virtual screen with a window manager on it.

    Args:
        display: such as `:7`.
    """

    def __init__(self, display: str) -> None:
        self.display = display

    def environment(self, engine: str) -> dict[str, str]:
        """What a shell needs to show windows of an engine here."""
        return {
            "DISPLAY": self.display,
            "HERMES_SHELL_ENGINE": engine,
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        }

    def start(self, home: Path, engine: str, *arguments: str) -> ShellProcess:
        """Start a shell with a window and wait until the window is there."""
        shell = start_shell(home, *arguments, command=(), environment=self.environment(engine))
        self.wait_for_windows(1)
        return shell

    def run(self, home: Path, engine: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a further start to its end."""
        return subprocess.run(
            [sys.executable, "-m", "hermes_shell", "--home", str(home), *arguments],
            env={**os.environ, **self.environment(engine)},
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE,
        )

    def windows(self) -> dict[str, str]:
        """X id -> title of every window of the shell that is shown."""
        found = self._do("search", "--onlyvisible", "--name", "Hermes$").split()
        return {window: self._do("getwindowname", window).strip() for window in found}

    def wait_for_windows(self, count: int) -> list[str]:
        """Wait until so many are shown; their X ids."""
        wait_until(lambda: len(self.windows()) == count, f"{count} windows are shown", 2 * DEADLINE)
        return list(self.windows())

    def wait_for_title(self, title: str) -> str:
        """Wait until a window has a title; its X id."""
        wait_until(lambda: title in self.windows().values(), f"a window is called {title}", 2 * DEADLINE)
        return next(window for window, name in self.windows().items() if name == title)

    def is_managed(self) -> bool:
        """Whether a window manager answers."""
        return self._do("get_desktop") != ""

    def active(self) -> str:
        """The X id of the window in front."""
        return self._do("getactivewindow").strip()

    def place(self, window: str) -> tuple[int, int, int, int]:
        """Left upper corner and size of a window's inside."""
        told = dict(line.split("=") for line in self._do("getwindowgeometry", "--shell", window).split())
        return int(told["X"]), int(told["Y"]), int(told["WIDTH"]), int(told["HEIGHT"])

    def move(self, window: str, x: int, y: int, width: int, height: int) -> None:
        """Give a window a place and a size."""
        self._do("windowsize", "--sync", window, str(width), str(height))
        self._do("windowmove", window, str(x), str(y))

    def maximize(self, window: str) -> None:
        """Let a window fill the screen."""
        self._run("wmctrl", "-i", "-r", window, "-b", "add,maximized_vert,maximized_horz")

    def close(self, window: str) -> None:
        """Ask a window to close, as the button of its frame does."""
        self._run("wmctrl", "-i", "-c", window)

    def _do(self, *arguments: str) -> str:
        return self._run("xdotool", *arguments)

    def _run(self, *command: str) -> str:
        done = subprocess.run(
            command,
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE,
        )
        return done.stdout


@contextmanager
def desktop(width: int = 1280, height: int = 800) -> Generator[Desktop]:
    """Run a virtual screen and a window manager.

    Args:
        width: of the screen, in pixels.
        height: likewise.
    """
    with virtual_screen(width, height) as display:
        environment = {**os.environ, "DISPLAY": display}
        nowhere = subprocess.DEVNULL
        manager = subprocess.Popen(["openbox", "--sm-disable"], env=environment, stdout=nowhere, stderr=nowhere)
        try:
            found = Desktop(display)
            wait_until(found.is_managed, "openbox runs")
            yield found
        finally:
            manager.terminate()
            manager.wait(DEADLINE)


@contextmanager
def virtual_screen(width: int, height: int) -> Generator[str]:
    """An X server without a screen; yields its display's name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as announced:
            number = announced.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(DEADLINE)


def kept_place(home: Path) -> dict[str, Any]:
    """What the home remembers of its window; empty while that is nothing."""
    file = home / "desktop-shell" / "window.json"
    return json.loads(file.read_text()) if file.exists() else {}


def renderers(shell: ShellProcess) -> list[int]:
    """Process ids of the engine's processes that render pages."""
    found: list[int] = []
    for child in _children(shell.process.pid):
        command = _command(child)
        if b"WebKitWebProcess" in command:
            found.append(child)
        elif b"--type=zygote" in command:
            found += _children(child)  # Chromium's are forked from there, and keep its name
    return found


def kill_renderers(shell: ShellProcess) -> set[int]:
    """End them the hard way; others may take their place. Returns their process ids."""
    found = set(renderers(shell))
    for pid in found:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return found


def _children(pid: int) -> list[int]:
    children: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children += [int(child) for child in task.read_text().split()]
        except OSError:
            continue
    return children


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
