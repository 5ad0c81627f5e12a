"""An agent that an earlier shell started and that this one takes over: not our child, so it is watched by a handle."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal

from hermes_shell.gateway.agent_log import AgentLog
from hermes_shell.gateway.agent_process import KILL_SECONDS, TERM_SECONDS
from hermes_shell.gateway.leftover import Leftover


class AdoptedProcess:
    """A running agent, by a handle that is its alone whatever becomes of its id. Linux only.

    Args:
        left: which one.
        log: where it writes.

    Attributes:
        ended: done when it has ended; how is not told to those who did not start it.

    Raises:
        OSError: it is not there any more.
    """

    def __init__(self, left: Leftover, log: AgentLog) -> None:
        self.pid = left.pid
        self.log = log
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int | None] = self._loop.create_future()
        self._handle = os.pidfd_open(left.pid)
        if not left.lives:
            os.close(self._handle)
            raise ProcessLookupError(left.pid)
        self._loop.add_reader(self._handle, self._gone)

    async def end(self) -> None:
        """Ask it to end, and make it end when it does not."""
        for number, seconds in ((signal.SIGTERM, TERM_SECONDS), (signal.SIGKILL, KILL_SECONDS)):
            if self.ended.done():
                return
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asyncio.shield(self.ended)

    def _gone(self) -> None:
        self._loop.remove_reader(self._handle)
        os.close(self._handle)
        if not self.ended.done():
            self.ended.set_result(None)
