"""The JSON key-value store behind `ctx.storage`, decisions, layout, keybinds and drafts: SQLite in the home.

A scope is `plugin:<id>` for a plugin's own keys or a name such as `shell` for the shell's. Every acknowledged write is
on disk (WAL, `synchronous=FULL`): all writes go through one thread, which puts everything that waits into one
transaction and resolves each write's future after the commit. Reads see committed values only.

A database that cannot be used is never treated as empty and never overwritten; `hermes_shell.storage_file` decides what
is opened instead. What happened is in `Storage.incidents`, one sentence each.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import sqlite3
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from hermes_shell.errors import QuotaError, StorageDamaged, StorageError
from hermes_shell.storage_file import OpenedDatabase, back_up, backup_is_due, open_database

PLUGIN_PREFIX = "plugin:"
PLUGIN_QUOTA = 5 * 1024 * 1024
"""Bytes of UTF-8 that the keys and JSON values of one plugin may take together."""

ASIDE_SCOPE = "set-aside"
WAITING_LIMIT = 10_000
BATCH_LIMIT = 1_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Write:
    """One queued change; `text` None removes the key."""

    scope: str
    key: str
    text: str | None
    done: Future[None] = field(default_factory=Future[None])


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
        self._opened = opened
        self._reader = opened.reader
        self._read_lock = threading.Lock()
        self._write_lock = self._read_lock if opened.reader is opened.writer else threading.Lock()
        self._queue: queue.Queue[_Write | None] = queue.Queue(WAITING_LIMIT)
        self._state_lock = threading.Lock()
        self._closed = False
        self._aside: dict[str, str] = {}  # what was set aside in this process; its write may still wait
        self._thread = threading.Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, path: Path) -> Storage:
        """Open the store of a home, whatever state its file is in.

        Args:
            path: the database file; its directory should exist.

        Returns:
            A usable store. A damaged file is set aside and the last good backup restored; where nothing can be written,
            the values are read into memory. Both are told in `incidents`.
        """
        return cls(open_database(path))

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
        try:
            return self._submit(_Write(scope, key, _encode(value)))
        except StorageError as error:
            return _failed(error)

    def submit_remove(self, scope: str, key: str) -> Future[None]:
        """Queue the removal of one key, present or not; like `submit`."""
        return self._submit(_Write(scope, key, None))

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
        self._submit(_Write(ASIDE_SCOPE, place, kept))

    def close(self) -> None:
        """Finish all queued writes, keep a backup if something changed, and close. Later calls do nothing."""
        with self._state_lock:
            first, self._closed = not self._closed, True
        if first:
            self._queue.put(None)
        self._thread.join()

    # The writer thread

    def _submit(self, write: _Write) -> Future[None]:
        """Queue a write. Its future counts as running from now on, so that no caller can cancel it."""
        write.done.set_running_or_notify_cancel()
        with self._state_lock:
            if self._closed:
                write.done.set_exception(StorageError("The storage is closed because the shell is stopping."))
                return write.done
            try:
                self._queue.put_nowait(write)
            except queue.Full:
                write.done.set_exception(
                    StorageError(f"More than {WAITING_LIMIT} writes wait for the disk. The value was not saved.")
                )
        return write.done

    def _run(self) -> None:
        changed = False
        if backup_is_due(self._opened):
            self._back_up()
        ending = False
        while not ending:
            batch, ending = self._next_batch()
            if batch:
                self._commit(batch)
                changed = True
        if changed:
            self._back_up()
        with self._read_lock:
            self._reader.close()
        self._opened.writer.close()

    def _next_batch(self) -> tuple[list[_Write], bool]:
        """Wait for one write, then take all others that already wait."""
        item = self._queue.get()
        batch: list[_Write] = []
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH_LIMIT:
                return batch, False
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[_Write]) -> None:
        """Write a batch in one transaction; when that fails, each write alone, so that one does not fail the others."""
        try:
            refused = self._transaction(batch)
        except Exception as error:  # whatever it is: without this thread no later write would ever be answered
            if len(batch) > 1:
                for write in batch:
                    self._commit([write])
                return
            _log.warning("A value was not saved: %s", error)
            batch[0].done.set_exception(_storage_error(error))
            return
        for write in batch:
            if id(write) in refused:
                write.done.set_exception(refused[id(write)])
            else:
                write.done.set_result(None)

    def _transaction(self, batch: list[_Write]) -> dict[int, StorageError]:
        writer = self._opened.writer
        refused: dict[int, StorageError] = {}
        if not self._opened.in_place:
            raise StorageError(
                f"The storage database {self._opened.path} was moved or deleted while the shell runs. "
                "The value was not saved; restart the shell."
            )
        with self._write_lock:
            writer.execute("BEGIN IMMEDIATE")
            try:
                for write in batch:
                    error = self._apply(write)
                    if error is not None:
                        refused[id(write)] = error
                writer.execute("COMMIT")
            except BaseException:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise
        return refused

    def _apply(self, write: _Write) -> StorageError | None:
        writer = self._opened.writer
        try:
            if write.text is None:
                writer.execute("DELETE FROM entries WHERE scope = ? AND key = ?", (write.scope, write.key))
                return None
            write.scope.encode()
            size = len(write.key.encode()) + len(write.text.encode())
        except UnicodeEncodeError:
            return StorageError(f"The storage key {write.key!r} of {write.scope!r} is not valid Unicode text.")
        if write.scope.startswith(PLUGIN_PREFIX):
            used = writer.execute(
                "SELECT coalesce(sum(size), 0) FROM entries WHERE scope = ? AND key <> ?", (write.scope, write.key)
            ).fetchone()[0]
            if used + size > PLUGIN_QUOTA:
                return _over_quota(write, size, used)
        writer.execute(
            "INSERT INTO entries (scope, key, value, size) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value, size = excluded.size",
            (write.scope, write.key, write.text, size),
        )
        return None

    def _back_up(self) -> None:
        with self._write_lock:
            try:
                back_up(self._opened)
            except (OSError, sqlite3.Error) as error:
                _log.warning("No backup of the storage was written: %s", error)

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
            raise _storage_error(error) from error

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


def _over_quota(write: _Write, size: int, used: int) -> QuotaError:
    plugin = write.scope.removeprefix(PLUGIN_PREFIX)
    return QuotaError(
        f"Plugin {plugin}: storing {write.key!r} needs {size:,} bytes, and {used:,} of its "
        f"{PLUGIN_QUOTA:,} bytes (5 MiB) are taken by other keys. The old value stays; remove keys or store less."
    )


def _storage_error(error: Exception) -> StorageError:
    if isinstance(error, StorageError):
        return error
    code = getattr(error, "sqlite_errorname", "") or ""
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StorageDamaged(
            f"The storage database is damaged ({error}). Restart the shell: it keeps the file and restores the backup."
        )
    if code.startswith("SQLITE_FULL"):
        return StorageError("The disk of the home is full. The value was not saved; free some space and try again.")
    if code.startswith("SQLITE_READONLY"):
        return StorageError("The home cannot be written. The value was not saved.")
    return StorageError(f"The value was not saved or read: {error}.")


def _failed(error: StorageError) -> Future[None]:
    future: Future[None] = Future()
    future.set_exception(error)
    return future
