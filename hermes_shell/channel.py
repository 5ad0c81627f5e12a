"""The channel: one WebSocket a window, with one order for everything that goes over it.

Messages of the page are handled in the order they came; what they cause is queued in that order too, so a frame is
never overtaken by the answer that followed it. Verbs and storage writes run as tasks of their own: a slow one delays
nothing. Only a page with very many writes on their way waits, for the disk.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hermes_shell.channel_messages import (
    Call,
    Delta,
    Hello,
    Message,
    MessageError,
    Reports,
    Route,
    Store,
    Tell,
    read_message,
)
from hermes_shell.errors import GatewayError, ProtocolError, ShellError

log = logging.getLogger(__name__)

QUEUE_LIMIT = 1_000
"""Messages that may wait for a page; a page that reads more slowly is disconnected and connects again."""
SEND_SECONDS = 30.0
"""How long one message may take to leave."""
HELLO_SECONDS = 30.0
"""How long a new connection may stay silent."""
LAST_CALLS_SECONDS = 2.0
"""How long the calls that run when a connection ends may go on: what a user chose just before must not be lost."""
TASK_LIMIT = 512
"""Calls of one window that may run at the same time, and writes; a call too many is refused, a write waits."""
GOING_AWAY, POLICY, TRY_AGAIN = 1001, 1008, 1013

_FAULT = "The shell failed on this. The log has the details."

Outgoing = Mapping[str, object]
Work = Callable[[], Awaitable[Outgoing]]
"""Makes what is awaited when it is awaited: a task that is cancelled before it ran leaves nothing behind."""


class WindowDoor(Protocol):
    """What a channel needs of the window behind it. Everything but `call` and `store` returns at once."""

    def hello(self, channel: Channel, hello: Hello) -> Outgoing:
        """Take over a whole realm; the result is the `welcome`."""
        ...

    def welcomed(self) -> None:
        """The `welcome` is queued: whatever else the page shall know from the beginning follows it."""
        ...

    def delta(self, delta: Delta) -> Outgoing:
        """Apply a delta; the result is its frame."""
        ...

    def route(self, path: str) -> Outgoing:
        """Show another address; the result is the frame."""
        ...

    def report(self, reports: Sequence[object]) -> None:
        """Hear how plugins fare in the window."""
        ...

    async def store(self, write: Store) -> None:
        """Write one key; returns when it is on disk."""
        ...

    async def call(self, verb: str, args: Mapping[str, Any]) -> object:
        """Run a verb; the result is a JSON value."""
        ...

    def tell(self, topic: str, args: Mapping[str, Any]) -> None:
        """Hear something that wants no answer."""
        ...

    def closed(self) -> None:
        """The connection is gone, and with it the realm's mirror."""
        ...


class Channel:
    """One connection of one window.

    Args:
        websocket: the connection, not yet accepted.
        door: the window behind it.
    """

    def __init__(self, websocket: WebSocket, door: WindowDoor) -> None:
        self._websocket = websocket
        self._door = door
        self._queue: asyncio.Queue[Outgoing] = asyncio.Queue(QUEUE_LIMIT)
        self._calls: set[asyncio.Task[None]] = set()
        self._writes: set[asyncio.Task[None]] = set()
        self._greeted = False
        self._closing: tuple[int, str] | None = None
        self._closed = asyncio.Event()

    def send(self, message: Outgoing) -> None:
        """Queue one message. With too many waiting the connection is closed with a reason; the page connects again."""
        if self._closing is not None:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TRY_AGAIN, "the page reads too slowly; it may connect again")

    def close(self, code: int = GOING_AWAY, reason: str = "") -> None:
        """End the connection; what is still queued is dropped."""
        if self._closing is None:
            self._closing = (code, reason)
            self._closed.set()

    async def stop(self) -> None:
        """Say that the server stops and end the connection after what is queued has left."""
        self.send({"t": "stopping"})
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._queue.join()
        except TimeoutError:
            log.warning("a window did not read its last messages")
        self.close(GOING_AWAY, "the server stops")

    async def run(self) -> None:
        """Serve the connection until it ends. Returns normally whoever ended it."""
        await self._websocket.accept()
        receiving = asyncio.create_task(self._receive(), name="channel-receive")
        sending = asyncio.create_task(self._send_all(), name="channel-send")
        closing = asyncio.create_task(self._await_close(), name="channel-close")
        jobs = (receiving, sending, closing)
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            if done == {sending}:
                # The page is gone. What it said last, the writes before a reload among it, may not be read yet.
                more, _ = await asyncio.wait(
                    (receiving, closing), timeout=SEND_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                done |= more
            for job in done:
                job.result()
        finally:
            await self._finish(jobs)

    async def _finish(self, jobs: Sequence[asyncio.Task[None]]) -> None:
        self._door.closed()
        code, reason = self._closing or (GOING_AWAY, "")
        self._closing = (code, reason)
        if self._calls:
            await asyncio.wait(self._calls, timeout=LAST_CALLS_SECONDS)
        if self._writes:  # nobody waits for their receipts any more, but for their values
            await asyncio.wait(self._writes, timeout=SEND_SECONDS)
        pending = [*jobs, *self._calls, *self._writes]
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        while not self._queue.empty():
            self._queue.get_nowait()
            self._queue.task_done()
        if self._websocket.application_state is WebSocketState.CONNECTED:
            try:
                await self._websocket.close(code, reason)
            except (WebSocketDisconnect, RuntimeError):
                log.debug("the page had closed its channel already")

    async def _await_close(self) -> None:
        await self._closed.wait()

    async def _send_all(self) -> None:
        while True:
            message = await self._queue.get()
            try:
                text = json.dumps(message, separators=(",", ":"))
                async with asyncio.timeout(SEND_SECONDS):
                    await self._websocket.send_text(text)
            except TimeoutError:
                self.close(TRY_AGAIN, "the page reads too slowly; it may connect again")
                return
            except (WebSocketDisconnect, RuntimeError):  # uvicorn raises the latter after a close
                return
            finally:
                self._queue.task_done()

    async def _receive(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS) as silence:
                while (text := await self._hear()) is not None:
                    self._take(text)
                    if self._greeted:
                        silence.reschedule(None)
                    await self._yield()
        except TimeoutError:
            self.close(POLICY, "the page said no hello")
        except WebSocketDisconnect:
            return

    async def _yield(self) -> None:
        """Let answers leave and other windows run, however fast a page talks."""
        await asyncio.sleep(0)
        while len(self._writes) >= TASK_LIMIT:
            await asyncio.wait(self._writes, return_when=asyncio.FIRST_COMPLETED)

    async def _hear(self) -> str | None:
        """The next message; None when it is binary, which ends the connection."""
        # Not `receive_text`: once a receipt could not be sent it refuses to read what the page said before it left.
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text = message.get("text")
        if text is None:
            self.close(POLICY, "a channel carries text only")
        return text

    def _take(self, text: str) -> None:
        try:
            message = read_message(text)
            if not self._greeted and not isinstance(message, Hello):
                raise MessageError("the first message must be hello")
        except MessageError as error:
            log.warning("channel: a message was refused: %s", error)
            self._refuse(error)
            return
        try:
            self._handle(message)
        except ProtocolError as error:
            log.warning("channel: %s", error)
            self._refuse(MessageError(str(error), message.t))
        except Exception:
            # A fault of the shell must not cost the window its connection; the log has the whole story.
            log.exception("a message on a channel failed")
            self._refuse(MessageError(_FAULT, message.t, seq=message.seq if isinstance(message, Delta) else None))

    def _handle(self, message: Message) -> None:
        match message:
            case Hello():
                self._greeted = True
                self.send(self._door.hello(self, message))
                self._door.welcomed()
            case Delta():
                self.send(self._door.delta(message))
            case Route():
                self.send(self._door.route(message.path))
            case Reports():
                self._door.report(message.plugins)
            case Tell():
                self._door.tell(message.topic, message.args)
            case Store():
                self._start(self._writes, partial(self._store, message), {"t": "stored", "n": message.n})
            case Call() if len(self._calls) >= TASK_LIMIT:
                error = f"more than {TASK_LIMIT} calls are running; try again later"
                self.send({"t": "answer", "n": message.n, "error": error})
            case Call():
                self._start(self._calls, partial(self._call, message), {"t": "answer", "n": message.n})

    def _refuse(self, error: MessageError) -> None:
        """Tell the page, in the form that whoever waits for this message understands."""
        if error.kind == "delta" and error.seq is not None:
            warning = {"plugin": "core", "area": "", "id": "", "field": "", "message": str(error)}
            self.send({"t": "frame", "seq": error.seq, "parts": [], "warnings": [warning]})
        elif error.kind in ("store", "call") and error.n is not None:
            kind = "stored" if error.kind == "store" else "answer"
            self.send({"t": kind, "n": error.n, "error": str(error)})
        else:
            self.send({"t": "error", "message": str(error)})

    def _start(self, running: set[asyncio.Task[None]], work: Work, receipt: Outgoing) -> None:
        task = asyncio.create_task(self._answer(work, receipt), name="channel-work")
        running.add(task)
        task.add_done_callback(running.discard)

    async def _answer(self, work: Work, receipt: Outgoing) -> None:
        try:
            result = await work()
        except GatewayError as error:
            result = {"error": error.message, "code": error.code}
        except ShellError as error:
            result = {"error": error.message}
        except Exception:
            log.exception("a call on a channel failed")
            result = {"error": _FAULT}
        self.send({**receipt, **result})

    async def _store(self, write: Store) -> Outgoing:
        await self._door.store(write)
        return {}

    async def _call(self, call: Call) -> Outgoing:
        return {"value": await self._door.call(call.verb, call.args)}
