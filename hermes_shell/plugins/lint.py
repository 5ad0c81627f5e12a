"""Which modules a plugin.js imports, and whether it may (contract, loader 2.3).

es-module-lexer finds the specifiers. It is not a parser: a source it cannot read is served with what was found, and the
page reports the engine's own error. It is a lint and no sandbox: the content security policy stops remote code.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from hermes_shell.errors import LintError
from hermes_shell.plugins.jsengine import JsEngine, ScriptError
from hermes_shell.plugins.sources import Specifier, decode

ALLOWED = frozenset({"@hermes/plugin-sdk", "react", "react/jsx-runtime", "react/jsx-dev-runtime"})

LEXER = Path(__file__).parent.parent / "static" / "vendor" / "lexer" / "lexer.js"
SETUP = """
globalThis.imports = (source) => JSON.stringify(lexer.parse(source)[0]
  .filter((one) => one.type === "static" || one.type === "dynamic")
  .map((one) => [one.type, one.glob ? null : (one.specifier ?? null), one.start, one.end]))
"""
# A lexed source of n characters costs 6 n bytes in the engine at worst, and the buffer is kept.
_MEMORY_BYTES = 512 * 1024 * 1024
_SECONDS = 30.0
_LARGE = 4 * 1024 * 1024

_log = logging.getLogger(__name__)

_SPACE = r"(?:[\s\ufeff]++|//[^\n\r\u2028\u2029]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_TEXT = r"""(?:"[^"\\\n\r]*+"|'[^'\\\n\r]*+')"""
_STATEMENT = rf"(?:import\b[\w$,{{}}*\s\ufeff]*+{_TEXT}|{_TEXT}(?=[\s;]))[ \t]*+;?+"
_HEADER = re.compile(rf"(?:#![^\n\r\u2028\u2029]*+)?{_SPACE}(?:{_STATEMENT}{_SPACE})*+")
_LATER_IMPORT = re.compile(r"""\bimport\b|\bfrom[\s\ufeff]*+["'/]""")

_Found = tuple[str, str | None, int, int]


@dataclass(frozen=True)
class Lint:
    """What was found in one revision.

    Attributes:
        specifiers: the allowed ones, in source order.
        refused: what it must not import, each once, in source order.
        refused_at: byte offset of the first of them, None without any.
        warnings: sentences for the row.
    """

    specifiers: tuple[Specifier, ...] = ()
    refused: tuple[str, ...] = ()
    refused_at: int | None = None
    warnings: tuple[str, ...] = ()

    def check(self, plugin: str, file: Path) -> None:
        """Refuse the revision when it imports what it must not.

        Raises:
            LintError: names all of it (contract, loader L12).
        """
        if self.refused:
            raise LintError(refusal(self.refused), plugin=plugin, file=file)


def refusal(names: tuple[str, ...]) -> str:
    """The sentence for refused specifiers, the same words as upstream."""
    quoted = ", ".join(f'"{name}"' for name in names)
    plural = "s" if len(names) > 1 else ""
    return f"unsupported import{plural}: {quoted} — runtime plugins may only import @hermes/plugin-sdk and react"


def lexer_engine() -> JsEngine:
    """A new engine with the lexer in it."""
    return JsEngine("lexer", bundles=(LEXER,), setup=SETUP, memory_bytes=_MEMORY_BYTES, seconds=_SECONDS)


async def lint(data: bytes, engine: JsEngine, file: Path | None = None) -> Lint:
    """Find the imports of a source.

    Args:
        data: the bytes of a plugin.js.
        engine: from `lexer_engine()`.
        file: for messages.

    Raises:
        SourceError: it is not UTF-8 text.
        EngineError: the engine did not finish.
    """
    text = decode(data, file)
    header = text[: header_end(text)]
    try:
        examined = text if _LATER_IMPORT.search(text, len(header)) else header
        found = await _imports(examined, engine)
    except ScriptError as error:
        _log.info("The lexer cannot read %s: %s", file, error)
        examined = header
        try:
            found = await _imports(header, engine)
        except ScriptError:
            return Lint()
    return _judge(data, examined, found)


def header_end(text: str) -> int:
    """Where the leading run of comments, directives and import statements ends, as an index into the text.

    Only statements of a plain form count: whatever looks unusual ends the run, and the rest then holds the word
    `import`, which sends the whole file to the lexer.
    """
    found = _HEADER.match(text)
    return found.end() if found else 0


async def _imports(text: str, engine: JsEngine) -> list[_Found]:
    answer = cast("list[Any]", json.loads(await engine.call("imports", text)))
    if len(text) > _LARGE:
        await engine.reset()
    return [cast("_Found", tuple(one)) for one in answer]


def _judge(data: bytes, text: str, found: list[_Found]) -> Lint:
    specifiers: list[Specifier] = []
    refused: dict[str, int] = {}
    warnings: list[str] = []
    offsets = _Offsets(data, text)
    for kind, name, start, end in sorted(found, key=lambda one: one[2]):
        # Of a static import the lexer gives the text between the quotes, of a dynamic one the whole argument.
        quotes = 1 if kind == "static" else 0
        begin, finish = offsets.at(start - quotes), offsets.at(end + quotes)
        if name is None:
            line = data.count(b"\n", 0, begin) + 1
            warnings.append(f"line {line}: import() of a computed name; only @hermes/plugin-sdk and react can be had")
        elif name in ALLOWED:
            specifiers.append(Specifier(begin, finish, name))
        else:
            refused.setdefault(name, begin)
    return Lint(tuple(specifiers), tuple(refused), next(iter(refused.values()), None), tuple(warnings))


class _Offsets:
    """Turns ascending UTF-16 positions in a text into byte offsets in its UTF-8 source."""

    def __init__(self, data: bytes, text: str) -> None:
        # decode() put one space in the place of the three bytes of a byte order mark.
        self._mark = 2 if data.startswith(b"\xef\xbb\xbf") else 0
        self._units = None if text.isascii() else text.encode("utf-16-le")
        self._position = 0
        self._offset = 0

    def at(self, position: int) -> int:
        if self._units is None:
            return position + self._mark
        between = self._units[2 * self._position : 2 * position]
        self._offset += len(between.decode("utf-16-le").encode("utf-8"))
        self._position = position
        return self._offset + self._mark
