"""The messages of a chat of an agent that tells two things about them, and how its own count of them goes.

`session.resume` tells the messages of a whole lineage, texts alone. Of a branch that is its parent's chat and then its
own copy of it. The REST door tells each row of one session once, with times, calls and results, but nothing of what was
before a compression. And the agent counts the messages of the user in what its model gets, where it joins prompts that
nothing answered. Here the three meet. Source: the agent's 0.19.0 `session.resume`, `session.branch`, `prompt.submit`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from hermes_shell.errors import GatewayError
from hermes_shell.transcript.payload import mapping, text_of

if TYPE_CHECKING:
    from hermes_shell.gateway import Gateway

Row = Mapping[str, Any]

JOINT = "\n\n"
"""What the agent puts between prompts that it joins."""
UNSEEN = 3
"""How many of the user's newest rows the agent's own history may lack: of the running turn, or of undone ones."""
REST_MS = 15_000
NO_MESSAGE = 4018
"""The gateway's own code for a message that is not in its history."""


@dataclass(frozen=True)
class Retelling:
    """What to show of a chat, and how the agent counts it.

    Attributes:
        messages: in order.
        ordinals: of each message of the user among them the place in the agent's history, None where it has none any
            more. None = as they are counted here.
    """

    messages: list[dict[str, Any]]
    ordinals: tuple[int | None, ...] | None = None

    def ordinal(self, at: int) -> int:
        """The agent's number of a message of the user.

        Raises:
            GatewayError: it has none.
        """
        if self.ordinals is None:
            return at
        found = self.ordinals[at] if at < len(self.ordinals) else None
        if found is None:
            raise GatewayError(NO_MESSAGE, "The agent does not have this message any more, only a summary of it.")
        return found


def needs_rows(messages: Sequence[Row]) -> bool:
    """Whether the REST door knows more of these messages: whoever tells when they were written tells all there is."""
    return bool(messages) and not any("timestamp" in message for message in messages)


async def read_rows(gateway: Gateway, key: str) -> tuple[list[dict[str, Any]], bool]:
    """The rows of one session by REST, and whether they are all of its chat: it is a branch, or a sub-agent's.

    Raises:
        GatewayError: the gateway failed, or told about another session.
    """
    address = f"/api/sessions/{quote(key, safe='')}"
    answer = mapping(await gateway.rest("GET", f"{address}/messages", timeout_ms=REST_MS))
    listed = answer.get("messages")
    if answer.get("session_id", key) != key or not isinstance(listed, list):
        raise GatewayError(None, "The gateway told the messages of another session.")
    row = mapping(await gateway.rest("GET", address, timeout_ms=REST_MS))
    rows = [cast("dict[str, Any]", entry) for entry in cast("list[object]", listed) if isinstance(entry, dict)]
    return rows, _is_branch(row)


def retell(told: list[dict[str, Any]], rows: list[dict[str, Any]], *, branch: bool) -> Retelling:
    """Put both together.

    Args:
        told: the messages of `session.resume` or `session.activate`.
        rows: those of the REST door.
        branch: whether the session is a branch, so that only its own rows are its messages.
    """
    asked = [at for at, row in enumerate(rows) if row.get("role") == "user" and said(row)]
    theirs = [at for at, message in enumerate(told) if message.get("role") == "user"]
    texts = [said(told[at]) for at in theirs]
    found = None
    for count in range(len(asked), max(len(asked) - UNSEEN, 1) - 1, -1):
        found = _places(texts, rows, asked[:count])
        if found is not None:
            break
    if found is None:
        return Retelling(_without_copied_times(rows) if branch and rows else told)
    own = rows if len(found) == len(asked) else rows[: asked[len(found)]]
    first = found[0]
    places = tuple(place - first for place in found)
    if branch:
        return Retelling(_without_copied_times(own), places)
    if first == 0:
        return Retelling(own, places)
    return Retelling([*told[: theirs[first]], *own[asked[0] :]], (*[None] * first, *places))


def said(message: Row) -> str:
    """The text of a message of either door; of content in pieces the texts."""
    content = message.get("text", message.get("content"))
    if isinstance(content, list):
        pieces = cast("list[object]", content)
        return "\n".join(filter(None, (text_of(mapping(piece), "text") for piece in pieces))).strip()
    return content.strip() if isinstance(content, str) else ""


def _places(texts: Sequence[str], rows: Sequence[Row], asked: Sequence[int]) -> list[int] | None:
    """Where among `texts` each of the user's rows is, both read from the end; None where they do not fit."""
    places: list[int] = [0] * len(asked)
    at, end = len(texts), len(asked)
    while end:
        begin = end - 1
        while begin and not _answered(rows, asked[begin - 1], asked[begin]):
            begin -= 1
        together = [said(rows[row]) for row in asked[begin:end]]
        while end > begin:  # prompts with no answer between them: each by itself, joined, or told once for twice
            joined = next(
                (n for n in range(1, end - begin + 1) if at and _is(texts[at - 1], rows, asked, end, n)), None
            )
            if joined is not None:
                at -= 1
                places[end - joined : end] = [at] * joined
                end -= joined
            elif together.count(together[end - begin - 1]) > 1:
                end -= 1
                places[end] = at
            else:
                return None
    return places


def _is(text: str, rows: Sequence[Row], asked: Sequence[int], end: int, count: int) -> bool:
    """Whether a text is the `count` prompts before `end`, joined."""
    wanted = JOINT.join(said(rows[row]) for row in asked[end - count : end])
    # Pictures are told as addresses behind the text.
    return text == wanted or (isinstance(rows[asked[end - 1]].get("content"), list) and text.startswith(wanted))


def _answered(rows: Sequence[Row], begin: int, end: int) -> bool:
    return any(row.get("role") in ("assistant", "tool") for row in rows[begin + 1 : end])


def _without_copied_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of a branch: what was copied says when that was done, not when it was written. Copies do not say how the
    model ended them."""
    last = max((at for at, row in enumerate(rows) if row.get("role") == "assistant" and _is_copy(row)), default=-1)
    copied = [{name: value for name, value in row.items() if name != "timestamp"} for row in rows[: last + 1]]
    return [*copied, *rows[last + 1 :]]


def _is_copy(row: Row) -> bool:
    return not row.get("finish_reason")


def _is_branch(row: Row) -> bool:
    """Whether a session is a chat of its own though it has a parent: only compression leads on in the same chat."""
    if not row.get("parent_session_id"):
        return False
    if row.get("source") == "tool":
        return True
    config = row.get("model_config")
    try:
        kept: object = json.loads(config) if isinstance(config, str) else config
    except ValueError:
        return False
    return isinstance(kept, dict) and bool({"_branched_from", "_delegate_from"} & kept.keys())
