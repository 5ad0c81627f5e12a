"""Where in a plugin.js an error is.

Engines do not say where a module that does not parse is at fault, so the source is parsed once more here, and nothing
of it runs. Errors that were thrown carry the place in their stack.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from hermes_shell.errors import SourceError
from hermes_shell.plugins.columns import column_of, index_of, units
from hermes_shell.plugins.jsengine import EngineError, JsEngine, ScriptError
from hermes_shell.plugins.sources import Specifier, SpecifierUrls, decode, literal

# An import that cannot be resolved stands before the source: a source that parses fails there, before it runs.
_BARRIER = "import 'hermes:never';"
_MEMORY_BYTES = 256 * 1024 * 1024
_SECONDS = 5.0
_LINE_CHARS = 240
_TRIES = 12

_FRAME = re.compile(r"plugin\.js(?:\?[^\s:)]*?load=(\d+)[^\s:)]*|\?[^\s:)]*)?:(\d+):(\d+)")
_EXPORT = re.compile(r"export named '([\w$]+)'|Importing binding name '([\w$]+)'|the SDK has no export ([\w$]+)")
_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[\w$]+|[^\w\s]""")
_QUOTED = re.compile(r"'(.+)'$")


class Location(TypedDict):
    """A place in a source; line and column from 1, the column in UTF-16 units. `source_line` is cut for people."""

    line: int
    column: int | None
    source_line: str
    message: str


async def locate_syntax_error(data: bytes) -> Location | None:
    """Parse a source and say where it fails, None when it parses or this engine cannot tell.

    Raises:
        EngineError: the engine did not finish.
    """
    try:
        text = decode(data)
    except SourceError:
        return None
    if text.startswith("#!"):
        text = f"//{text[2:]}"
    # An engine of its own: a search in a large file must not make the next save wait for the lexer.
    engine = JsEngine("locate", bundles=(), setup="", memory_bytes=_MEMORY_BYTES, seconds=_SECONDS)
    try:
        error = await engine.check_module(_BARRIER + text)
        if error is None or error.line is None:
            return None
        lines = text.split("\n")
        number = min(max(error.line, 1), len(lines))
        column = await _column(engine, lines, number, error)
        return location(text, number, column, error.message)
    finally:
        engine.close()


def locate_in_message(
    data: bytes, message: str, specifiers: Sequence[Specifier] = (), urls: SpecifierUrls | None = None, folder: str = ""
) -> Location | None:
    """Find the place that a message or stack of the page names.

    Args:
        data: the source as it is on disk.
        message: message and stack; the first frame in plugin.js counts. A missing export is looked up in the imports.
        specifiers: what was replaced in the served source, sorted.
        urls: by what it was replaced; None = columns are taken as they are.
        folder: the plugin's folder.
    """
    try:
        text = decode(data)
    except SourceError:
        return None
    first = message.split("\n", 1)[0].strip()
    frame = _FRAME.search(message)
    if frame is not None:
        line, column = int(frame[2]), int(frame[3])
        if urls is not None:
            column = _original_column(data, specifiers, urls, folder, int(frame[1] or 0), line, column)
        return location(text, line, column, first)
    missing = _EXPORT.search(message)
    if missing is not None:
        name = next(group for group in missing.groups() if group)
        use = re.search(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", text)
        if use is not None:
            start = text.rfind("\n", 0, use.start()) + 1
            column = column_of(text[start : use.start()], use.start() - start)
            return location(text, text.count("\n", 0, use.start()) + 1, column, first)
    return None


def location(text: str, line: int, column: int | None, message: str) -> Location | None:
    """A location with its source line, None when the text has no such line."""
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return None
    source = lines[line - 1].rstrip("\r")
    if len(source) > _LINE_CHARS:
        start = max(0, min(index_of(source, column or 1) + 1 - _LINE_CHARS // 2, len(source) - _LINE_CHARS))
        source = source[start : start + _LINE_CHARS]
    return Location(line=line, column=column, source_line=source, message=message)


def place_of(data: bytes, offset: int, message: str) -> Location | None:
    """The location of a byte offset in a source."""
    before = data[:offset].decode("utf-8", "replace")
    line = before.count("\n") + 1
    start = before.rfind("\n") + 1
    return location(data.decode("utf-8", "replace"), line, column_of(before[start:], len(before) - start), message)


async def _column(engine: JsEngine, lines: list[str], number: int, error: ScriptError) -> int | None:
    """The engine knows the line only: break the line at ever other tokens and see on which side the error stays."""
    tokens = [token.start() for token in _TOKEN.finditer(lines[number - 1])]
    line = lines[number - 1]
    quoted = _QUOTED.search(error.message)
    if quoted is not None and quoted[1] and line.count(quoted[1]) == 1:
        return column_of(line, line.index(quoted[1]))
    low, high = 0, len(tokens)
    for _ in range(_TRIES):
        if high - low <= 1:
            break
        middle = (low + high) // 2
        broken = [*lines[: number - 1], line[: tokens[middle]], line[tokens[middle] :], *lines[number:]]
        try:
            moved = await engine.check_module(_BARRIER + "\n".join(broken))
        except EngineError:
            return None
        if moved is not None and moved.message == error.message and moved.line == number + 1:
            low = middle
        else:
            high = middle
    return column_of(line, tokens[low]) if tokens else None


def _original_column(
    data: bytes,
    specifiers: Sequence[Specifier],
    urls: SpecifierUrls,
    folder: str,
    load: int,
    line: int,
    column: int,
) -> int:
    """The column on disk of a column in the served source, where specifiers before it became URLs."""
    start = 0
    for _ in range(line - 1):
        start = data.find(b"\n", start) + 1
    end = data.find(b"\n", start)
    end = len(data) if end < 0 else end
    shift = 0
    for one in specifiers:
        if not start <= one.start < end:
            continue
        original = units(data[start : one.start].decode("utf-8", "replace"))
        if column - 1 < original + shift:
            break
        replaced = len(literal(one, urls, folder, load))
        if column - 1 < original + shift + replaced:
            return original + 1
        shift += replaced - units(data[one.start : one.end].decode("utf-8", "replace"))
    return column - shift
