"""The gateway's door: calls, and events in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.app import create_app
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError, ShellError
from hermes_shell.gateway import Event, NoGateway, State
from hermes_shell.paths import Home
from hermes_shell.settings import Settings


class HeldGateway(NoGateway):
    """Answers when a test says so, as one socket would: answers and events in one order."""

    state: State = "open"

    def __init__(self) -> None:
        self.calls: dict[str, asyncio.Future[object]] = {}
        self.listeners: list[Callable[[Event], None]] = []

    async def request(self, method: str, params: Mapping[str, Any], timeout_ms: float | None = None) -> object:
        del params, timeout_ms
        self.calls[method] = asyncio.get_running_loop().create_future()
        return await self.calls[method]

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def emit(self, event: Event) -> None:
        for listener in self.listeners:
            listener(event)


class Recorder:
    """Stands for the channel of a window."""

    def __init__(self) -> None:
        self.sent: list[Mapping[str, object]] = []

    def send(self, message: Mapping[str, object]) -> None:
        self.sent.append(message)


@pytest.fixture
def gateway() -> HeldGateway:
    return HeldGateway()


@pytest.fixture
def shell(tmp_path: Path, gateway: HeldGateway) -> Shell:
    home = Home.resolve(str(tmp_path))
    home.prepare()
    shell: Shell = create_app(Settings(home=home), gateway=gateway).state.shell
    return shell


async def test_an_event_never_arrives_before_the_answer_that_came_before_it(shell: Shell, gateway: HeldGateway) -> None:
    window, sent = Window(shell), Recorder()
    window.send = sent.send
    shell.windows["one"] = window

    async def call() -> None:
        answer = await window.call("gateway.request", {"method": "session.create"})
        sent.send({"t": "answer", "value": answer})

    task = asyncio.create_task(call())
    await asyncio.sleep(0)
    gateway.calls["session.create"].set_result({"session_id": "s1"})
    gateway.emit({"type": "session.info", "session_id": "s1"})
    await task
    await asyncio.sleep(0)
    assert [message["t"] for message in sent.sent] == ["answer", "event"]


async def test_the_gateways_own_error_reaches_the_caller(shell: Shell, gateway: HeldGateway) -> None:
    call = asyncio.create_task(Window(shell).call("gateway.request", {"method": "no.such", "timeout_ms": 5}))
    await asyncio.sleep(0)
    gateway.calls["no.such"].set_exception(ShellError("unknown method: no.such"))
    with pytest.raises(ShellError, match="unknown method"):
        await call


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"method": 1},
        {"method": "x", "params": [1]},
        {"method": "x", "timeout_ms": -1},
        {"method": "x", "timeout_ms": True},
    ],
)
async def test_arguments_that_do_not_fit_are_refused(shell: Shell, args: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        await Window(shell).call("gateway.request", args)
