"""The tray icon as the D-Bus interface `org.kde.StatusNotifierItem`.

Annotations of D-Bus methods are read at run time, so they are not postponed here.
"""

# ruff: noqa: N802 - methods, signals and properties have the names of their D-Bus members

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from dbus_fast import PropertyAccess
from dbus_fast.annotations import DBusBool, DBusInt32, DBusObjectPath, DBusSignature, DBusStr
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

from hermes_shell.tray.icon import pixmap

MENU_PATH = "/MenuBar"
SIZES = (22, 44)
ICONS = Path(__file__).resolve().parent.parent / "static" / "icons"

_Pixmaps = Annotated[list[Any], DBusSignature("a(iiay)")]


class Item(ServiceInterface):
    """The icon.

    Args:
        click: what a click on it does; the menu opens by itself.
    """

    def __init__(self, click: Callable[[], object]) -> None:
        super().__init__("org.kde.StatusNotifierItem")
        self._click = click

    @dbus_method()
    def Activate(self, x: DBusInt32, y: DBusInt32) -> None:
        """A click."""
        self._click()

    @dbus_method()
    def SecondaryActivate(self, x: DBusInt32, y: DBusInt32) -> None:
        """A click with the middle button does the same."""
        self._click()

    @dbus_method()
    def ContextMenu(self, x: DBusInt32, y: DBusInt32) -> None:
        """The desktop draws the menu by itself."""

    @dbus_method()
    def Scroll(self, delta: DBusInt32, orientation: DBusStr) -> None:
        """Nothing can be turned."""

    @dbus_signal()
    def NewStatus(self, status: str) -> DBusStr:
        """The status has changed."""
        return status

    @dbus_property(access=PropertyAccess.READ)
    def Category(self) -> DBusStr:
        """A program, no piece of hardware."""
        return "ApplicationStatus"

    @dbus_property(access=PropertyAccess.READ)
    def Id(self) -> DBusStr:
        """What desktops remember it by."""
        return "hermes-shell"

    @dbus_property(access=PropertyAccess.READ)
    def Title(self) -> DBusStr:
        """Its name for people."""
        return "Hermes"

    @dbus_property(access=PropertyAccess.READ)
    def Status(self) -> DBusStr:
        """It is to be seen."""
        return "Active"

    @dbus_property(access=PropertyAccess.READ)
    def WindowId(self) -> DBusInt32:
        """It belongs to no single window."""
        return 0

    @dbus_property(access=PropertyAccess.READ)
    def IconName(self) -> DBusStr:
        """Found in the desktop's theme, or below `IconThemePath`."""
        return "hermes-shell"

    @dbus_property(access=PropertyAccess.READ)
    def IconThemePath(self) -> DBusStr:
        """Where the package has the icon."""
        return str(ICONS)

    @dbus_property(access=PropertyAccess.READ)
    def IconPixmap(self) -> _Pixmaps:
        """For desktops that do not find it by its name."""
        return [[size, size, pixmap(size)] for size in SIZES]

    @dbus_property(access=PropertyAccess.READ)
    def ToolTip(self) -> Annotated[list[Any], DBusSignature("(sa(iiay)ss)")]:
        """Icon, pixels, title and text."""
        return ["", [], "Hermes", ""]

    @dbus_property(access=PropertyAccess.READ)
    def ItemIsMenu(self) -> DBusBool:
        """A click does something of its own."""
        return False

    @dbus_property(access=PropertyAccess.READ)
    def Menu(self) -> DBusObjectPath:
        """Where the menu is."""
        return MENU_PATH
