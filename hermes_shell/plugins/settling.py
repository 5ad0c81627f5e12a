"""What follows when windows say how their plugins fare: the rows, the places of errors, the utility classes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future

from pydantic import ValidationError

from hermes_shell.plugins.inventory import Inventory
from hermes_shell.plugins.jsengine import EngineError
from hermes_shell.plugins.locate import Location, locate_in_message, locate_syntax_error
from hermes_shell.plugins.needs import find_needs
from hermes_shell.plugins.neighbours import RememberedPlugins
from hermes_shell.plugins.record import Record, Revision
from hermes_shell.plugins.report import Report
from hermes_shell.plugins.row import row_error
from hermes_shell.plugins.sources import SpecifierUrls, decode
from hermes_shell.plugins.styles import StyleCompiler
from hermes_shell.plugins.tasks import Tasks

_WARM_SECONDS = 1.0

_log = logging.getLogger(__name__)


class Settling:
    """Takes reports into the inventory and does what follows from them.

    Args:
        inventory: all records.
        decisions: where is remembered what a page learned of a folder.
        styles: compiles utility classes; None = nobody does.
        publish: announces a row when it has changed.
        tasks: owns what runs in the background.

    Attributes:
        urls: where the specifiers of the last served source lead; None before one was served.
    """

    def __init__(
        self,
        inventory: Inventory,
        decisions: RememberedPlugins,
        styles: StyleCompiler | None,
        publish: Callable[[Record], None],
        tasks: Tasks,
    ) -> None:
        self._inventory = inventory
        self._decisions = decisions
        self._styles = styles
        self._publish = publish
        self._tasks = tasks
        self._one_look = asyncio.Semaphore(1)
        self.urls: SpecifierUrls | None = None

    def report(self, window: str, reports: Sequence[Mapping[str, object] | Report]) -> None:
        """See `PluginLoader.report`."""
        for item in reports:
            try:
                report = item if isinstance(item, Report) else Report.model_validate(item)
            except ValidationError as error:
                _log.warning("Window %s sent an unusable plugin report: %s", window, error)
                continue
            record = self._inventory.report(window, report)
            if record is not None:
                self._settle(record, report)

    async def locate(self, folder: str, rev: str, message: str) -> Location | None:
        """See `PluginLoader.locate`."""
        record = self._inventory.get(folder)
        found = record.revision(rev) if record else None
        if found is None:
            return None
        place = await asyncio.to_thread(
            locate_in_message, found.data, message, found.lint.specifiers, self.urls, folder
        )
        if place is not None:
            return place
        try:
            return await locate_syntax_error(found.data)
        except EngineError as error:
            _log.warning("The error in %s cannot be located: %s", record.file if record else folder, error)
            return None

    async def style_all(self) -> None:
        """Style what the first scan found and the cached sheet does not cover; then warm the compiler up for a save."""
        if self._styles is None:
            return
        records = self._inventory.records()
        if self._styles.settle(record.rev for record in records if record.rev):
            for record in records:
                self.feed(record)
        await asyncio.sleep(_WARM_SECONDS)
        try:
            await self._styles.warm()
        except EngineError as error:
            _log.warning("The style compiler does not start: %s", error)

    def feed(self, record: Record) -> None:
        """Style a plugin that runs or is about to; one that is off costs nothing."""
        if self._styles is None or record.current is None or record.problem is not None:
            return
        if self._inventory.row(record)["status"] != "disabled":
            self._tasks.spawn(self._style(self._styles, record.folder, record.current))

    def loaded(self, record: Record) -> None:
        """Style a new revision and find what it asks for and this shell has not, off the way to the page."""
        self.feed(record)
        if record.current is not None:
            self._tasks.spawn(self._look_for_needs(record, record.current))

    async def _look_for_needs(self, record: Record, revision: Revision) -> None:
        async with self._one_look:
            found = await asyncio.to_thread(_needs, revision.data)
        record.needs = (revision.rev, found)
        if record.current is revision and self._inventory.get(record.folder) is record:
            self._publish(record)

    async def _style(self, styles: StyleCompiler, folder: str, revision: Revision) -> None:
        try:
            await styles.feed(folder, revision.rev, revision.data)
        except EngineError as error:
            _log.error("The utility classes of %s are missing: %s", folder, error)

    def _settle(self, record: Record, report: Report) -> None:
        """What follows from a report: remember, locate, style, announce."""
        if record.meta is not None:
            log_failure(self._decisions.remember(record.folder, record.meta), record.folder)
        error = report.error
        if error is not None and error.phase == "evaluate" and error.line is None and report.rev == record.rev:
            located = record.located
            if located is None or located[0] != record.rev or located[1]["message"] != error.message:
                self._tasks.spawn(self._locate_error(record, report.rev, error.message, error.stack))
        if report.status == "loaded":
            self.feed(record)
        self._publish(record)

    async def _locate_error(self, record: Record, rev: str | None, message: str, stack: str | None) -> None:
        if rev is None:
            return
        place = await self.locate(record.folder, rev, f"{message}\n{stack}" if stack else message)
        if place is None or record.rev != rev:
            return
        found = row_error(message, "evaluate", place["line"], place["column"], place["source_line"])
        record.located = (rev, found)
        self._publish(record)


def _needs(data: bytes) -> tuple[str, ...]:
    return tuple(f"{need.name} (line {need.line})" for need in find_needs(decode(data)))


def log_failure(written: Future[None] | None, folder: str) -> None:
    """Log when a write of what is known of a folder fails. It goes on by itself; the page has what it knew anyway."""
    if written is None:
        return

    def done(future: Future[None]) -> None:
        error = None if future.cancelled() else future.exception()
        if error is not None:
            _log.error("What is known of the plugin folder %s was not saved: %s", folder, error)

    written.add_done_callback(done)
