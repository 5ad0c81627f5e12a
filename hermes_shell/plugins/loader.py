"""Joins the parts of the loader: from a file event to an announcement, and back from a window's report to the row."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from hermes_shell.errors import SourceError
from hermes_shell.plugins.discover import Discovery, Entry, discover
from hermes_shell.plugins.inventory import Inventory
from hermes_shell.plugins.lint import lexer_engine
from hermes_shell.plugins.lint_cache import LintCache
from hermes_shell.plugins.locate import Location
from hermes_shell.plugins.neighbours import Announce, PluginHome, RememberedPlugins
from hermes_shell.plugins.reading import Reading, Rows
from hermes_shell.plugins.record import Record
from hermes_shell.plugins.report import Report
from hermes_shell.plugins.row import Row
from hermes_shell.plugins.settling import Settling, log_failure
from hermes_shell.plugins.sources import SpecifierUrls, facade_text, rewrite
from hermes_shell.plugins.styles import StyleCompiler
from hermes_shell.plugins.tasks import Tasks
from hermes_shell.plugins.watch import Watch

# An editor or a package manager replaces a file or a folder by moving the old one away first.
_GRACE_SECONDS = 0.06
_WATCH_PAUSE_SECONDS = 1.0

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
        self._rows = Rows(self._inventory, announce)
        self._watch = Watch(self._root, developer=developer)
        self._scan_lock = asyncio.Lock()
        self._next_scan: asyncio.Task[None] | None = None
        self._tasks = Tasks()
        self._settling = Settling(self._inventory, decisions, styles, self._rows.publish, self._tasks)
        self._reading = Reading(
            self._inventory,
            self._rows,
            self._lexer,
            self._lints,
            reload_on_save=reload_on_save,
            vanished=lambda: self._tasks.spawn(self._sweep()),
            loaded=self._settling.loaded,
        )
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
        await self._reading.refresh(folder, force=True)
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

    async def name_unknown(self) -> None:
        """Let plugins that no page has evaluated go by the id that their source says."""
        from hermes_shell.plugins.check.declared import name_unknown  # late: a start needs nothing of the check

        await asyncio.to_thread(name_unknown, self._inventory.records())

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
            self._rows.publish(record)

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
            try:
                signal = await self._watch.next()
            except Exception:
                # Whatever one folder does to the watch, the next saves of the others are still seen.
                _log.exception("The watch of the plugins folder failed; it goes on")
                await asyncio.sleep(_WATCH_PAUSE_SECONDS)
                continue
            for folder in signal.folders:
                self._tasks.spawn(self._reading.refresh(folder))
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
            self._tasks.spawn(self._reading.refresh(entry.folder, force=force))
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
            self._rows.fail(record, entry.problem, "read")
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
