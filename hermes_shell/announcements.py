"""Announcements: process-wide changes as small JSON over server-sent events, one stream a browser.

The first event of a stream is `hello` with everything a page must know; later ones are numbered `announce` events. So a
listener that missed some needs no replay: it reconnects and reconciles with the next `hello`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING

from starlette.requests import Request

if TYPE_CHECKING:
    from sse_starlette import EventSourceResponse

QUEUE_LIMIT = 1_000
"""Announcements that may wait for one listener; with more its stream ends and it connects again."""
PING_SECONDS = 15
SEND_TIMEOUT = 20.0
"""Seconds after which a listener that reads nothing is dropped."""


class _Listener:
    """One open stream: what it has still to send. None in the queue ends it."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE_LIMIT)

    def put(self, event: bytes) -> None:
        try:
            self.queue.put_nowait(event)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """End the stream now, whatever still waits: the listener gets all of it with its next `hello`."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def finish(self) -> None:
        """End the stream after what still waits."""
        if self.queue.full():
            self.end()
        else:
            self.queue.put_nowait(None)


class Announcements:
    """Numbers announcements and sends them to every open stream. Used on the server's event loop only.

    Args:
        epoch: a text that no other run of the server has; pages compare it.
        snapshot: returns what `hello` carries beside epoch and number: JSON values by name.
    """

    def __init__(self, epoch: str, snapshot: Callable[[], Mapping[str, object]]) -> None:
        self._epoch = epoch
        self._snapshot = snapshot
        self._number = 0
        self._listeners: set[_Listener] = set()
        self._closed = False

    @property
    def epoch(self) -> str:
        """The text that only this run of the server has."""
        return self._epoch

    @property
    def number(self) -> int:
        """The number of the last announcement, 0 before the first."""
        return self._number

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def publish(self, kind: str, **data: object) -> int:
        """Send an announcement to every stream.

        Args:
            kind: what happened, such as `plugin-changed`.
            data: JSON values beside `number` and `kind`.

        Returns:
            The announcement's number.
        """
        self._number += 1
        if self._listeners:
            event = _event("announce", self._number, {"number": self._number, "kind": kind, **data})
            for listener in tuple(self._listeners):
                listener.put(event)
        return self._number

    def hello(self) -> dict[str, object]:
        """What a listener is told first: epoch, number and the snapshot."""
        return {"epoch": self._epoch, "number": self._number, **self._snapshot()}

    def stream(self, request: Request) -> EventSourceResponse:
        """The response of `GET …/events`. `Last-Event-ID` does not matter: `hello` is complete."""
        from sse_starlette import EventSourceResponse  # late: no stream is needed to start

        return EventSourceResponse(self._events(), ping=PING_SECONDS, sep="\n", send_timeout=SEND_TIMEOUT)

    def close(self) -> None:
        """End every stream after what it has still to send; streams opened later end after `hello`."""
        self._closed = True
        for listener in tuple(self._listeners):
            listener.finish()

    async def _events(self) -> AsyncIterator[bytes]:
        listener = _Listener()
        # No await between hello and the first place in the queue: nothing falls in between.
        hello = _event("hello", self._number, self.hello())
        self._listeners.add(listener)
        if self._closed:
            listener.finish()
        try:
            yield hello
            while True:
                event = await listener.queue.get()
                if event is None:
                    return
                waiting = [event]
                ended = False
                while not listener.queue.empty() and not ended:
                    more = listener.queue.get_nowait()
                    if more is None:
                        ended = True
                    else:
                        waiting.append(more)
                yield b"".join(waiting)
                if ended:
                    return
        finally:
            self._listeners.discard(listener)


def _event(name: str, number: int, data: Mapping[str, object]) -> bytes:
    """One encoded event. Escaped to ASCII, so that text with unpaired surrogates cannot break a stream."""
    from sse_starlette import ServerSentEvent

    text = json.dumps(data, separators=(",", ":"))
    return ServerSentEvent(text, event=name, id=str(number), sep="\n").encode()
