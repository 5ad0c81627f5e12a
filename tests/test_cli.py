from __future__ import annotations

import json
import os
import pty
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import hermes_shell
from hermes_shell.cli import build_parser, main
from hermes_shell.commands import window
from hermes_shell.errors import ServerError
from hermes_shell.start import write_ready

ROOT = Path(hermes_shell.__file__).parents[1]
LINK = re.compile(r"http://127\.0\.0\.1:\d+/boot/[\w-]+")


@contextmanager
def shell(
    *arguments: str, environment: dict[str, str] | None = None, stdout: int = subprocess.PIPE
) -> Generator[subprocess.Popen[str]]:
    """Run the command line in a process of its own; it is killed if a test leaves it."""
    command = [sys.executable, "-m", "hermes_shell.cli", *arguments]
    clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(
        command, stdout=stdout, stderr=subprocess.PIPE, text=True, cwd=ROOT, env={**clean, **(environment or {})}
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_ready(process: subprocess.Popen[str], file: Path) -> dict[str, object]:
    """Watch the directory of the ready file until it is there."""
    from watchfiles import watch

    for _ in watch(file.parent, yield_on_timeout=True, rust_timeout=200, step=10, debounce=20):
        if file.exists():
            return json.loads(file.read_text())
        assert process.poll() is None, process.stderr and process.stderr.read()
    raise AssertionError("the watch ended")


def test_closed_streams_are_opened_so_that_no_file_gets_their_number(tmp_path: Path) -> None:
    (tmp_path / "home" / "desktop-plugins" / "p").mkdir(parents=True)
    (tmp_path / "home" / "desktop-plugins" / "p" / "plugin.js").write_text("export default { id: 'p', register() {} }")
    command = f'exec "{sys.executable}" -m hermes_shell.cli plugins list --home "{tmp_path}/home" <&- >&- 2>&-'
    assert subprocess.run(["sh", "-c", command], cwd=ROOT, check=False).returncode == 0
    script = (
        "import os; from hermes_shell.cli import main; main(['--version']); "
        "assert [os.path.realpath(f'/proc/self/fd/{n}') for n in range(3)] == [os.devnull] * 3"
    )
    command = f'exec "{sys.executable}" -c "$0" <&- >&- 2>&-'
    assert subprocess.run(["sh", "-c", command, script], cwd=ROOT, check=False).returncode == 0


def test_version_is_light(tmp_path: Path) -> None:
    script = (
        "import sys; from hermes_shell.cli import main\n"
        "print(main(['--version']))\n"
        "heavy = {'starlette', 'uvicorn', 'webview', 'sqlite3', 'pydantic', 'asyncio', 'argparse'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    # Coverage measures child processes too, and imports modules of its own in them.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=plain)
    assert done.stdout.splitlines() == [f"hermes-shell {hermes_shell.__version__}", "0", "[]"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["serve", "--port", "x"],
        ["serve", "--port", "70000"],
        ["open-sesame"],
        ["--browser", "--print-link"],
    ],
)
def test_wrong_usage_is_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_unusable_home_and_token_file_are_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    for arguments in (["--home", str(file)], ["serve", "--token-file", str(tmp_path / "absent")]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "is not a directory" in told
    assert "cannot be read" in told


def test_options_stand_before_or_after_the_command() -> None:
    parser = build_parser()
    before = parser.parse_args(["--home", "x", "--developer", "serve", "--port", "0"])
    after = parser.parse_args(["serve", "--home", "x", "--developer", "--port", "0"])
    assert vars(before) == vars(after)
    assert parser.parse_args([]).run is window.run
    assert parser.parse_args(["serve"]).port is None


def test_ready_file_is_private_and_complete(tmp_path: Path) -> None:
    file = tmp_path / "ready"
    write_ready(file, 1234, "http://x/boot/y")
    assert json.loads(file.read_text()) == {"port": 1234, "boot_url": "http://x/boot/y", "pid": os.getpid()}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["ready"]
    with pytest.raises(ServerError, match="ready file"):
        write_ready(tmp_path / "absent" / "ready", 1, "")


def test_boot_link_goes_through_no_file_that_another_user_could_have_placed(tmp_path: Path) -> None:
    trap = tmp_path / f"ready.{os.getpid()}.new"
    trap.symlink_to(tmp_path / "elsewhere")
    write_ready(tmp_path / "ready", 1234, "http://x/boot/y")
    assert not (tmp_path / "elsewhere").exists()
    assert (tmp_path / "ready").is_file()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_tells_when_it_is_ready_and_ends_cleanly_with_open_streams(tmp_path: Path, number: int) -> None:
    ready = tmp_path / "run" / "ready"
    ready.parent.mkdir()
    home = tmp_path / "home ü"
    arguments = ["serve", "--port", "0", "--home", str(home), "--ready-file", str(ready)]
    with shell(*arguments) as process, httpx.Client(trust_env=False, timeout=10) as client:
        told = wait_ready(process, ready)
        assert told["pid"] == process.pid
        page = client.get(str(told["boot_url"]), follow_redirects=True)
        assert page.status_code == 200
        assert client.get(str(told["boot_url"])).status_code == 403
        with client.stream("GET", f"{page.url}events") as stream:
            lines = stream.iter_lines()
            assert any(line == "event: hello" for line in lines)
            process.send_signal(number)
            assert any('"kind":"stopping"' in line for line in lines)
        assert process.wait(10) == 0
        assert process.stdout is not None
        assert process.stdout.read() == ""  # no link where nobody reads it
    secret = str(page.url).split("/w/")[1].strip("/")
    for log in (home / "desktop-shell" / "logs").iterdir():
        assert secret not in log.read_text()


def test_link_is_printed_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with shell("serve", "--port", "0", "--home", str(tmp_path), stdout=theirs) as process:
        os.close(theirs)
        printed = os.read(ours, 4096).decode()
        assert LINK.search(printed)
        process.terminate()
        assert process.wait(10) == 0
    os.close(ours)


def test_print_link_prints_a_link_that_works(tmp_path: Path) -> None:
    with shell("--print-link", "--home", str(tmp_path)) as process:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        assert LINK.fullmatch(link)
        assert httpx.get(link, trust_env=False).status_code == 303
        process.terminate()
        assert process.wait(10) == 0


def test_without_window_or_browser_the_link_is_printed(tmp_path: Path) -> None:
    environment = {"PATH": str(tmp_path), "HERMES_SHELL_ENGINE": "none"}
    with shell("--home", str(tmp_path / "home"), environment=environment) as process:
        assert process.stdout is not None
        assert LINK.search(process.stdout.readline())
        process.terminate()
        assert process.wait(10) == 0


def test_browser_gets_a_one_shot_link(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    os.mkfifo(opened)
    program = tmp_path / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    program.chmod(0o755)
    environment = {"PATH": str(program.parent)}
    with shell("--browser", "--home", str(tmp_path / "home"), environment=environment) as process:
        link = opened.read_text().strip()
        assert LINK.fullmatch(link)
        process.terminate()
        assert process.wait(10) == 0


def test_taken_port_is_code_1_and_one_sentence(tmp_path: Path) -> None:
    with shell("--print-link", "--home", str(tmp_path / "first")) as first:
        assert first.stdout is not None
        port = first.stdout.readline().split(":")[2].split("/")[0]
        with shell("serve", "--port", port, "--home", str(tmp_path / "second")) as second:
            assert second.wait(30) == 1
            assert second.stderr is not None
            told = second.stderr.read()
            assert told.startswith("hermes-shell: Cannot listen on 127.0.0.1 port")
            assert len(told.splitlines()) == 1


def test_home_that_cannot_be_written_still_serves(tmp_path: Path) -> None:
    (tmp_path / "desktop-shell").touch()
    with shell("--print-link", "--home", str(tmp_path)) as process:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        with httpx.Client(trust_env=False) as client:
            assert client.get(link, follow_redirects=True).status_code == 200
        process.terminate()
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert "cannot be written" in process.stderr.read()
