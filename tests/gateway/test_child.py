"""The agent as a process of the shell, played by a small program."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway import Link, agent_log, agent_process, child, leftover
from hermes_shell.gateway.agent_log import AgentLog
from hermes_shell.gateway.child import STARTS, ChildBackend

ROOT = Path(__file__).parents[2]


class Agent:
    """The program, its home, and what its runs left behind."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.state = self.home / "desktop-shell"
        self.state.mkdir(parents=True)
        self.program = root / "hermes"
        self.program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.gateway.fake_agent "$@"\n')
        self.program.chmod(0o755)
        self.log = root / "runs"
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._backends: list[ChildBackend] = []

    def backend(self, manner: str = "good", start_seconds: float = 20) -> ChildBackend:
        environ = {**os.environ, "FAKE_AGENT": manner, "FAKE_AGENT_RUNS": str(self.log), "PYTHONPATH": str(ROOT)}
        self._backends.append(ChildBackend(self.program, self.home, self.state, environ, start_seconds))
        return self._backends[-1]

    async def open(self, backend: ChildBackend) -> Link:
        return await backend.open(lambda _: None, self.lost.set_result)

    def runs(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def running(self) -> list[int]:
        return [run["pid"] for run in self.runs() if _runs(run["pid"])]

    async def close(self) -> None:
        for backend in self._backends:
            await backend.close()
        assert self.running() == []


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def blocked_signals(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("SigBlk:")).split()[1], 16)


@pytest.fixture
async def agent(tmp_path: Path) -> AsyncGenerator[Agent]:
    made = Agent(tmp_path)
    yield made
    await made.close()


async def test_it_is_started_with_a_token_of_ours_and_ended_with_us(agent: Agent) -> None:
    backend = agent.backend()
    link = await agent.open(backend)
    assert link.label == "Hermes 0.19.0 · local"
    assert await link.rest("GET", "/api/sessions", None, None, 5) == (200, {"sessions": []})
    (run,) = agent.runs()
    assert run["argv"] == ["serve", "--host", "127.0.0.1", "--port", "0"]
    assert (run["home"], run["desktop"]) == (str(agent.home), "1")
    assert agent.running() == [run["pid"]]
    await link.close()
    await backend.close()
    assert agent.running() == []
    assert not agent.lost.done()
    assert sorted(file.name for file in agent.state.iterdir()) == []


async def test_a_ready_file_of_an_earlier_run_leads_nowhere(agent: Agent) -> None:
    (agent.state / "gateway-ready.json").write_text('{"port": 1}')
    link = await agent.open(agent.backend())
    await link.close()


async def test_a_killed_agent_is_told_and_started_again(agent: Agent) -> None:
    backend = agent.backend()
    link = await agent.open(backend)
    os.kill(agent.runs()[0]["pid"], signal.SIGKILL)
    assert await asyncio.wait_for(agent.lost, 5) in (
        "The agent ended by signal 9.",
        "The connection to the gateway was lost.",
    )
    await link.close()
    agent.lost = asyncio.get_running_loop().create_future()
    again = await agent.open(backend)
    assert len(agent.runs()) == 2
    await again.close()


async def test_a_connection_that_was_lost_alone_needs_no_new_agent(agent: Agent) -> None:
    backend = agent.backend()
    await (await agent.open(backend)).close()
    await (await agent.open(backend)).close()
    assert len(agent.runs()) == 1


async def test_an_agent_that_keeps_ending_is_given_up_with_its_last_words(agent: Agent) -> None:
    backend = agent.backend("exit")
    for _ in range(STARTS):
        with pytest.raises(GatewayError, match=r"exit status 1\. It said: The database is locked: \?token=•••$"):
            await agent.open(backend)
    with pytest.raises(GatewayUnusable, match=f"ended {STARTS} times in a row and is not started again"):
        await agent.open(backend)
    assert len(agent.runs()) == STARTS


async def test_slow_failures_are_counted_too_and_only_an_agent_that_served_begins_a_new_row(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "STEADY_SECONDS", 0)
    backend = agent.backend("exit")
    for _ in range(STARTS):
        with pytest.raises(GatewayError, match="exit status 1"):
            await agent.open(backend)
    with pytest.raises(GatewayUnusable, match="not started again"):
        await agent.open(backend)


async def test_an_agent_that_served_for_long_begins_a_new_row(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "STEADY_SECONDS", 0)
    monkeypatch.setattr(child, "STARTS", 1)
    backend = agent.backend()
    for run in range(2):
        link = await agent.open(backend)
        await link.close()
        os.kill(agent.runs()[run]["pid"], signal.SIGKILL)
    assert len(agent.runs()) == 2


async def test_an_agent_without_serve_is_too_old(agent: Agent) -> None:
    with pytest.raises(GatewayUnusable, match="too old"):
        await agent.open(agent.backend("old"))


async def test_an_agent_that_hangs_at_its_start_is_ended_at_the_deadline(agent: Agent) -> None:
    with pytest.raises(GatewayError, match="did not come up within 1 seconds"):
        await agent.open(agent.backend("hang", start_seconds=1))
    assert agent.running() == []


async def test_an_agent_that_does_not_answer_is_ended(agent: Agent) -> None:
    with pytest.raises(GatewayError, match="The agent does not work"):
        await agent.open(agent.backend("deaf"))
    assert agent.running() == []


async def test_an_agent_that_will_not_end_is_killed(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_process, "TERM_SECONDS", 0.05)
    backend = agent.backend("stubborn")
    await (await agent.open(backend)).close()
    await backend.close()
    assert agent.running() == []


async def test_a_start_that_is_called_off_leaves_nothing(agent: Agent) -> None:
    opening = asyncio.create_task(agent.open(agent.backend("hang")))
    async with asyncio.timeout(10):
        while not agent.runs():  # noqa: ASYNC110 - another process writes the file
            await asyncio.sleep(0.01)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    assert agent.running() == []


async def test_a_program_that_cannot_run_is_named(agent: Agent) -> None:
    agent.program.write_text("#!/no/such/interpreter\n")
    with pytest.raises(GatewayUnusable, match="cannot be started"):
        await agent.open(agent.backend())


async def test_it_can_be_ended_though_our_signals_are_blocked(agent: Agent) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
    try:
        backend = agent.backend()
        link = await agent.open(backend)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    pid = agent.runs()[0]["pid"]
    assert blocked_signals(pid) == 0
    await link.close()
    await backend.close()


async def test_an_agent_that_outlived_its_shell_is_taken_over_by_the_next_and_ended_with_it(agent: Agent) -> None:
    link = await agent.open(agent.backend())
    running = agent.running()
    note = agent.state / "gateway-child.json"
    assert note.stat().st_mode & 0o777 == 0o600
    second = agent.backend()  # the first shell was killed: nobody closed anything
    again = await agent.open(second)
    assert agent.running() == running
    assert again.label == "Hermes 0.19.0 · local"
    await link.close()
    await second.close()
    assert agent.running() == []
    assert not note.exists()


async def test_an_end_of_one_that_was_taken_over_is_told_and_another_started(agent: Agent) -> None:
    await agent.open(agent.backend())
    second = agent.backend()
    agent.lost = asyncio.get_running_loop().create_future()
    await agent.open(second)
    os.kill(agent.runs()[0]["pid"], signal.SIGKILL)
    assert await asyncio.wait_for(agent.lost, 5) in ("The agent ended.", "The connection to the gateway was lost.")
    agent.lost = asyncio.get_running_loop().create_future()
    await agent.open(second)
    assert agent.running() == [agent.runs()[1]["pid"]]


@pytest.mark.parametrize("wrong", [{"token": "another"}, {"port": 1}, {"port": 0}, {"program": "/another/hermes"}])
async def test_a_leftover_that_does_not_answer_or_is_another_program_is_ended(
    agent: Agent, wrong: dict[str, object]
) -> None:
    await (await agent.open(agent.backend())).close()
    note = agent.state / "gateway-child.json"
    note.write_text(json.dumps({**json.loads(note.read_text()), **wrong}))
    await agent.open(agent.backend())
    assert agent.running() == [agent.runs()[1]["pid"]]


async def test_a_leftover_that_hangs_is_killed_at_the_deadline(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "ADOPT_SECONDS", 0.2)
    monkeypatch.setattr(leftover, "WAIT_SECONDS", 0.2)
    await (await agent.open(agent.backend())).close()
    os.kill(agent.runs()[0]["pid"], signal.SIGSTOP)
    await agent.open(agent.backend())
    assert agent.running() == [agent.runs()[1]["pid"]]


async def test_what_an_agent_writes_is_bounded_and_read_by_its_user_alone(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = agent.backend()
    await agent.open(backend)
    file = agent.state / "gateway-child.log"
    assert file.stat().st_mode & 0o777 == 0o600
    written = AgentLog(file, "secret")
    with file.open("ab") as stream:
        stream.write(b"one\ntwo secret\n" * 10)
    assert written.tail(2) == "one two •••"
    monkeypatch.setattr(agent_log, "MOST_BYTES", 100)
    written.keep_small()
    assert written.tail() == ""


ODD = ["[]", "{", '{"pid": "x"}', '{"pid": 1, "born": "x", "shell": 1, "shell_born": "x"}']
OTHER = '{"pid": OURS, "born": "then", "shell": 1, "shell_born": "then"}'


@pytest.mark.parametrize("note", [*ODD, OTHER])
def test_a_process_that_is_not_the_one_noted_is_left_alone(tmp_path: Path, note: str) -> None:
    file = tmp_path / "note.json"
    file.write_text(note.replace("OURS", str(os.getpid())))
    assert leftover.end_leftover(file) is None
    assert not file.exists() or note == "{"


def test_an_agent_whose_shell_lives_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "note.json"
    leftover.remember(file, os.getpid(), "hermes", "token")
    note = {**json.loads(file.read_text()), "shell": os.getppid(), "shell_born": leftover.birth_of(os.getppid())}
    file.write_text(json.dumps(note))
    assert leftover.end_leftover(file) is None
    assert json.loads(file.read_text()) == note
