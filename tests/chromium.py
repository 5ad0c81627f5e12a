"""The Chromium that tests, benchmarks and pictures drive: the one without windows of its own.

The whole browser starts a renderer with every page, for the buttons of a window that nobody sees: the same tests took
half as long again with it.
"""

from __future__ import annotations

from pathlib import Path

_OF_THE_SYSTEM = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((str(program) for program in _OF_THE_SYSTEM if program.exists()), None)
"""None = the one that Playwright brings."""
