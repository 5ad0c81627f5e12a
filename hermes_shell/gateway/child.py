"""The gateway as a process of the shell: `hermes serve`, started with a token of ours and ended with us.

A shell that is killed leaves it running, and its turns go on; the next shell of the home takes it over.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import time
from collections.abc import Mapping
from pathlib import Path

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway import leftover
from hermes_shell.gateway.agent_log import CHECK_SECONDS, AgentLog
from hermes_shell.gateway.agent_log import FILE_NAME as LOG_NAME
from hermes_shell.gateway.agent_process import AgentProcess, RunningAgent
from hermes_shell.gateway.backend import Hear, Link, Lost
from hermes_shell.gateway.endpoint import Endpoint
from hermes_shell.gateway.late_link import open_link
from hermes_shell.gateway.protocol import Kind

log = logging.getLogger(__name__)

START_SECONDS = 60.0
"""How long a start may take until the ready file is there: 1 s as a rule, 10 s for the first after an installation."""
STARTS = 4
"""So often it is started in a row; one that served for `STEADY_SECONDS` begins a new row."""
STEADY_SECONDS = 60.0
POLL_SECONDS = 0.05
END_SECONDS = 0.2
ADOPT_SECONDS = 5.0
"""How long an agent of an earlier shell has to answer."""


class ChildBackend:
    """Starts and owns one agent.

    Args:
        program: of the agent.
        home: the home it shall serve.
        state: where its files may lie; a directory of the shell.
        environ: the variables that it inherits.
        start_seconds: how long a start may take, in seconds.
    """

    kind: Kind = "child"

    def __init__(
        self, program: Path, home: Path, state: Path, environ: Mapping[str, str], start_seconds: float = START_SECONDS
    ) -> None:
        self._program = program
        self._home = home
        self._ready = state / "gateway-ready.json"
        self._note = state / leftover.FILE_NAME
        self._log = state / LOG_NAME
        self._environ = environ
        self._start_seconds = start_seconds
        self._process: RunningAgent | None = None
        self._trimming: asyncio.TimerHandle | None = None
        self._endpoint: Endpoint | None = None
        self._starts = 0
        self._opened: float | None = None

    async def open(self, hear: Hear, lost: Lost) -> Link:
        """Start the agent unless it runs, and connect; `Backend.open`."""
        process = self._process
        if process is not None:
            # A process that was killed closes its socket before its end is known.
            await asyncio.wait((process.ended,), timeout=END_SECONDS)
        if process is None or process.ended.done():
            process = await self._start()
        endpoint = self._endpoint
        assert endpoint is not None, "a start that succeeds knows where"

        def gone(reason: str) -> None:
            lost(reason if not process.ended.done() else self._ended(process))

        try:
            link = await open_link(endpoint, hear, gone)
        except GatewayError as error:
            # It runs and cannot be used: what comes up next is a new one.
            await self._end()
            if isinstance(error, GatewayUnusable):
                raise
            raise GatewayError(None, f"The agent does not work: {error.message}") from error
        self._opened = self._opened or time.monotonic()
        return link

    async def close(self) -> None:
        """End the agent; `Backend.close`."""
        await self._end()

    async def _start(self) -> RunningAgent:
        served, self._opened = self._opened, None
        if served is not None and time.monotonic() - served >= STEADY_SECONDS:
            self._starts = 0
        if self._starts >= STARTS:
            why = "" if self._process is None else f" {self._ended(self._process)}"
            raise GatewayUnusable(f"The agent ended {self._starts} times in a row and is not started again.{why}")
        if self._process is None:
            adopted = await self._adopt()
            if adopted is not None:
                return adopted
            old = await asyncio.to_thread(leftover.end_leftover, self._note)
            if old is not None:
                log.warning("An agent that outlived an earlier shell was ended: process %d.", old)
        self._starts += 1
        self._ready.unlink(missing_ok=True)  # of an earlier run
        token = secrets.token_urlsafe(32)
        environment = {
            **self._environ,
            "HERMES_HOME": str(self._home),
            "HERMES_DESKTOP": "1",
            "HERMES_DASHBOARD_SESSION_TOKEN": token,
            "HERMES_DESKTOP_READY_FILE": str(self._ready),
            "PYTHONUNBUFFERED": "1",
        }
        command = (str(self._program), "serve", "--host", "127.0.0.1", "--port", "0")
        try:
            self._process = process = AgentProcess(command, environment, AgentLog(self._log, token))
        except OSError as error:
            raise GatewayUnusable(f"The agent {self._program} cannot be started: {error.strerror}.") from error
        leftover.remember(self._note, process.pid, str(self._program), token)
        log.info("The agent %s was started as process %d.", self._program, process.pid)
        try:
            port = await self._wait_ready(process)
        except BaseException:
            await self._end()
            raise
        leftover.remember(self._note, process.pid, str(self._program), token, port)
        self._endpoint = _endpoint(port, token)
        self._trim()
        return process

    async def _adopt(self) -> RunningAgent | None:
        """The agent of a shell that was killed, when it is the same program and answers to the token that is noted."""
        left = await asyncio.to_thread(leftover.find_leftover, self._note)
        if left is None or not left.port or left.program != str(self._program):
            return None
        from hermes_shell.gateway.adopted_process import AdoptedProcess  # late: few shells are killed

        endpoint = _endpoint(left.port, left.token)
        try:
            async with asyncio.timeout(ADOPT_SECONDS):
                link = await open_link(endpoint, lambda _: None, lambda _: None)
            await link.close()
            process = AdoptedProcess(left, AgentLog(self._log, left.token))
        except (GatewayError, TimeoutError, OSError) as error:
            log.warning("The agent of an earlier shell, process %d, is not taken over: %s", left.pid, error)
            return None
        self._process, self._endpoint = process, endpoint
        leftover.remember(self._note, left.pid, left.program, left.token, left.port)  # it is ours from now on
        log.info("The agent that an earlier shell left running was taken over: process %d.", left.pid)
        self._trim()
        return process

    def _trim(self) -> None:
        """Keep what it writes small, now and then."""
        process = self._process
        if process is not None and not process.ended.done():
            process.log.keep_small()
            self._trimming = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._trim)

    async def _wait_ready(self, process: RunningAgent) -> int:
        """The port, once it listens."""
        try:
            async with asyncio.timeout(self._start_seconds):
                while (port := self._port()) is None:
                    if process.ended.done():
                        raise self._failure(process)
                    await asyncio.wait((process.ended,), timeout=POLL_SECONDS)
                return port
        except TimeoutError:
            text = f"The agent did not come up within {self._start_seconds:g} seconds."
            raise GatewayError(None, f"{text}{_said(process)}") from None

    def _port(self) -> int | None:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            match json.loads(self._ready.read_bytes()[:4096]):
                case {"port": int(port)} if 0 < port < 65536:
                    return port
                case _:
                    pass
        return None

    def _failure(self, process: RunningAgent) -> GatewayError:
        said = process.log.tail(20)
        if process.ended.result() == 2 and "serve" in said and "invalid choice" in said:
            return GatewayUnusable("The agent on this machine is too old: it has no `hermes serve`. Update the agent.")
        return GatewayError(None, self._ended(process))

    def _ended(self, process: RunningAgent) -> str:
        code = process.ended.result() if process.ended.done() else None
        if code is None and process.ended.done():
            return "The agent ended."
        if code is None:
            return f"The agent does not answer.{_said(process)}"
        how = f"by signal {-code}" if code < 0 else f"with exit status {code}"
        return f"The agent ended {how}.{_said(process) if code > 0 else ''}"

    async def _end(self) -> None:
        process, self._endpoint = self._process, None
        if self._trimming is not None:
            self._trimming.cancel()
        if process is not None and not process.ended.done():
            await process.end()
            if process.ended.done():
                process.log.remove()  # of one that ended by itself the last words may be wanted
        if process is not None and process.ended.done():
            leftover.forget(self._note)  # one that outlasts it all is found by the next start
        with contextlib.suppress(OSError):
            os.unlink(self._ready)


def _endpoint(port: int, token: str) -> Endpoint:
    return Endpoint(f"http://127.0.0.1:{port}", token, "local")


def _said(process: RunningAgent) -> str:
    last = process.log.tail(1)
    return f" It said: {last[:300]}" if last else ""
