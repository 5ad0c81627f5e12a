"""The one thread that writes the storage: what waits goes into one transaction, and is answered after the commit."""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field

from hermes_shell.database import OpenedDatabase
from hermes_shell.database_file import back_up, backup_is_due
from hermes_shell.errors import QuotaError, StorageDamaged, StorageError

PLUGIN_PREFIX = "plugin:"
PLUGIN_QUOTA = 5 * 1024 * 1024
"""Bytes of UTF-8 that the keys and JSON values of one plugin may take together."""

WAITING_LIMIT = 10_000
BATCH_LIMIT = 1_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Change:
    """What becomes of one key; `text` None removes it, or moves its value to `new_key` where nothing stands there."""

    scope: str
    key: str
    text: str | None
    new_key: str | None = None


@dataclass(frozen=True)
class Write:
    """Changes that wait for the disk: all of them are made, or none."""

    changes: tuple[Change, ...]
    done: Future[None] = field(default_factory=Future[None])


class StorageWriter:
    """Writes to an opened database until it is closed; safe to use from any thread.

    Args:
        opened: its writer is closed with this; it is backed up at a start that finds no recent backup, and at the end.
        lock: held while the writer is in use; in memory the reader's own, because there the two are one connection.
    """

    def __init__(self, opened: OpenedDatabase, lock: threading.Lock) -> None:
        self._opened = opened
        self._lock = lock
        self._queue: queue.Queue[Write | None] = queue.Queue(WAITING_LIMIT)
        self._state_lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write) -> Future[None]:
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

    def close(self) -> None:
        """Finish all queued writes, keep a backup if something changed, and close. Later calls do nothing."""
        with self._state_lock:
            first, self._closed = not self._closed, True
        if first:
            self._queue.put(None)
        self._thread.join()

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
        with self._lock:
            self._opened.writer.close()

    def _next_batch(self) -> tuple[list[Write], bool]:
        """Wait for one write, then take all others that already wait."""
        item = self._queue.get()
        batch: list[Write] = []
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH_LIMIT:
                return batch, False
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[Write]) -> None:
        """Write a batch in one transaction; when that fails, each write alone, so that one does not fail the others."""
        try:
            refused = self._transaction(batch)
        except Exception as error:  # whatever it is: without this thread no later write would ever be answered
            if len(batch) > 1:
                for write in batch:
                    self._commit([write])
                return
            _log.warning("A value was not saved: %s", error)
            batch[0].done.set_exception(storage_error(error))
            return
        for write in batch:
            if id(write) in refused:
                write.done.set_exception(refused[id(write)])
            else:
                write.done.set_result(None)

    def _transaction(self, batch: list[Write]) -> dict[int, StorageError]:
        writer = self._opened.writer
        refused: dict[int, StorageError] = {}
        if not self._opened.in_place:
            raise StorageError(
                f"The storage database {self._opened.path} was moved or deleted while the shell runs. "
                "The value was not saved; restart the shell."
            )
        with self._lock:
            writer.execute("BEGIN IMMEDIATE")
            try:
                for write in batch:
                    error = self._apply_all(write)
                    if error is not None:
                        refused[id(write)] = error
                writer.execute("COMMIT")
            except BaseException:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise
        return refused

    def _apply_all(self, write: Write) -> StorageError | None:
        """Make the changes of one write; one that is refused takes back those before it."""
        writer = self._opened.writer
        if len(write.changes) == 1:
            return self._apply(write.changes[0])
        writer.execute("SAVEPOINT together")
        error = next((error for error in map(self._apply, write.changes) if error is not None), None)
        if error is not None:
            writer.execute("ROLLBACK TO together")
        writer.execute("RELEASE together")
        return error

    def _apply(self, change: Change) -> StorageError | None:
        writer = self._opened.writer
        try:
            if change.new_key is not None:
                writer.execute(
                    "UPDATE OR IGNORE entries SET key = ?, size = size + ? WHERE scope = ? AND key = ?",
                    (change.new_key, len(change.new_key.encode()) - len(change.key.encode()), change.scope, change.key),
                )
                return None
            if change.text is None:
                writer.execute("DELETE FROM entries WHERE scope = ? AND key = ?", (change.scope, change.key))
                return None
            change.scope.encode()
            size = len(change.key.encode()) + len(change.text.encode())
        except UnicodeEncodeError:
            return StorageError(f"The storage key {change.key!r} of {change.scope!r} is not valid Unicode text.")
        if change.scope.startswith(PLUGIN_PREFIX):
            used = writer.execute(
                "SELECT coalesce(sum(size), 0) FROM entries WHERE scope = ? AND key <> ?", (change.scope, change.key)
            ).fetchone()[0]
            if used + size > PLUGIN_QUOTA:
                return _over_quota(change, size, used)
        writer.execute(
            "INSERT INTO entries (scope, key, value, size) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value, size = excluded.size",
            (change.scope, change.key, change.text, size),
        )
        return None

    def _back_up(self) -> None:
        with self._lock:
            try:
                back_up(self._opened)
            except (OSError, sqlite3.Error) as error:
                _log.warning("No backup of the storage was written: %s", error)


def _over_quota(change: Change, size: int, used: int) -> QuotaError:
    plugin = change.scope.removeprefix(PLUGIN_PREFIX)
    return QuotaError(
        f"Plugin {plugin}: storing {change.key!r} needs {size:,} bytes, and {used:,} of its "
        f"{PLUGIN_QUOTA:,} bytes (5 MiB) are taken by other keys. The old value stays; remove keys or store less."
    )


def storage_error(error: Exception) -> StorageError:
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
