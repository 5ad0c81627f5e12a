from __future__ import annotations

import json
import re
from pathlib import Path

from hermes_shell.first_frame import BOUNDARY
from hermes_shell.page import SHEET, page_html, plugin_modules
from tests.shell_parts import open_app, row


async def test_page_holds_frame_snapshot_and_nonce(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, shell, loader):
        loader.inventory = [row("p", name="</script><script>alert(1)</script>")]
        html = page_html(shell, "N0NCE")
    assert 'data-shell="starting"' in html
    snapshot = re.search(r'id="boot-snapshot" nonce="N0NCE">(.*?)</script>', html, re.DOTALL)
    assert snapshot is not None
    assert json.loads(snapshot[1])["inventory"][0]["name"] == "</script><script>alert(1)</script>"
    assert all('nonce="N0NCE"' in tag for tag in re.findall(r"<(?:script|style)[^>]*>", html))
    for area in ("titleBar.left", "sidebar.nav", "statusBar.right", "workspace.pageHeader", "panes"):
        assert html.count(f'data-area="{area}"') == 1
    assert '<div id="workspace" class="hs-workspace"></div>' in html
    assert 'id="slot:statusBar.left:gateway"' in html
    assert "<base" not in html


async def test_stored_mode_is_painted_at_once(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, shell, _):
        assert 'data-hs-mode="system"' in page_html(shell, "n")
        await shell.preferences.set_theme(None, "dark")
        html = page_html(shell, "n")
    assert 'data-hermes-mode="dark" class="dark"' in html


async def test_preload_links_count_as_the_page_does(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, shell, loader):
        error = {"message": "", "phase": "lint", "line": None, "column": None, "source_line": None}
        loader.inventory = [
            row("off", enabled=False),
            row("a b"),
            row("bad", error=error),
            row("none", rev=None),
            row("c"),
        ]
        links = [url.removeprefix(shell.base) for url in plugin_modules(shell)]
    assert links == [
        "plugins/a%20b/plugin.js?rev=r1&load=2",
        "plugins/a%20b/sdk.js?load=2",
        "plugins/c/plugin.js?rev=r1&load=5",
        "plugins/c/sdk.js?load=5",
    ]


async def test_frame_stands_before_everything_that_the_first_paint_does_not_need(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, shell, _):
        frame, _, rest = page_html(shell, "n", inline=True).partition(BOUNDARY)
        assert shell.static + SHEET in page_html(shell, "n")
    assert [text for text in ("Search commands", 'data-region="statusbar"') if text not in frame] == []
    assert [text for text in ("stylesheet", " src=", "modulepreload") if text in frame] == []
    assert [text for text in ('id="boot-snapshot"', "host/main.js", 'id="utility-sheet"') if text not in rest] == []
