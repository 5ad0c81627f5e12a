"""What a model's answer is made of."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from hermes_shell.gateway.embedded.session_rows import Usage

TEXT_LIMIT = 4_000_000
"""Characters of text, and of reasoning, that one answer may have."""

QuestionKind = Literal["approval", "clarify", "sudo", "secret"]

Ask = Callable[[QuestionKind, dict[str, Any]], Awaitable[str | None]]
"""Ask the user, and wait for the answer; None when there was none in time."""


@dataclass(frozen=True)
class Text:
    """More of the answer."""

    text: str


@dataclass(frozen=True)
class Reasoning:
    """More of the model's reasoning."""

    text: str


@dataclass(frozen=True)
class Notice:
    """A line for people about what is going on, such as that a call is made again."""

    text: str


@dataclass(frozen=True)
class Ending:
    """The answer is complete, as far as it will ever be; always the last piece.

    Attributes:
        usage: tokens of all calls that were made.
        warning: what is wrong with the answer, as one sentence.
    """

    usage: Usage = field(default_factory=Usage)
    warning: str | None = None


Piece = Text | Reasoning | Notice | Ending


class ModelFailure(Exception):  # noqa: N818 - it ends a turn, not a program
    """There is no answer, or only the pieces that came before.

    Args:
        message: what happened, for people.
        usage: tokens that were used all the same.
    """

    def __init__(self, message: str, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.usage = usage or Usage()


@dataclass(frozen=True)
class Entry:
    """One message of the conversation as the model gets it.

    Attributes:
        role: `user`, `assistant` or `system`.
        text: its text.
        images: paths of images that go with it.
    """

    role: str
    text: str
    images: Sequence[str] = ()


@dataclass(frozen=True)
class Request:
    """What a model is asked.

    Attributes:
        entries: the conversation, the newest message last.
        effort: how much it should reason: `none`, `minimal`, `low`, `medium`, `high`, `xhigh`; empty = its own choice.
        ask: asks the user.
    """

    entries: Sequence[Entry]
    effort: str
    ask: Ask


class Model(Protocol):
    """A model that answers."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def provider(self) -> str:
        """Who runs it: `custom` or `demo`."""
        ...

    def answer(self, request: Request) -> AsyncGenerator[Piece, None]:
        """Answer, piece by piece; an `Ending` is the last one. Closing the generator ends the call at once.

        Raises:
            ModelFailure: while iterating; there will be no more pieces.
        """
        ...
