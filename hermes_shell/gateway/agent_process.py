"""One run of the agent's program: started in a group of its own, watched, and ended by its id."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hermes_shell.gateway.agent_log import AgentLog

TERM_SECONDS = 5.0
"""How long it has after it was asked to end."""
KILL_SECONDS = 5.0


class RunningAgent(Protocol):
    """An agent's process, whoever started it."""

    pid: int
    log: AgentLog
    ended: asyncio.Future[int | None]
    """Done when it has ended, with its exit code (minus the signal's number) where that is known."""

    async def end(self) -> None:
        """Ask it to end, and make it end when it does not."""
        ...


class AgentProcess:
    """A program that was started here.

    Args:
        command: program and arguments.
        environment: all its variables.
        log: where its output goes.

    Attributes:
        ended: done when it has ended, with its exit code (minus the signal's number).

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: AgentLog) -> None:
        self.log = log
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int | None] = self._loop.create_future()
        self._reaping = threading.Lock()
        self._reaped = False
        log.begin()
        self.pid, wait = _spawn(command, environment, log)
        threading.Thread(target=lambda: self._reap(wait), name="agent end", daemon=True).start()

    async def end(self) -> None:
        """Ask it to end, and make it end when it does not."""
        for number, seconds in ((signal.SIGTERM, TERM_SECONDS), (_KILL, KILL_SECONDS)):
            self._signal(number)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asyncio.shield(self.ended)
                return

    def _signal(self, number: int) -> None:
        # Not between its end and the reaping's end: the id may belong to another process then.
        with self._reaping:
            if not self._reaped:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.pid, number)

    def _reap(self, wait: Callable[[], int]) -> None:
        if sys.platform == "win32":
            wait()  # the handle keeps the id from being used again
        else:
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        with self._reaping:
            code = wait()
            self._reaped = True
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it whoever waits
            self._loop.call_soon_threadsafe(self._tell, code)

    def _tell(self, code: int) -> None:
        if not self.ended.done():
            self.ended.set_result(code)


_KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


def _spawn(command: Sequence[str], environment: Mapping[str, str], log: AgentLog) -> tuple[int, Callable[[], int]]:
    """Start with no signals blocked, which it would inherit; the shell's server blocks SIGTERM."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        with log.file.open("ab") as output:
            process = subprocess.Popen(
                command,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                creationflags=flags,
            )
        return process.pid, process.wait
    pid = os.posix_spawn(
        command[0],
        tuple(command),
        environment,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log.file), os.O_WRONLY | os.O_APPEND, 0),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        # Out of the terminal's group: Ctrl+C is for the shell, which ends it in order.
        setpgroup=0,
        setsigmask=[],
        setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM],
    )
    return pid, lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
