"""The embedded gateway as a process of its own; what goes over its socket is tested with the contract."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from hermes_shell.gateway.embedded.__main__ import main

TIMEOUT = 60


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("HERMES_HOME", str(home))
    return home


def test_a_start_is_announced_and_sigterm_ends_it(home: Path, tmp_path: Path) -> None:
    ready = tmp_path / "ready.json"
    process = subprocess.Popen(
        [sys.executable, "-m", "hermes_shell.gateway.embedded", "--port", "0"],
        env={**os.environ, "HERMES_DESKTOP_READY_FILE": str(ready), "HERMES_DASHBOARD_SESSION_TOKEN": "token"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        port = json.loads(ready.read_text("ascii"))
        assert set(port) == {"port"}
        assert line == f"HERMES_BACKEND_READY port={port['port']}\n"
        with socket.create_connection(("127.0.0.1", port["port"]), TIMEOUT) as connection:
            connection.sendall(b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert connection.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == 0
    finally:
        process.kill()
        process.communicate()
    assert (home / "desktop-shell" / "chats.db").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "ready.json"]


def test_a_port_that_is_taken(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["--port", str(taken.getsockname()[1])]) == 3
    assert "in use" in capsys.readouterr().err
    assert main(["--port", "99999"]) == 3
    assert not home.exists()


def test_chats_that_cannot_be_used(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "desktop-shell" / "chats.db").mkdir(parents=True)
    assert main([]) == 1
    assert "cannot be opened" in capsys.readouterr().err


def test_a_home_that_cannot_be_used(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.write_text("in the way")
    assert main([]) == 1
    assert "not a directory" in capsys.readouterr().err


def test_it_listens_on_loopback_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--host", "0.0.0.0"]) == 2
    assert "not a loopback address" in capsys.readouterr().err
