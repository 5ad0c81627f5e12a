"""A session bus with stand-ins for the desktop's services, beside a browser's loop."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Self

from e2e.shell_process import DEADLINE
from tests.session_bus import session_bus


class BusThread:
    """A bus of a test's own; its loop runs in a thread. Who needs services on it overrides `services`.

    Attributes:
        address: of the bus.
        loop: where the services run.
    """

    def __init__(self) -> None:
        self.address = ""
        self.loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self.loop.run_until_complete, args=(self._serve(),))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(DEADLINE)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self._end.set)
        self._thread.join(DEADLINE)
        self.loop.close()

    @asynccontextmanager
    async def services(self) -> AsyncGenerator[None]:
        """What is offered on the bus while it runs."""
        yield

    async def _serve(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with session_bus(folder) as self.address, self.services():
                self._ready.set()
                await self._end.wait()
