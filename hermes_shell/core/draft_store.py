"""What was typed and not sent, for each chat: kept while it is typed, moved once when a new chat gets its stored id.

A draft enters a composer only when that mounts. Nothing here ever puts one draft in the place of another.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from hermes_shell.contribution import Dispose
from hermes_shell.core.chat.chat import is_new
from hermes_shell.core.draft import Draft, first_line, joined, kept_draft, others_of
from hermes_shell.errors import ProtocolError
from hermes_shell.storage import REMOVED, Storage

log = logging.getLogger(__name__)

SCOPE = "drafts"
MOVES = 1_000
"""Moves that are remembered, for windows that have not heard of theirs yet."""


@dataclass(frozen=True)
class Leaving:
    """A draft that lost what is being sent.

    Attributes:
        stored: gives scope, key and value of what the storage must hold of it; asked when that is written.
        undo: the prompt was not kept: the draft is as before, unless it was changed meanwhile.
    """

    stored: Callable[[], list[tuple[str, str, object]]]
    undo: Callable[[], None]


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
            found = others[window] = joined(others[window], left)
        elif kept["by"] in alive and kept["by"] != window and left:
            found = others[window] = joined(left[0], left[1:])
        else:
            found = kept = joined(kept, left)
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
        found = [(key, first_line(kept), float(kept["at"])) for key, kept in self._all().items() if is_new(key)]
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
        if self._put(key, draft, window, serial):
            self._tell()
            await asyncio.shield(asyncio.wrap_future(self._storage.submit_together(self._stored(self._now(key)))))

    def leave(self, key: str, rest: Draft, window: str, serial: int | None) -> Leaving:
        """Let a composer hold what is left when a prompt has gone out of it; the storage hears it with the prompt.

        Args:
            key: of the chat.
            rest: what is left, as `draft_of` reads it.
            window: which window sends.
            serial: as for `set`.

        Raises:
            StorageError: the drafts cannot be read.
        """
        before = self._all().get(self._now(key))
        changed = self._put(key, rest, window, serial)
        after = self._all().get(self._now(key))
        self._tell()

        def stored() -> list[tuple[str, str, object]]:
            # A new chat may have got its stored id since, when its draft was in neither place.
            return [self._stored(place) for place in dict.fromkeys((key, self._now(key)))]

        def undo() -> None:
            place = self._now(key)
            if changed and before is not None and self._all().get(place) is after:
                self._all()[place] = before
                self._tell()

        return Leaving(stored, undo)

    def _put(self, key: str, draft: Draft, window: str, serial: int | None) -> bool:
        """Take what a composer holds into memory; False when that changes nothing."""
        if self.is_rescued(key) and not draft["text"]:
            return False  # the composer of the chat that is gone was emptied: its text is elsewhere
        key = self._now(key)
        kept = self._all()
        if serial is not None:
            if serial <= self._serials.get((window, key), -1):
                return False
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
        else:
            return kept.pop(key, None) is not None
        return True

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

    def _stored(self, key: str) -> tuple[str, str, object]:
        """Scope, key and value of what is kept now."""
        return SCOPE, key, self._all().get(key, REMOVED)

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
                    kept[key] = kept_draft(value)
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
