"""A small site for one test: the page, the static files, the plugins' sources and stand-ins for other modules."""

from __future__ import annotations

import copy
import hashlib
import json
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.page_snapshot import PAGE_SNAPSHOT

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "hermes_shell" / "static"
BASE = "/w/t/"
STATIC_BASE = f"{BASE}static/0/"
STAND_INS = {
    "host/fragments.js": "fragments.js",
    "host/toasts.js": "toasts.js",
    "host/error_overlay.js": "error_overlay.js",
    "host/panes.js": "panes.js",
    "sdk/host.js": "sdk_host.js",
}
TYPES = {".js": "text/javascript", ".html": "text/html", ".json": "application/json", ".css": "text/css"}


class Site:
    """Serves one page with a boot snapshot that the test fills before it opens the page."""

    def __init__(self) -> None:
        self.snapshot: dict[str, Any] = {
            **copy.deepcopy(PAGE_SNAPSHOT),
            "base": BASE,
            "static": STATIC_BASE,
            "csrf": "c",
            "areas": [
                {"id": "statusBar.right", "shape": "slot", "fields": {}},
                {
                    "id": "sidebar.nav",
                    "shape": "record",
                    "fields": {"path": "text", "label": "text", "count": "number", "icon": "node", "onSelect": "call"},
                },
                {"id": "sidebarNav.prefs", "shape": "record", "fields": {"hide": "list"}},
                {"id": "panes", "shape": "record", "fields": {"placement": "choice", "dock.pane": "text"}},
            ],
            "inventory": [],
            "styles": {"hash": "", "url": ""},
            "state": {},
        }
        self.requests: list[str] = []
        self._sources: dict[tuple[str, str], str] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                status, kind, body = site.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}{BASE}"

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def row(self, folder: str, source: str, **fields: object) -> dict[str, Any]:
        """An inventory row for a source text, which is served from now on."""
        rev = hashlib.sha256(source.encode()).hexdigest()[:12]
        self._sources[folder, rev] = source
        ranks = {row["folder"]: row["rank"] for row in self.snapshot["inventory"]}
        row = {"folder": folder, "rank": ranks.get(folder, len(ranks)), "id": None, "name": None, "rev": rev}
        return {**row, "good_rev": None, "error": None, "status": "pending", **fields}

    def add(self, folder: str, source: str, **fields: object) -> dict[str, Any]:
        """Put a plugin into the boot inventory."""
        row = self.row(folder, source, **fields)
        self.snapshot["inventory"].append(row)
        return row

    def answer(self, path: str) -> tuple[HTTPStatus, str, bytes]:
        """Status, type and body for a request path with its query."""
        self.requests.append(path)
        parts = urlsplit(path)
        name = unquote(parts.path.removeprefix(BASE))
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        if name == "":
            return HTTPStatus.OK, TYPES[".html"], self._page().encode()
        if name == "api/shell/snapshot":
            return HTTPStatus.OK, TYPES[".json"], json.dumps(self.snapshot).encode()
        if name.startswith("plugins/"):
            return self._plugin(name.removeprefix("plugins/"), query)
        root, local = (
            (HERE / "page", name[5:]) if name.startswith("page/") else (STATIC, name.removeprefix("static/0/"))
        )
        file = root / local
        if not file.is_file():
            return HTTPStatus.NOT_FOUND, "text/plain", b"not here"
        return HTTPStatus.OK, TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes()

    def _plugin(self, name: str, query: dict[str, str]) -> tuple[HTTPStatus, str, bytes]:
        folder, _, file = name.rpartition("/")
        load = query.get("load", "0")
        if file == "sdk.js":
            text = (
                f'import {{ hostFor }} from "{STATIC_BASE}host/incarnation.js"\n'
                f"export const host = hostFor({json.dumps(folder)}, {load})\nexport const real = 1\n"
            )
            return HTTPStatus.OK, TYPES[".js"], text.encode()
        source = self._sources.get((folder, query.get("rev", "")))
        if source is None:
            return HTTPStatus.NOT_FOUND, "text/plain", b"no such revision"
        return HTTPStatus.OK, TYPES[".js"], source.replace("@hermes/plugin-sdk", f"./sdk.js?load={load}").encode()

    def _page(self) -> str:
        stand_ins = {f"{STATIC_BASE}{module}": f"{BASE}page/{file}" for module, file in STAND_INS.items()}
        snapshot = json.dumps(self.snapshot).replace("<", "\\u003c")
        return (
            "<!doctype html><html><head><link rel=icon href='data:,'>"
            f'<script type="importmap">{json.dumps({"imports": stand_ins})}</script>'
            f'<script src="{BASE}page/fakes.js"></script>'
            f'<script type="application/json" id="boot-snapshot">{snapshot}</script>'
            f"<script>globalThis.host = (name) => import('{STATIC_BASE}host/' + name + '.js')</script>"
            "</head><body></body></html>"
        )
