"""A gateway whose answers and events a test writes, in this process."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway import UNAVAILABLE, Dispose, Event, Kind, State

Answer = Callable[[Mapping[str, Any]], object]
"""Answers a call from its parameters (or query and body); may be a coroutine function, may raise GatewayError."""


class ScriptedGateway:
    """Answers what a test tells it to, as one socket would: answers and events in one order.

    Attributes:
        answers: method -> its answer, or what makes it; for REST the key is as in `GET /api/sessions`.
        calls: what was called, in order: method and parameters.
    """

    kind: Kind = "embedded"
    label = "Scripted"

    def __init__(self, answers: Mapping[str, object] | None = None, state: State = "open") -> None:
        self.answers: dict[str, object] = dict(answers or {})
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self.state: State = state
        self.fault: str | None = None
        self.epoch = 1 if state == "open" else 0
        self._listeners: list[Callable[[Event], None]] = []
        self._state_listeners: list[Callable[[], None]] = []

    async def request(self, method: str, params: Mapping[str, Any], timeout_ms: float | None = None) -> object:
        del timeout_ms
        return await self._answer(method, params, f"unknown method: {method}", -32601)

    async def rest(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        timeout_ms: float | None = None,
    ) -> object:
        del timeout_ms
        given: dict[str, Any] = {"query": dict(query or {}), "body": body}
        return await self._answer(f"{method} {path}", given, "Not Found", 404)

    async def _answer(self, name: str, given: Mapping[str, Any], unknown: str, code: int) -> object:
        if self.state != "open":
            raise GatewayError(None, UNAVAILABLE)
        self.calls.append((name, given))
        await asyncio.sleep(0)  # no call of a socket answers at once
        if name not in self.answers:
            raise GatewayError(code, unknown)
        answer = self.answers[name]
        if isinstance(answer, Exception):
            raise answer
        made: object = answer(given) if callable(answer) else answer
        return await _awaited(made) if inspect.isawaitable(made) else made

    def subscribe(self, listener: Callable[[Event], None]) -> Dispose:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def on_state(self, listener: Callable[[], None]) -> Dispose:
        self._state_listeners.append(listener)
        return lambda: self._state_listeners.remove(listener)

    def awake(self) -> None:
        self.calls.append(("awake", {}))

    async def start(self) -> None: ...

    async def restart(self) -> None:
        self.calls.append(("restart", {}))

    async def close(self) -> None: ...

    # What a test does

    def emit(self, kind: str, session: str | None = None, payload: Mapping[str, Any] | None = None) -> None:
        """Let every listener hear an event; `session` is the live id."""
        event: dict[str, Any] = {"type": kind}
        if session is not None:
            event["session_id"] = session
        if payload is not None:
            event["payload"] = dict(payload)
        for listener in tuple(self._listeners):
            listener(event)

    def turn(self, state: State, fault: str | None = None) -> None:
        """Change the state; an `open` begins another epoch."""
        self.state, self.fault = state, fault
        if state == "open":
            self.epoch += 1
        for listener in tuple(self._state_listeners):
            listener()


async def _awaited(made: Awaitable[object]) -> object:
    return await made
