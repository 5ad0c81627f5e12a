"""Pages beside the workspace: which tiles there are, what they are called, and how many."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.surfaces.layout_parts import group, layout

TILES = "JSON.stringify(T.registry.getArea('panes').map(({ id, title }) => [id, title]))"
ROUTE = """([id, path, title]) => void T.registry.register(
  { id, area: 'routes', title, source: 'plugin:p', data: { path }, render: () => T.h('p', null, id) })"""


@pytest.fixture
def start(open_page: Callable[..., Page]) -> Callable[..., Page]:
    def started(**changes: object) -> Page:
        page = open_page(**changes)
        page.evaluate("async () => { T.tiles = await import('/static/host/page_tiles.js'); T.tiles.startPageTiles() }")
        return page

    return started


def tiles(page: Page) -> str:
    """Ids and titles of the registered tiles, as JSON without spaces."""
    text: str = page.evaluate(f"async () => {{ await T.frame(); return {TILES} }}")
    return text


def test_saved_layout_brings_its_tiles_back_whatever_its_version(start: Callable[..., Page]) -> None:
    old = {"zones": {"right": {"panes": ["a:x", "page-tile:/board"]}}, "dismissed": ["page-tile:/closed"]}
    new = {"version": 2, "root": {"children": [{"panes": ["page-tile:/caf%C3%A9"]}]}, "floating": [{"pane": "b:y"}]}
    known = {"/board": {"plugin": "p", "title": "Board"}}
    page = start(layout={"old": old, "new": new}, known_pages=known)
    assert tiles(page) == '[["page-tile:/board","Board"],["page-tile:/café","café"]]'


def test_tile_is_titled_by_its_page_then_by_the_row_that_leads_there(start: Callable[..., Page]) -> None:
    page = start()
    page.evaluate(ROUTE, ["p:board", "/board/", None])
    page.evaluate("T.runCommand('page.openToSide', '#/board?card=7')")
    assert tiles(page) == '[["page-tile:/board","board"]]'
    assert page.evaluate("T.calls.at(-1)") == ["layout", {"op": "reveal", "pane": "page-tile:/board"}]
    page.evaluate("""() => void T.registry.register({ id: 'p:nav', area: 'sidebar.nav', source: 'plugin:p',
      data: { path: '/board', label: 'Planning' } })""")
    assert tiles(page) == '[["page-tile:/board","Planning"]]'
    page.evaluate(ROUTE, ["p:board", "/board", "The board"])
    assert tiles(page) == '[["page-tile:/board","The board"]]'


def test_only_a_page_of_a_plugin_is_offered_beside_the_workspace(start: Callable[..., Page]) -> None:
    page = start()
    page.evaluate(ROUTE, ["p:board", "/board/", None])
    paths = ["/", "/capabilities", "/board", "#/board?card=7", "/nobody"]
    assert page.evaluate("paths => paths.map(path => T.isCommandOffered('page.openToSide', path))", paths) == [
        False,
        False,
        True,
        True,
        False,
    ]
    assert page.evaluate("T.isCommandOffered('page.openToSide')") is False
    page.evaluate("T.navigate('/board')")
    assert page.evaluate("T.isCommandOffered('page.openToSide')") is True


def test_hostile_path_stops_nobody(start: Callable[..., Page]) -> None:
    page = start()
    page.evaluate("""() => {
      const data = { get path() { throw new Error('no path') } }
      T.registry.register({ id: 'p:bad', area: 'routes', source: 'plugin:p', data })
      T.registry.register({ id: 'p:odd', area: 'routes', source: 'plugin:p', data: { path: 5 } })
    }""")
    page.evaluate(ROUTE, ["p:board", "/board", "Board"])
    page.evaluate("T.runCommand('page.openToSide', '/board')")
    assert tiles(page) == '[["page-tile:/board","Board"]]'


def test_tiles_are_limited_and_closed_ones_make_room(start: Callable[..., Page]) -> None:
    page = start()
    for number in range(34):
        page.evaluate(ROUTE, [f"p:{number}", f"/{number}", str(number)])
    page.evaluate("() => { for (let at = 0; at < 32; at++) T.tiles.openToSide(`/${at}`) }")
    page.evaluate("T.tiles.openToSide('/32')")
    expect(page.locator("[data-slot=toast]")).to_contain_text("Close one of the 32 first.")
    assert page.evaluate("T.registry.get('panes', 'page-tile:/32')") is None
    # None of them has a tab here: one that is folded, or on a hidden side, is open all the same.
    page.evaluate("(part) => T.applyParts([part])", layout(group("main"), dismissed=["page-tile:/5"]))
    page.evaluate("T.tiles.openToSide('/32')")
    assert page.evaluate("[5, 32].map((at) => T.registry.get('panes', `page-tile:/${at}`)?.title ?? null)") == [
        None,
        "32",
    ]
