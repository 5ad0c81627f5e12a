"""HS701: areas that nobody shows. A contribution to one is inert, without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_shell.areas import AREAS
from hermes_shell.plugins.check.finding import Finding
from hermes_shell.plugins.check.script import Script

_AREA = re.compile(r"(?<![\w$.])area\s*:\s*(?=[\"'`])")


def find(script: Script) -> Iterator[Finding]:
    """Look for areas that are written out and are not in the catalogue, in objects of a contribution's shape."""
    for found in script.matches(_AREA):
        text = script.text_at(found.end())
        if text is None or text.value in AREAS:
            continue
        opening = script.enclosing(found.start())
        members = script.members(opening)[0] if opening is not None else {}
        if "id" in members and ("render" in members or "data" in members):
            yield script.finding("HS701", f'There is no area "{text.value}".', text.start - 1)
