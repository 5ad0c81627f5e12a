"""What a plugin.js asks for that only an Electron app has (architecture, section 12).

A need is a hint for the plugin's row, not an error: many plugins ask first and do without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hermes_shell.plugins.masking import Masked, Text, mask

BRIDGE_MEMBERS = frozenset({"openExternal", "writeClipboard", "zoom", "desktopPluginsRoot", "getConnection"})
"""The members of `window.hermesDesktop` that this shell has (static/host/desktop_bridge.js)."""

_CANDIDATE = re.compile(
    r"webview|file:/|require|ipcRenderer|contextBridge|hermesDesktop|window\.electron", re.IGNORECASE
)
_ELEMENT_ALIAS = re.compile(
    r"\b(?:jsxs?|jsxDEV|createElement)\s+as\s+([\w$]+)|(?<![\w$])([\w$]++)\s*+=\s*+"
    r"(?:[\w$]++\s*+\.\s*+)?(?:createElement|jsxs?)\b(?!\s*\()"
)
_CALLEE = re.compile(r"([\w$]+)\s*\)?\s*\(\s*\Z")
_ELEMENT = frozenset({"jsx", "jsxs", "_jsx", "_jsxs", "jsxDEV", "_jsxDEV", "createElement"})
_WEBVIEW_TAG = re.compile(r"<webview\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:(?:startsWith|includes|indexOf|split|replace|replaceAll|test|match|has)\s*\(|[!=]==?|\bcase|placeholder\s*:)\s*\Z"
)
_REQUIRE = re.compile(r"(?<![\w$.])require\s*\(\s*(?=[\"'`])")
_OWN_REQUIRE = re.compile(r"\bfunction\s+require\b|\b(?:const|let|var)\s+require\b|[(,]\s*require\s*[,)]")
_UNTIL_QUOTE = re.compile(r"[^\"'`\n]*")
_ELECTRON = ("ipcRenderer", "contextBridge", "window.electron")
_MEMBER = re.compile(r"\s*\??\.\s*([A-Za-z_$][\w$]*)")
_WHOLE_AFTER = re.compile(r"[ \t]*+(?:(?:\?\?|\|\||:)[^;\n]*+)?(?=[;\n]|\Z)")
_ALIAS_BEFORE = re.compile(r"\b(?:const|let|var)\s+([\w$]+)\s*=[^;\n]*\Z")
_PARTS_BEFORE = re.compile(r"\{([^{}]*)\}\s*=[^;\n]*\Z")
_BRACE = re.compile(r"[{}]")
_PART = re.compile(r"(?:^|,)\s*([A-Za-z_$][\w$]*)")
_BEHIND = 80
"""Characters that are looked at on either side of a literal."""
_STATEMENT = 400
_NAMES = 20


@dataclass(frozen=True)
class Need:
    """One thing that a source asks for and this shell cannot give.

    Attributes:
        code: the rule of `hermes-shell plugins check`: HS601 `<webview>`, HS602 `file://` media, HS603 `require`,
            HS604 Electron's own objects, HS605 a member of `window.hermesDesktop`.
        name: what it is, as a person would say it; one need per name.
        line: of the first place, from 1.
        column: of that place, from 1, in characters.
    """

    code: str
    name: str
    line: int
    column: int


def find_needs(source: str) -> list[Need]:
    """Find what a source needs from Electron, each need once at its first place, in source order.

    Comments and texts that only speak of such things are passed over.

    Args:
        source: the text of a plugin.js.
    """
    if _CANDIDATE.search(source) is None:
        return []
    masked = mask(source)
    first: dict[tuple[str, str], int] = {}
    for code, name, position in _found(source, masked):
        known = first.get((code, name))
        if known is None or position < known:
            first[code, name] = position
    needs = sorted((position, code, name) for (code, name), position in first.items())
    return [Need(code, name, *_place(source, position)) for position, code, name in needs]


def _found(source: str, masked: Masked) -> Iterator[tuple[str, str, int]]:
    """Each rule looks only when its word is there: a source may have 400 kB and is read on the way to the page."""
    code = masked.code
    if "webview" in source.lower():
        yield from _webviews(masked)
    if "file:/" in source.lower():
        for text in masked.texts:
            if _is_file_address(text, code):
                yield "HS602", "file:// media", text.start - 1
    if "require" in code and not _OWN_REQUIRE.search(code):
        for found in _REQUIRE.finditer(code):
            end = _UNTIL_QUOTE.match(source, found.end() + 1)
            yield "HS603", f'require("{end[0] if end else ""}")', found.start()
    for word in _ELECTRON:
        if word in code:
            for found in re.finditer(rf"(?<![\w$]){re.escape(word)}(?![\w$])", code):
                yield "HS604", word, found.start()
    if "hermesDesktop" in code:
        for member, position in _bridge_members(code):
            if member not in BRIDGE_MEMBERS:
                yield "HS605", f"hermesDesktop.{member}", position


def _webviews(masked: Masked) -> Iterator[tuple[str, str, int]]:
    code = masked.code
    elements = _ELEMENT | {name for pair in _ELEMENT_ALIAS.findall(code) for name in pair if name}
    for text in masked.texts:
        if text.value == "webview":
            callee = _CALLEE.search(_before(code, text))
            if callee and callee[1] in elements:
                yield "HS601", "<webview>", text.start - 1
        elif tag := _WEBVIEW_TAG.search(text.value):
            yield "HS601", "<webview>", text.start + tag.start()


def _is_file_address(text: Text, code: str) -> bool:
    """Whether a literal makes an address of a local file, and does not only ask whether something is one."""
    if not text.value.lower().startswith("file://") or _ASKS.search(_before(code, text)):
        return False
    builds = not text.closed or code[text.end + 1 : text.end + 1 + _BEHIND].lstrip().startswith("+")
    return builds or len(text.value.rstrip("/")) > len("file:")


def _before(code: str, text: Text) -> str:
    """The code before a literal's quote."""
    return code[max(0, text.start - 1 - _BEHIND) : text.start - 1]


def _bridge_members(code: str) -> Iterator[tuple[str, int]]:
    named: set[tuple[str, int]] = set()
    for bridge in re.finditer(r"\bhermesDesktop\b", code):
        if member := _MEMBER.match(code, bridge.end()):
            yield member[1], member.start(1)
        elif _WHOLE_AFTER.match(code, bridge.end()):
            yield from _named_members(code, bridge.start(), named)


def _named_members(code: str, position: int, named: set[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Members taken off the bridge where a statement gives it, or parts of it, a name.

    Args:
        code: the masked source.
        position: where the bridge stands in it.
        named: names that were looked for already, with the end of their block; grows.
    """
    start = max(0, position - _STATEMENT)
    before = code[start:position]
    if parts := _PARTS_BEFORE.search(before):
        for part in _PART.finditer(parts[1]):
            yield part[1], start + parts.start(1) + part.start(1)
    elif alias := _ALIAS_BEFORE.search(before):
        if len(named) >= _NAMES or (alias[1], len(code)) in named:
            return  # looked for in the whole module already, or no source that a person wrote
        end = _block_end(code, position)
        if (alias[1], end) in named:
            return
        named.add((alias[1], end))
        begin = 0 if end == len(code) else position  # one of the whole module is also used further up
        use = re.compile(rf"(?<![\w$.]){re.escape(alias[1])}{_MEMBER.pattern}")
        for found in use.finditer(code, begin, end):
            yield found[1], found.start(1)


def _block_end(code: str, position: int) -> int:
    """Where the block that a position stands in ends."""
    depth = 0
    for brace in _BRACE.finditer(code, position):
        depth += 1 if brace[0] == "{" else -1
        if depth < 0:
            return brace.start()
    return len(code)


def _place(source: str, position: int) -> tuple[int, int]:
    start = source.rfind("\n", 0, position) + 1
    return source.count("\n", 0, position) + 1, position - start + 1
