"""The Plugins page as tests work it, and small plugins for it."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, expect


def plugin(folder: str, /, **more: object) -> str:
    """The source of a small plugin with one chip."""
    fields = "".join(f"{key}: {json.dumps(value)}, " for key, value in more.items())
    return f"""
import {{ jsx }} from 'react/jsx-runtime'
export default {{ id: {folder!r}, {fields}register(ctx) {{
  const render = () => jsx('span', {{ children: {folder + " chip"!r} }})
  ctx.register({{ id: 'chip', area: 'statusBar.right', render }})
}} }}
"""


def go(page: Page, query: str = "") -> Page:
    page.goto(page.url.split("#")[0] + f"#/capabilities{query}")
    expect(page.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    return page


def row(page: Page, name: str) -> Locator:
    return page.locator(f"[data-plugin-row='{name}']")
