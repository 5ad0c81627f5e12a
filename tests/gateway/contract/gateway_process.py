"""A gateway as its own process: the real agent, or the embedded gateway behind a socket. Both start the same way."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from tests.model_server.server import KEY, MODEL, ModelServer
from tools.agent_env import COMMAND

GatewayName = Literal["embedded", "hermes"]
GATEWAYS: tuple[GatewayName, ...] = ("embedded", "hermes")
only_the_agent = pytest.mark.parametrize("gateway", ["hermes"], indirect=True)
"""Marks a test of what the embedded gateway does not do, on purpose; the test or its file says why."""
DEADLINE = 60.0
"""How long a start or an end may take, in seconds; the machine may be busy."""
NOWHERE = "http://127.0.0.1:9"
"""A proxy that refuses: what an agent looks for in the network fails at once, and nothing leaves the machine."""


@dataclass
class GatewayProcess:
    """A running gateway; made by `start_gateway`.

    Attributes:
        name: which one it is.
        home: its HERMES_HOME.
        token: what its clients prove themselves with.
        port: where it listens on 127.0.0.1.
        process: the child.
        log: where its output goes.
    """

    name: GatewayName
    home: Path
    token: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """The address of its WebSocket, with the token."""
        return f"ws://127.0.0.1:{self.port}/api/ws?token={self.token}"

    def stop(self) -> int:
        """Ask it to end and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(DEADLINE)

    def kill(self) -> None:
        """End it the hard way."""
        self.process.kill()
        self.process.wait(DEADLINE)


def start_gateway(name: GatewayName, home: Path, model: ModelServer, configured: bool = True) -> GatewayProcess:
    """Start a gateway on `home` and wait until it listens.

    Args:
        name: which one.
        home: its home, which has to exist.
        model: what it asks.
        configured: whether a real agent is told of the model.

    Raises:
        AssertionError: it ended, or is not ready before the deadline; carries its output.
    """
    ready = home.parent / f"{home.name}-ready-{time.monotonic_ns()}.json"
    token = secrets.token_urlsafe(24)
    environment = {
        **(agent_environment(home) if name == "hermes" else embedded_environment(home, model)),
        "HERMES_DESKTOP": "1",
        "HERMES_DASHBOARD_SESSION_TOKEN": token,
        "HERMES_DESKTOP_READY_FILE": str(ready),
    }
    if name == "hermes" and configured:
        configure_agent(home, model)
    process, log = launch(name, home, environment, "0")
    end = time.monotonic() + DEADLINE
    while not ready.exists():
        assert process.poll() is None, f"the gateway ended with {process.returncode}:\n{log.read_text('utf-8')}"
        if time.monotonic() > end:
            process.kill()
            process.wait()
            raise AssertionError(f"the gateway is not ready after {DEADLINE:.0f} s:\n{log.read_text('utf-8')}")
        time.sleep(0.02)
    return GatewayProcess(name, home, token, json.loads(ready.read_text())["port"], process, log)


def launch(
    name: GatewayName, home: Path, environment: dict[str, str], port: str
) -> tuple[subprocess.Popen[bytes], Path]:
    """Start the process and wait for nothing; returns it and where its output goes.

    Args:
        name: which gateway.
        home: its home, which has to exist; it works in a folder beside it.
        environment: variables on top of this process's own.
        port: where it shall listen; `0` = any.
    """
    work = work_folder(home)
    command = [str(COMMAND), "serve"] if name == "hermes" else [sys.executable, "-m", "hermes_shell.gateway.embedded"]
    log = home.parent / f"{home.name}-{time.monotonic_ns()}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", port],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=work,
            env={**os.environ, **environment},
        )
    return process, log


def work_folder(home: Path) -> Path:
    """The folder that the gateway on `home` works in."""
    work = home.parent / f"{home.name}-work"
    work.mkdir(exist_ok=True)
    return work


def embedded_environment(home: Path, model: ModelServer) -> dict[str, str]:
    """Variables for the embedded gateway on `home` with a scripted model; `~` is the folder that it works in."""
    return {
        "HERMES_HOME": str(home),
        "HOME": str(work_folder(home)),
        "HERMES_MODEL_BASE_URL": model.base_url,
        "HERMES_MODEL_API_KEY": KEY,
        "HERMES_MODEL_NAME": MODEL,
    }


def agent_environment(home: Path) -> dict[str, str]:
    """Variables for a real agent that knows only `home` and this machine; `~` is the folder that it works in."""
    assert COMMAND.exists(), f"{COMMAND} is missing: run `make test` once, or python3 tools/agent_env.py"
    proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), NOWHERE)
    exceptions = dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost")
    own = {"HERMES_HOME": str(home), "HERMES_BIN": str(COMMAND), "HOME": str(work_folder(home))}
    return {**own, **proxies, **exceptions}


def configure_agent(home: Path, model: ModelServer, *more: str) -> None:
    """Write the configuration of a real agent: a scripted model, few tools, every question asked, no retries.

    Args:
        home: where it is written.
        model: what answers.
        more: toolsets beside the few.
    """
    home.mkdir(parents=True, exist_ok=True)
    settings = {
        "model": {
            "provider": "custom",
            "default": MODEL,
            "base_url": model.base_url,
            "api_key": KEY,
            "context_length": 131072,
        },
        "platform_toolsets": {"cli": ["terminal", "file", "clarify", "todo", *more]},
        "terminal": {"cwd": str(work_folder(home))},  # without it, a chat after a tool may be in `~`
        "approvals": {"mode": "manual"},
        "agent": {"api_max_retries": 1},
        "security": {"tirith_enabled": False},
    }
    (home / "config.yaml").write_text(json.dumps(settings, indent=1), encoding="utf-8")  # JSON is YAML too
