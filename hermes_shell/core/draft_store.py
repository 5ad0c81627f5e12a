"""What was typed and not sent, for each chat: kept while it is typed, moved once when a new chat gets its stored id.

A draft enters a composer only when that mounts. Nothing here ever puts one draft in the place of another.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, cast
from uuid import uuid4

from hermes_shell.contribution import Dispose
from hermes_shell.core.chat.chat import is_new
from hermes_shell.errors import ProtocolError
from hermes_shell.storage import Storage

log = logging.getLogger(__name__)

SCOPE = "drafts"
TEXT_LIMIT = 4_000_000
"""Characters of one draft, as of one prompt."""
LIST_LIMIT = 500
"""Chips, and attachments, of one draft."""
PREVIEW = 120
MOVES = 1_000
"""Moves that are remembered, for windows that have not heard of theirs yet."""

Draft = dict[str, Any]
"""`{text, chips: [[start, end, kind]], attachments: [id], at}`; `at` is in seconds of the epoch.

A kept one says which window it is from, `by`, and what others typed for the same chat, `others`: {window: draft}.
"""


class Drafts:
    """The drafts of one home; `shell.drafts`. Everything happens on the event loop.

    Args:
        storage: where they lie; it is read at the first use.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._kept: dict[str, Draft] | None = None
        self._serials: dict[tuple[str, str], int] = {}
        self._seen: dict[tuple[str, str], int] = {}
        self._moved: dict[str, str] = {}
        self._keeping: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[], None]] = []
        self._told: list[tuple[str, str]] = []

    def subscribe(self, listener: Callable[[], None]) -> Dispose:
        """Hear when other new chats have a draft than before, or theirs begin in another way."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def get(self, key: str) -> Draft | None:
        """The draft of a chat, None when there is none.

        Raises:
            StorageError: the drafts cannot be read.
        """
        return self._all().get(self._now(key))

    def for_window(self, key: str, window: str, alive: Collection[str]) -> Draft | None:
        """The draft that a composer of a window gets: what that window typed, and what windows that are gone left.

        Args:
            key: of the chat.
            window: where the composer is.
            alive: the windows that are open.

        Raises:
            StorageError: the drafts cannot be read.
        """
        key = self._now(key)
        kept = self._all().get(key)
        if kept is None:
            return None
        others = others_of(kept)
        left = [others.pop(by) for by in tuple(others) if by != window and by not in alive]
        if window in others:
            found = others[window] = _joined(others[window], left)
        elif kept["by"] in alive and kept["by"] != window and left:
            found = others[window] = _joined(left[0], left[1:])
        else:
            found = kept = _joined(kept, left)
        if left:
            self._all()[key] = {**kept, "others": others}
            self._storage.submit(SCOPE, key, self._all()[key])
        self._seen[window, key] = hash(found["text"])
        return found

    def of_new_chats(self) -> list[tuple[str, str, float]]:
        """Chats that exist as a draft only, the newest first: key, first line, seconds of the epoch.

        Raises:
            StorageError: the drafts cannot be read.
        """
        found = [(key, _first_line(kept), float(kept["at"])) for key, kept in self._all().items() if is_new(key)]
        return sorted(found, key=lambda entry: entry[2], reverse=True)

    def attachments(self) -> set[str]:
        """The ids of all files that wait in a draft.

        Raises:
            StorageError: the drafts cannot be read.
        """
        drafts = [draft for kept in self._all().values() for draft in (kept, *others_of(kept).values())]
        return {one for draft in drafts for one in draft["attachments"]}

    async def set(self, key: str, draft: Draft, window: str = "", serial: int | None = None) -> None:
        """Keep what a composer holds now; nothing in it removes the draft. Returns when that is on disk.

        What another window typed for the same chat, and this one does not know, stays beside it.

        Args:
            key: of the chat.
            draft: as `draft_of` reads it.
            window: which window says so.
            serial: counts what that window says; what it said later and came earlier stays.

        Raises:
            StorageError: it could not be read or written.
        """
        if self.is_rescued(key) and not draft["text"]:
            return  # the composer of the chat that is gone was emptied: its text is elsewhere
        key = self._now(key)
        kept = self._all()
        if serial is not None:
            if serial <= self._serials.get((window, key), -1):
                return
            self._serials[window, key] = serial
        before = kept.get(key)
        others = {} if before is None else others_of(before)
        others.pop(window, None)
        if before is not None and not self._is_known(before, key, window, draft["text"]):
            others[before["by"]] = {name: before[name] for name in ("text", "chips", "attachments", "at")}
        self._seen[window, key] = hash(draft["text"])
        if draft["text"] or draft["attachments"]:
            kept[key] = {**draft, "by": window, "others": others}
        elif others:
            by = max(others, key=lambda one: others[one]["at"])
            kept[key] = {**others.pop(by), "by": by, "others": others}
        elif kept.pop(key, None) is not None:
            await asyncio.shield(asyncio.wrap_future(self._storage.submit_remove(SCOPE, key)))
        self._tell()
        if key in kept:
            await self._storage.write(SCOPE, key, kept[key])

    def set_soon(self, key: str, draft: Draft, window: str = "", serial: int | None = None) -> None:
        """Like `set`, for whoever cannot wait; what fails is in the log."""
        self.do(self.set(key, draft, window, serial))

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Keep drafts in a task of its own; what fails is in the log."""
        keeping = asyncio.ensure_future(work)
        self._keeping.add(keeping)
        keeping.add_done_callback(self._kept_one)

    def move(self, key: str, new_key: str) -> None:
        """Give the draft of a new chat to the chat that it has become: once, in one step, never over another draft.

        What windows still say of the old key counts for the new one.

        Raises:
            StorageError: the drafts cannot be read.
        """
        kept = self._all()
        if key in self._moved or key == new_key:
            return
        if key in kept:
            if new_key in kept:
                return
            kept[new_key] = kept.pop(key)
            self._storage.submit_move(SCOPE, key, new_key)
            self._tell()
        self._moved[key] = new_key
        while len(self._moved) > MOVES:
            del self._moved[next(iter(self._moved))]

    def rescue(self, key: str) -> str:
        """The key of a new chat that holds the draft of a chat that is gone; the same one however often it is asked."""
        if key not in self._moved:
            self.move(key, f"new:{uuid4()}")
        return self._now(key)

    def is_rescued(self, key: str) -> bool:
        """Whether the draft of a chat that is gone belongs to a new one now."""
        return self._moved.get(key, "").startswith("new:")

    def forget_window(self, window: str) -> None:
        """A window is gone, and will say nothing more."""
        for counted in (self._serials, self._seen):
            for known in [known for known in counted if known[0] == window]:
                del counted[known]

    async def settled(self) -> None:
        """Wait for what is being kept now."""
        await asyncio.gather(*self._keeping, return_exceptions=True)

    def _kept_one(self, keeping: asyncio.Task[None]) -> None:
        self._keeping.discard(keeping)
        if not keeping.cancelled() and (error := keeping.exception()) is not None:
            log.error("A draft was not saved: %s", error)

    def _tell(self) -> None:
        now = [(key, line) for key, line, _ in self.of_new_chats()]
        if now != self._told:
            self._told = now
            for listener in tuple(self._listeners):
                listener()

    def _all(self) -> dict[str, Draft]:
        if self._kept is None:
            kept: dict[str, Draft] = {}
            for key, value in self._storage.items(SCOPE).items():
                try:
                    kept[key] = _kept_draft(value)
                except ProtocolError:
                    self._storage.set_aside(SCOPE, key, json.dumps(value))
            self._kept = kept
        return self._kept

    def _is_known(self, before: Draft, key: str, window: str, text: str) -> bool:
        """Whether a window may put its text in the place of what is kept: it typed or got that, or goes on with it."""
        if before["by"] == window or self._seen.get((window, key)) == hash(before["text"]):
            return True
        return bool(before["text"]) and text.startswith(before["text"]) and not before["attachments"]

    def _now(self, key: str) -> str:
        return self._moved.get(key, key)


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


def _kept_draft(stored: object) -> Draft:
    """A draft as it was stored.

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


def _joined(first: Draft, more: list[Draft]) -> Draft:
    """One draft of several, with the chips of the first."""
    texts = [first["text"], *(one["text"] for one in more)]
    files = [*first["attachments"], *(file for one in more for file in one["attachments"])]
    return {**first, "text": "\n\n".join(text for text in texts if text), "attachments": files[:LIST_LIMIT]}


def _first_line(draft: Draft) -> str:
    return str(draft["text"]).strip()[: PREVIEW * 4].partition("\n")[0][:PREVIEW]


def _is_chip(place: object) -> bool:
    if not isinstance(place, list):
        return False
    parts = cast("list[object]", place)
    return len(parts) == 3 and all(isinstance(part, int) for part in parts[:2]) and isinstance(parts[2], str)
