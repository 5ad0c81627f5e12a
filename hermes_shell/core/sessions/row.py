"""One session as the list knows it, read from what the gateway tells (REST `/api/sessions`)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from hermes_shell.core.chat.chat import is_new
from hermes_shell.errors import ShellError

log = logging.getLogger(__name__)

LONGEST_ID = 200
"""Characters of a stored id."""
LONGEST_TITLE = 300
"""Characters of a title or preview that a row keeps."""
UNTITLED = "Untitled chat"


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session.

    Attributes:
        id: the stored id that the gateway knows it by now.
        root: the first id of its lineage: compression goes on under a new id, marks and decorations stay with this one.
        lineage: every id of it that is known, the root first.
        title: empty while nobody gave one.
        preview: the beginning of its first message.
        last_active: seconds of the epoch.
        started_at: seconds of the epoch.
        message_count: messages that it holds.
        archived: put away by the user.
        profile: whose it is.
    """

    id: str
    root: str
    lineage: tuple[str, ...]
    title: str = ""
    preview: str = ""
    last_active: float = 0.0
    started_at: float = 0.0
    message_count: int = 0
    archived: bool = False
    profile: str = "default"

    @property
    def label(self) -> str:
        """What the row says: the title, else the first words of the chat."""
        return self.title or self.preview or UNTITLED


def row_of(given: object, root: str | None = None) -> SessionRow | None:
    """Read a row.

    Args:
        given: one entry of the list, or the details of one session.
        root: the first id of its lineage, where something else than the row says it.

    Returns:
        None for what is no session.
    """
    if not isinstance(given, Mapping):
        return None
    fields = cast("Mapping[str, Any]", given)
    stored = fields.get("id")
    if not isinstance(stored, str) or not _can_open(stored):
        return None
    told = fields.get("_lineage_root_id") or fields.get("lineage_root")
    first = root or (told if isinstance(told, str) and told else stored)
    started = _seconds(fields.get("started_at"))
    return SessionRow(
        id=stored,
        root=first,
        lineage=(stored,) if first == stored else (first, stored),
        title=_line(fields.get("title")),
        preview=_line(fields.get("preview")),
        last_active=_seconds(fields.get("last_active")) or _seconds(fields.get("ended_at")) or started,
        started_at=started,
        message_count=_count(fields.get("message_count")),
        archived=bool(fields.get("archived")),
        profile=_line(fields.get("profile")) or "default",
    )


@lru_cache(1_000)
def _can_open(stored: str) -> bool:
    """Whether a chat can be called by this id; what cannot is told in the log, once."""
    if not stored:
        return False
    try:
        stored.encode()
    except UnicodeEncodeError:
        fits = False
    else:
        fits = len(stored) <= LONGEST_ID and not is_new(stored)
    if not fits:
        log.warning("the session %.100r is not listed: a chat cannot be called that", stored)
    return fits


def raw_rows(answer: object) -> list[Mapping[str, Any]]:
    """The rows of a page of the list as they came.

    Raises:
        ShellError: the answer is no such page.
    """
    found: object = cast("Mapping[str, object]", answer).get("sessions") if isinstance(answer, Mapping) else None
    if not isinstance(found, list):
        raise ShellError("The gateway answered with something that is no list of sessions.")
    return [cast("Mapping[str, Any]", row) for row in cast("list[object]", found) if isinstance(row, Mapping)]


def rows_of(answer: object) -> list[SessionRow]:
    """The rows of a page of the list.

    Raises:
        ShellError: the answer is no such page.
    """
    return [row for row in map(row_of, raw_rows(answer)) if row is not None]


def _line(value: object) -> str:
    return " ".join(value.split())[:LONGEST_TITLE] if isinstance(value, str) else ""


def _seconds(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
