"""What follows a process-wide change: announcements of core contributions, and frames for the open windows.

Many changes come together (50 plugins load at once); windows are refreshed once for all of them.
"""

from __future__ import annotations

import asyncio
import logging

from hermes_shell.areas import AREAS
from hermes_shell.contribution import Contribution
from hermes_shell.core.boot_snapshot import core_row
from hermes_shell.core.shell import INVENTORY, Shell

log = logging.getLogger(__name__)

REFRESH_SECONDS = 0.02


class Changes:
    """Watches one shell and tells its windows.

    Args:
        shell: its registry, inventory and windows.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._timer: asyncio.TimerHandle | None = None
        self._inventory_changed = False
        self._known = self._rows()
        self._dispose = shell.registry.subscribe_all(self._on_registry)

    def announced(self, kind: str) -> None:
        """Hear of an announcement of any kind; those about plugins lead to a refresh."""
        if kind in INVENTORY:
            self._inventory_changed = True
            self._plan()

    def close(self) -> None:
        """Watch no longer."""
        self._dispose()
        if self._timer is not None:
            self._timer.cancel()

    def _plan(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(REFRESH_SECONDS, self._refresh)

    def _refresh(self) -> None:
        self._timer = None
        if self._inventory_changed:
            self._inventory_changed = False
            for listener in tuple(self._shell.inventory_listeners):
                listener()
        for window in tuple(self._shell.windows.values()):
            window.refresh()
        if self._timer is not None:  # a listener changed the registry: the windows have it already
            self._timer.cancel()
            self._timer = None

    def _on_registry(self, touched: frozenset[str]) -> None:
        rows = self._rows()
        put = [core_row(entry) for key, entry in rows.items() if entry is not self._known.get(key)]
        remove = [list(key) for key in self._known if key not in rows]
        self._known = rows
        if put or remove:
            self._shell.announcements.publish("core", put=put, remove=remove)
            self._plan()

    def _rows(self) -> dict[tuple[str, str], Contribution]:
        registry = self._shell.registry
        return {entry.key: entry for area in AREAS if area != "routes" for entry in registry.get_area(area)}
