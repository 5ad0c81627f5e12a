"""A start in two steps, and what it says to a window engine that is missing or fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hermes_shell
from hermes_shell.errors import HomeTaken
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from hermes_shell.start import starting, window_background
from hermes_shell.themes import HARBOUR

ROOT = Path(hermes_shell.__file__).parents[1]


def run(script: str, *arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a script to its end."""
    clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=60,
        env={**clean, **(environment or {})},
    )


@pytest.mark.parametrize(
    ("mode", "prefers_dark", "dark"),
    [
        ("dark", False, True),
        ("light", True, False),
        ("system", True, True),
        ("system", False, False),
        ("", True, True),
    ],
)
def test_window_background_is_the_frame_of_the_chosen_palette(mode: str, prefers_dark: bool, dark: bool) -> None:
    background = window_background({"name": "harbour", "mode": mode})
    assert background(prefers_dark) == (HARBOUR.dark if dark else HARBOUR.light).chrome


def test_start_binds_before_it_loads_the_server_and_ends_without_it(tmp_path: Path) -> None:
    """A window can be given its link while the server is not there yet; its connection waits."""
    script = f"""
import socket, sys
from hermes_shell.start import Start
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
start = Start(Settings(home=Home.resolve({str(tmp_path)!r}), port=0))
print(sorted({{"starlette", "uvicorn", "pydantic", "jinja2"}} & set(sys.modules)))
address = start.boot_url().split("/")[2].split(":")
waiting = socket.create_connection((address[0], int(address[1])), 5)
waiting.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: " + ":".join(address).encode() + b"\\r\\n\\r\\n")
if len(sys.argv) > 1:
    start.finish()
    print(waiting.recv(12).decode())
start.stop()
"""
    for arguments, told in (([], ["[]"]), (["begin"], ["[]", "HTTP/1.1 200"])):
        done = run(script, *arguments)
        assert (done.stdout.splitlines(), done.stderr, done.returncode) == (told, "", 0)


def test_a_home_has_one_start(tmp_path: Path) -> None:
    settings = Settings(home=Home.resolve(str(tmp_path)), port=0)
    script = f"""
from hermes_shell.errors import HomeTaken
from hermes_shell.start import Start
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
try: Start(Settings(home=Home.resolve({str(tmp_path)!r}), port=0))
except HomeTaken as error: print(error)
"""
    with starting(settings):
        assert run(script).stdout == f"The home {tmp_path} is in use by another hermes-shell.\n"
        with pytest.raises(HomeTaken), starting(settings):
            pass
    assert run(script).stdout == ""


def test_server_waits_for_a_command_that_holds_the_home(tmp_path: Path) -> None:
    """`plugins disable` holds it while it writes; the shell that it is not told of must come up all the same."""
    script = f"""
import sys
from hermes_shell import cli, opening
from hermes_shell.home_lock import HomeLock
from hermes_shell.paths import Home
from hermes_shell.start import Start
home = Home.resolve({str(tmp_path)!r})
home.prepare()
lock = HomeLock.take(home.lock)
opening._running = lambda settings: lock.release()
Start.wait = lambda self: print("serves")
sys.exit(cli.main(["serve", "--port", "0", "--home", {str(tmp_path)!r}]))
"""
    done = run(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "serves\n", "")


WINDOWS = """
import sys
from hermes_shell import app, cli, engines, errors, window
engines.choose_engine, engines.display_fault = lambda **_: "gtk", lambda: None
def run(self, route, signals, **options): raise NotImplementedError
"""


def test_server_that_fails_beside_a_window_is_told_once(tmp_path: Path) -> None:
    script = f"""{WINDOWS}
def fail(*arguments, **options): raise errors.ServerError("No server today.")
def run(self, route, signals, *, alive, beside, **options):
    beside()
    assert not alive()
app.create_app, window.Windows.run = fail, run
sys.exit(cli.main(["--home", {str(tmp_path)!r}]))
"""
    done = run(script)
    assert (done.returncode, done.stderr) == (1, "hermes-shell: No server today.\n")


FALLBACK = """
import threading
from hermes_shell import bridge
from hermes_shell.start import Start
def open_url(url):
    print("opened", url.partition("/boot/")[1])
    return True
bridge.open_url = open_url
Start.wait = lambda self: None
"""


def test_start_beside_a_shell_that_is_about_to_end_becomes_the_first_one(tmp_path: Path) -> None:
    """Its last window is closed, and what it handed out now would lead to a server that is gone."""
    script = f"""{WINDOWS}{FALLBACK}
from hermes_shell import opening
from hermes_shell.home_lock import HomeLock
from hermes_shell.paths import Home
home = Home.resolve({str(tmp_path)!r})
home.prepare()
lock = HomeLock.take(home.lock)
class Ending:
    def post(self, path, body):
        threading.Thread(target=lock.release).start()
        return {{"opened": None, "url": None}}
found = [Ending()]
opening._running = lambda settings: found.pop() if found else None
sys.exit(cli.main(["--home", {str(tmp_path)!r}, "--browser"]))
"""
    done = run(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "opened /boot/\n", "")


def test_engine_that_fails_means_the_browser(tmp_path: Path) -> None:
    script = f"""{WINDOWS}{FALLBACK}
def run(self, route, signals, **options): raise errors.WindowError("The gtk window engine failed: no.")
window.Windows.run = run
sys.exit(cli.main(["--home", {str(tmp_path)!r}]))
"""
    done = run(script)
    assert (done.returncode, done.stdout) == (0, "opened /boot/\n")
    assert done.stderr == "hermes-shell: The gtk window engine failed: no. Opening the browser instead.\n"


def test_display_that_refuses_means_the_browser_and_one_sentence(tmp_path: Path) -> None:
    script = f"import sys\nfrom hermes_shell import cli\n{FALLBACK}sys.exit(cli.main(['--home', {str(tmp_path)!r}]))"
    for engine in ("gtk", "qt"):
        done = run(script, environment={"DISPLAY": ":999999", "HERMES_SHELL_ENGINE": engine})
        assert (done.returncode, done.stdout) == (0, "opened /boot/\n")
        told = [line for line in done.stderr.splitlines() if line.startswith("hermes-shell: ")]
        assert told == ["hermes-shell: The display :999999 cannot be opened. Opening the browser instead."]


def test_engine_that_ended_the_process_is_left_out_once(tmp_path: Path) -> None:
    """An abort of the toolkit leaves no time for a browser: the next start does without that engine."""
    script = f"""import os, sys
from hermes_shell import cli, engines, window
engines.display_fault = lambda: None
engines._gtk_loads, engines._qt_loads = lambda: True, lambda: False
window.load_toolkit = lambda engine: os.abort()
{FALLBACK}sys.exit(cli.main(['--home', {str(tmp_path)!r}]))"""
    told = "hermes-shell: The gtk engine ended the last start. Opening the browser instead.\n"
    for code, output, errors in ((-6, "", ""), (0, "opened /boot/\n", told), (-6, "", "")):
        done = run(script, environment={"DISPLAY": ":1", "HERMES_SHELL_ENGINE": ""})
        assert (done.returncode, done.stdout, done.stderr) == (code, output, errors)


def test_missing_engine_names_what_to_install(tmp_path: Path) -> None:
    script = f"""import sys
from hermes_shell import cli, engines
engines._gtk_loads = engines._qt_loads = lambda: False
{FALLBACK}sys.exit(cli.main(['--home', {str(tmp_path)!r}]))"""
    done = run(script, environment={"DISPLAY": ":1"})
    assert (done.returncode, done.stdout) == (0, "opened /boot/\n")
    assert done.stderr.startswith("hermes-shell: This Python finds no window engine. For a window of its own: `")
    assert "pip install 'hermes-shell[qt]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    # Where there is no display, a window is not missed.
    assert run(script).stderr == ""
