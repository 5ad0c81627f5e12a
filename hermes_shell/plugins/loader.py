"""Joins the parts of the loader: from a file event to an announcement, and back from a window's report to the row."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from hermes_shell.errors import LintError, SourceError
from hermes_shell.plugins.discover import Discovery, Entry, discover
from hermes_shell.plugins.inventory import Inventory
from hermes_shell.plugins.jsengine import EngineError
from hermes_shell.plugins.lint import Lint, lexer_engine, lint
from hermes_shell.plugins.lint_cache import LintCache
from hermes_shell.plugins.locate import Location, place_of
from hermes_shell.plugins.neighbours import Announce, PluginHome, RememberedPlugins
from hermes_shell.plugins.package_marker import Package, read_package
from hermes_shell.plugins.record import Record, Revision
from hermes_shell.plugins.report import Report
from hermes_shell.plugins.row import Phase, Row, row_error
from hermes_shell.plugins.settling import Settling, log_failure
from hermes_shell.plugins.sources import Source, SpecifierUrls, facade_text, read_source, rewrite
from hermes_shell.plugins.styles import StyleCompiler
from hermes_shell.plugins.tasks import Tasks
from hermes_shell.plugins.watch import Watch

_READS = 4
# Sweeps come every few seconds, and an engine that is out of memory is not helped by being asked each time.
_CHECKS_IN_A_ROW = 3
# An editor or a package manager replaces a file or a folder by moving the old one away first.
_GRACE_SECONDS = 0.06

_log = logging.getLogger(__name__)


class PluginLoader:
    """Watches, reads, lints and serves the disk plugins of one home. All methods belong to one event loop.

    Args:
        home: its `plugins` root is the only one that is read; its `cache` keeps lint results.
        decisions: the user's choices and what is remembered of each folder.
        announce: publishes announcements.
        styles: compiles utility classes; None = nobody does.
        developer: keep the watch in hot gear.
        reload_on_save: whether a saved file is loaded by itself; asked at each save.
    """

    def __init__(
        self,
        home: PluginHome,
        decisions: RememberedPlugins,
        announce: Announce,
        styles: StyleCompiler | None = None,
        *,
        developer: bool = False,
        reload_on_save: Callable[[], bool] = lambda: True,
    ) -> None:
        self._reload_on_save = reload_on_save
        self._root = home.plugins
        self._decisions = decisions
        self._announce = announce
        self._inventory = Inventory(decisions)
        self._lexer = lexer_engine()
        self._lints = LintCache(home.cache / "lint")
        self._watch = Watch(self._root, developer=developer)
        self._reads = asyncio.Semaphore(_READS)
        self._queued: set[str] = set()
        self._scan_lock = asyncio.Lock()
        self._next_scan: asyncio.Task[None] | None = None
        self._tasks = Tasks()
        self._settling = Settling(self._inventory, decisions, styles, self._publish, self._tasks)
        self.scanned = False
        self.problem: str | None = None

    @property
    def watch_mode(self) -> Literal["off", "polling", "hot", "idle"]:
        """How changes of files are seen now."""
        return self._watch.mode

    async def start(self) -> None:
        """Begin to watch and scan; returns at once, the first scan holds up nothing."""
        self._tasks.spawn(self._follow())
        self._tasks.spawn(self._first_scan())

    async def stop(self) -> None:
        """End every task and thread; idempotent. The styles belong to who made them."""
        await self._tasks.stop()
        await self._watch.close()
        self._lexer.close()

    async def rescan(self) -> None:
        """Look for new, removed and touched plugins; known files that were not touched are not read (contract, L25).

        What the engine failed to check is read again. A request during a scan leads to one more scan after it.
        """
        for record in self._inventory.records():
            if record.unchecked:
                record.unchecked, record.signature = 0, None
        await self._sweep()

    async def _sweep(self) -> None:
        if self._next_scan is None:
            self._next_scan = self._tasks.spawn(self._queued_scan())
        await asyncio.shield(self._next_scan)

    async def reload(self) -> None:
        """Read every file again, touched or not, and have every window evaluate its plugins anew (contract, L25)."""
        async with self._scan_lock:
            await self._scan(force=True)
        self._announce("plugins-reload")

    async def load(self, folder: str) -> None:
        """Read one file, touched or not, and have every window evaluate it anew.

        Raises:
            SourceError: there is no such plugin folder.
        """
        record = self._inventory.get(folder)
        if record is None:
            raise SourceError(f"There is no plugin folder {folder} any more.", plugin=folder)
        before = record.rev
        await self._refresh(folder, force=True)
        # Another revision was announced by its reading.
        if record.rev == before and record.problem is None:
            self._announce("plugin-load", plugin=self._inventory.row(record))

    def rows(self) -> list[Row]:
        """All plugins by rank."""
        return self._inventory.rows()

    def row(self, folder: str) -> Row | None:
        """One plugin by its folder."""
        record = self._inventory.get(folder)
        return self._inventory.row(record) if record else None

    def record(self, folder: str) -> Record | None:
        """What is known of a folder, None when there is no such plugin."""
        return self._inventory.get(folder)

    def report(self, window: str, reports: Sequence[Mapping[str, object] | Report]) -> None:
        """Take what a window says of its plugins into the rows, and announce every row that changed.

        Args:
            window: the window's id.
            reports: an invalid one is logged and passed over; the others count.
        """
        self._settling.report(window, reports)

    def window_gone(self, window: str) -> None:
        """Forget a window's reports: a closed window runs nothing."""
        for record in self._inventory.window_gone(window):
            self._publish(record)

    def source(self, folder: str, rev: str, load: int, urls: SpecifierUrls) -> bytes | None:
        """The source of the current or the last good revision with its specifiers replaced, None for any other.

        Args:
            folder: the plugin's folder.
            rev: sha256 of the source as it is on disk.
            load: the number of the incarnation that imports it.
            urls: where the allowed specifiers lead.
        """
        record = self._inventory.get(folder)
        found = record.revision(rev) if record else None
        if found is None:
            return None
        self._settling.urls = urls
        return rewrite(found.data, found.lint.specifiers, urls, folder, load)

    def facade(self, folder: str, load: int, urls: SpecifierUrls) -> str:
        """The SDK facade of one incarnation, as a module's text."""
        return facade_text(folder, load, urls)

    async def locate(self, folder: str, rev: str, message: str) -> Location | None:
        """Where in a served revision an error is.

        Args:
            folder: the plugin's folder.
            rev: the revision it happened in.
            message: the page's message, with the stack when there is one.
        """
        return await self._settling.locate(folder, rev, message)

    async def _first_scan(self) -> None:
        try:
            await self._sweep()
        finally:
            self.scanned = True
            self._announce("scan-ended")
        await asyncio.to_thread(self._lints.prune)
        await self._settling.style_all()

    async def _follow(self) -> None:
        while True:
            signal = await self._watch.next()
            for folder in signal.folders:
                self._tasks.spawn(self._refresh(folder))
            if signal.sweep or any(self._inventory.get(folder) is None for folder in signal.folders):
                self._tasks.spawn(self._sweep())

    async def _queued_scan(self) -> None:
        async with self._scan_lock:
            self._next_scan = None
            await self._scan(force=False)

    async def _scan(self, *, force: bool) -> None:
        found = await asyncio.to_thread(discover, self._root)
        known = {record.folder for record in self._inventory.records()}
        if found.problem is None and known - {entry.folder for entry in found.entries}:
            await asyncio.sleep(_GRACE_SECONDS)
            found = await asyncio.to_thread(discover, self._root)
        self._note_problem(found)
        if found.problem is not None:
            return
        self._watch.arm(found.directories)
        for folder in known - {entry.folder for entry in found.entries}:
            self._remove(folder)
        waiting = [
            self._tasks.spawn(self._refresh(entry.folder, force=force))
            for entry in found.entries
            if self._look(entry, force=force)
        ]
        # One at a time: when the scan is cancelled, each read is its own task and is cancelled on its own.
        for task in waiting:
            await asyncio.wait({task})

    def _look(self, entry: Entry, *, force: bool) -> bool:
        """Take an entry into the inventory; True when its file should be read."""
        record = self._inventory.get(entry.folder)
        fresh = record is None
        record = record or self._inventory.add(entry.folder, entry.file)
        record.file = entry.file
        if entry.problem is not None:
            self._fail(record, entry.problem, "read")
            return False
        if not fresh and record.signature != entry.signature:
            self._watch.touch()
        waits = record.changed and self._reload_on_save()
        return fresh or force or waits or record.signature != entry.signature

    def _note_problem(self, found: Discovery) -> None:
        if found.problem == self.problem:
            return
        if found.problem is not None:
            _log.warning("%s", found.problem)
        self.problem = found.problem
        self._announce("plugins-root", problem=found.problem)

    def _remove(self, folder: str) -> None:
        self._inventory.remove(folder)
        log_failure(self._decisions.forget(folder), folder)
        self._announce("plugin-removed", folder=folder)

    async def _refresh(self, folder: str, *, force: bool = False) -> None:
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
            self._tasks.spawn(self._sweep())
            return
        except SourceError as error:
            record.signature = None
            self._fail(record, error.message, "read")
            return
        record.signature = source.signature
        readable = record.problem is None or record.problem["phase"] == "lint"
        same = record.rev == source.rev
        # What a plugin runs on stays until someone asks for the file, where saves are not loaded by themselves.
        record.changed = not same and not force and record.current is not None and not self._reload_on_save()
        if readable and (same or record.changed):
            self._publish(record)
            return
        record.changed = False
        try:
            result = cached or await lint(source.data, self._lexer, record.file)
        except SourceError as error:
            record.current = Revision(source.rev, source.data, Lint())
            self._fail(record, error.message, "read")
            return
        except EngineError as error:
            # Not the plugin's fault: the revision before stays the known one, so the next reading tries again. That one
            # may be in the file by then, so this must not pass for what the lint said of it.
            record.unchecked += 1
            if record.unchecked < _CHECKS_IN_A_ROW:
                record.signature = None
            self._fail(record, f"plugin.js could not be checked: {error.message}", "read")
            return
        record.unchecked = 0
        if self._inventory.get(record.folder) is not record:
            return
        record.current = Revision(source.rev, source.data, result)
        record.located = None
        try:
            result.check(record.folder, record.file)
        except LintError as error:
            self._fail(record, error.message, "lint", place_of(source.data, result.refused_at or 0, error.message))
        else:
            record.problem = None
            self._publish(record, "plugin-changed")
            self._settling.feed(record)
            self._settling.look_for_needs(record)
        if cached is None:
            await asyncio.to_thread(self._lints.put, source.rev, result)

    def _fail(self, record: Record, message: str, phase: Phase, place: Location | None = None) -> None:
        if place is None:
            record.problem = row_error(message, phase)
        else:
            record.problem = row_error(message, phase, place["line"], place["column"], place["source_line"])
        self._publish(record, "plugin-changed")

    def _publish(self, record: Record, kind: str = "plugin-report") -> None:
        row = self._inventory.row(record)
        if row != record.published:
            record.published = row
            self._announce(kind, plugin=row)


def _load(file: Path, lints: LintCache) -> tuple[Source, Lint | None, Package | None]:
    source = read_source(file)
    return source, lints.get(source.rev, source.data), read_package(file.parent)
