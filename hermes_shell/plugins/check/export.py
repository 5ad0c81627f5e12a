"""HS103 to HS106: what the default export is. Only what can be told from the text is claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hermes_shell.plugins.check.finding import Finding
from hermes_shell.plugins.check.script import Member, Script
from hermes_shell.plugins.masking import Text

LONGEST_ID = 128
"""Characters; the same bound as the page's (static/host/evaluate.js)."""

_DEFAULT = re.compile(r"\bexport\s+default\b\s*")
_NAMED_DEFAULT = re.compile(r"\bexport\s*\{[^{}]{0,2000}?([A-Za-z_$][\w$]*)\s+as\s+default\b")
_NO_OBJECT = re.compile(
    r"(?:async\s+)?function\b|class\b|[\d\"'`\[]|(?:null|undefined|true|false)\b|(?:async\s*)?\([^()]*\)\s*=>"
)
_WRAPPER = re.compile(r"\(|Object\s*\.\s*freeze\s*\(")
_NAME = re.compile(r"([A-Za-z_$][\w$]*)\s*(?=[;\n]|\Z)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_NO_FUNCTION = re.compile(r"\s*(?:[\d\"'`{\[]|(?:null|undefined|true|false)\b)")


@dataclass(frozen=True)
class Export:
    """The default export, as far as it can be told.

    Attributes:
        start: index of the object's opening brace.
        members: by key.
        complete: False when other members may come from elsewhere.
        id: the id's text, None when it cannot be told.
    """

    start: int
    members: dict[str, Member]
    complete: bool
    id: Text | None


def find(script: Script, folder: str | None) -> Iterator[Finding]:
    """Check the default export.

    Args:
        script: the source.
        folder: name of the plugin's folder; None when it says nothing.
    """
    if "default" not in script.exports:
        yield Finding("HS103", "There is no default export.")
        return
    export = read(script)
    if isinstance(export, Finding):
        yield export
        return
    if export is None:
        return
    buttons = export.members.get("titlebarButtons")
    if buttons is not None:
        yield script.finding("HS106", "titlebarButtons is not a field of a plugin.", buttons.start)
    register = export.members.get("register")
    if register is None and export.complete:
        yield script.finding("HS103", "The default export has no register.", export.start)
    elif register is not None and register.value is not None and _NO_FUNCTION.match(script.code, register.value):
        yield script.finding("HS103", "register is not a function.", register.start)
    yield from _id(script, export, folder)


def read(script: Script) -> Export | Finding | None:
    """The default export, a finding when it is no object, None when it cannot be told."""
    place = _object(script)
    if place is None or isinstance(place, Finding):
        return place
    start, name = place
    members, complete = script.members(start)
    if name is not None and re.search(
        rf"(?<![\w$.]){re.escape(name)}\s*(?:\.\s*[\w$]+|\[[^\]]*\])\s*=(?!=)", script.code
    ):
        complete = False
    if name is not None and re.search(rf"\bObject\s*\.\s*\w+\s*\(\s*{re.escape(name)}\b", script.code):
        complete = False
    member = members.get("id")
    text = script.constant(member.value) if member is not None and member.value is not None else None
    return Export(start, members, complete, text if text is not None and "\\" not in text.value else None)


def _object(script: Script) -> tuple[int, str | None] | Finding | None:
    """Where the exported object literal opens, and the constant that holds it."""
    code = script.code
    found = _DEFAULT.search(code)
    name: str | None = None
    if found is not None:
        start = found.end()
        if _NO_OBJECT.match(code, start):
            return script.finding("HS103", "The default export is not an object.", found.start())
        named = _NAME.match(code, start)
        name = named[1] if named else None
    else:
        found = _NAMED_DEFAULT.search(code)
        if found is None:
            return None
        start, name = found.start(1), found[1]
    if name is not None:
        made = script.made(name)
        if made is None:
            return None
        start = _behind_space(code, made)
    for _ in range(4):
        wrapper = _WRAPPER.match(code, start)
        if wrapper is None:
            break
        start = _behind_space(code, wrapper.end())
    return (start, name) if code.startswith("{", start) else None


def _behind_space(code: str, index: int) -> int:
    while index < len(code) and code[index].isspace():
        index += 1
    return index


def _id(script: Script, export: Export, folder: str | None) -> Iterator[Finding]:
    member = export.members.get("id")
    if member is None:
        if export.complete:
            yield script.finding("HS104", "The plugin has no id.", export.start)
        return
    if member.value is not None and re.compile(r"\s*(?:\d|null\b|undefined\b|\{|\[)").match(script.code, member.value):
        yield script.finding("HS104", "The plugin's id is not a text.", member.start)
        return
    if export.id is None:
        return
    name = export.id.value
    if not name.strip() or len(name) > LONGEST_ID or _CONTROL.search(name) or "/" in name or ".." in name:
        yield script.finding("HS104", f"{name[:60]!r} cannot be a plugin's id.", export.id.start - 1)
    elif folder is not None and folder != name:
        message = f'The folder is named "{folder}" but the plugin\'s id is "{name}".'
        yield script.finding("HS105", message, export.id.start - 1)
