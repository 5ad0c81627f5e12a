"""What the user says about sessions and the gateway does not know: pins, order, colours, tags, folders. Kept per home.

Everything but the manual order is kept by the root of a lineage, so it survives that a session goes on under a new id.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from hermes_shell.storage import Storage

SCOPE: Final = "sessions"
MOST_TAGS = 12
"""Tags of one session."""
LONGEST_NAME = 40
"""Characters of a tag or folder."""


class SessionMetadata:
    """The user's marks; attributes are changed in place and written with `save`.

    Attributes:
        pinned: roots in the order of the Pinned group.
        order: stored ids in the order that the user gave; what is not in it stands above when it is newer, else below.
        manual: whether `order` counts.
        ordered_at: when the order was given, seconds of the epoch.
        colors: root -> colour.
        tags: root -> tags in the order in which they were given.
        folders: root -> folder.
        folded: groups of the list that are closed.
        hidden: stored ids and roots that plugins took out of the list.
        deleting: stored id -> when it is deleted for good, seconds of the epoch.

    Args:
        storage: where they lie. What has another shape than it should is kept aside and told, never overwritten.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.pinned = self._texts("pinned")
        self.order = self._texts("order")
        self.manual = bool(self._read("manual", False, lambda value: isinstance(value, bool)))
        self.ordered_at = float(cast("float", self._read("ordered_at", 0.0, _is_number)))
        self.colors = self._map("colors", lambda value: isinstance(value, str))
        self.tags: dict[str, list[str]] = self._map("tags", _is_texts)
        self.folders = self._map("folders", lambda value: isinstance(value, str))
        self.folded = self._texts("folded")
        self.hidden = self._texts("hidden")
        self.deleting: dict[str, float] = self._map("deleting", _is_number)

    async def save(self, *names: str) -> None:
        """Write some of the attributes; returns when they are on disk.

        Raises:
            StorageError: one could not be written.
        """
        writes = [asyncio.wrap_future(self._storage.submit(SCOPE, name, getattr(self, name))) for name in names]
        await asyncio.gather(*(asyncio.shield(write) for write in writes))

    def all_tags(self) -> list[str]:
        """Every tag that some session has, in alphabetical order."""
        return sorted({tag for tags in self.tags.values() for tag in tags}, key=str.casefold)

    def all_folders(self) -> list[str]:
        """Every folder that holds some session, in alphabetical order."""
        return sorted(set(self.folders.values()), key=str.casefold)

    def set_tag(self, root: str, tag: str, on: bool) -> None:
        """Give a session a tag, or take it away. Of more than `MOST_TAGS` the oldest goes."""
        tags = [one for one in self.tags.get(root, ()) if one != tag]
        if on:
            tags = [*tags, tag][-MOST_TAGS:]
        if tags:
            self.tags[root] = tags
        else:
            self.tags.pop(root, None)

    def forget(self, root: str, stored: str) -> tuple[str, ...]:
        """Drop every mark of a session that is gone; returns the names of what to save."""
        self.pinned = [pin for pin in self.pinned if pin != root]
        self.order = [one for one in self.order if one not in (root, stored)]
        for marks in self._maps():
            marks.pop(root, None)
        return ("pinned", "order", "colors", "tags", "folders")

    def is_marked(self, root: str) -> bool:
        """Whether a session has any mark that another one could take over."""
        return root in self.pinned or root in self.order or any(root in one for one in self._maps())

    def _maps(self) -> tuple[dict[str, Any], ...]:
        return (self.colors, self.tags, self.folders)

    def carry(self, old: str, new: str) -> tuple[str, ...]:
        """Let another session have the marks of one; returns the names of what to save."""
        self.pinned = [new if pin == old else pin for pin in self.pinned if pin != new]
        self.order = [new if one == old else one for one in self.order if one != new]
        for marks in self._maps():
            if old in marks:
                marks[new] = marks.pop(old)
        return ("pinned", "order", "colors", "tags", "folders")

    def _texts(self, name: str) -> list[str]:
        return list(cast("list[str]", self._read(name, [], _is_texts)))

    def _map(self, name: str, fits: Callable[[object], bool]) -> dict[str, Any]:
        def is_map(value: object) -> bool:
            return isinstance(value, Mapping) and all(map(fits, cast("Mapping[str, object]", value).values()))

        return dict(cast("Mapping[str, Any]", self._read(name, {}, is_map)))

    def _read(self, name: str, otherwise: object, fits: Callable[[object], bool]) -> object:
        found = self._storage.get(SCOPE, name)
        if found is None:
            return otherwise
        if fits(found):
            return found
        self._storage.set_aside(SCOPE, name, json.dumps(found))
        return otherwise


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in cast("list[object]", value))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
