"""The client of the shell's one gateway: keeps it connected, and answers whoever asks meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway.backend import Backend, Link
from hermes_shell.gateway.backoff import Backoff
from hermes_shell.gateway.listeners import Listeners
from hermes_shell.gateway.no_gateway import UNAVAILABLE
from hermes_shell.gateway.protocol import Dispose, Event, Kind, State
from hermes_shell.gateway.rest_errors import detail_of

log = logging.getLogger(__name__)

CALL_SECONDS = 300.0
"""How long an answer may take when the caller names no deadline; a call may wait for an approval."""
REST_SECONDS = 60.0
CHECK_SECONDS = 5.0
"""How long a connection has to prove that it survived a sleep."""


async def _at_once() -> None:
    pass


def _unheard(reason: str) -> None:
    del reason


class GatewayClient:
    """A `Gateway` over whatever backend is chosen.

    Args:
        choose: makes the backend, at the start and at each restart; None = no gateway is wanted. May raise
            GatewayUnusable.
        begin: awaited before the first attempt, so that a start has its own work behind it.
    """

    def __init__(self, choose: Callable[[], Backend | None], begin: Callable[[], Awaitable[None]] = _at_once) -> None:
        self.state: State = "idle"
        self.kind: Kind = "none"
        self.label = ""
        self.fault: str | None = None
        self.epoch = 0
        self._choose = choose
        self._begin = begin
        self._events: Listeners[Event] = Listeners("event")
        self._changes: Listeners[None] = Listeners("state")
        self._link: Link | None = None
        self._drop: Callable[[str], None] = _unheard
        self._keeper: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._check: asyncio.Task[None] | None = None
        self._switching = asyncio.Lock()

    async def request(self, method: str, params: Mapping[str, Any], timeout_ms: float | None = None) -> object:
        """Make one JSON-RPC call; `Gateway.request`."""
        seconds = CALL_SECONDS if timeout_ms is None else timeout_ms / 1000
        return await self._open_link().request(method, params, seconds)

    async def rest(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        timeout_ms: float | None = None,
    ) -> object:
        """Make one REST call; `Gateway.rest`."""
        seconds = REST_SECONDS if timeout_ms is None else timeout_ms / 1000
        status, answer = await self._open_link().rest(method, path, query, body, seconds)
        if status >= 400:
            raise GatewayError(status, detail_of(status, answer))
        return answer

    def subscribe(self, listener: Callable[[Event], None]) -> Dispose:
        """Hear every event; `Gateway.subscribe`."""
        return self._events.add(listener)

    def on_state(self, listener: Callable[[], None]) -> Dispose:
        """Hear changes of the state; `Gateway.on_state`."""
        return self._changes.add(lambda _: listener())

    def awake(self) -> None:
        """Try now, where a wait runs; where a remote connection seems open, make it prove that."""
        self._woken.set()
        link = self._link
        if link is not None and self.kind == "remote" and (self._check is None or self._check.done()):
            self._check = asyncio.create_task(self._prove(link), name="gateway-check")

    async def start(self) -> None:
        """Begin to connect; `Gateway.start`."""
        assert self._keeper is None, "a client starts once"
        self._keeper = asyncio.create_task(self._first(), name="gateway")

    async def restart(self) -> None:
        """End what there is and begin anew, with the settings of now; `Gateway.restart`."""
        async with self._switching:
            await self._stop()
            self._become("connecting", None)
            self._keeper = asyncio.create_task(self._run(), name="gateway")

    async def close(self) -> None:
        """End everything for good; `Gateway.close`."""
        async with self._switching:
            await self._stop()
            self._become("closed", None)

    async def _stop(self) -> None:
        for task in (self._keeper, self._check):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        self._keeper = self._check = None

    async def _first(self) -> None:
        await self._begin()
        await self._run()

    async def _run(self) -> None:
        backend: Backend | None = None
        try:
            backend = self._choose()
            if backend is None:
                self.kind, self.label = "none", ""
                self._become("idle", "No gateway is set up.")
                return
            if backend.kind != self.kind:
                self.kind, self.label = backend.kind, ""
            await self._keep(backend)
        except GatewayUnusable as error:
            log.warning("The gateway cannot be used: %s", error.message)
            self._become("closed", error.message)
        except Exception:
            log.exception("the gateway's client failed")
            self._become("closed", "The connection to the gateway failed. The log has the details.")
        finally:
            if backend is not None:
                with contextlib.suppress(GatewayError):
                    await backend.close()

    async def _keep(self, backend: Backend) -> None:
        """Connect, and connect again whenever the link is lost, until it cannot be used."""
        backoff = Backoff()
        while True:
            self._become("connecting", self.fault)
            try:
                reason = await self._live(backend, backoff)
            except GatewayUnusable:
                raise
            except GatewayError as error:
                reason = error.message
            if reason != self.fault:
                log.info("No gateway: %s", reason)
            self._become("closed", reason)
            await self._pause(backoff.wait())

    async def _live(self, backend: Backend, backoff: Backoff) -> str:
        """One link from its opening to its loss; returns why it was lost."""
        lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        early: list[Event] | None = []

        def hear(event: Event) -> None:
            if early is not None:
                early.append(event)
            elif not lost.done():
                self._events.tell(event)

        def drop(reason: str) -> None:
            if not lost.done():
                lost.set_result(reason)

        link = await backend.open(hear, drop)
        opened = time.monotonic()
        try:
            self._drop = drop
            self._link, self.label, self.epoch = link, link.label, self.epoch + 1
            self._become("open", None)
            heard, early = early, None
            for event in heard:
                self._events.tell(event)
            return await lost
        finally:
            self._link = None
            backoff.held(time.monotonic() - opened)
            lost.cancel()
            await link.close()

    async def _pause(self, seconds: float) -> None:
        self._woken.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()

    async def _prove(self, link: Link) -> None:
        try:
            await link.request("config.get", {"key": "mtime"}, CHECK_SECONDS)
        except GatewayError as error:
            if error.code is None and link is self._link:
                log.info("The gateway did not answer after a sleep; connecting anew.")
                self._drop("The connection to the gateway did not survive a sleep.")

    def _open_link(self) -> Link:
        if self._link is None:
            raise GatewayError(None, UNAVAILABLE)
        return self._link

    def _become(self, state: State, fault: str | None) -> None:
        if (state, fault) == (self.state, self.fault) and state != "open":
            return
        self.state, self.fault = state, fault
        self._changes.tell(None)
