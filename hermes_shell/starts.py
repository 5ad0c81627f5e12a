"""How the last starts went, so that a plugin which ends them can be held back.

A page tells which plugins it is about to evaluate, which one's code it enters, and when all have come to rest. A start
is bad when it ended in between: the process was killed or crashed, or the page died or hung. After two bad starts in a
row plugins are held back until the user has chosen. A page that comes to rest ends the row.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from hermes_shell.damaged_file import set_aside

HELD_AFTER = 2
"""Bad starts in a row after which plugins are held back."""
SILENT_SECONDS = 3.0
"""A page that evaluates gives a sign of life every second; one that has been silent for this long hangs."""
PACE_SECONDS = 0.05
"""Between two writes of the file."""
MOST_PAGES = 100
MOST_FOLDERS = 2_000
_SIZE_LIMIT = 1_000_000

Mode = Literal["usual", "held", "safe"]
"""Plugins run; they are held back until the user has chosen; they are off by the user's choice."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Page:
    """A page that evaluates plugins.

    Attributes:
        begun: folders that it began to evaluate, and that have not settled.
        ended: folders that settled since the page came to rest last. One may still end the page while it is drawn.
        entered: the folder whose code it entered last.
        heard: when it gave the last sign of life, on the monotonic clock.
        gone: its channel ended without a word.
    """

    heard: float
    begun: dict[str, None] = field(default_factory=dict[str, None])
    ended: dict[str, None] = field(default_factory=dict[str, None])
    entered: str | None = None
    gone: bool = False

    def take(self, begun: Iterable[str], entered: str | None, ended: Iterable[str]) -> bool:
        """Take one message of it; whether something changed."""
        before = (tuple(self.begun), len(self.ended), self.entered)
        for folder in ended:
            self.begun.pop(folder, None)
            self.ended[folder] = None
        self.begun.update(dict.fromkeys(begun))
        for folders in (self.begun, self.ended):
            while len(folders) > MOST_FOLDERS:
                folders.pop(next(iter(folders)))
        self.entered = entered or self.entered
        return before != (tuple(self.begun), len(self.ended), self.entered)

    def suspects(self) -> list[str]:
        """The folders that may have ended the page: the one whose code ran, else all that it may have been."""
        if self.entered in self.begun:
            return [self.entered]
        return list(self.begun or self.ended)


class Starts:
    """The record of the last starts, and whether plugins may run now. All of it runs on the event loop.

    Args:
        file: where the record is kept from start to start; None = nowhere.
        safe_mode: the user asked for a start without plugins.
        clock: the monotonic clock.
    """

    def __init__(
        self, file: Path | None, *, safe_mode: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file = file
        self._clock = clock
        self._bad = 0
        self._named: list[list[str]] = []
        self._pages: dict[str, _Page] = {}
        self._listeners: list[Callable[[], None]] = []
        self._stopping = False
        self._changed = False
        self._pacing: asyncio.Task[None] | None = None
        self._writing: asyncio.Future[None] | None = None
        self._read()
        self.mode: Mode = "safe" if safe_mode else "held" if self._bad >= HELD_AFTER else "usual"

    @property
    def bad(self) -> int:
        """Bad starts in a row, up to now."""
        return self._bad

    def suspects(self) -> list[str]:
        """Plugin folders that may have ended the last starts: those of all of them, else those of the last one."""
        if not self._named:
            return []
        common = [name for name in self._named[-1] if all(name in earlier for earlier in self._named)]
        return common or self._named[-1]

    def hear(
        self,
        window: str,
        *,
        begun: Iterable[str] = (),
        entered: str | None = None,
        ended: Iterable[str] = (),
        settled: bool = False,
        left: bool = False,
    ) -> None:
        """Take what a page says of its evaluations; an empty message is a sign of life.

        Args:
            window: the page's id.
            begun: folders that it is about to import.
            entered: the folder whose code it is about to run.
            ended: folders whose evaluation and `register` are over, whatever came of it.
            settled: all are over, and the page was drawn and answers.
            left: the page goes away in good order.
        """
        page = self._pages.get(window)
        if left:
            self._forget(window)
        elif page is not None or begun:
            if page is None and len(self._pages) < MOST_PAGES:
                page = self._pages[window] = _Page(self._clock())
            if page is not None:
                page.heard, page.gone = self._clock(), False
                if page.take(begun, entered, ended):
                    self._save()
                if settled and not page.begun:
                    self._bad, self._named = 0, []
                    self._forget(window)

    def page_gone(self, window: str) -> None:
        """A page's channel has ended. It may come back; one that evaluates and does not has died."""
        page = self._pages.get(window)
        if page is None:
            return
        if self._stopping and self._clock() - page.heard < SILENT_SECONDS:
            self._forget(window)  # the server went first; nothing was wrong with the page
        else:
            page.gone = True

    def page_opens(self) -> None:
        """A new page is about to be made: those that are gone without a word are dead by now, and count."""
        if self._bury() and self.mode == "usual" and self._bad >= HELD_AFTER:
            self._switch("held")

    def choose(self, mode: Literal["usual", "safe"]) -> None:
        """Take the user's choice. It holds for this process; the row of bad starts ends when a page comes to rest."""
        self._switch(mode)

    def on_mode(self, listener: Callable[[], None]) -> None:
        """Call `listener` when the mode has changed."""
        self._listeners.append(listener)

    def stop(self) -> None:
        """The server is about to end the channels of its pages."""
        self._stopping = True

    async def close(self) -> None:
        """Judge what still evaluates, and write the last state."""
        self._stopping = True
        for window, page in tuple(self._pages.items()):
            if not page.gone and self._clock() - page.heard < SILENT_SECONDS:
                self._forget(window)
            else:
                page.gone = True
        self._bury()
        if self._pacing is not None:
            self._pacing.cancel()
            await asyncio.gather(self._pacing, return_exceptions=True)
        if self._writing is not None:  # an older state must not come last
            await self._writing
        if self._changed:
            await asyncio.to_thread(self._write, self._as_json())

    def _switch(self, mode: Mode) -> None:
        self.mode = mode
        for listener in tuple(self._listeners):
            listener()

    def _bury(self) -> bool:
        """Count pages that are gone, several of them once; False when there are none."""
        dead = {window: page for window, page in self._pages.items() if page.gone}
        if not dead:
            return False
        self._count([page.suspects() for page in dead.values()])
        for window in dead:
            self._forget(window)
        self._save()
        return True

    def _count(self, suspects: Iterable[list[str]]) -> None:
        self._bad += 1
        self._named.append(list(dict.fromkeys(name for names in suspects for name in names)))
        del self._named[:-HELD_AFTER]

    def _forget(self, window: str) -> None:
        if self._pages.pop(window, None) is not None:
            self._save()

    def _as_json(self) -> str:
        pages = [
            {"begun": list(page.begun), "ended": list(page.ended), "entered": page.entered}
            for page in self._pages.values()
        ]
        return json.dumps({"version": 1, "bad": self._bad, "suspects": self._named, "pages": pages})

    def _save(self) -> None:
        self._changed = True
        if self._file is not None and not self._stopping and self._pacing is None:
            self._pacing = asyncio.get_running_loop().create_task(self._write_changes(), name="starts")

    async def _write_changes(self) -> None:
        """Write until nothing changes any more; the first change at once, the rest of a start in few writes."""
        try:
            while self._changed:
                self._changed = False
                self._writing = asyncio.ensure_future(asyncio.to_thread(self._write, self._as_json()))
                await asyncio.shield(self._writing)
                await asyncio.sleep(PACE_SECONDS)
        finally:
            self._pacing = None

    def _write(self, text: str) -> None:
        """Replace the file. Not flushed to the disk: it must outlive this process, not the machine."""
        if self._file is None:
            return
        fresh = self._file.with_name(f"{self._file.name}.new")
        try:
            fresh.write_text(text, "utf-8")
            os.replace(fresh, self._file)
        except OSError as error:
            _log.warning("%s cannot be written (%s): bad starts are not noticed", self._file, error.strerror)
            self._file = None

    def _read(self) -> None:
        """Take up the record; what evaluated when the last process ended has ended it."""
        if self._file is None:
            return
        try:
            with self._file.open("rb") as stream:
                record = json.loads(stream.read(_SIZE_LIMIT))
            bad, named, pages = record["bad"], record["suspects"], record["pages"]
            if not isinstance(bad, int) or bad < 0:
                raise TypeError("not a number of starts")
            self._bad = bad
            self._named = [_names(names) for names in named][-HELD_AFTER:]
            ended = [_read_page(page) for page in pages]
        except FileNotFoundError:
            return
        except OSError as error:
            _log.warning("%s cannot be read (%s): bad starts are not noticed", self._file, error.strerror)
            self._file = None
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            self._bad, self._named = 0, []
            self._set_aside(self._file, repr(error))
        else:
            if ended:
                self._count(page.suspects() for page in ended)
                self._write(self._as_json())  # at once: the end of that start counts once, whatever becomes of this one

    def _set_aside(self, file: Path, reason: str) -> None:
        try:
            kept = set_aside(file)
        except OSError as error:
            _log.warning("%s is damaged (%s) and cannot be set aside (%s)", file, reason, error.strerror)
            self._file = None
        else:
            _log.warning("%s is damaged (%s). It is kept as %s", file, reason, kept.name)


def _read_page(found: object) -> _Page:
    """Raises what `Starts._read` takes for damage."""
    given = cast("Mapping[str, object]", found)
    entered = given["entered"]
    begun, ended = (dict.fromkeys(_names(given[name])) for name in ("begun", "ended"))
    return _Page(0.0, begun, ended, entered if isinstance(entered, str) else None)


def _names(found: object) -> list[str]:
    names = cast("list[object]", found)
    if not isinstance(found, list) or not all(isinstance(name, str) for name in names):
        raise TypeError("not a list of folders")
    return cast("list[str]", found)
