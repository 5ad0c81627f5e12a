"""The check of `hermes-shell plugins check`: everything that can be said of a plugin.js without a window.

The lexer finds imports and exports, the engine's own parser the syntax errors; what rules look for in code is looked
for in a text whose comments and literals are blanked. A rule stays silent where the text does not tell.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from hermes_shell.errors import SourceError
from hermes_shell.plugins.check import areas, colours, export, imports, lifetimes, reach_ins
from hermes_shell.plugins.check.finding import RULES, Finding, Rule, Severity
from hermes_shell.plugins.check.script import Import, Script
from hermes_shell.plugins.check.targets import folder_of, plugin_files
from hermes_shell.plugins.jsengine import JsEngine, ScriptError
from hermes_shell.plugins.lint import ALLOWED, LEXER
from hermes_shell.plugins.locate import locate_syntax_error
from hermes_shell.plugins.needs import find_needs
from hermes_shell.plugins.sources import decode, read_source

__all__ = ["RULES", "Checked", "Finding", "Rule", "Severity", "check_files", "plugin_files"]

_SETUP = """
globalThis.survey = (source) => {
  const [imports, exports] = lexer.parse(source)
  return JSON.stringify([
    imports.filter((one) => one.type === "static" || one.type === "dynamic")
      .map((one) => [one.glob ? null : (one.specifier ?? null), one.type === "static", one.start]),
    exports.map((one) => one.name),
  ])
}
"""
# An import that cannot be resolved stands before the source: a source that parses fails there, before it runs.
_NEVER = "import 'hermes:never';"
_MEMORY_BYTES = 512 * 1024 * 1024
_SECONDS = 30.0
_STATIC = LEXER.parents[2]


@dataclass(frozen=True)
class Checked:
    """What the check says of one file.

    Attributes:
        file: as it was given.
        id: the plugin's id, None when it cannot be told.
        findings: by place.
    """

    file: Path
    id: str | None
    findings: tuple[Finding, ...]

    def count(self, severity: Severity) -> int:
        """How many findings are that severe."""
        return sum(finding.severity == severity for finding in self.findings)


def check_files(files: Sequence[Path]) -> list[Checked]:
    """Check several plugin.js files. Blocks.

    Args:
        files: a file that cannot be read has one finding.

    Raises:
        EngineError: there is no JavaScript engine, or it did not finish.
    """
    return asyncio.run(_check_files(files))


async def _check_files(files: Sequence[Path]) -> list[Checked]:
    engine = JsEngine("check", bundles=(LEXER,), setup=_SETUP, memory_bytes=_MEMORY_BYTES, seconds=_SECONDS)
    try:
        exports = {name: await _exports(name, engine) for name in sorted(ALLOWED)}
        return [await _check_file(file, engine, exports) for file in files]
    finally:
        engine.close()


async def _check_file(file: Path, engine: JsEngine, exports: dict[str, frozenset[str]]) -> Checked:
    try:
        data = read_source(file).data
    except (SourceError, OSError) as error:
        return Checked(file, None, (Finding("HS101", f"{error}"),))
    name, findings = await _check(data, folder_of(file), engine, exports)
    return Checked(file, name, findings)


async def _check(
    data: bytes, folder: str | None, engine: JsEngine, exports: dict[str, frozenset[str]]
) -> tuple[str | None, tuple[Finding, ...]]:
    try:
        source = decode(data)
    except SourceError as error:
        return None, (Finding("HS101", f"{error}"),)
    refused = await engine.check_module(_NEVER + (f"//{source[2:]}" if source.startswith("#!") else source))
    if refused is not None:
        return None, (await _syntax(data, refused.message),)
    script = await _script(source, engine)
    found = [
        *export.find(script, folder),
        *imports.find(script, exports),
        *reach_ins.find(script),
        *colours.find(script),
        *lifetimes.find(script),
        *areas.find(script),
        *(Finding(need.code, f"It needs {need.name}.", need.line, need.column) for need in find_needs(source)),
    ]
    exported = export.read(script)
    name = exported.id.value if isinstance(exported, export.Export) and exported.id else None
    return name, tuple(sorted(found, key=lambda one: (one.line or 0, one.column or 0, one.code)))


async def _syntax(data: bytes, message: str) -> Finding:
    place = await locate_syntax_error(data)
    if place is None:
        return Finding("HS102", f"{message.rstrip('.')}.")
    if place["column"] is not None and place["source_line"][place["column"] - 1 :].startswith("<"):
        return Finding("HS107", "JSX stands in the file as it was written.", place["line"], place["column"])
    return Finding("HS102", f"{place['message'].rstrip('.')}.", place["line"], place["column"])


async def _script(source: str, engine: JsEngine) -> Script:
    try:
        found, names = cast("list[Any]", json.loads(await engine.call("survey", source)))
    except ScriptError:
        return Script(source)  # the engine's parser took it: nothing is claimed of its imports and exports
    places = _Places(source)
    listed = tuple(Import(name, static, places.index(start - static)) for name, static, start in found)
    return Script(source, listed, frozenset(names))


async def _exports(specifier: str, engine: JsEngine) -> frozenset[str]:
    """The names that can be had from an allowed specifier: those of the module that the page gets for it."""
    ours = "sdk/index.js" if specifier.startswith("@hermes/") else f"vendor/{specifier.replace('/', '-')}.js"
    text = (_STATIC / ours).read_text("utf-8")
    _, names = cast("list[Any]", json.loads(await engine.call("survey", text)))
    return frozenset(names)


class _Places:
    """Turns UTF-16 positions into indexes of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ascii = text.isascii()

    def index(self, position: int) -> int:
        if self._ascii:
            return position
        return len(self._text.encode("utf-16-le")[: 2 * position].decode("utf-16-le", "ignore"))
