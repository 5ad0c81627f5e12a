"""One run of the agent's program: started in a group of its own, watched, and ended by its id."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import BinaryIO

TERM_SECONDS = 5.0
"""How long it has after it was asked to end."""
KILL_SECONDS = 5.0
LINES_KEPT = 100
LINE_BYTES = 4096


class AgentProcess:
    """A running program. Its output is read and the last lines are kept.

    Args:
        command: program and arguments.
        environment: all its variables.
        secret: left out of what `tail` tells, should the program write it.

    Attributes:
        ended: done when it has ended, with its exit code (minus the signal's number).

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], secret: str) -> None:
        self._secret = secret
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int] = self._loop.create_future()
        self._lines: deque[bytes] = deque(maxlen=LINES_KEPT)
        self._reaping = threading.Lock()
        self._reaped = False
        self.pid, wait, output = _spawn(command, environment)
        for name, work in (("agent output", lambda: self._read(output)), ("agent end", lambda: self._reap(wait))):
            threading.Thread(target=work, name=name, daemon=True).start()

    def tail(self, count: int = 3) -> str:
        """The last lines that it wrote, as one text; empty when it wrote none."""
        lines = [line.decode("utf-8", "replace").strip() for line in tuple(self._lines)]
        return " ".join([line for line in lines if line][-count:]).replace(self._secret, "•••")

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

    def _read(self, output: BinaryIO) -> None:
        with output:
            while line := output.readline(LINE_BYTES):
                self._lines.append(line)

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


def _spawn(command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, Callable[[], int], BinaryIO]:
    """Start with no signals blocked, which it would inherit; the shell's server blocks SIGTERM."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        process = subprocess.Popen(
            command,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            creationflags=flags,
        )
        assert process.stdout is not None
        return process.pid, process.wait, process.stdout
    reading, writing = os.pipe()
    try:
        pid = os.posix_spawn(
            command[0],
            tuple(command),
            environment,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, writing, 1),
                (os.POSIX_SPAWN_DUP2, writing, 2),
            ],
            # Out of the terminal's group: Ctrl+C is for the shell, which ends it in order.
            setpgroup=0,
            setsigmask=[],
            setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM],
        )
    except OSError:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    return pid, lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), os.fdopen(reading, "rb")
