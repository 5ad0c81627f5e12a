"""The JSON key-value store behind `ctx.storage`, decisions, layout, keybinds and drafts: SQLite in the home.

A scope is `plugin:<id>` for a plugin's own keys or a name such as `shell` for the shell's. Every acknowledged write is
on disk (WAL, `synchronous=FULL`): all go through the one thread of `hermes_shell.storage_writer`. Reads see committed
values only.

A database that cannot be used is never treated as empty and never overwritten; `hermes_shell.storage_file` decides what
is opened instead. What happened is in `Storage.incidents`, one sentence each.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Final, cast

from hermes_shell.database import OpenedDatabase
from hermes_shell.errors import StorageError
from hermes_shell.storage_file import open_storage
from hermes_shell.storage_writer import PLUGIN_PREFIX, Change, StorageWriter, Write, storage_error

ASIDE_SCOPE = "set-aside"
REMOVED: Final = object()
"""In the place of a value: there is none any more."""

_log = logging.getLogger(__name__)


class Storage:
    """The open store of one home. Made by `Storage.open`; safe to use from any thread.

    Attributes:
        incidents: what had to be set aside, restored or kept in memory, one sentence each; the log has them too. It
            grows while the store is in use; whoever tells the user takes them out.
    """

    def __init__(self, opened: OpenedDatabase) -> None:
        self.incidents: list[str] = []
        for incident in opened.incidents:
            self._tell(incident)
        self._reader = opened.reader
        self._read_lock = threading.Lock()
        self._write_lock = self._read_lock if opened.reader is opened.writer else threading.Lock()
        self._writer = StorageWriter(opened, self._write_lock)
        self._aside: dict[str, str] = {}  # what was set aside in this process; its write may still wait

    @classmethod
    def open(cls, path: Path) -> Storage:
        """Open the store of a home, whatever state its file is in.

        Args:
            path: the database file; its directory should exist.

        Returns:
            A usable store. A damaged file is set aside and the last good backup restored; where nothing can be written,
            the values are read into memory. Both are told in `incidents`.
        """
        return cls(open_storage(path))

    # Reading

    def text(self, scope: str, key: str) -> str | None:
        """The stored JSON text of one key, unparsed; None when absent."""
        with self._read_lock:
            rows = self._select("SELECT value FROM entries WHERE scope = ? AND key = ?", (scope, key))
        return rows[0][0] if rows else None

    def get(self, scope: str, key: str) -> object:
        """The value of one key; None when it is absent, or kept aside because its text is not JSON.

        Raises:
            StorageError: the database cannot be read.
        """
        text = self.text(scope, key)
        return None if text is None else self._parse(scope, key, text)

    def items(self, scope: str) -> dict[str, object]:
        """All keys and values of one scope, by key. A text that is not JSON is kept aside and left out.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._read_lock:
            rows = self._select("SELECT key, value FROM entries WHERE scope = ? ORDER BY key", (scope,))
        values: dict[str, object] = {}
        for key, text in rows:
            value = self._parse(scope, key, text)
            if value is not None or text == "null":
                values[key] = value
        return values

    def snapshot(self, scopes: Iterable[str]) -> dict[str, dict[str, object]]:
        """`items()` of several scopes, by scope; a scope without values has an empty object."""
        return {scope: self.items(scope) for scope in scopes}

    def scopes(self, prefix: str = PLUGIN_PREFIX) -> list[str]:
        """The names of all scopes that hold something and start with a prefix, in order."""
        with self._read_lock:
            rows = self._select("SELECT DISTINCT scope FROM entries ORDER BY scope", ())
        return [scope for (scope,) in rows if scope.startswith(prefix)]

    # Writing

    def submit(self, scope: str, key: str, value: object) -> Future[None]:
        """Queue one write and return at once; writes happen in the order of their calls.

        Args:
            scope: `plugin:<id>` or a name of the shell's own.
            key: any text.
            value: any JSON value. Not None for "remove": use `submit_remove`.

        Returns:
            A future that resolves when the value is on disk, or fails with QuotaError, StorageDamaged or StorageError;
            the old value stays then.
        """
        return self.submit_together((scope, key, value))

    def submit_together(self, *values: tuple[str, str, object]) -> Future[None]:
        """Queue writes of which all are made or none; like `submit`.

        Args:
            values: scope, key and JSON value of each; the value `REMOVED` removes the key.
        """
        try:
            changes = [Change(scope, key, None if value is REMOVED else _encode(value)) for scope, key, value in values]
        except StorageError as error:
            return _failed(error)
        return self._writer.submit(Write(tuple(changes)))

    def submit_remove(self, scope: str, key: str) -> Future[None]:
        """Queue the removal of one key, present or not; like `submit`."""
        return self.submit_together((scope, key, REMOVED))

    def submit_move(self, scope: str, key: str, new_key: str) -> Future[None]:
        """Queue the move of a value to another key of its scope, in one step; like `submit`.

        What stands at the new key stays, and then so does what stands at the old one.
        """
        return self._writer.submit(Write((Change(scope, key, None, new_key),)))

    def set(self, scope: str, key: str, value: object) -> None:
        """Write one value and wait until it is on disk. Blocks: not for the event loop.

        Raises:
            StorageError: see `submit`.
        """
        self.submit(scope, key, value).result()

    def remove(self, scope: str, key: str) -> None:
        """Remove one key and wait until that is on disk. Blocks: not for the event loop.

        Raises:
            StorageError: see `submit`.
        """
        self.submit_remove(scope, key).result()

    async def write(self, scope: str, key: str, value: object) -> None:
        """Write one value; returns when it is on disk. A cancelled caller does not cancel the write.

        Raises:
            StorageError: see `submit`.
        """
        import asyncio  # late: a window comes up before anything needs it, and 8 ms earlier without

        await asyncio.shield(asyncio.wrap_future(self.submit(scope, key, value)))

    def set_aside(self, scope: str, key: str, text: str) -> None:
        """Keep a text that cannot be used, before something else is written in its place.

        It goes to the scope `set-aside` under `<scope>/<key>`. The incident is told only the first time.
        """
        place = f"{scope}/{key}"
        kept = _encode(text)
        if self._aside.get(place) == kept or self.text(ASIDE_SCOPE, place) == kept:
            return
        self._aside[place] = kept
        self._tell(
            f"The stored value {key!r} of {scope} could not be used. It is kept in the scope {ASIDE_SCOPE}: {place}."
        )
        self._writer.submit(Write((Change(ASIDE_SCOPE, place, kept),)))

    def close(self) -> None:
        """Finish all queued writes, keep a backup if something changed, and close. Later calls do nothing."""
        self._writer.close()
        with self._read_lock:
            self._reader.close()

    # Helpers

    def _tell(self, incident: str) -> None:
        self.incidents.append(incident)
        _log.warning("%s", incident)

    def _select(self, sql: str, arguments: tuple[str, ...]) -> list[tuple[str, ...]]:
        try:
            return cast("list[tuple[str, ...]]", self._reader.execute(sql, arguments).fetchall())
        except UnicodeEncodeError:
            return []
        except sqlite3.Error as error:
            raise storage_error(error) from error

    def _parse(self, scope: str, key: str, text: str) -> object:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            self.set_aside(scope, key, text)
            return None


def _encode(value: object) -> str:
    """The JSON text of a value; text with unpaired surrogates, which UTF-8 cannot hold, is escaped.

    Raises:
        StorageError: the value is not JSON (NaN, a function's result, nested too deeply).
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        try:
            text.encode()
        except UnicodeEncodeError:
            text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise StorageError(f"Only JSON values can be stored: {error}") from error
    return text


def _failed(error: StorageError) -> Future[None]:
    future: Future[None] = Future()
    future.set_exception(error)
    return future
