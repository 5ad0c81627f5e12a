from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from hermes_shell.core.shell import Shell
from hermes_shell.static_files import Folder
from tests.shell_parts import FakeLoader, connect, descriptor, open_app, row


class Browser:
    """Asks an app below its secret path."""

    def __init__(self, client: httpx.AsyncClient, shell: Shell, loader: FakeLoader) -> None:
        self.client, self.shell, self.loader = client, shell, loader

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(self.shell.base + path)


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncGenerator[Browser]:
    async with open_app(tmp_path) as (app, shell, loader):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://shell", trust_env=False) as client:
            yield Browser(client, shell, loader)


async def test_page_is_never_stored(browser: Browser) -> None:
    page = await browser.get("")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert page.text.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("host/main.js", "text/javascript; charset=utf-8"),
        ("css/tokens.css", "text/css; charset=utf-8"),
        ("vendor/codicons/codicon.ttf", "font/ttf"),
        ("vendor/lucide-names.json", "application/json"),
    ],
)
async def test_static_files_are_immutable_and_typed(browser: Browser, path: str, media_type: str) -> None:
    answer = await browser.get(f"static/{browser.shell.static_version}/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == media_type
    assert "immutable" in answer.headers["cache-control"]


async def test_other_version_is_served_and_not_cached(browser: Browser) -> None:
    answer = await browser.get("static/old/css/tokens.css")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "css", "", "nothing.js", "a%00b", "/etc/passwd", "x" * 5000]
)
async def test_static_files_end_at_their_directory(browser: Browser, path: str) -> None:
    answer = await browser.get(f"static/{browser.shell.static_version}/{path}")
    assert answer.status_code == 404


async def test_plugin_source_and_facade(browser: Browser) -> None:
    source = await browser.get("plugins/a%20b/plugin.js?rev=r1&load=3")
    assert (source.status_code, source.text) == (200, "// a b 3")
    assert source.headers["content-type"].startswith("text/javascript")
    for wrong in ("rev=old&load=3", "rev=r1", "rev=r1&load=x", "rev=r1&load=-1"):
        assert (await browser.get(f"plugins/p/plugin.js?{wrong}")).status_code == 404
    assert (await browser.get("plugins/p/sdk.js?load=4")).text == "// facade p 4"
    assert (await browser.get("plugins/p/sdk.js")).status_code == 404


async def test_inventory_has_an_id_and_a_text_for_every_error(browser: Browser) -> None:
    error = {"message": "boom", "phase": "read", "line": None, "column": None, "source_line": None}
    browser.loader.inventory = [row("p", id=None, status="error", error=error), row("q")]
    plugins = (await browser.get("api/shell/inventory")).json()["plugins"]
    assert [(entry["id"], entry["error"]) for entry in plugins] == [("p", "boom"), ("q", None)]


async def test_snapshot_fragments_and_styles(browser: Browser) -> None:
    snapshot = (await browser.get("api/shell/snapshot")).json()
    assert snapshot["base"] == browser.shell.base
    connect(browser.shell, realm=[descriptor("statusBar.right", "chip")])
    assert "p:chip" in (await browser.get("areas/statusBar.right?window=w1")).text
    assert "p:chip" not in (await browser.get("areas/statusBar.right")).text
    for missing in ("areas/nothing", "areas/themes", "areas/statusBar.right?window=w9", "styles/none.css", "nothing"):
        assert (await browser.get(missing)).status_code == 404
    sheet = await browser.client.get(snapshot["styles"]["url"])
    assert sheet.status_code == 200


async def test_half_a_character_that_was_stored_is_handed_out_as_it_is(browser: Browser) -> None:
    await browser.shell.decide("half \ud83c", False)
    await browser.shell.preferences.set_keybinds({"p:\ud83c": ["mod+\ud83c"]})
    snapshot = (await browser.get("api/shell/snapshot")).json()
    assert snapshot["decisions"] == {"half \ud83c": False}
    browser.loader.inventory = [row("p", id="half \ud83c")]
    for path in ("api/shell/inventory", "api/shell/report"):
        [plugin] = (await browser.get(path)).json()["plugins"]
        assert plugin["id"] == "half \ud83c"


async def test_plugin_backends_are_told_to_use_rest(browser: Browser) -> None:
    for url in ("/api/plugins/p/x", f"{browser.shell.base}api/plugins/p/x"):
        answer = await browser.client.post(url)
        assert (answer.status_code, answer.text) == (404, "use ctx.rest")


async def test_boot_link_is_minted_by_the_server(browser: Browser) -> None:
    answer = await browser.client.post(f"{browser.shell.base}api/shell/boot-link")
    assert answer.status_code == 404
    assert (await browser.get("api/shell/boot-link")).status_code == 405


async def test_static_file_is_asked_for_again_by_its_tag(browser: Browser) -> None:
    url = f"static/{browser.shell.static_version}/css/tokens.css"
    first = await browser.get(url)
    tag = first.headers["etag"]
    for held in (tag, f'"other", W/{tag}', "*"):
        again = await browser.client.get(browser.shell.base + url, headers={"If-None-Match": held})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = await browser.client.get(browser.shell.base + url, headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, first.content)
    head = await browser.client.head(browser.shell.base + url)
    assert (head.content, head.headers["content-length"]) == (b"", str(len(first.content)))
    assert (await browser.client.post(browser.shell.base + url)).status_code == 405


def test_static_version_changes_with_its_files(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    first = Folder(tmp_path).version
    assert Folder(tmp_path).version == first
    (tmp_path / "b.js").write_text("1")
    assert Folder(tmp_path).version != first


def test_static_file_that_is_gone_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "b.js").write_text("2")
    folder = Folder(tmp_path)
    assert folder.get("b.js") == (b"2", b"text/javascript; charset=utf-8", b'"d4735e3a265e16eee03f59718b9b5d03"')
    (tmp_path / "a.js").unlink()
    assert folder.get("a.js") is None
