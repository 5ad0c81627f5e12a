"""The rules of `hermes-shell plugins check`, each by what breaks it and by what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.errors import SourceError
from hermes_shell.plugins.check import RULES, Finding, check_files, plugin_files
from hermes_shell.plugins.check.declared import declared
from hermes_shell.plugins.check.targets import folder_of

ROOT = Path(__file__).resolve().parents[3]
CORPUS = Path(__file__).resolve().parent / "corpus"
HEAD = "export default { id: 'p', name: 'P', register(ctx) {} }\n"

# What breaks a rule, and where: the place is marked with ▸ and taken out.
BROKEN = [
    ("HS102", "const a = ▸;\n" + HEAD),
    ("HS107", "const a = ▸<b/>\n" + HEAD),
    ("HS103", "export default ▸{ id: 'p' }"),
    ("HS103", "▸export default function register() {}"),
    ("HS103", "const plugin = ▸{ id: 'p' }\nexport default plugin"),
    ("HS103", "const plugin = ▸{ id: 'p' }\nexport { plugin as default }"),
    ("HS103", "export default Object.freeze(▸{ id: 'p' })"),
    ("HS103", "export default { id: 'p', ▸register: true }"),
    ("HS104", "export default ▸{ register() {} }"),
    ("HS104", "export default { id: ▸'a/b', register() {} }"),
    ("HS104", "export default { id: ▸' ', register() {} }"),
    ("HS104", "export default { ▸id: 7, register() {} }"),
    ("HS104", f"export default {{ id: ▸'{'x' * 129}', register() {{}} }}"),
    ("HS105", "const ID = ▸'q'\nexport default { id: ID, register() {} }"),
    ("HS106", "export default { id: 'p', ▸titlebarButtons: [], register() {} }"),
    ("HS201", "import _ from ▸'lodash'\n" + HEAD),
    ("HS201", "import(▸'./other.js')\n" + HEAD),
    ("HS202", "import(▸name)\n" + HEAD),
    ("HS203", "import { host, ▸McpTabs as T } from '@hermes/plugin-sdk'\n" + HEAD),
    ("HS203", 'import React, { ▸useNothing } from "react"\n' + HEAD),
    ("HS301", "document.querySelector('▸[data-slot=\"composer-root\"]')\n" + HEAD),
    ("HS301", "css(`▸.aui-prose-fence { color: red }`)\n" + HEAD),
    ("HS302", "▸Storage.prototype.setItem = function () {}\n" + HEAD),
    ("HS302", "Object.defineProperty(▸HTMLElement.prototype, 'x', {})\n" + HEAD),
    ("HS302", "▸window.fetch = mine\n" + HEAD),
    ("HS302", "▸history.pushState = mine\n" + HEAD),
    ("HS303", "const R = window.▸__HERMES_REACT__\n" + HEAD),
    ("HS303", "document.querySelector('script[src*=\"▸/assets/index-*.js\"]')\n" + HEAD),
    ("HS303", "const key = Object.keys(el).find((k) => k.startsWith('▸__reactFiber$'))\n" + HEAD),
    ("HS304", "▸eval('1')\n" + HEAD),
    ("HS304", "const f = new ▸Function('a', 'return a')\n" + HEAD),
    ("HS304", "▸setTimeout('go()', 10)\n" + HEAD),
    ("HS305", "const s = document.▸createElement('script')\n" + HEAD),
    ("HS306", "fetch(▸'/api/plugins/p/state')\n" + HEAD),
    ("HS401", "style({ color: '▸#ff0000' })\n" + HEAD),
    ("HS401", "css(`.x { background: ▸rgb(1 2 3); }`)\n" + HEAD),
    ("HS401", "style({ color: '▸#123' })\n" + HEAD),
    ("HS501", "▸setInterval(tick, 1000)\n" + HEAD),
    ("HS501", "const t = ▸setInterval(tick, 1000)\n" + HEAD),
    ("HS501", "const t = ▸setInterval(tick, 1000)\nclearInterval(other)\n" + HEAD),
    ("HS502", "▸window.addEventListener('keydown', go)\n" + HEAD),
    ("HS502", "▸document.addEventListener('keydown', go)\ndocument.removeEventListener('keyup', go)\n" + HEAD),
    ("HS503", "▸setTimeout(poll, 60 * 1000)\n" + HEAD),
    ("HS504", "const o = ▸new MutationObserver(go)\n" + HEAD),
    ("HS601", "document.createElement(▸'webview')\n" + HEAD),
    ("HS602", "video.src = ▸'file:///' + path\n" + HEAD),
    ("HS603", "▸require('electron')\n" + HEAD),
    ("HS604", "window.▸ipcRenderer.send('x')\n" + HEAD),
    ("HS605", "window.hermesDesktop.▸trashPath('x')\n" + HEAD),
    ("HS701", "ctx.register({ id: 'x', area: ▸'statusBar.middle', render: () => [1] })\n" + HEAD),
]

INNOCENT = [
    "// eval('1'); window.fetch = x; '#ff0000'\n",
    "/* setInterval(tick, 1000) */\n",
    "const help = 'call setInterval(tick, 1000) and eval(x)'\n",
    "class Storage {}\nStorage.prototype.setItem = 1\n",
    "const fetch = mine\n",
    "ctx.setInterval(tick, 1000)\nctx.addEventListener(window, 'keydown', go)\n",
    "useEffect(() => { const t = setInterval(tick, 9); return () => clearInterval(t) }, [])\n",
    "timers.push(setInterval(tick, 9))\nctx.onDispose(() => timers.forEach(clearInterval))\n",
    "ref.current = setInterval(tick, 9)\nclearInterval(ref.current)\n",
    "setTimeout(() => setCopied(false), 1500)\n",
    "window.addEventListener('keydown', go)\nctx.onDispose(() => window.removeEventListener('keydown', go))\n",
    "window.addEventListener('load', go, { once: true })\nwindow.addEventListener('keyup', go, { signal })\n",
    "const EVENT = 'my:event'\nwindow.addEventListener(EVENT, go)\nwindow.removeEventListener(EVENT, go)\n",
    "element.addEventListener('click', go)\n",
    "const o = new ResizeObserver(go)\nctx.onDispose(() => o.disconnect())\n",
    "style({ color: 'var(--ui-text-primary, #fff)' })\n",
    "style({ boxShadow: '0 1px 2px rgb(0 0 0 / 0.3)', background: 'rgba(255, 255, 255, .1)' })\n",
    "host.notify({ message: 'Closed #123 and #4567' })\n",
    "const icon = `url(#fade)`\nconst link = 'href=\"#abc\"'\n",
    "jsx('a', { href: '#/capabilities' })\n",
    "import { THEMES_AREA } from '@hermes/plugin-sdk'\nconst theme = { accent: '#ff0000' }\n",
    "import * as sdk from '@hermes/plugin-sdk'\nconst Tab = sdk.McpTabs\n",
    "import React, { useState, Fragment } from 'react'\nimport { jsx } from 'react/jsx-runtime'\n",
    "import('@hermes/plugin-sdk')\n",
    "ctx.rest('/api/plugins/p/state')\n",
    "querySelector('[data-slot=\"my-own\"]')\n",
    "const style = document.createElement('style')\n",
    "ctx.register({ id: 'x', area: 'statusBar.right', data: {} })\n",
    "const map = { id: 'x', area: 'kitchen' }\n",
]


UNTOLD = [
    "export default makePlugin({ id: 'p' })",
    "export default { ...base }",
    "const plugin = { id: 'p' }\nplugin.register = () => {}\nexport default plugin",
    "const plugin = { id: 'p' }\nObject.assign(plugin, more)\nexport default plugin",
    "export default { id: `p${suffix}`, register() {} }",
    "export default { id: prefix + 'x', register() {} }",
    "export default { id: 'p', register }",
    "export default { id: 'p', 'register': go }",
    "export default { id: 'p', async register(ctx) {} }",
    "export default { id: 'p', get register() { return go } }",
    "export default /** @type {any} */ ({ id: 'p', register() {} })",
    "export { default } from 'react'",
]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Finding, ...]]:
    """The findings of every source of this file, in the folder `p`: one engine looks at all of them."""
    sources = [marked.replace("▸", "") for _, marked in BROKEN] + [source + HEAD for source in INNOCENT] + UNTOLD
    root = tmp_path_factory.mktemp("sources")
    files: list[Path] = []
    for number, source in enumerate(sources):
        file = root / str(number) / "p" / "plugin.js"
        file.parent.mkdir(parents=True)
        file.write_text(source, "utf-8")
        files.append(file)
    return {source: one.findings for source, one in zip(sources, check_files(files), strict=True)}


@pytest.mark.parametrize(("code", "marked"), BROKEN)
def test_what_breaks_a_rule_is_found_at_its_place(
    code: str, marked: str, findings: dict[str, tuple[Finding, ...]]
) -> None:
    before, _, after = marked.partition("▸")
    found = findings[before + after]
    place = (before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
    assert [(one.code, (one.line, one.column)) for one in found] == [(code, place)]
    assert found[0].message.endswith(".")


def test_every_rule_is_broken_by_a_source() -> None:
    elsewhere = {"HS101", "HS307", "HS308"}
    assert {code for code, _ in BROKEN} | elsewhere == set(RULES)


@pytest.mark.parametrize("source", INNOCENT)
def test_what_only_looks_like_it_is_passed_over(source: str, findings: dict[str, tuple[Finding, ...]]) -> None:
    assert findings[source + HEAD] == ()


@pytest.mark.parametrize("source", UNTOLD)
def test_nothing_is_claimed_of_an_export_that_the_text_does_not_tell(
    source: str, findings: dict[str, tuple[Finding, ...]]
) -> None:
    assert findings[source] == ()


def check(folder: Path, data: bytes) -> list[Finding]:
    """The findings of one source."""
    file = folder / "p" / "plugin.js"
    file.parent.mkdir()
    file.write_bytes(data)
    return list(check_files([file])[0].findings)


def test_stored_keys_of_the_app_are_found_with_the_storage_they_are_in(tmp_path: Path) -> None:
    source = "localStorage.getItem('hermes-desktop-theme-v2')\n" + HEAD
    assert [(one.code, one.column) for one in check(tmp_path, source.encode())] == [("HS308", 1), ("HS307", 22)]


def test_no_default_export_is_said_without_a_place(tmp_path: Path) -> None:
    (finding,) = check(tmp_path, b"export const plugin = {}")
    assert (finding.code, finding.line) == ("HS103", None)


def test_bytes_that_are_no_text_are_one_finding(tmp_path: Path) -> None:
    assert [one.code for one in check(tmp_path, b"\xff\xfe\x00")] == ["HS101"]


def test_columns_count_characters(tmp_path: Path) -> None:
    (finding,) = check(tmp_path, ("const a = '𝄞é'; import('x')\n" + HEAD).encode())
    assert (finding.code, finding.line, finding.column) == ("HS201", 1, 24)


def test_a_byte_order_mark_and_windows_line_ends_are_no_findings(tmp_path: Path) -> None:
    assert check(tmp_path, ("\ufeff" + HEAD.replace("\n", "\r\n")).encode()) == []


def test_rules_say_what_to_do() -> None:
    for code, rule in RULES.items():
        assert rule.code == code
        assert rule.fix.endswith((".", "}."))
        assert rule.title
        assert not rule.title.endswith(".")


@pytest.mark.parametrize("layout", ["plugin.js", "desktop/plugin.js", "p/plugin.js", "desktop-plugins/p/plugin.js"])
def test_every_documented_layout_is_found(tmp_path: Path, layout: str) -> None:
    folder = tmp_path / "p"
    file = folder / layout
    file.parent.mkdir(parents=True)
    file.write_text(HEAD)
    assert plugin_files(folder) == [file]
    assert plugin_files(file) == [file]
    assert folder_of(file) == "p"
    assert check_files(plugin_files(folder))[0].findings == ()


def test_a_folder_of_plugins_is_all_of_them(tmp_path: Path) -> None:
    for name in ("b", "a", ".hidden", "empty"):
        (tmp_path / name).mkdir()
        if name != "empty":
            (tmp_path / name / "plugin.js").write_text(HEAD)
    assert [file.parent.name for file in plugin_files(tmp_path)] == ["a", "b"]


def test_what_holds_no_plugin_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no plugin in"):
        plugin_files(tmp_path)
    with pytest.raises(SourceError, match="There is no "):
        plugin_files(tmp_path / "absent")


def test_a_file_that_cannot_be_read_is_a_finding_and_hides_no_other(tmp_path: Path) -> None:
    file = tmp_path / "p" / "plugin.js"
    file.parent.mkdir()
    file.write_text(HEAD)
    gone, fine = check_files([tmp_path / "gone" / "plugin.js", file])
    assert [one.code for one in gone.findings] == ["HS101"]
    assert (fine.id, fine.findings) == ("p", ())


def test_samples_have_no_findings() -> None:
    for checked in check_files(plugin_files(ROOT / "desktop-plugins-samples")):
        assert checked.findings == (), checked.file


def test_declared_reads_plain_texts_only() -> None:
    source = "const ID = 'p'\nexport default { id: ID, name: 'Ü', description: `d`, defaultEnabled: false, register }"
    meta = declared(source)
    assert meta == {"id": "p", "name": "Ü", "description": "d", "version": None, "default_enabled": False}
    assert declared("export default { id: make() }") is None
    assert declared("export default make()") is None
    assert declared("no module {") is None


def test_of_ten_bad_plugins_ten_are_found_and_of_ten_good_ones_none() -> None:
    bad = check_files(plugin_files(CORPUS / "bad"))
    good = check_files(plugin_files(CORPUS / "good"))
    assert (len(bad), len(good)) == (10, 10)
    for checked in bad:
        expected = checked.file.read_text("utf-8").split("\n", 1)[0].removeprefix("// ")
        assert expected in {one.code for one in checked.findings}, checked.file
    assert [(one.file.parent.name, one.findings) for one in good if one.findings] == []


@pytest.mark.parametrize(
    "piece", ["export {a ", "export default {", "a: 'x', ", "setTimeout(x, ", "'#fff ", "{ area: 'x' "]
)
def test_a_source_that_does_not_parse_is_checked_in_time(piece: str, tmp_path: Path) -> None:
    check(tmp_path, (piece * 3000).encode())  # the suite's deadline is the assertion


@pytest.mark.parametrize(
    "line",
    ["Array.prototype.x = 1", "window.addEventListener(name{0}, f)", "const t{0} = setInterval(f, 1)"],
)
def test_a_source_that_nobody_wrote_is_checked_in_time(line: str, tmp_path: Path) -> None:
    lines = [line.format(number) for number in range(15_000)]
    source = "\n".join([*lines, "window.removeEventListener('other', f)", "clearInterval(t0)", HEAD])
    check(tmp_path, source.encode())  # the suite's deadline is the assertion
