from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest
from dbus_fast.aio.message_bus import MessageBus

from hermes_shell.core.desktop import NoDesktop
from hermes_shell.tray import make_tray
from hermes_shell.tray.icon import pixmap
from hermes_shell.tray.status_notifier import StatusNotifierTray
from tests.session_bus import TrayWatcher, kill_bus, session_bus


class FakeDesktop(NoDesktop):
    """Windows that only remember what was done to them."""

    def __init__(self) -> None:
        self.shown = True
        self.done: list[str] = []
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def _do(self, what: str) -> bool:
        self.done.append(what)
        self._loop.call_soon_threadsafe(self._changed.set)
        return True

    def focus(self, key: str | None = None) -> bool:
        self.shown = True
        return self._do("focus")

    def hide(self) -> bool:
        self.shown = False
        return self._do("hide")

    def is_shown(self) -> bool:
        return self.shown

    def quit(self) -> bool:
        return self._do("quit")

    def chat(self) -> None:
        self._do("chat")

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something done makes the condition true."""
        async with asyncio.timeout(10):
            while not condition():
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture
async def bus(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[str]:
    with tempfile.TemporaryDirectory() as folder:
        async with session_bus(folder) as address:
            monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
            yield address


@pytest.fixture
async def desktop() -> FakeDesktop:
    return FakeDesktop()


@pytest.fixture
async def tray(desktop: FakeDesktop) -> AsyncGenerator[StatusNotifierTray]:
    tray = StatusNotifierTray(desktop, desktop.chat)
    yield tray
    await asyncio.to_thread(tray.stop)


async def shown(tray: StatusNotifierTray) -> bool:
    tray.start()
    return await asyncio.to_thread(tray.wait, 10.0)


async def panel(address: str, watcher: TrayWatcher) -> tuple[Any, Any, MessageBus]:
    """What a panel sees: the icon's and the menu's interfaces."""
    bus = await MessageBus(bus_address=address).connect()
    [name] = watcher.items
    item = await bus.introspect(name, "/StatusNotifierItem")
    menu = await bus.introspect(name, "/MenuBar")
    return (
        bus.get_proxy_object(name, "/StatusNotifierItem", item).get_interface("org.kde.StatusNotifierItem"),
        bus.get_proxy_object(name, "/MenuBar", menu).get_interface("com.canonical.dbusmenu"),
        bus,
    )


async def test_a_panel_shows_the_icon_and_a_click_hides_and_shows(
    bus: str, tray: StatusNotifierTray, desktop: FakeDesktop
) -> None:
    watcher, connection = await TrayWatcher.start(bus)
    assert await shown(tray)
    assert tray.fault is None
    item, _, seen = await panel(bus, watcher)
    assert await item.get_title() == "Hermes"
    assert await item.get_menu() == "/MenuBar"
    assert (Path(await item.get_icon_theme_path()) / f"{await item.get_icon_name()}.svg").is_file()
    assert [(width, len(data)) for width, _, data in await item.get_icon_pixmap()] == [(22, 1936), (44, 7744)]
    await item.call_activate(0, 0)
    await desktop.until(lambda: desktop.done == ["hide"])
    await item.call_activate(0, 0)
    await desktop.until(lambda: desktop.done == ["hide", "focus"])
    seen.disconnect()
    connection.disconnect()


async def test_the_menu_shows_hides_opens_a_chat_and_quits(
    bus: str, tray: StatusNotifierTray, desktop: FakeDesktop
) -> None:
    watcher, connection = await TrayWatcher.start(bus)
    assert await shown(tray)
    _, menu, seen = await panel(bus, watcher)
    _, (_, _, rows) = await menu.call_get_layout(0, -1, [])
    labels = {row.value[1]["label"].value: row.value[0] for row in rows if "label" in row.value[1]}
    assert list(labels) == ["Show", "Hide", "New chat", "Quit"]
    nothing = await menu.call_get_property(1, "label")
    for number in labels.values():
        await menu.call_event(number, "hovered", nothing, 0)
        await menu.call_event(number, "clicked", nothing, 0)
    await desktop.until(lambda: "quit" in desktop.done)
    assert desktop.done == ["focus", "hide", "focus", "chat", "quit"]
    assert len(await menu.call_get_group_properties([], [])) == 6
    assert await menu.call_about_to_show_group([0, 1, 99]) == [[], [99]]
    seen.disconnect()
    connection.disconnect()


async def test_without_a_watcher_or_a_panel_there_is_no_tray(bus: str, tray: StatusNotifierTray) -> None:
    assert not await shown(tray)
    assert tray.fault == "This desktop has no tray."


async def test_a_watcher_that_no_panel_asks_shows_nothing(bus: str, tray: StatusNotifierTray) -> None:
    _, connection = await TrayWatcher.start(bus, panel=False)
    assert not await shown(tray)
    assert tray.fault == "No panel of this desktop shows a tray."
    connection.disconnect()


async def test_without_a_bus_there_is_no_tray(monkeypatch: pytest.MonkeyPatch, tray: StatusNotifierTray) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/not/there")
    assert not await shown(tray)


async def test_a_tray_that_comes_later_gets_the_icon_and_one_that_goes_gives_the_window_back(
    bus: str, tray: StatusNotifierTray, desktop: FakeDesktop
) -> None:
    assert not await shown(tray)
    desktop.shown = False
    watcher, connection = await TrayWatcher.start(bus)
    async with asyncio.timeout(10):
        await watcher.asked.wait()
    await connection.introspect("org.freedesktop.DBus", "/")  # its answer to the tray is on the bus by then
    connection.disconnect()
    await desktop.until(lambda: desktop.done == ["focus"])
    assert not tray.is_shown


async def test_a_bus_that_ends_gives_the_window_back(bus: str, tray: StatusNotifierTray, desktop: FakeDesktop) -> None:
    await TrayWatcher.start(bus)
    assert await shown(tray)
    desktop.shown = False
    await kill_bus(bus)
    await desktop.until(lambda: desktop.done == ["focus"])
    assert not tray.is_shown
    assert tray.fault == "This desktop has no tray."


async def test_a_stop_takes_the_icon_away_and_leaves_windows_alone(
    bus: str, tray: StatusNotifierTray, desktop: FakeDesktop
) -> None:
    _, connection = await TrayWatcher.start(bus)
    assert await shown(tray)
    desktop.shown = False
    await asyncio.to_thread(tray.stop)
    assert not tray.is_shown
    assert desktop.done == []
    connection.disconnect()


def test_other_systems_have_none_and_say_so() -> None:
    for platform in ("win32", "darwin"):
        tray = make_tray(NoDesktop(), lambda: None, platform)
        tray.start()
        assert not tray.wait(1)
        assert tray.fault
        tray.stop()


def test_the_picture_has_clear_corners_the_accent_and_a_letter() -> None:
    data = pixmap(44)
    pixels = [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]
    assert pixels[0][0] == 0
    assert (255, 11, 106, 136) in pixels
    assert (255, 255, 255, 255) in pixels
