"""The entries of the outbox on disk, and the names of prompts that have left it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final, cast

from hermes_shell.core.outbox_entries import Entry, kept_entry
from hermes_shell.errors import StorageError
from hermes_shell.storage import Storage

SCOPE: Final = "outbox"
MOST_GONE: Final = 500
"""Names of prompts that have left, kept so that a page that asks again does not send one again."""

Beside = Callable[[], Sequence[tuple[str, str, object]]]
"""Gives scope, key and value of what is kept together with an entry; asked at the moment of writing."""

log = logging.getLogger(__name__)


def nothing_beside() -> Sequence[tuple[str, str, object]]:
    """For an entry that is kept alone."""
    return ()


class OutboxStore:
    """Entries by client id, in memory as on disk; read when somebody asks first.

    Args:
        storage: where they are kept, scope `outbox`.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._entries: dict[str, Entry] = {}
        self._gone: dict[str, float] = {}
        self._loaded = False

    def entries(self) -> list[Entry]:
        """All entries, in their order."""
        self._load()
        return sorted(self._entries.values(), key=lambda entry: entry.number)

    def entry(self, client_id: str) -> Entry | None:
        """One entry; None when the prompt has left, or never was here."""
        self._load()
        return self._entries.get(client_id)

    def was_here(self, client_id: str) -> bool:
        """Whether a prompt is here, or was once."""
        self._load()
        return client_id in self._entries or client_id in self._gone

    def hold(self, entry: Entry) -> None:
        """Have a new entry in memory; `add` keeps it."""
        self._load()
        self._entries[entry.prompt.client_id] = entry

    async def add(self, entry: Entry, beside: Beside = nothing_beside) -> None:
        """Keep an entry that is held; returns when it is on disk.

        Args:
            entry: the entry.
            beside: gives what else is kept with it, in the same step.

        Raises:
            StorageError: it could not be kept, and is not here; neither is what would be kept with it.
        """
        kept = (SCOPE, entry.prompt.client_id, entry.as_json())
        try:
            await self.keep(kept, *beside())
        except StorageError:
            self._entries.pop(entry.prompt.client_id, None)
            raise

    async def keep(self, *values: tuple[str, str, object]) -> None:
        """Write values of any scope in one step; returns when they are on disk.

        Raises:
            StorageError: they could not be kept.
        """
        if values:
            await asyncio.shield(asyncio.wrap_future(self._storage.submit_together(*values)))

    async def write(self, entry: Entry) -> None:
        """Keep an entry as it is now; returns when it is on disk.

        Raises:
            StorageError: it could not be kept; what was kept stays.
        """
        await self._storage.write(SCOPE, entry.prompt.client_id, entry.as_json())

    async def take_out(self, entry: Entry, beside: Beside = nothing_beside) -> None:
        """Drop an entry; returns when that is on disk.

        Args:
            entry: the entry.
            beside: as for `add`.

        Raises:
            StorageError: it is here as before.
        """
        client = entry.prompt.client_id
        del self._entries[client]
        try:
            await asyncio.shield(asyncio.wrap_future(self._leave(client, *beside())))
        except StorageError:
            self._gone.pop(client, None)
            self._entries[client] = entry
            raise

    def drop(self, client_id: str) -> Entry | None:
        """Drop an entry and return at once. Where that cannot be kept, the next start looks it up."""
        self._load()
        entry = self._entries.pop(client_id, None)
        if entry is not None:
            _logged(self._leave(client_id))
        return entry

    def _leave(self, client_id: str, *beside: tuple[str, str, object]) -> Future[None]:
        """Keep the name of a prompt and nothing else, in one step with `beside`; the oldest names go."""
        now = time.time()
        self._gone[client_id] = now
        while len(self._gone) > MOST_GONE:
            oldest = next(iter(self._gone))
            del self._gone[oldest]
            _logged(self._storage.submit_remove(SCOPE, oldest))
        return self._storage.submit_together((SCOPE, client_id, {"gone": now}), *beside)

    def _load(self) -> None:
        if self._loaded:
            return
        self._loaded = True
        for client, kept in self._storage.items(SCOPE).items():
            fields = cast("Mapping[str, Any]", kept if isinstance(kept, dict) else {})
            try:
                if "gone" in fields:
                    self._gone[client] = float(fields["gone"])
                else:
                    self._entries[client] = kept_entry(fields)
            except (KeyError, TypeError, ValueError):
                self._storage.set_aside(SCOPE, client, self._storage.text(SCOPE, client) or "")
        self._gone = dict(sorted(self._gone.items(), key=lambda one: one[1]))


def _logged(written: Future[None]) -> None:
    def told(done: Future[None]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            log.warning("outbox: %s", error)

    written.add_done_callback(told)
