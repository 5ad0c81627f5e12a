"""A real window and a stand-in for the tray: a close that hides, a hidden start, the menu, and a tray that goes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from dbus_fast.aio.message_bus import MessageBus
from dbus_fast.signature import Variant

from e2e.bus_thread import BusThread
from e2e.native_windows import ENGINES, Desktop, desktop
from e2e.shell_process import DEADLINE, ShellProcess, start_shell, wait_until
from hermes_shell.core.settings_store import SettingsStore
from hermes_shell.paths import Home
from hermes_shell.storage import Storage
from tests.session_bus import TrayWatcher

pytestmark = pytest.mark.parametrize("engine", ENGINES)


class Panel(BusThread):
    """A bus with a tray on it, and a hand that clicks there."""

    @asynccontextmanager
    async def services(self) -> AsyncGenerator[None]:
        self.watcher, self.tray = await TrayWatcher.start(self.address)
        self.bus = await MessageBus(bus_address=self.address).connect()
        yield
        self.bus.disconnect()
        self.tray.disconnect()

    def _do(self, work: Callable[[], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            async with asyncio.timeout(DEADLINE):
                return await work()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(2 * DEADLINE)

    async def _interface(self, path: str, name: str) -> Any:
        owner = self.watcher.items[-1]
        found = await self.bus.introspect(owner, path)
        return self.bus.get_proxy_object(owner, path, found).get_interface(name)

    def wait_for_icon(self) -> None:
        """Wait until the shell has offered its icon."""
        wait_until(lambda: self.watcher.items and self.watcher.asked.is_set(), "the icon is offered")

    def click(self) -> None:
        """Click on the icon."""

        async def work() -> None:
            item = await self._interface("/StatusNotifierItem", "org.kde.StatusNotifierItem")
            await item.call_activate(0, 0)

        self._do(work)

    def choose(self, label: str) -> None:
        """Choose a row of its menu."""

        async def work() -> None:
            menu = await self._interface("/MenuBar", "com.canonical.dbusmenu")
            _, (_, _, rows) = await menu.call_get_layout(0, -1, [])
            [number] = [row.value[0] for row in rows if label == getattr(row.value[1].get("label"), "value", "")]
            with suppress(TimeoutError, EOFError):  # the process may end before it answers
                await menu.call_event(number, "clicked", Variant("s", ""), 0)

        self._do(work)

    def vanish(self) -> None:
        """Take the tray away."""

        async def work() -> None:
            self.tray.disconnect()

        self._do(work)


@pytest.fixture(scope="module")
def screen() -> Iterator[Desktop]:
    with desktop() as found:
        yield found


@pytest.fixture
def panel() -> Iterator[Panel]:
    with Panel() as panel:
        yield panel


def choose_settings(home: Path, **settings: bool) -> None:
    """Write settings of the window into a home that no shell serves."""
    place = Home(home)
    place.prepare()
    storage = Storage.open(place.database)
    store = SettingsStore(storage)

    async def write() -> None:
        for key, value in settings.items():
            await store.set(f"window.{key}", value)

    # In a thread: the browser of other tests keeps a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, write()).result(DEADLINE)
    storage.close()


def start(screen: Desktop, panel: Panel, engine: str, home: Path) -> ShellProcess:
    environment = {**screen.environment(engine), "DBUS_SESSION_BUS_ADDRESS": panel.address}
    return start_shell(home, command=(), environment=environment)


def end(shell: ShellProcess) -> None:
    if shell.process.poll() is None:
        shell.kill()


def test_the_last_window_hides_in_the_tray_and_comes_back(
    screen: Desktop, panel: Panel, engine: str, home: Path
) -> None:
    choose_settings(home, closeToTray=True)
    shell = start(screen, panel, engine, home)
    try:
        window = screen.wait_for_title("New chat – Hermes")
        panel.wait_for_icon()
        screen.close(window)
        screen.wait_for_windows(0)
        assert shell.process.poll() is None
        panel.click()
        screen.wait_for_windows(1)
        panel.choose("Hide")
        screen.wait_for_windows(0)
        panel.choose("Show")
        screen.wait_for_windows(1)
        panel.choose("Hide")
        screen.wait_for_windows(0)
        panel.vanish()
        screen.wait_for_windows(1)
        screen.close(screen.wait_for_windows(1)[0])
        assert shell.process.wait(DEADLINE) == 0
    finally:
        end(shell)


def test_a_start_may_stay_hidden_until_a_chat_is_asked_for(
    screen: Desktop, panel: Panel, engine: str, home: Path
) -> None:
    choose_settings(home, startHidden=True)
    shell = start(screen, panel, engine, home)
    try:
        panel.wait_for_icon()
        assert screen.windows() == {}
        panel.choose("New chat")
        screen.wait_for_title("New chat – Hermes")
        panel.choose("Quit")
        assert shell.process.wait(DEADLINE) == 0
    finally:
        end(shell)


def test_without_a_tray_a_window_is_shown_and_closes_for_good(
    screen: Desktop, panel: Panel, engine: str, home: Path
) -> None:
    panel.vanish()
    choose_settings(home, startHidden=True, closeToTray=True)
    shell = start(screen, panel, engine, home)
    try:
        window = screen.wait_for_title("New chat – Hermes")
        screen.close(window)
        assert shell.process.wait(DEADLINE) == 0
    finally:
        end(shell)
