"""What every test leaves as it found it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def signal_mask() -> Iterator[None]:
    """A start blocks SIGINT and SIGTERM for good, and children inherit the mask: they could not be stopped."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
