"""What the gateway has of the user's messages, as the outbox asks: how many, and the newest ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from hermes_shell.core.outbox_entries import Said

NEWEST = 20
"""How many messages of the user the outbox looks at."""


def said_in(messages: Sequence[dict[str, Any]], inflight: object, queued: object) -> Said:
    """The user's messages of an answer of `session.resume`."""
    found = [_text_of(row) for row in messages if row.get("role") == "user"]
    flying, waiting = (
        cast("dict[str, Any]", more).get("user") if isinstance(more, dict) else None for more in (inflight, queued)
    )
    # Some gateways list the prompt of the running turn already. One that was answered is another, of the same text.
    listed = (
        bool(found) and found[-1] == flying and not (messages[-1].get("role") == "assistant" and _text_of(messages[-1]))
    )
    found += [user for user in (None if listed else flying, waiting) if user]
    texts = [text if isinstance(text, str) else "" for text in found]
    return Said(len(texts), tuple(texts[-NEWEST:]))


def _text_of(row: Mapping[str, Any]) -> object:
    return row.get("text") or row.get("content")


def said_after(known: Said, count: int, text: str | None = None) -> Said:
    """What the gateway has after messages were dropped, `count` of them left, and one more was said."""
    dropped = max(known.count - count, 0)
    newest = known.newest[: len(known.newest) - dropped] if dropped else known.newest
    return Said(count, newest) if text is None else Said(count + 1, (*newest, text)[-NEWEST:])
