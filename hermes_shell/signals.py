"""SIGINT and SIGTERM as something to wait for, not something that interrupts.

Toolkits leave no room for Python's own handlers: GTK's loop never returns to the interpreter while it is idle. So the
signals are blocked before any thread starts (threads inherit the mask) and one thread waits for them.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable

_POLL_SECONDS = 1.0
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Waits for SIGINT or SIGTERM. Make it in the main thread before any other thread starts."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        if sys.platform == "win32":
            for number in _STOP_SIGNALS:
                signal.signal(number, lambda *_: self._asked.set())
        else:
            signal.pthread_sigmask(signal.SIG_BLOCK, _STOP_SIGNALS)

    def wait(self, needed: Callable[[], bool] = lambda: True) -> None:
        """Return at the first signal, after `stop()`, or within a second after `needed` has become false."""
        while needed() and not self._asked.is_set():
            if sys.platform == "win32":
                self._asked.wait(_POLL_SECONDS)
            elif signal.sigtimedwait(_STOP_SIGNALS, _POLL_SECONDS) is not None:
                self._asked.set()

    def stop(self) -> None:
        """Let `wait` return within a second."""
        self._asked.set()
