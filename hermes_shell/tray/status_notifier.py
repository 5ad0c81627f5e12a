"""The tray icon on Linux: StatusNotifierItem over D-Bus, with a menu that the desktop draws.

It is offered to whoever watches for such icons (`org.kde.StatusNotifierWatcher`), also to one that comes later. Where
nobody watches, or no panel shows what the watcher knows, there is no tray.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hermes_shell.core.desktop import Desktop

if TYPE_CHECKING:
    from dbus_fast.aio import MessageBus
    from dbus_fast.message import Message

WATCHER = "org.kde.StatusNotifierWatcher"
WATCHER_PATH = "/StatusNotifierWatcher"
ITEM_PATH = "/StatusNotifierItem"
CALL_SECONDS = 3.0
STOP_SECONDS = 0.2

_NO_TRAY = "This desktop has no tray."
_RULES = (
    f"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='{WATCHER}'",
    f"type='signal',interface='{WATCHER}',path='{WATCHER_PATH}'",
)
_NEWS = frozenset({"NameOwnerChanged", "StatusNotifierHostRegistered", "StatusNotifierHostUnregistered"})

_log = logging.getLogger(__name__)


class StatusNotifierTray:
    """The icon; see `hermes_shell.tray.Tray`.

    Args:
        desktop: the windows that it shows and hides.
        new_chat: what "New chat" does, after a window was brought to the front.
    """

    def __init__(self, desktop: Desktop, new_chat: Callable[[], object]) -> None:
        self._desktop = desktop
        self._new_chat = new_chat
        self._shown = False
        self._fault: str | None = None
        self._known = threading.Event()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None
        self._stopping = False

    @property
    def is_shown(self) -> bool:
        """Whether a panel shows the icon."""
        return self._shown

    @property
    def fault(self) -> str | None:
        """Why no panel shows it; None also while that is not known yet."""
        return self._fault

    def start(self) -> None:
        """Offer it, in a thread of its own."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="tray", daemon=True)
            self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Whether it is shown, as soon as that is known."""
        self._known.wait(seconds)
        return self.is_shown

    def stop(self) -> None:
        """Take it away; the desktop sees that its owner is gone."""
        self._stopping = True
        thread, loop, news = self._thread, self._loop, self._news
        if thread is None:
            return
        if loop is not None and news is not None and not loop.is_closed():
            loop.call_soon_threadsafe(news.set)
        thread.join(STOP_SECONDS)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:  # no bus, or one that does not answer: D-Bus has many words for it
            _log.info("No tray: %s", error)
            self._set(_NO_TRAY)
        finally:
            self._known.set()

    async def _serve(self) -> None:
        from dbus_fast.aio import MessageBus

        from hermes_shell.tray.item import MENU_PATH, Item
        from hermes_shell.tray.menu import Entry, Menu

        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        async with asyncio.timeout(CALL_SECONDS):
            bus = await MessageBus().connect()
        ended = asyncio.ensure_future(bus.wait_for_disconnect())
        ended.add_done_callback(self._bus_ended)
        try:
            desktop = self._desktop
            entries = (
                Entry("Show", desktop.focus),
                Entry("Hide", desktop.hide),
                Entry("New chat", self._open_chat),
                Entry(),
                Entry("Quit", desktop.quit),
            )
            bus.export(ITEM_PATH, Item(self._toggle))
            bus.export(MENU_PATH, Menu(entries))
            bus.add_message_handler(self._hear)
            for rule in _RULES:
                await _call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "AddMatch", "s", [rule])
            await bus.request_name(f"org.kde.StatusNotifierItem-{os.getpid()}-1")
            while not self._stopping and bus.connected:
                self._news.clear()
                self._set(await self._offer(bus))
                self._known.set()
                await self._news.wait()
        finally:
            bus.disconnect()
            self._set(_NO_TRAY)

    async def _offer(self, bus: MessageBus) -> str | None:
        """Register with the watcher of now; returns why the icon is not shown."""
        from dbus_fast.errors import DBusError

        name = f"org.kde.StatusNotifierItem-{os.getpid()}-1"
        try:
            await _call(bus, WATCHER, WATCHER_PATH, "RegisterStatusNotifierItem", "s", [name])
            property_of = "org.freedesktop.DBus.Properties"
            asked = [WATCHER, "IsStatusNotifierHostRegistered"]
            answer = await _call(bus, WATCHER, WATCHER_PATH, "Get", "ss", asked, interface=property_of)
        except (DBusError, TimeoutError) as error:
            _log.info("No tray: %s", error)
            return _NO_TRAY
        return (
            None if answer and getattr(answer[0], "value", False) is True else "No panel of this desktop shows a tray."
        )

    def _hear(self, message: Message) -> None:
        if message.member in _NEWS and self._news is not None:
            self._news.set()

    def _bus_ended(self, ended: asyncio.Future[None]) -> None:
        """Without its bus no signal says any more that the icon is gone."""
        if not ended.cancelled() and (error := ended.exception()) is not None:
            _log.info("No tray: %r", error)
        if self._news is not None:
            self._news.set()

    def _set(self, fault: str | None) -> None:
        """Take note; a window that can no longer be brought back from the tray comes back by itself."""
        vanished = self._shown and fault is not None
        self._shown, self._fault = fault is None, fault
        if vanished and not self._stopping and not self._desktop.is_shown():
            self._desktop.focus()

    def _toggle(self) -> None:
        if not (self._desktop.is_shown() and self._desktop.hide()):
            self._desktop.focus()

    def _open_chat(self) -> None:
        self._desktop.focus()
        self._new_chat()


async def _call(
    bus: MessageBus,
    destination: str,
    path: str,
    member: str,
    signature: str,
    body: Sequence[object],
    *,
    interface: str | None = None,
) -> list[Any]:
    """Call a method that must answer in time.

    Raises:
        DBusError: it answered with an error.
        TimeoutError: it did not answer.
    """
    from dbus_fast.constants import MessageType
    from dbus_fast.errors import DBusError
    from dbus_fast.message import Message

    message = Message(
        destination=destination,
        path=path,
        interface=interface or destination,
        member=member,
        signature=signature,
        body=list(body),
    )
    async with asyncio.timeout(CALL_SECONDS):
        answer = await bus.call(message)
    if answer.message_type is MessageType.ERROR:
        raise DBusError(answer.error_name or "", str(answer.body[0]) if answer.body else "")
    return answer.body
