"""What a transcript is made of: turns, and in each the user's message and the agent's parts in the order they came."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

from hermes_shell.transcript.block_stream import BlockStream
from hermes_shell.transcript.questions import Question

PENDING = ("sending", "sent", "queued")
"""States of a prompt that the gateway has or gets, and that no turn has taken up."""


HOLDERS = 700
"""Bytes of a turn beside what it says: itself, its message, a part or two, their ids."""


@dataclass(slots=True)
class UserMessage:
    """What the user wrote.

    Attributes:
        text: as it is shown.
        client_id: of the prompt, when this page sent it; empty for what comes from the gateway's history.
        status: `sending`, `sent`, `queued`, `waiting` (for a connection), `failed`, or `done`: a turn has taken it up.
        error: why it failed; empty otherwise.
        attachments: names of what goes with it.
        written_at: seconds since the epoch, 0 = unknown.
    """

    text: str
    client_id: str = ""
    status: str = "done"
    error: str = ""
    attachments: tuple[str, ...] = ()
    written_at: float = 0


@dataclass(slots=True)
class Part:
    """One part of an answer.

    Attributes:
        id: unique in the transcript, never used again.
        revision: of the transcript when this part changed last.
    """

    id: str
    revision: int = 0


@dataclass(slots=True)
class Reasoning(Part):
    """What the model thought aloud. `seconds` is None while it goes on, and -1 when it is unknown."""

    blocks: BlockStream = field(default_factory=BlockStream)
    started: float = 0
    seconds: float | None = None


@dataclass(slots=True)
class Prose(Part):
    """Text of the answer, as Markdown. `closed` = nothing is appended any more."""

    blocks: BlockStream = field(default_factory=BlockStream)
    closed: bool = False


@dataclass(slots=True)
class Step(Part):
    """A tool call, a sub-agent or a background process.

    Attributes:
        kind: `tool`, `agent` or `process`.
        name: of the tool; the goal of a sub-agent; the id of a process.
        call: the gateway's id of it; empty while it is only announced.
        context: the gateway's line about it.
        state: `generating`, `running`, `done`, `failed`, `stopped`, or `absent`: announced and never run.
        args: its arguments, when known.
        result: what it returned, any JSON value.
        seconds: how long it took; None = unknown.
        started: seconds since the epoch.
        diff: what it changed, plain text of a unified diff.
        lines: what a sub-agent or process told while it ran, the newest last; capped.
        note: one more fact for its row, as a finding of a safety check.
    """

    kind: str = "tool"
    name: str = ""
    call: str = ""
    context: str = ""
    state: str = "running"
    args: dict[str, Any] | None = None
    result: object = None
    seconds: float | None = None
    started: float = 0
    diff: str = ""
    lines: list[str] = field(default_factory=list[str])
    note: str = ""


@dataclass(slots=True)
class Note(Part):
    """One line about the turn: a status of the gateway, a steering text, the end of a background process."""

    kind: str = "status"
    text: str = ""


@dataclass(slots=True)
class Asked(Part):
    """A question at its place. `outcome` is empty while it waits; `refused` says that it was not allowed."""

    question: Question | None = None
    outcome: str = ""
    refused: bool = False


@dataclass(slots=True)
class Failure(Part):
    """Why the turn did not end well."""

    text: str = ""


@dataclass(slots=True)
class Turn:
    """A user's message and what followed it, or a turn that nobody submitted.

    Attributes:
        id: unique in the transcript, never used again.
        user: None when nobody submitted it.
        parts: in the order they came.
        state: `waiting` (not taken up yet), `running`, `done`, `interrupted` or `failed`.
        started: seconds since the epoch, 0 = unknown.
        ended: seconds since the epoch, 0 = unknown or not yet.
        tokens: how many this turn took; None = unknown.
        hidden_user: the gateway's history counts a message of the user for it though nobody wrote one.
        doubtful: it was taken up again after a lost connection, so a doubled start means nothing.
        revision: of the transcript when anything in it changed last.
    """

    id: str
    user: UserMessage | None = None
    parts: list[Part] = field(default_factory=list[Part])
    state: str = "waiting"
    started: float = 0
    ended: float = 0
    tokens: int | None = None
    hidden_user: bool = False
    doubtful: bool = False
    revision: int = 0

    @property
    def running(self) -> bool:
        """Whether the agent works on it."""
        return self.state == "running"


def size_of(turn: Turn) -> int:
    """Bytes that a turn takes in memory, about."""
    said = [] if turn.user is None else [turn.user.text]
    for part in turn.parts:
        match part:
            case Prose() | Reasoning():
                said.append(part.blocks.text)
            case Step():
                texts = (part.context, part.diff, part.note, *part.lines, *(part.args or {}).values(), part.result)
                said += [text for text in texts if isinstance(text, str)]
            case Note() | Failure():
                said.append(part.text)
            case _:
                pass
    return HOLDERS + sum(map(sys.getsizeof, said))
