"""The icon in the desktop's tray: show, hide, a new chat, quit. One adapter a platform behind a short chooser."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

from hermes_shell.core.desktop import Desktop

PATIENCE_SECONDS = 5.0
"""How long a start that shall stay hidden waits for the tray before it shows its window."""


class Tray(Protocol):
    """An icon in the tray, or its absence. Every method may be called from any thread."""

    @property
    def is_shown(self) -> bool:
        """Whether the icon can be seen now: a window that is hidden can be brought back."""
        ...

    @property
    def fault(self) -> str | None:
        """Why it is not shown, as a sentence; None while it is, and while that is not known yet."""
        ...

    def start(self) -> None:
        """Offer the icon to the desktop, in a thread of its own; returns at once."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait until it is known whether the icon is shown, and say so."""
        ...

    def stop(self) -> None:
        """Take the icon away. Harmless when it was never started."""
        ...


class NoTray:
    """No icon.

    Args:
        fault: why, as a sentence.
    """

    is_shown = False

    def __init__(self, fault: str) -> None:
        self.fault: str | None = fault

    def start(self) -> None:
        """There is nothing to offer."""

    def wait(self, seconds: float) -> bool:
        """It is known already."""
        del seconds
        return False

    def stop(self) -> None:
        """There is nothing to take away."""


def make_tray(desktop: Desktop, new_chat: Callable[[], object], platform: str = sys.platform) -> Tray:
    """The tray of this platform, not started yet.

    Args:
        desktop: the windows that it shows and hides.
        new_chat: what "New chat" does, after a window was brought to the front.
        platform: `sys.platform`.
    """
    if platform == "linux":
        from hermes_shell.tray.status_notifier import StatusNotifierTray

        return StatusNotifierTray(desktop, new_chat)
    return NoTray("This version has no tray icon on this system.")
