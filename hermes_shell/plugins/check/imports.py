"""HS201 to HS203: what a source imports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hermes_shell.plugins.check.finding import Finding
from hermes_shell.plugins.check.script import Script
from hermes_shell.plugins.lint import ALLOWED

_NAMES = re.compile(r"\{([^{}]*)\}\s*from\s*[\"']?\Z")
_NAME = re.compile(r"(?:^|,)\s*([A-Za-z_$][\w$]*)")


def find(script: Script, exports: Mapping[str, frozenset[str]]) -> Iterator[Finding]:
    """Check the imports.

    Args:
        script: the source.
        exports: allowed specifier -> the names that can be had from it.
    """
    for one in script.imports:
        if one.name is None:
            yield script.finding("HS202", "import() of a computed name.", one.start)
        elif one.name not in ALLOWED:
            yield script.finding("HS201", f'"{one.name}" cannot be imported.', one.start)
        elif one.static:
            yield from _missing(script, one.start, one.name, exports[one.name])


def _missing(script: Script, end: int, module: str, names: frozenset[str]) -> Iterator[Finding]:
    start = max(0, script.code.rfind("import", 0, end))
    listed = _NAMES.search(script.code[start:end])
    for name in _NAME.finditer(listed[1]) if listed else ():
        if name[1] not in names and name[1] != "default":
            position = start + (listed.start(1) if listed else 0) + name.start(1)
            yield script.finding("HS203", f"{module} has no export {name[1]}.", position)
