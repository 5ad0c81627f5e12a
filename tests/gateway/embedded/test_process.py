"""The embedded gateway as a process of its own; what goes over its socket is tested with the contract."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from hermes_shell.gateway.embedded.__main__ import main
from tests.gateway.embedded.chatting import chatting

TIMEOUT = 60


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("HERMES_HOME", str(home))
    return home


class Started:
    """A running process.

    Attributes:
        process: the child.
        line: the first line of its output.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.line = process.stdout.readline()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.line.rpartition("=")[2])


@pytest.fixture
def started(home: Path, tmp_path: Path) -> Iterator[Started]:
    """The gateway, as a parent starts it."""
    given = {"HERMES_DESKTOP_READY_FILE": str(tmp_path / "ready.json"), "HERMES_DASHBOARD_SESSION_TOKEN": "token"}
    process = subprocess.Popen(
        [sys.executable, "-m", "hermes_shell.gateway.embedded", "--port", "0"],
        env={**os.environ, **given},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Started(process)
    finally:
        process.kill()
        process.communicate()


def test_a_start_is_announced_and_sigterm_ends_it(started: Started, home: Path, tmp_path: Path) -> None:
    assert json.loads((tmp_path / "ready.json").read_text("ascii")) == {"port": started.port}
    assert started.line == f"HERMES_BACKEND_READY port={started.port}\n"
    with socket.create_connection(("127.0.0.1", started.port), TIMEOUT) as connection:
        connection.sendall(b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert connection.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"
    started.process.send_signal(signal.SIGTERM)
    assert started.process.wait(TIMEOUT) == 0
    assert (home / "desktop-shell" / "chats.db").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "ready.json"]


async def test_a_prompt_survives_a_kill(started: Started, home: Path) -> None:
    async with connect(f"ws://127.0.0.1:{started.port}/api/ws?token=token", proxy=None) as client:

        async def call(method: str, **params: object) -> dict[str, Any]:
            await client.send(json.dumps({"id": 1, "method": method, "params": params}))
            while "result" not in (frame := json.loads(await client.recv())):
                pass
            return frame["result"]

        made = await call("session.create")
        await call("prompt.submit", session_id=made["session_id"], text="a long answer, please")
        started.process.kill()
    started.process.wait(TIMEOUT)
    async with chatting(home / "desktop-shell") as later:
        resumed = await later.call("session.resume", session_id=made["stored_session_id"])
        message = resumed["messages"][0]
        assert (message["text"], message["status"]) == ("a long answer, please", "lost")
        assert (await later.turn(resumed["session_id"], "table"))["status"] == "complete"


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
