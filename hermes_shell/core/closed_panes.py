"""What was closed in one window, so that it can be opened again in the order in which it went."""

from __future__ import annotations

from collections.abc import Container, Sequence

MOST = 50


class ClosedPanes:
    """Closed panes, and plugins that went off with their only pane; the last one is the first to come back."""

    def __init__(self) -> None:
        self._closed: list[tuple[str, bool]] = []

    def pane(self, pane: str) -> None:
        """Note a pane that was closed."""
        self._note((pane, False))

    def plugin(self, plugin: str) -> None:
        """Note a plugin that closing its only pane turned off."""
        self._note((plugin, True))

    def last(
        self, dismissed: Sequence[str], registered: Container[str], off: Container[str]
    ) -> tuple[str, bool] | None:
        """What to open again, and whether it is a plugin; None when there is nothing.

        Args:
            dismissed: panes that are closed, also those of earlier starts, the oldest first.
            registered: panes that can be shown.
            off: plugins that are turned off.
        """
        while self._closed:
            name, is_plugin = self._closed.pop()
            if name in off if is_plugin else name in dismissed and name in registered:
                return name, is_plugin
        pane = next((pane for pane in reversed(dismissed) if pane in registered), None)
        return None if pane is None else (pane, False)

    def _note(self, entry: tuple[str, bool]) -> None:
        self._closed = [*(known for known in self._closed if known != entry), entry][-MOST:]
