"""One chat as the shell knows it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.outbox_entries import NOTHING_SAID, Said

if TYPE_CHECKING:
    from hermes_shell.transcript.transcript import Transcript

Turn = Literal["idle", "sent", "running", "ended"]
"""`sent`: a prompt is on its way; `ended`: its answer is complete, and the gateway has not said that it is idle."""

NEW = "new:"
"""How the key of a chat begins that the gateway does not know yet; a uuid of the page follows."""


def is_new(key: str) -> bool:
    """Whether a chat key stands for a chat without a stored id."""
    return key.startswith(NEW)


@dataclass(eq=False)
class Chat:
    """A chat: its ids, what the gateway says of it, and its messages.

    Attributes:
        key: the stored id, or `new:<uuid>` until the gateway has one.
        transcript: the messages as turns.
        live: the gateway's live id; None while there is none, also after a restart of the gateway.
        title: for people; empty while nobody gave one.
        turn: where its turn is.
        awaiting: a prompt has left and nothing of its answer has come.
        asks: the agent waits for an answer of the user.
        yolo: the agent runs everything in it without asking.
        usage: tokens and context as the gateway counts them.
        queued: prompts that wait for the end of the turn, for the connection, or for one another.
        fault: one sentence: why it could not be opened, or what a call answered.
        loaded: the transcript holds what the gateway has.
        last_active: seconds of the epoch.
        unread: a turn ended while no window showed the chat.
        shown: ids of the windows that show it.
        epoch: of the gateway's connection, when `live` was learned.
        stored: the stored id of a session that was made ahead, while `key` is still a new one.
        known: what the gateway has of the user's messages.
        kept: the gateway has a prompt of it, so it can be resumed.
        warmed: its session was made ahead once, because somebody typed in it.
        gone: the gateway does not know it (any more).
        cut: of a branch: its messages end before this one of the user, counted from 0, and the gateway still has all;
            it drops the rest with the next prompt.
        idle: set when a turn ends.
        making: held while its session is made.
        former: the key that it had before it moved.
    """

    key: str
    transcript: Transcript
    live: str | None = None
    title: str = ""
    turn: Turn = "idle"
    awaiting: bool = False
    asks: bool = False
    usage: dict[str, Any] | None = None
    model: str = ""
    provider: str = ""
    reasoning: str = ""
    cwd: str = ""
    profile: str = "default"
    yolo: bool = False
    queued: list[Prompt] = field(default_factory=list[Prompt])
    fault: str | None = None
    loaded: bool = False
    last_active: float = 0.0
    unread: bool = False
    shown: set[str] = field(default_factory=set[str])
    epoch: int = 0
    stored: str | None = None
    known: Said = NOTHING_SAID
    kept: bool = True
    warmed: bool = False
    gone: bool = False
    cut: int | None = None
    making: asyncio.Lock = field(default_factory=asyncio.Lock)
    former: str = ""
    idle: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def busy(self) -> bool:
        """Whether a turn runs, from the moment that a prompt leaves."""
        return self.turn != "idle"

    async def until_idle(self) -> None:
        """Return when no turn runs."""
        while self.busy:
            await self.idle.wait()

    def facts(self) -> dict[str, object]:
        """What every window knows of the chat; the shape of the message `chats`."""
        return {
            "live": self.live,
            "title": self.title,
            "busy": self.busy,
            "awaiting": self.awaiting,
            "usage": self.usage,
            "model": self.model,
            "provider": self.provider,
            "reasoning": self.reasoning,
            "cwd": self.cwd,
            "profile": self.profile,
            "yolo": self.yolo,
            "queued": [{"client_id": prompt.client_id, "text": prompt.display_text} for prompt in self.queued],
            "fault": self.fault,
            "waiting": self.asks,
            "unread": self.unread,
            "gone": self.gone,
            "loaded": self.loaded,
        }

    def take_info(self, info: dict[str, Any]) -> None:
        """Take over what a `session.info` or the `info` of a call says; what it does not name stays."""
        for name, attribute in _INFO.items():
            value = info.get(name)
            if isinstance(value, str) and (value or name in _MAY_BE_EMPTY):
                setattr(self, attribute, value)
        if isinstance(yolo := info.get("yolo"), bool):
            self.yolo = yolo
        usage = info.get("usage")
        if isinstance(usage, dict) and usage:
            self.usage = cast("dict[str, Any]", usage)


_INFO = {
    "model": "model",
    "provider": "provider",
    "reasoning_effort": "reasoning",
    "cwd": "cwd",
    "title": "title",
    "profile_name": "profile",
}
_MAY_BE_EMPTY = frozenset({"reasoning_effort", "cwd"})
