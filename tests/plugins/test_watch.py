"""The watch: which events matter, gears, and directories that come and go."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from hermes_shell.plugins import watch as watch_module
from hermes_shell.plugins.discover import discover
from hermes_shell.plugins.watch import HOT_SECONDS, Signal, Watch

DEADLINE_SECONDS = 20.0


class Watched:
    """A watch with its task, as the loader runs it."""

    def __init__(self, root: Path, watch: Watch) -> None:
        self.root = root
        self.watch = watch

    def arm(self) -> None:
        self.watch.arm(discover(self.root).directories)

    async def until(self, wanted: Callable[[Signal], bool]) -> Signal:
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                signal = await self.watch.next()
                if wanted(signal):
                    return signal

    async def standing(self) -> None:
        """Wait until the watch stands: its sweep says so."""
        self.arm()
        await self.until(lambda signal: signal.sweep)


@pytest_asyncio.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a" / "plugin.js").write_text("1", "utf-8")
    made = Watched(root, Watch(root, developer=True))
    yield made
    await made.watch.close()


async def test_L7_root_and_its_folders_are_watched_and_nothing_deeper(watched: Watched) -> None:
    (watched.root / "a" / "node_modules").mkdir()
    await watched.standing()
    assert watched.watch.watched == {watched.root, watched.root / "a"}


async def test_a_folder_whose_name_is_not_utf_8_keeps_no_other_from_being_watched(watched: Watched) -> None:
    (watched.root / os.fsdecode(b"bad\xff")).mkdir()
    await watched.standing()
    (watched.root / "a" / "plugin.js").write_text("2", "utf-8")
    await watched.until(lambda signal: signal.folders == frozenset({"a"}))


async def test_a_link_that_goes_away_while_it_is_followed_ends_no_watch(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "plugin.js").write_text("1", "utf-8")
    (watched.root / "link").symlink_to(tmp_path / "elsewhere")

    def gone(path: object) -> str:
        raise FileNotFoundError(2, "No such file or directory", str(path))

    monkeypatch.setattr(os, "readlink", gone)
    await watched.standing()
    (watched.root / "a" / "plugin.js").write_text("2", "utf-8")
    await watched.until(lambda signal: signal.folders == frozenset({"a"}))


async def test_save_names_its_folder(watched: Watched) -> None:
    await watched.standing()
    (watched.root / "a" / "plugin.js").write_text("2", "utf-8")
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"a"}


async def test_atomic_save_names_its_folder(watched: Watched) -> None:
    await watched.standing()
    other = watched.root / "a" / "plugin.js.tmp"
    other.write_text("2", "utf-8")
    other.replace(watched.root / "a" / "plugin.js")
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"a"}


async def test_burst_of_saves_in_many_folders_is_few_signals(watched: Watched) -> None:
    names = [f"p{number}" for number in range(20)]
    for name in names:
        (watched.root / name).mkdir()
    await watched.standing()
    for _ in range(10):
        for name in names:
            (watched.root / name / "plugin.js").write_text("x", "utf-8")
    seen: set[str] = set()
    signals = 0
    while not seen >= set(names):
        seen |= (await watched.until(lambda signal: bool(signal.folders))).folders
        signals += 1
    assert signals <= 10


async def test_other_files_of_a_folder_and_hidden_ones_are_no_signal(watched: Watched) -> None:
    await watched.standing()
    (watched.root / "a" / "README.md").write_text("x", "utf-8")
    (watched.root / "a" / ".plugin.js.swp").write_text("x", "utf-8")
    (watched.root / ".staging").mkdir()
    (watched.root / "a" / "plugin.js").write_text("2", "utf-8")
    first = await watched.watch.next()
    assert first == Signal(frozenset({"a"}))


async def test_new_folder_is_a_sweep_and_then_watched(watched: Watched) -> None:
    await watched.standing()
    (watched.root / "b").mkdir()
    await watched.until(lambda signal: signal.sweep)
    await watched.standing()
    (watched.root / "b" / "plugin.js").write_text("x", "utf-8")
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"b"}


async def test_replaced_folder_is_watched_anew(watched: Watched, tmp_path: Path) -> None:
    await watched.standing()
    (watched.root / "a").rename(tmp_path / "old")
    (watched.root / "a").mkdir()
    await watched.until(lambda signal: signal.sweep)
    watched.arm()
    (watched.root / "a" / "plugin.js").write_text("x", "utf-8")
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"a"}


async def test_file_behind_a_link_is_watched(watched: Watched, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "main.js"
    target.write_text("1", "utf-8")
    (watched.root / "linked").mkdir()
    (watched.root / "linked" / "plugin.js").symlink_to(target)
    await watched.standing()
    target.write_text("2", "utf-8")
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"linked"}


async def test_root_that_comes_later_is_found(tmp_path: Path) -> None:
    watched = Watched(tmp_path / "later", Watch(tmp_path / "later", developer=True))
    await watched.standing()
    assert watched.watch.watched == frozenset()
    (tmp_path / "later" / "a").mkdir(parents=True)
    await watched.until(lambda signal: signal.sweep)
    await watched.standing()
    (tmp_path / "later" / "a" / "plugin.js").write_text("x", "utf-8")
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"a"}
    await watched.watch.close()


async def test_sweep_comes_without_events(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    await watched.standing()
    monkeypatch.setattr(watch_module, "_HOT_SWEEP", 0.01)
    assert await watched.watch.next() == Signal(sweep=True)


async def test_112_polling_takes_over_where_events_cannot_be_had(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = watch_module.RustNotify
    asked: list[bool] = []

    def notify(paths: list[str], debug: bool, polling: bool, delay: int, recursive: bool, permissive: bool) -> object:
        asked.append(polling)
        if not polling:
            raise OSError("no inotify watch left")
        return real(paths, debug, polling, 10, recursive, permissive)

    monkeypatch.setattr(watch_module, "RustNotify", notify)
    await watched.standing()
    assert asked == [False, True]
    # The poller counts whole seconds, and only those that went up.
    os.utime(watched.root / "a" / "plugin.js", (4e9, 4e9))
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"a"}


async def test_without_any_events_the_sweeps_go_on(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def notify(*_: object) -> object:
        raise OSError("nothing works")

    monkeypatch.setattr(watch_module, "RustNotify", notify)
    monkeypatch.setattr(watch_module, "_HOT_SWEEP", 0.01)
    await watched.standing()
    assert await watched.watch.next() == Signal(sweep=True)


async def test_watcher_that_keeps_breaking_off_is_opened_ever_more_seldom(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[list[str]] = []

    class Broken:
        def __init__(self, paths: list[str], *_: object) -> None:
            opened.append(paths)

        def watch(self, *_: object) -> object:
            raise OSError("broken off")

        def close(self) -> None:
            return

    monkeypatch.setattr(watch_module, "RustNotify", Broken)
    monkeypatch.setattr(watch_module, "_HOT_SWEEP", 0.001)
    watched.arm()
    async with asyncio.timeout(DEADLINE_SECONDS):
        for _ in range(50):
            assert await watched.watch.next() == Signal(sweep=True)
    assert len(opened) < 5


async def test_watcher_that_broke_off_once_stands_again_at_once(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = watch_module.RustNotify
    opened = 0

    class Breaks:
        def watch(self, *_: object) -> object:
            raise OSError("broken off")

        def close(self) -> None:
            return

    def notify(*arguments: Any) -> object:
        nonlocal opened
        opened += 1
        return Breaks() if opened == 1 else real(*arguments)

    monkeypatch.setattr(watch_module, "RustNotify", notify)
    await watched.standing()
    await watched.until(lambda signal: signal.sweep)
    (watched.root / "a" / "plugin.js").write_text("2", "utf-8")
    assert (await watched.until(lambda signal: bool(signal.folders))).folders == {"a"}


async def test_change_shifts_to_hot_gear_for_ten_minutes(tmp_path: Path) -> None:
    now = 0.0
    watched = Watched(tmp_path, Watch(tmp_path, clock=lambda: now))
    assert not watched.watch.hot
    watched.watch.touch()
    assert watched.watch.hot
    now = HOT_SECONDS
    assert not watched.watch.hot
    await watched.watch.close()


async def test_change_in_idle_gear_is_seen(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    watched = Watched(tmp_path, Watch(tmp_path))
    await watched.standing()
    assert not watched.watch.hot
    (tmp_path / "a" / "plugin.js").write_text("x", "utf-8")
    await watched.until(lambda signal: bool(signal.folders))
    assert watched.watch.hot
    await watched.watch.close()


async def test_close_ends_a_wait(watched: Watched) -> None:
    await watched.standing()
    waiting = asyncio.create_task(watched.watch.next())
    await asyncio.sleep(0)
    waiting.cancel()
    async with asyncio.timeout(DEADLINE_SECONDS):
        await watched.watch.close()
        await watched.watch.close()
