"""A session that is live in this process: who hears it, what runs in it, and what waits."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from hermes_shell.gateway.backend import Hear
from hermes_shell.gateway.embedded.deltas import Deltas
from hermes_shell.gateway.embedded.questions import Questions
from hermes_shell.gateway.embedded.session_rows import Usage

QUEUE_LIMIT = 50
"""Prompts that may wait in one session."""


class Connection:
    """One client. A session has one connection, the last that made, resumed, activated or prompted it.

    Args:
        hear: takes its events.
    """

    def __init__(self, hear: Hear) -> None:
        self.hear = hear


@dataclass(frozen=True)
class Prompt:
    """What the user sent.

    Attributes:
        text: as it was written.
        sent: what the model gets instead, with the files that it refers to; None = `text`.
        images: paths of images.
    """

    text: str
    sent: str | None = None
    images: tuple[str, ...] = ()


@dataclass
class Turn:
    """One turn, from a prompt to its end.

    Attributes:
        prompt: what started it.
        row: number of the prompt's message.
        texts: what was written so far, over all calls.
        part: where in `texts` the newest segment begins: after a note that was steered in.
        reasoning: what was reasoned so far.
        steered: notes that wait for the end of the running call.
        interrupted: somebody wants it to end.
        steers: how many notes were steered in.
        reader: reads the model's answer; cancelled by an interrupt.
    """

    prompt: Prompt
    row: int = 0
    texts: list[str] = field(default_factory=list[str])
    part: int = 0
    reasoning: list[str] = field(default_factory=list[str])
    steered: list[str] = field(default_factory=list[str])
    interrupted: bool = False
    steers: int = 0
    reader: asyncio.Task[None] | None = None

    @property
    def text(self) -> str:
        """Everything that was written so far."""
        return "".join(self.texts)

    def interrupt(self) -> None:
        """End it soon; what was written stays."""
        self.interrupted = True
        if self.reader is not None:
            self.reader.cancel()


class LiveSession:
    """One live session.

    Args:
        stored: its stored id.
        connection: hears its events; None = nobody for now.
        cwd: its working directory.
        source: who made it.
        now: seconds since 1970.
    """

    def __init__(self, stored: str, connection: Connection | None, cwd: str, source: str, now: float) -> None:
        self.id = secrets.token_hex(4)
        self.stored = stored
        self.connection = connection
        self.cwd = cwd
        self.source = source
        self.started_at = now
        self.last_active = now
        self.title = ""
        self.in_database = False
        self.model = ""
        self.provider = ""
        self.effort: str | None = None
        self.yolo = False
        self.seed: list[tuple[str, str]] = []
        self.parent: str | None = None
        self.turn: Turn | None = None
        self.task: asyncio.Task[None] | None = None
        self.queue: deque[tuple[Prompt, int]] = deque()
        self.images: list[str] = []
        self.files: dict[str, str] = {}
        self.deltas = Deltas(self._send_delta)
        self.questions = Questions(self.emit)
        self.preview = ""
        self.usage = Usage()

    @property
    def running(self) -> bool:
        """Whether a turn runs."""
        return self.turn is not None

    @property
    def status(self) -> str:
        """`idle`, `working`, or `waiting` for an answer of the user."""
        if len(self.questions):
            return "waiting"
        return "working" if self.running else "idle"

    @property
    def inflight(self) -> dict[str, Any] | None:
        """The running turn as a client takes it up; None when none runs."""
        if self.turn is None:
            return None
        return {
            "user": self.turn.prompt.text,
            "assistant": self.turn.text,
            "reasoning": "".join(self.turn.reasoning),
            "streaming": True,
        }

    def emit(self, kind: str, payload: dict[str, Any] | None = None) -> None:
        """Send an event, after the deltas that wait."""
        self.deltas.flush()
        self._send(kind, payload)

    def _send_delta(self, kind: str, text: str) -> None:
        self._send(kind, {"text": text})

    def _send(self, kind: str, payload: dict[str, Any] | None) -> None:
        if self.connection is None:
            return
        event: dict[str, Any] = {"type": kind, "session_id": self.id}
        if payload is not None:
            event["payload"] = payload
        self.connection.hear(event)
