"""Reads plugin files: from bytes on disk to a revision that may be served, and to its row."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from hermes_shell.errors import LintError, SourceError
from hermes_shell.plugins.inventory import Inventory
from hermes_shell.plugins.jsengine import EngineError, JsEngine
from hermes_shell.plugins.lint import Lint, lint
from hermes_shell.plugins.lint_cache import LintCache
from hermes_shell.plugins.locate import Location, place_of
from hermes_shell.plugins.neighbours import Announce
from hermes_shell.plugins.package_marker import Package, read_package
from hermes_shell.plugins.record import Record, Revision
from hermes_shell.plugins.row import Phase, row_error
from hermes_shell.plugins.sources import Source, read_source

_READS = 4
# Sweeps come every few seconds, and an engine that is out of memory is not helped by being asked each time.
_CHECKS_IN_A_ROW = 3


class Rows:
    """Announces the rows of an inventory, each when it has changed.

    Args:
        inventory: all records.
        announce: publishes announcements.
    """

    def __init__(self, inventory: Inventory, announce: Announce) -> None:
        self._inventory = inventory
        self._announce = announce

    def publish(self, record: Record, kind: str = "plugin-report") -> None:
        """Announce the row of a record, unless it is what was announced last."""
        row = self._inventory.row(record)
        if row != record.published:
            record.published = row
            self._announce(kind, plugin=row)

    def fail(self, record: Record, message: str, phase: Phase, place: Location | None = None) -> None:
        """Say why nothing can be evaluated."""
        if place is None:
            record.problem = row_error(message, phase)
        else:
            record.problem = row_error(message, phase, place["line"], place["column"], place["source_line"])
        self.publish(record, "plugin-changed")


class Reading:
    """Reads files, a few at a time, and one file once at a time.

    Args:
        inventory: all records.
        rows: announces what changed.
        lexer: finds imports; belongs to who made it.
        lints: results of earlier runs.
        reload_on_save: whether a saved file is loaded by itself; asked at each save.
        vanished: called when a file is gone.
        loaded: called when a revision may be evaluated.
    """

    def __init__(
        self,
        inventory: Inventory,
        rows: Rows,
        lexer: JsEngine,
        lints: LintCache,
        *,
        reload_on_save: Callable[[], bool],
        vanished: Callable[[], object],
        loaded: Callable[[Record], None],
    ) -> None:
        self._inventory = inventory
        self._rows = rows
        self._lexer = lexer
        self._lints = lints
        self._reload_on_save = reload_on_save
        self._vanished = vanished
        self._loaded = loaded
        self._reads = asyncio.Semaphore(_READS)
        self._queued: set[str] = set()

    async def refresh(self, folder: str, *, force: bool = False) -> None:
        """Read one plugin.js and, when its bytes are others than before, lint and announce them."""
        record = self._inventory.get(folder)
        if record is None or (folder in self._queued and not force):
            return  # a read that has not begun yet will see this change as well
        self._queued.add(folder)
        try:
            async with record.lock, self._reads:
                self._queued.discard(folder)
                await self._read(record, force=force)
        finally:
            self._queued.discard(folder)

    async def _read(self, record: Record, *, force: bool) -> None:
        try:
            source, cached, record.package = await asyncio.to_thread(_load, record.file, self._lints)
        except FileNotFoundError:
            record.signature = None
            self._vanished()
            return
        except SourceError as error:
            record.signature = None
            self._rows.fail(record, error.message, "read")
            return
        record.signature = source.signature
        readable = record.problem is None or record.problem["phase"] == "lint"
        same = record.rev == source.rev
        # What a plugin runs on stays until someone asks for the file, where saves are not loaded by themselves.
        record.changed = not same and not force and record.current is not None and not self._reload_on_save()
        if readable and (same or record.changed):
            self._rows.publish(record)
            return
        record.changed = False
        try:
            result = cached or await lint(source.data, self._lexer, record.file)
        except SourceError as error:
            record.current = Revision(source.rev, source.data, Lint())
            self._rows.fail(record, error.message, "read")
            return
        except EngineError as error:
            # Not the plugin's fault: the revision before stays the known one, so the next reading tries again. That one
            # may be in the file by then, so this must not pass for what the lint said of it.
            record.unchecked += 1
            if record.unchecked < _CHECKS_IN_A_ROW:
                record.signature = None
            self._rows.fail(record, f"plugin.js could not be checked: {error.message}", "read")
            return
        record.unchecked = 0
        if self._inventory.get(record.folder) is not record:
            return
        record.current = Revision(source.rev, source.data, result)
        record.located = None
        try:
            result.check(record.folder, record.file)
        except LintError as error:
            self._rows.fail(record, error.message, "lint", place_of(source.data, result.refused_at or 0, error.message))
        else:
            record.problem = None
            self._rows.publish(record, "plugin-changed")
            self._loaded(record)
        if cached is None:
            await asyncio.to_thread(self._lints.put, source.rev, result)


def _load(file: Path, lints: LintCache) -> tuple[Source, Lint | None, Package | None]:
    source = read_source(file)
    return source, lints.get(source.rev, source.data), read_package(file.parent)
