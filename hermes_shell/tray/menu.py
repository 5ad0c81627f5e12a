"""The tray icon's menu as the D-Bus interface `com.canonical.dbusmenu`, of which desktops draw a menu of their own.

Annotations of D-Bus methods are read at run time, so they are not postponed here.
"""

# ruff: noqa: N802 - methods, signals and properties have the names of their D-Bus members

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from dbus_fast import PropertyAccess, Variant
from dbus_fast.annotations import DBusBool, DBusInt32, DBusSignature, DBusStr, DBusUInt32, DBusVariant
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

ROOT = 0

Properties = dict[str, Variant]
Layout = list[Any]
"""Id, properties and children of one entry."""


@dataclass(frozen=True)
class Entry:
    """One row of the menu; an empty label is a line between rows."""

    label: str = ""
    run: Callable[[], object] = lambda: None

    def properties(self) -> Properties:
        """What a desktop draws it with."""
        return {"label": Variant("s", self.label)} if self.label else {"type": Variant("s", "separator")}


class Menu(ServiceInterface):
    """The menu. Its rows never change.

    Args:
        entries: from top to bottom.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__("com.canonical.dbusmenu")
        self._entries: Mapping[int, Entry] = dict(enumerate(entries, start=ROOT + 1))

    def _properties(self, number: int) -> Properties:
        entry = self._entries.get(number)
        return {"children-display": Variant("s", "submenu")} if entry is None else entry.properties()

    def _run(self, number: int, event: str) -> bool:
        entry = self._entries.get(number)
        if entry is not None and event == "clicked":
            entry.run()
        return entry is not None or number == ROOT

    @dbus_method()
    def GetLayout(
        self,
        parent: DBusInt32,
        depth: DBusInt32,
        names: Annotated[list[str], DBusSignature("as")],
    ) -> Annotated[tuple[int, Layout], DBusSignature("u(ia{sv}av)")]:
        """The rows; all of them have all their properties, whatever is asked for."""
        children = [] if parent != ROOT or depth == 0 else list(self._entries)
        rows = [Variant("(ia{sv}av)", [number, self._properties(number), []]) for number in children]
        return 1, [parent, self._properties(parent), rows]

    @dbus_method()
    def GetGroupProperties(
        self,
        ids: Annotated[list[int], DBusSignature("ai")],
        names: Annotated[list[str], DBusSignature("as")],
    ) -> Annotated[list[Any], DBusSignature("a(ia{sv})")]:
        """The properties of several rows; of all for an empty list."""
        return [[number, self._properties(number)] for number in ids or [ROOT, *self._entries]]

    @dbus_method()
    def GetProperty(self, number: DBusInt32, name: DBusStr) -> DBusVariant:
        """One property of a row."""
        return self._properties(number).get(name, Variant("s", ""))

    @dbus_method()
    def Event(self, number: DBusInt32, event: DBusStr, data: DBusVariant, time: DBusUInt32) -> None:
        """Something happened to a row; a click runs it."""
        self._run(number, event)

    @dbus_method()
    def EventGroup(
        self, events: Annotated[list[list[Any]], DBusSignature("a(isvu)")]
    ) -> Annotated[list[int], DBusSignature("ai")]:
        """Several events; the ids that are not known are the answer."""
        return [number for number, event, _, _ in events if not self._run(number, event)]

    @dbus_method()
    def AboutToShow(self, number: DBusInt32) -> DBusBool:
        """Whether the layout must be read again first."""
        return False

    @dbus_method()
    def AboutToShowGroup(
        self, ids: Annotated[list[int], DBusSignature("ai")]
    ) -> Annotated[tuple[list[int], list[int]], DBusSignature("aiai")]:
        """The ids to read again, and those that are not known."""
        return [], [number for number in ids if number != ROOT and number not in self._entries]

    @dbus_signal()
    def LayoutUpdated(self) -> Annotated[tuple[int, int], DBusSignature("ui")]:
        """The rows have changed."""
        return 1, ROOT

    @dbus_property(access=PropertyAccess.READ)
    def Version(self) -> DBusUInt32:
        """Of the interface."""
        return 3

    @dbus_property(access=PropertyAccess.READ)
    def TextDirection(self) -> DBusStr:
        """Of the labels."""
        return "ltr"

    @dbus_property(access=PropertyAccess.READ)
    def Status(self) -> DBusStr:
        """Nothing is urgent."""
        return "normal"

    @dbus_property(access=PropertyAccess.READ)
    def IconThemePath(self) -> Annotated[list[str], DBusSignature("as")]:
        """Rows have no icons."""
        return []
