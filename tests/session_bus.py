"""A session bus of a test's own, and stand-ins for the desktop's services on it.

Annotations of D-Bus methods are read at run time, so they are not postponed here.
"""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from dbus_fast import PropertyAccess
from dbus_fast.aio.message_bus import MessageBus
from dbus_fast.annotations import DBusBool, DBusDict, DBusInt32, DBusSignature, DBusStr, DBusUInt32
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir={folder}</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


@asynccontextmanager
async def session_bus(folder: str) -> AsyncGenerator[str]:
    """Run a bus that starts no services; yields its address.

    Args:
        folder: for its socket and its configuration; a short path.
    """
    config = f"{folder}/bus.conf"
    await asyncio.to_thread(_write, config, CONFIG.format(folder=folder))
    command = ("dbus-daemon", "--nofork", "--nopidfile", f"--config-file={config}", "--print-address=1")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(10):
            address = (await process.stdout.readline()).decode().strip()
        yield address
    finally:
        if process.returncode is None:
            process.kill()
        async with asyncio.timeout(10):
            await process.wait()


async def kill_bus(address: str) -> None:
    """Kill a bus, as a crash of it does: it says nothing to anybody."""
    bus = await MessageBus(bus_address=address).connect()
    name = "org.freedesktop.DBus"
    proxy: Any = bus.get_proxy_object(
        name, "/org/freedesktop/DBus", await bus.introspect(name, "/org/freedesktop/DBus")
    )
    number = await proxy.get_interface(name).call_get_connection_unix_process_id(name)
    bus.disconnect()
    os.kill(number, signal.SIGKILL)


def _write(file: str, text: str) -> None:
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(text)


class NotificationService(ServiceInterface):
    """A stand-in for the desktop's notification service: keeps what it is told, and clicks when a test says so."""

    def __init__(self) -> None:
        super().__init__("org.freedesktop.Notifications")
        self.shown: list[dict[str, Any]] = []
        self.taken_back: list[int] = []

    @classmethod
    async def start(cls, address: str) -> "tuple[NotificationService, MessageBus]":
        """Offer it on a bus; disconnect the bus to end it."""
        bus = await MessageBus(bus_address=address).connect()
        service = cls()
        bus.export("/org/freedesktop/Notifications", service)
        await bus.request_name("org.freedesktop.Notifications")
        return service, bus

    def click(self, number: int, label: str = "") -> None:
        """Click on a notification: on its body, or on the button with this label."""
        actions = self.shown[number - 1]["actions"]
        keys = {actions[at + 1]: actions[at] for at in range(0, len(actions), 2)}
        self.ActionInvoked(number, keys[label])

    @dbus_method()
    def Notify(
        self,
        app: DBusStr,
        replaces: DBusUInt32,
        icon: DBusStr,
        title: DBusStr,
        body: DBusStr,
        actions: Annotated[list[str], DBusSignature("as")],
        hints: DBusDict,
        timeout: DBusInt32,
    ) -> DBusUInt32:
        sound = hints["sound-name"].value if "sound-name" in hints else None
        shown = {"app": app, "icon": icon, "title": title, "body": body, "actions": actions, "sound": sound}
        self.shown.append(shown)
        return len(self.shown)

    @dbus_method()
    def CloseNotification(self, number: DBusUInt32) -> None:
        self.taken_back.append(number)

    @dbus_method()
    def GetCapabilities(self) -> Annotated[list[str], DBusSignature("as")]:
        return ["actions", "body", "body-markup"]

    @dbus_method()
    def GetServerInformation(self) -> Annotated[tuple[str, str, str, str], DBusSignature("ssss")]:
        return "stand-in", "hermes-shell", "1", "1.2"

    @dbus_signal()
    def ActionInvoked(self, number: int, key: str) -> Annotated[tuple[int, str], DBusSignature("us")]:
        return number, key

    @dbus_signal()
    def NotificationClosed(self, number: int, reason: int) -> Annotated[tuple[int, int], DBusSignature("uu")]:
        return number, reason


class TrayWatcher(ServiceInterface):
    """A stand-in for the desktop's tray: keeps who registers."""

    def __init__(self, panel: bool) -> None:
        super().__init__("org.kde.StatusNotifierWatcher")
        self.items: list[str] = []
        self.asked = asyncio.Event()
        self.panel = panel

    @classmethod
    async def start(cls, address: str, panel: bool = True) -> "tuple[TrayWatcher, MessageBus]":
        """Offer it on a bus; disconnect the bus to end it.

        Args:
            address: of the bus.
            panel: something shows the icons.
        """
        bus = await MessageBus(bus_address=address).connect()
        watcher = cls(panel)
        bus.export("/StatusNotifierWatcher", watcher)
        await bus.request_name("org.kde.StatusNotifierWatcher")
        return watcher, bus

    @dbus_method()
    def RegisterStatusNotifierItem(self, service: DBusStr) -> None:
        self.items.append(service)

    @dbus_signal()
    def StatusNotifierHostRegistered(self) -> None:
        """A panel has come."""

    @dbus_property(access=PropertyAccess.READ)
    def IsStatusNotifierHostRegistered(self) -> DBusBool:
        if self.items:  # the library reads it too
            self.asked.set()
        return self.panel
