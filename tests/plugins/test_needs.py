from __future__ import annotations

import re
from pathlib import Path

import pytest

import hermes_shell
from hermes_shell.plugins.needs import BRIDGE_MEMBERS, Need, find_needs


@pytest.mark.parametrize(
    ("source", "code", "name", "line", "column"),
    [
        ("import { jsx } from 'react/jsx-runtime'\njsx('webview', { src })", "HS601", "<webview>", 2, 5),
        ("import { jsx as _j } from 'react/jsx-runtime'\n_j('webview', {})", "HS601", "<webview>", 2, 4),
        ("const h = React.createElement\n  h('webview')", "HS601", "<webview>", 2, 5),
        ("(0, r.jsx)('webview', {})", "HS601", "<webview>", 1, 12),
        ("document.createElement('webview')", "HS601", "<webview>", 1, 24),
        ("el.innerHTML = `<b></b><webview src=x>`", "HS601", "<webview>", 1, 24),
        ("video.src = 'file:///' + path", "HS602", "file:// media", 1, 13),
        ("jsx('video', { src: `file://${path}` })", "HS602", "file:// media", 1, 21),
        ("new Audio('file:///tmp/a.ogg')", "HS602", "file:// media", 1, 11),
        ("const { shell } = require('electron')", "HS603", 'require("electron")', 1, 19),
        ("window.require('x'); require('fs')", "HS603", 'require("fs")', 1, 22),
        ("window.ipcRenderer.send('a')", "HS604", "ipcRenderer", 1, 8),
        ("window.electron?.open()", "HS604", "window.electron", 1, 1),
        ("window.hermesDesktop.trashPath(p)", "HS605", "hermesDesktop.trashPath", 1, 22),
        ("window.hermesDesktop?.browser?.cdp()", "HS605", "hermesDesktop.browser", 1, 23),
        ("const d = window.hermesDesktop\nd.api()", "HS605", "hermesDesktop.api", 2, 3),
        ("const d = window?.hermesDesktop ?? null\nd?.api", "HS605", "hermesDesktop.api", 2, 4),
        ("function f() { d.api() }\nconst d = hermesDesktop", "HS605", "hermesDesktop.api", 1, 18),
        ("const { zoom, trashPath: t } = window.hermesDesktop", "HS605", "hermesDesktop.trashPath", 1, 15),
    ],
)
def test_needs_of_an_electron_app_are_found(source: str, code: str, name: str, line: int, column: int) -> None:
    assert find_needs(source) == [Need(code, name, line, column)]


@pytest.mark.parametrize(
    "source",
    [
        "// a <webview> and require('electron') and window.hermesDesktop.api",
        "/* file:///tmp/a */ const x = 'webview'",
        "el.querySelector('webview')",
        "const kinds = ['webview', 'iframe']",
        "if (url.startsWith('file://')) refuse()",
        "const schemes = ['http://', 'file://']",
        "if (scheme === 'file:///') refuse()",
        "jsx('input', { placeholder: 'file:///home/me/a.mp4' })",
        "const help = 'such as file:///home/me/a.mp4'",
        "function require(name) { return parts[name] }\nrequire('a')",
        "loader.require('a')",
        "const text = 'ask ipcRenderer'",
        "window.hermesDesktop.zoom.setPercent(120)",
        "const z = window.hermesDesktop && window.hermesDesktop.zoom\nz.get()",
        "function f() { const d = window.hermesDesktop; d.zoom }\nfunction g(d) { d.api }",
        "if (window.hermesDesktop) go()",
    ],
)
def test_what_only_speaks_of_it_is_passed_over(source: str) -> None:
    assert find_needs(source) == []


def test_each_need_is_told_once_at_its_first_place_in_source_order() -> None:
    source = "a(`file://${x}`)\nrequire('fs')\nb(`file://${y}`)\ndocument.createElement('webview')"
    assert [(need.code, need.line) for need in find_needs(source)] == [("HS602", 1), ("HS603", 2), ("HS601", 4)]


def test_known_members_are_those_of_the_page() -> None:
    bridge = Path(hermes_shell.__file__).parent / "static" / "host" / "desktop_bridge.js"
    body = re.search(r"Object\.freeze\(\{(.*?)\n  \}\)", bridge.read_text("utf-8"), re.DOTALL)
    assert body is not None
    members = re.findall(r"^    (\w+)(?=[,:])", body[1], re.MULTILINE)
    assert set(members) == BRIDGE_MEMBERS


@pytest.mark.parametrize(
    "piece", ["const a = window.hermesDesktop\n", "window.hermesDesktop ", "`${require(", '"file://" ']
)
def test_a_source_that_nobody_wrote_is_read_in_time(piece: str) -> None:
    assert len(find_needs(piece * 5000)) <= 1  # the suite's deadline is the assertion
