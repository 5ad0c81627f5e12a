"""What every test of every folder needs."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("shell", deadline=None)
settings.load_profile("shell")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Half characters that a test captured become escapes: no report with one can leave the process that ran it."""
    report = yield
    report.sections = [(name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections]
    return report
