"""What the outbox keeps of a prompt, and how it finds out whether the gateway has it already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hermes_shell.core.chat.prompt import Prompt, kept_prompt

State = Literal["waiting", "sending", "failed"]
"""Not sent yet; handed to the gateway, whose answer has not come; refused by it."""

Status = Literal["waiting", "sending", "failed", "sent", "taken-back"]
"""A state, or how an entry left the outbox."""


@dataclass(frozen=True, slots=True)
class Said:
    """The user's messages that the gateway has of a chat.

    Attributes:
        count: how many there are, those in flight or queued at the gateway included.
        newest: texts of the newest of them, the newest last; 20 are enough.
    """

    count: int
    newest: tuple[str, ...] = ()


NOTHING_SAID = Said(0)
"""Of a chat that the gateway does not know yet."""


@dataclass(eq=False)
class Entry:
    """One prompt that the gateway has not answered for.

    Attributes:
        number: entries leave in this order; larger than that of every earlier entry.
        key: of the chat.
        prompt: what is sent.
        state: how far it is.
        error: why the gateway refused it, as a sentence.
        before: what the gateway had when the prompt was handed to it; only while `state` is `sending`.
        held: the chat works on something else, so the prompt waits for the end of that. Not kept.
        tries: attempts in a row that nobody answered. Not kept.
    """

    number: int
    key: str
    prompt: Prompt
    state: State = "waiting"
    error: str | None = None
    before: Said | None = None
    held: bool = field(default=False, repr=False)
    tries: int = field(default=0, repr=False)

    def as_json(self) -> dict[str, object]:
        """The stored form; the client id is the key that it lies under."""
        return {
            "number": self.number,
            "key": self.key,
            "prompt": self.prompt.as_json(),
            "state": self.state,
            "error": self.error,
            "before": None if self.before is None else [self.before.count, list(self.before.newest)],
        }


def kept_entry(kept: Mapping[str, Any]) -> Entry:
    """The entry of what `as_json` gave.

    Raises:
        KeyError, TypeError, ValueError: it is not such a thing.
    """
    number, key, state, error = kept["number"], kept["key"], kept["state"], kept["error"]
    if not isinstance(number, int) or not isinstance(key, str) or not isinstance(error, str | None):
        raise TypeError("number, key or error")
    if state not in ("waiting", "sending", "failed"):
        raise ValueError(f"state {state!r}")
    before = kept["before"]
    said = None if before is None else Said(int(before[0]), tuple(str(text) for text in before[1]))
    return Entry(number, key, kept_prompt(kept["prompt"]), state, error, said)


def was_taken(prompt: str, before: Said, now: Said) -> bool:
    """Whether the gateway took a prompt that it never answered for.

    A message that came since then must hold the prompt's text; the gateway may have put text of attachments around it,
    or joined it with a message that was never answered, which then is no new one but reads differently.

    Args:
        prompt: the text that was sent.
        before: what the gateway had when it was sent.
        now: what it has now.
    """
    added = now.count - before.count
    if added > 0:
        return _holds(now.newest[-min(added, len(now.newest)) :], prompt) if now.newest else False
    if added == 0 and now.newest and before.newest:
        return now.newest[-1] != before.newest[-1] and _holds(now.newest[-1:], prompt)
    return False


def _holds(said: Sequence[str], prompt: str) -> bool:
    wanted = " ".join(prompt.split())
    return any(wanted in " ".join(text.split()) for text in said)
