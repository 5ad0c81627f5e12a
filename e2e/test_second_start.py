"""A second start on a home: it hands its wishes to the running shell, which shows them, and ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from e2e.conftest import OpenShell, open_page
from e2e.native_windows import ENGINES, Desktop, desktop
from e2e.shell_process import DEADLINE, ShellProcess, start_shell, wait_until


@pytest.fixture(scope="module")
def screen() -> Iterator[Desktop]:
    """A desktop of 1280 x 800."""
    with desktop() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    """A shell that further starts find."""
    server = start_shell(tmp_path_factory.mktemp("served") / "home")
    yield server
    assert server.stop() == 0


def again(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A further start that has no display."""
    clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "hermes_shell", *arguments, "--home", str(home)]
    return subprocess.run(command, env=clean, capture_output=True, text=True, check=False, timeout=DEADLINE)


@pytest.mark.parametrize("engine", ENGINES)
def test_running_window_goes_where_the_second_start_asks(screen: Desktop, engine: str, home: Path) -> None:
    shell = screen.start(home, engine)
    try:
        first = screen.wait_for_title("New chat – Hermes")
        # Another window of the same shell lies over it.
        screen.run(home, engine, "--new-window", "--open", "/capabilities")
        second = screen.wait_for_title("Plugins – Hermes")
        wait_until(lambda: screen.active() == second, "the new window is in front")
        screen.close(second)
        screen.wait_for_windows(1)

        done = screen.run(home, engine, "--open", "/settings?tab=about")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert screen.wait_for_title("Settings – Hermes") == first
        wait_until(lambda: screen.active() == first, "the window is in front")
        assert shell.stop() == 0
    finally:
        if shell.process.poll() is None:
            shell.kill()


def test_second_start_opens_a_window_of_its_own_on_a_server_without_one(
    screen: Desktop, start: OpenShell, home: Path
) -> None:
    server = start()
    command = [sys.executable, "-m", "hermes_shell", "--home", str(home), "--open", "/capabilities"]
    environment = {**os.environ, **screen.environment("gtk")}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as second:
        try:
            window = screen.wait_for_windows(1)[0]
            with server.client() as client:
                wait_until(lambda: client.report()["windows"], "the page is connected")
            screen.close(window)
            assert second.wait(DEADLINE) == 0
            assert second.stdout is not None
            assert second.stdout.read() == b""
        finally:
            second.kill()
    assert server.process.poll() is None


def test_link_of_the_running_shell_leads_to_the_route(server: ShellProcess, context: BrowserContext) -> None:
    done = again(server.home, "--print-link", "--open", "/capabilities")
    assert (done.returncode, done.stderr) == (0, "")
    page = open_page(context, done.stdout.strip())
    assert page.url.endswith("#/capabilities")
    expect(page).to_have_title("Plugins – Hermes")


@pytest.mark.parametrize("flag", ["--safe-mode", "--developer"])
def test_what_only_a_first_start_can_have_is_refused(server: ShellProcess, flag: str) -> None:
    done = again(server.home, flag)
    assert (done.returncode, done.stdout) == (1, "")
    told = f"hermes-shell already runs on this home (pid {server.process.pid}). Quit it first to start with {flag}."
    assert done.stderr == f"hermes-shell: {told}\n"


def test_gateway_of_a_further_start_is_said_to_have_no_effect(server: ShellProcess) -> None:
    done = again(server.home, "--gateway", "demo", "--print-link")
    runs = f"hermes-shell: it runs on this home already (pid {server.process.pid}), with its own gateway"
    assert done.stderr == f"{runs}: --gateway demo has no effect.\n"
    assert (done.returncode, again(server.home, "--print-link").stderr) == (0, "")


def test_second_server_on_a_home_is_refused(server: ShellProcess) -> None:
    done = again(server.home, "serve", "--port", "0")
    assert (done.returncode, done.stdout) == (1, "")
    told = f"The home {server.home} is already served by pid {server.process.pid} at port {server.port}."
    assert done.stderr == f"hermes-shell: {told}\n"


def test_two_starts_at_the_same_instant_are_one_shell(home: Path) -> None:
    home.mkdir(exist_ok=True)
    clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "hermes_shell", "--print-link", "--home", str(home)]
    starts = [
        subprocess.Popen(command, env=clean, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    try:
        links = [start.stdout.readline() for start in starts if start.stdout is not None]
        assert len(links) == 3
        assert len({link.split("/boot/")[0] for link in links}) == 1  # one server
        wait_until(lambda: sum(start.poll() is None for start in starts) == 1, "the others have ended")
        served = next(start for start in starts if start.poll() is None)
        assert [start.returncode for start in starts if start is not served] == [0, 0]
        served.terminate()
        assert served.wait(DEADLINE) == 0
        assert [start.stderr.read() for start in starts if start.stderr is not None] == ["", "", ""]
    finally:
        for start in starts:
            start.kill()
            start.communicate()


def test_start_after_a_killed_one_serves_by_itself(home: Path) -> None:
    shell = start_shell(home)
    shell.kill()
    assert (home / "desktop-shell" / "running.json").exists()
    later = start_shell(home)
    try:
        assert later.process.poll() is None
    finally:
        assert later.stop() == 0
