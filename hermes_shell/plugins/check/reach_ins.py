"""HS301 to HS308: what reaches past the SDK into the app, or asks for what the page's policy refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_shell.plugins.check.finding import Finding
from hermes_shell.plugins.check.script import Script
from hermes_shell.plugins.masking import Text

_SLOTS = (
    r"composer-[\w-]+|thread|messages|chat-scroll|workspace|pane-[\w-]+|sidebar-[\w-]+|titlebar-[\w-]+|statusbar-[\w-]+"
)
_PRIVATE = re.compile(
    rf"\[data-slot[~|^$*]?=\\?[\"']?(?:{_SLOTS})\\?[\"']?\]|\[data-(?:streamdown|pane-hidden|session-row|message-id|radix-[\w-]+)"
    r"|\.aui-[\w-]+|(?<![\w-])hermes-slot(?![\w-])"
)
_PLATFORM = (
    r"Storage|Element|HTML\w*Element|SVG\w*Element|Node|Document|EventTarget|Event|Array|Object|String|Promise|Function|Number"
    r"|Boolean|Date|RegExp|Map|Set|WeakMap|Symbol|Error|JSON|Window|Location|History|Navigator|XMLHttpRequest|WebSocket"
    r"|EventSource|Response|Request|Headers|CSSStyleSheet|CSSStyleDeclaration|DOMTokenList|NodeList|MutationObserver"
    r"|ResizeObserver|IntersectionObserver|CustomElementRegistry|HTMLCanvasElement|CanvasRenderingContext2D|React\.Component"
)
_PROTOTYPE = re.compile(
    rf"(?<![\w$.])((?:{_PLATFORM})\s*\.\s*prototype)\s*(?:\.\s*[\w$]+|\[[^\]]*\])\s*(?:=(?![=>])|\+=)"
    rf"|\b(?:Object|Reflect)\s*\.\s*(?:definePropert(?:y|ies)|assign|setPrototypeOf)\s*\(\s*((?:{_PLATFORM})\s*\.\s*prototype)\b"
)
_GLOBAL = re.compile(
    r"(?<![\w$.])((?:(?:window|globalThis|self)\s*\.\s*(?:fetch|WebSocket|EventSource|XMLHttpRequest|setTimeout|setInterval"
    r"|clearTimeout|clearInterval|requestAnimationFrame|addEventListener|removeEventListener|dispatchEvent|localStorage|open)"
    r"|history\s*\.\s*(?:push|replace)State|(?:local|session)Storage\s*\.\s*(?:get|set|remove)Item"
    r"|document\s*\.\s*(?:createElement|querySelector|querySelectorAll|addEventListener|getElementById)"
    r"|console\s*\.\s*(?:log|warn|error|info)|JSON\s*\.\s*(?:parse|stringify)|customElements\s*\.\s*define))\s*=(?![=>])"
)
_INTERNAL = re.compile(
    r"\b(__HERMES_\w+__|__SECRET_INTERNALS\w*|__CLIENT_INTERNALS\w*|_reactRootContainer|__REACT_DEVTOOLS_GLOBAL_HOOK__)\b"
)
_INTERNAL_TEXT = re.compile(
    r"__react(?:Fiber|Props|Container|Events)\$|(?:^|/)assets/[\w.*-]+\.js\b|/static/(?:host|sdk|vendor)/"
)
_SELECTS_FILE = re.compile(r"\[(?:src|href)[*^$~|]?=")
_EVAL = re.compile(r"(?<![\w$.])(eval)\s*\(|\b(?:window|globalThis)\s*\.\s*(eval)\s*\(|\bnew\s+(Function)\s*\(")
_TIMED_TEXT = re.compile(r"(?<![\w$.])(?:window\s*\.\s*)?(set(?:Timeout|Interval))\s*\(\s*[\"'`]")
_CREATE_SCRIPT = re.compile(r"\bcreateElement(?:NS)?\s*\(\s*(?:[\"'][^\"']*[\"']\s*,\s*)?(?=[\"'`])")
_OWN_CALL = re.compile(r"\.\s*(?:rest|socket)\s*\(\s*\Z")
_APP_KEY = re.compile(r"hermes-desktop-[\w-]+|hermes\.desktop\.[\w.]+")
_STORAGE = re.compile(r"(?<![\w$.])(?:window\s*\.\s*|globalThis\s*\.\s*)?(localStorage|sessionStorage)\s*\??(?:\.|\[)")
_SPACE = re.compile(r"\s")
_BEHIND = 60


def find(script: Script) -> Iterator[Finding]:
    """Look for reach-ins of every kind."""
    yield from _selectors(script)
    yield from _patches(script)
    yield from _internals(script)
    yield from _code_from_text(script)
    for text in script.texts:
        if text.value.startswith("/api/plugins/") and not _OWN_CALL.search(_before(script, text)):
            yield script.finding("HS306", "The backend's own address is used directly.", text.start - 1)
    yield from _stored_keys(script)


def _selectors(script: Script) -> Iterator[Finding]:
    for text in script.texts:
        for found in _PRIVATE.finditer(text.value):
            yield script.finding("HS301", f"{found[0]} is private to the app.", text.start + found.start())


def _patches(script: Script) -> Iterator[Finding]:
    for found in script.matches(_PROTOTYPE):
        group = 1 if found[1] else 2
        name = _SPACE.sub("", found[group])
        owner = name.split(".", 1)[0]
        if owner not in script.declared:
            yield script.finding("HS302", f"{name} is patched.", found.start(group))
    for found in script.matches(_GLOBAL):
        yield script.finding("HS302", f"{_SPACE.sub('', found[1])} is replaced.", found.start(1))


def _internals(script: Script) -> Iterator[Finding]:
    for found in script.matches(_INTERNAL):
        yield script.finding("HS303", f"{found[1]} is internal.", found.start(1))
    imported = {one.start + 1 for one in script.imports}
    for text in script.texts:
        if text.start in imported or (" " in text.value and not _SELECTS_FILE.search(text.value)):
            continue
        if found := _INTERNAL_TEXT.search(text.value):
            yield script.finding("HS303", f"{found[0]} is internal.", text.start + found.start())


def _code_from_text(script: Script) -> Iterator[Finding]:
    for found in script.matches(_EVAL):
        group = found.lastindex or 0
        yield script.finding("HS304", f"{found[group]} makes code from text.", found.start(group))
    for found in script.matches(_TIMED_TEXT):
        yield script.finding("HS304", f"{found[1]} gets its code as text.", found.start(1))
    for found in script.matches(_CREATE_SCRIPT):
        text = script.text_at(found.end())
        if text is not None and text.value.lower() == "script":
            yield script.finding("HS305", "A script element is made.", found.start())


def _stored_keys(script: Script) -> Iterator[Finding]:
    uses = list(script.matches(_STORAGE))
    for text in script.texts:
        key = _APP_KEY.fullmatch(text.value) if uses else None
        if key:
            yield script.finding("HS307", f"The stored key {key[0]} is the app's own.", text.start - 1)
    for found in uses:
        yield script.finding("HS308", f"{found[1]} belongs to the address of the page.", found.start(1))


def _before(script: Script, text: Text) -> str:
    return script.code[max(0, text.start - 1 - _BEHIND) : text.start - 1]
