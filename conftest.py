"""What every test of every folder needs, and leaves as it found it."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from hermes_shell.log import MaskingFormatter

# How long an example takes says more about the machine than about the code.
settings.register_profile("shell", deadline=None)
settings.load_profile("shell")

# An agent on this machine is none of the tests' business, except of those that say so.
os.environ.setdefault("HERMES_SHELL_GATEWAY", "none")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Half characters that a test captured become escapes: no report with one can leave the process that ran it."""
    report = yield
    report.sections = [(name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections]
    return report


@pytest.fixture(autouse=True)
def signal_mask() -> Iterator[None]:
    """A start blocks SIGINT and SIGTERM for good, and children inherit the mask: they could not be stopped."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


@pytest.fixture(autouse=True)
def log_of_the_shell() -> Iterator[None]:
    """A start sends the log of its process to a home: without the test, that home and its file are nobody's."""
    root = logging.getLogger()
    level = root.level
    yield
    root.setLevel(level)
    for handler in [handler for handler in root.handlers if isinstance(handler.formatter, MaskingFormatter)]:
        root.removeHandler(handler)
        with contextlib.suppress(OSError):  # a full disk
            handler.close()
