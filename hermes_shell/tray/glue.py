"""What a tray changes for the windows of a start: the last one may hide in it, and the first one may start there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from hermes_shell.core.desktop import Desktop
from hermes_shell.tray import PATIENCE_SECONDS, Tray, make_tray

DELAY_SECONDS = 1.0
"""After the server; what the icon needs is loaded when the page is there."""

IsOn = Callable[[str], bool]
"""Reads a setting of the shell that is true or false."""


class TrayedDesktop(Desktop, Protocol):
    """Windows that can hide in a tray; `hermes_shell.window.Windows`."""

    should_hide: Callable[[], bool]


@dataclass(frozen=True)
class TrayUse:
    """The tray of one start.

    Attributes:
        fault: asks why its icon is not shown; None = it is, or that is not known yet.
        hidden: the first window starts in the tray.
        begin: offers the icon, a while after it was called; harmless when that was done before.
    """

    fault: Callable[[], str | None]
    hidden: bool
    begin: Callable[[], None]


@contextmanager
def using_tray(
    desktop: TrayedDesktop,
    is_on: IsOn,
    new_chat: Callable[[], object],
    make: Callable[[Desktop, Callable[[], object]], Tray] = make_tray,
) -> Generator[TrayUse]:
    """A tray for the time of a `with` block.

    Settings are read when they matter. A start that shall stay hidden waits for the tray, and shows its window where
    there is none.

    Args:
        desktop: the windows, before the first one is made.
        is_on: reads the settings.
        new_chat: what "New chat" does, after a window was brought to the front.
        make: makes the tray.
    """
    tray = make(desktop, new_chat)
    desktop.should_hide = lambda: tray.is_shown and is_on("window.closeToTray")
    timer = threading.Timer(DELAY_SECONDS, tray.start)
    timer.daemon = True
    hidden = False
    if is_on("window.startHidden"):
        tray.start()
        hidden = tray.wait(PATIENCE_SECONDS)
    try:
        yield TrayUse(lambda: tray.fault, hidden, timer.start)
    finally:
        timer.cancel()
        tray.stop()
