"""axe finds nothing on any page, overlay, menu or toast: every view of `tools.views`, light and wide, dark and small.

The rules are axe's own for WCAG 2.2 AA and its best practices. Nothing is switched off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from e2e.conftest import OpenShell
from tools.screenshots import broken_home, empty_home, open_window, sample_home, showing
from tools.views import BROKEN_HOME, EMPTY_HOME, SAMPLE_HOME, View


@pytest.mark.parametrize(
    ("make_home", "views"),
    [(sample_home, SAMPLE_HOME), (empty_home, EMPTY_HOME), (broken_home, BROKEN_HOME)],
    ids=["plugins", "empty", "broken"],
)
@pytest.mark.parametrize(("scheme", "width", "height"), [("light", 1440, 900), ("dark", 900, 600)])
def test_axe_finds_nothing(
    browser: Browser,
    start: OpenShell,
    home: Path,
    make_home: Callable[[Path], None],
    views: tuple[View, ...],
    scheme: Literal["light", "dark"],
    width: int,
    height: int,
) -> None:
    make_home(home)
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = open_window(context.new_page(), start().boot_url)
    # Once: all views are in one document, and half a megabyte to compile for each took a fifth of the time.
    page.evaluate(AXE_SCRIPT)
    axe = Axe("null")
    found: dict[str, str] = {}
    for view in views:
        with showing(page, view, home):
            results = axe.run(page)
            if results.violations_count:
                found[view.name] = results.generate_report()
    context.close()
    assert not found, "\n".join(f"{name}: {report}" for name, report in found.items())
