"""A plugin with a page, and how tests get there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from e2e.shell_process import write_plugin

BOARD = """
import { useEffect, useState } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { ROUTES_AREA, SIDEBAR_NAV_AREA, WorkspacePageHeaderControl } from '@hermes/plugin-sdk'
globalThis.evaluated = (globalThis.evaluated ?? 0) + 1
globalThis.mounted ??= []
function Board() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    mounted.push(1)
    return () => mounted.pop()
  }, [])
  return jsxs('div', { style: { padding: 16 }, children: [
    jsx('h1', { children: 'WORD board' }),
    jsx(WorkspacePageHeaderControl, { id: 'board.switch', children: jsx('button', { children: 'Switch board' }) }),
    jsx('button', { onClick: () => setCount(count + 1), children: `Pressed ${count}` }),
    jsx('div', { style: { height: 3000 }, children: 'long' }),
  ] })
}
export default {
  id: 'board',
  name: 'Planner',
  register(ctx) {
    ctx.registerMany([
      { id: 'page', area: ROUTES_AREA, title: 'Board', data: { path: '/board' }, render: () => jsx(Board, {}) },
      { id: 'nav', area: SIDEBAR_NAV_AREA, data: { path: '/board', label: 'Board', codicon: 'project' } },
    ])
  }
}
"""


FRONT = """export default { id: 'front', register(ctx) { ctx.register({ id: 'p', area: 'panes', title: 'In front',
  data: { placement: 'main' }, render: () => 'in front' }) } }"""


MODULE = (
    "async name => import(`${JSON.parse(document.getElementById('boot-snapshot').textContent).static}host/${name}`)"
)


def board(home: Path, word: str = "First") -> None:
    """Save the plugin with a page, a row and a control in its header."""
    write_plugin(home, "board", BOARD.replace("WORD", word))


def open_board(page: Page, home: Path) -> None:
    """Save the plugin and go to its page."""
    board(home)
    go(page, "Board")
    expect(heading(page)).to_be_visible()


def go(page: Page, row: str) -> None:
    """Follow a row of the navigation."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name=row).click()


def decide(page: Page, enabled: bool) -> None:
    """Turn the plugin on or off, as its switch elsewhere does."""
    page.evaluate(
        f"async enabled => (await ({MODULE})('channel.js')).channel.call('plugins.decide', {{ id: 'board', enabled }})",
        enabled,
    )


def heading(page: Page, word: str = "First") -> Locator:
    """The heading of the plugin's page in the workspace."""
    return page.locator("#workspace-page").get_by_role("heading", name=f"{word} board")


def tile(page: Page, path: str = "/board") -> Locator:
    """The panel of a page beside the workspace."""
    return page.locator(f".hs-pane[data-pane='page-tile:{path}']")


def route(page: Page) -> str:
    """What stands behind the # in the address."""
    return page.evaluate("() => location.hash")
