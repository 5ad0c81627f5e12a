"""One chat as the shell knows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.core.chat.prompt import Prompt

if TYPE_CHECKING:
    from hermes_shell.transcript import Transcript

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
        busy: a turn runs, from the moment that a prompt leaves.
        awaiting: a prompt has left and nothing of its answer has come.
        asks: the agent waits for an answer of the user.
        usage: tokens and context as the gateway counts them.
        queued: prompts that wait for the end of the turn, for the connection, or for one another.
        fault: one sentence: why it could not be opened, or what a call answered.
        loaded: the transcript holds what the gateway has.
        last_active: seconds of the epoch.
        unread: a turn ended while no window showed the chat.
        shown: ids of the windows that show it.
    """

    key: str
    transcript: Transcript
    live: str | None = None
    title: str = ""
    busy: bool = False
    awaiting: bool = False
    asks: bool = False
    usage: dict[str, Any] | None = None
    model: str = ""
    provider: str = ""
    reasoning: str = ""
    cwd: str = ""
    profile: str = "default"
    queued: list[Prompt] = field(default_factory=list[Prompt])
    fault: str | None = None
    loaded: bool = False
    last_active: float = 0.0
    unread: bool = False
    shown: set[str] = field(default_factory=set[str])

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
            "queued": [{"client_id": prompt.client_id, "text": prompt.display_text} for prompt in self.queued],
            "fault": self.fault,
            "waiting": self.asks,
            "unread": self.unread,
        }

    def take_info(self, info: dict[str, Any]) -> None:
        """Take over what a `session.info` or the `info` of a call says; what it does not name stays."""
        for name, attribute in _INFO.items():
            value = info.get(name)
            if isinstance(value, str) and (value or name in _MAY_BE_EMPTY):
                setattr(self, attribute, value)
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
