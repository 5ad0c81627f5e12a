"""What was typed and not sent, as pages send it and as it is stored."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, cast

from hermes_shell.errors import ProtocolError

TEXT_LIMIT = 4_000_000
"""Characters of one draft, as of one prompt."""
LIST_LIMIT = 500
"""Chips, and attachments, of one draft."""
PREVIEW = 120

Draft = dict[str, Any]
"""`{text, chips: [[start, end, kind]], attachments: [id], at}`; `at` is in seconds of the epoch.

A kept one says which window it is from, `by`, and what others typed for the same chat, `others`: {window: draft}.
"""


def draft_of(given: Mapping[str, Any]) -> Draft:
    """Read a draft as a page sends it.

    Raises:
        ProtocolError: it is not `{text, chips?, attachments?}`, or too long.
    """
    text: object = given.get("text")
    chips: object = given.get("chips", [])
    attachments: object = given.get("attachments", [])
    if not isinstance(text, str) or len(text) > TEXT_LIMIT:
        raise ProtocolError(f"A draft is a text of at most {TEXT_LIMIT:,} characters")
    if not isinstance(chips, list) or not isinstance(attachments, list):
        raise ProtocolError("The chips and the attachments of a draft are lists")
    ids = [one for one in cast("list[object]", attachments) if isinstance(one, str)]
    places = [place for place in cast("list[object]", chips) if _is_chip(place)]
    at = given.get("at")
    return {
        "text": text,
        "chips": places[:LIST_LIMIT],
        "attachments": ids[:LIST_LIMIT],
        "at": at if isinstance(at, int | float) else time.time(),
    }


def others_of(kept: Draft) -> dict[str, Draft]:
    """What other windows typed for the chat of a kept draft; a copy."""
    return dict(kept.get("others", {}))


def kept_draft(stored: object) -> Draft:
    """Read a draft as it was stored.

    Raises:
        ProtocolError: that is none.
    """
    given = _mapping(stored)
    drafts = {by: draft_of(_mapping(other)) for by, other in _mapping(given.get("others", {})).items()}
    return {**draft_of(given), "by": str(given.get("by", "")), "others": drafts}


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ProtocolError("A draft is an object")
    return cast("dict[str, Any]", value)


def joined(first: Draft, more: list[Draft]) -> Draft:
    """One draft of several, with the chips of the first."""
    texts = [first["text"], *(one["text"] for one in more)]
    files = [*first["attachments"], *(file for one in more for file in one["attachments"])]
    return {**first, "text": "\n\n".join(text for text in texts if text), "attachments": files[:LIST_LIMIT]}


def first_line(draft: Draft) -> str:
    """How a draft begins, for a list."""
    return str(draft["text"]).strip()[: PREVIEW * 4].partition("\n")[0][:PREVIEW]


def _is_chip(place: object) -> bool:
    if not isinstance(place, list):
        return False
    parts = cast("list[object]", place)
    return len(parts) == 3 and all(isinstance(part, int) for part in parts[:2]) and isinstance(parts[2], str)
