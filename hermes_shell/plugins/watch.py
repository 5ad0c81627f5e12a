"""What changed under the plugins root: file events in two gears, and a look of its own for what events miss.

Only the root and the folders directly in it are watched, so a plugin's `node_modules` costs nothing. Events say that
something happened, never what: the loader compares file signatures and contents.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

# awatch() would have to be begun anew to change its step, and would lose what happens meanwhile.
from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

from hermes_shell.plugins.discover import ENTRY, real_path

HOT_SECONDS = 600.0
_IDLE_STEP = 0.1
_HOT_STEP_MS = 2
_BURST_MS = 50
_POLL_MS = 300
_IDLE_SWEEP = 5.0
_HOT_SWEEP = 2.0
_MISSING_SWEEP = 0.5
# A watcher that breaks off is opened again at once, one that does so again within a minute after ever longer pauses.
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 30.0
_CALM_SECONDS = 60.0
_NOT_UTF_8 = re.compile("[\ud800-\udfff]")
"""What stands in a path for a byte that is no UTF-8."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Signal:
    """What to look at.

    Attributes:
        folders: plugin folders whose plugin.js should be read again.
        sweep: look at the whole root.
    """

    folders: frozenset[str] = field(default_factory=frozenset[str])
    sweep: bool = False


class Watch:
    """Watches one root. One task calls `next()`; `arm()` may be called at any time on the same loop.

    Args:
        root: the plugins root; it need not exist.
        developer: stay in hot gear.
        clock: monotonic seconds.
    """

    def __init__(self, root: Path, *, developer: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._root = root
        self._developer = developer
        self._clock = clock
        self._hot_until = 0.0
        self._swept = clock()
        self._wanted: dict[Path, frozenset[str]] = {}
        self._armed: dict[tuple[Path, int, int], frozenset[str]] | None = None
        self._folders: dict[Path, frozenset[str]] = {}
        self._notify: RustNotify | None = None
        self._polls = False
        self._broke_off = -_CALM_SECONDS
        self._pause = 0.0
        self._interrupt = threading.Event()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hermes-watch")
        self._closed = False

    @property
    def hot(self) -> bool:
        """True in hot gear: for ten minutes after a change, and always in developer mode."""
        return self._developer or self._clock() < self._hot_until

    @property
    def mode(self) -> Literal["off", "polling", "hot", "idle"]:
        """How changes are seen now; off = there is nothing to watch yet."""
        if self._notify is None:
            return "off"
        if self._polls:
            return "polling"
        return "hot" if self.hot else "idle"

    @property
    def watched(self) -> frozenset[Path]:
        """The directories that stand under watch now."""
        return frozenset(self._folders)

    def arm(self, directories: Mapping[Path, frozenset[str]]) -> None:
        """Say which directories to watch, with the folders each belongs to (none: the root).

        A directory that was replaced by another of the same name is watched anew.
        """
        if self._wanted != directories:
            self._wanted = dict(directories)
            self._interrupt.set()

    async def next(self) -> Signal:
        """Wait for something to look at. After a new watch stands, one sweep finds what happened before it did."""
        loop = asyncio.get_running_loop()
        while True:
            self._interrupt.clear()
            if await loop.run_in_executor(self._executor, self._stand):
                return self._sweep()
            pause = _MISSING_SWEEP if not self._wanted else _HOT_SWEEP if self.hot else _IDLE_SWEEP
            due = max(0.0, self._swept + pause - self._clock())
            paths = await loop.run_in_executor(self._executor, self._collect, due)
            if self._interrupt.is_set():
                # An interrupted watch forgets what it had gathered.
                await loop.run_in_executor(self._executor, self._stand)
                return self._sweep()
            signal = self._read(paths)
            if signal.folders or signal.sweep:
                self._hot_until = self._clock() + HOT_SECONDS
                if signal.sweep:
                    self._swept = self._clock()
                return signal
            if self._clock() - self._swept >= pause:
                return self._sweep()

    async def close(self) -> None:
        """Stop watching; a `next()` in flight must have been cancelled. Idempotent."""
        if self._closed:
            return
        self._closed = True
        self._interrupt.set()
        await asyncio.get_running_loop().run_in_executor(self._executor, self._fall)
        self._executor.shutdown(wait=False)

    def touch(self) -> None:
        """Go to hot gear, because a change was found that no event told of."""
        self._hot_until = self._clock() + HOT_SECONDS

    def _sweep(self) -> Signal:
        self._swept = self._clock()
        return Signal(sweep=True)

    def _stand(self) -> bool:
        """Put the watch on the wanted directories. True when it is another one than before. Blocks."""
        wanted: dict[tuple[Path, int, int], frozenset[str]] = {}
        for directory, folders in self._wanted.items():
            try:
                seen = os.stat(directory)
            except OSError:
                continue
            wanted[(directory, seen.st_dev, seen.st_ino)] = folders
        if wanted == self._armed or (self._armed is None and self._clock() < self._broke_off + self._pause):
            return False
        self._fall()
        self._armed = wanted
        self._folders = {key[0]: folders for key, folders in wanted.items()}
        # The watcher takes UTF-8 only. What is in such a folder is not read either: its row asks to rename it.
        paths = [path for path in map(str, self._folders) if not _NOT_UTF_8.search(path)]
        if paths:
            self._notify = self._begin(paths)
            # Some systems report the directory that a path with links in it leads to.
            self._folders |= {real_path(place): folders for place, folders in self._folders.items()}
        return True

    def _begin(self, paths: list[str]) -> RustNotify | None:
        for polling in (False, True):
            try:
                notify = RustNotify(paths, False, polling, _POLL_MS, False, True)
                self._polls = polling
                return notify
            except (OSError, WatchfilesRustInternalError) as error:
                _log.warning("Watching %s %s failed: %s", self._root, "by polling" if polling else "by events", error)
        return None

    def _fall(self) -> None:
        notify, self._notify = self._notify, None
        if notify is not None:
            notify.close()

    def _collect(self, seconds: float) -> set[str]:
        """Wait for events, at most so long. Blocks."""
        deadline = self._clock() + seconds
        while not self._interrupt.is_set() and not self._closed:
            left = deadline - self._clock()
            if left <= 0:
                break
            if self._notify is None:
                self._interrupt.wait(left)
            elif self.hot:
                wait_ms = max(1, int(left * 1000))
                paths = self._events(self._notify, _BURST_MS, _HOT_STEP_MS, wait_ms)
                if paths:
                    return paths
            else:
                # One long pause and one short look: watch() itself needs two of its steps for a change. A sleep costs
                # less than half of a wait for the interrupt, ten times a second.
                time.sleep(min(left, _IDLE_STEP))
                paths = self._events(self._notify, _BURST_MS, 2, 1)
                if paths:
                    return paths
        return set()

    def _events(self, notify: RustNotify, burst_ms: int, step_ms: int, wait_ms: int) -> set[str]:
        try:
            found = notify.watch(burst_ms, step_ms, wait_ms, self._interrupt)
        except (OSError, WatchfilesRustInternalError) as error:
            _log.warning("Watching %s broke off: %s", self._root, error)
            self._fall()
            self._armed = None
            self._note_break()
            return set()
        return set() if isinstance(found, str) else {path for _kind, path in found}

    def _note_break(self) -> None:
        """Stand again at once, or after a pause when it has broken off before; sweeps find what changes meanwhile."""
        now = self._clock()
        calm = now - self._broke_off >= _CALM_SECONDS
        self._pause = 0.0 if calm else min(max(_FIRST_PAUSE, 2 * self._pause), _LONGEST_PAUSE)
        self._broke_off = now
        if calm:
            self._interrupt.set()

    def _read(self, paths: set[str]) -> Signal:
        changed: set[str] = set()
        sweep = False
        for text in paths:
            path = Path(text)
            folders = self._folders.get(path.parent)
            if path in self._folders or folders == frozenset():
                # Something of the root, or a watched directory itself: which plugins there are may have changed.
                sweep = sweep or not path.name.startswith(".")
            elif folders is not None and (path.name == ENTRY or not self._is_folder(path.parent)):
                changed |= folders
        return Signal(frozenset(changed), sweep)

    def _is_folder(self, directory: Path) -> bool:
        """False for a directory elsewhere, where a linked plugin.js leads to a file of any name."""
        return directory.parent in self._folders and self._folders[directory.parent] == frozenset()
