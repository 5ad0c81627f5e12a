"""What the README shows works as it stands."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.shell_process import write_plugin

README = Path(__file__).resolve().parent.parent / "README.md"


def test_plugin_in_fifteen_lines(page: Page, home: Path) -> None:
    (source,) = re.findall(r"```js\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert len(source.strip().splitlines()) <= 16

    write_plugin(home, "tally", source)
    chip = page.get_by_role("button", name="tally 0")
    chip.click()
    expect(page.get_by_role("button", name="tally 1")).to_be_visible()

    write_plugin(home, "tally", source.replace("`tally ${", "`counted ${"))
    expect(page.get_by_role("button", name="counted 1")).to_be_visible()

    page.reload()
    expect(page.get_by_role("button", name="counted 1")).to_be_visible()
