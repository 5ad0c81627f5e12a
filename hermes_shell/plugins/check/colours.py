"""HS401: colours written out, which no theme can change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_shell.plugins.check.finding import Finding
from hermes_shell.plugins.check.script import Script

_HEX = r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\w-])"
_FUNCTION = r"\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\(\s*[\d.]"
_LITERAL = re.compile(rf"(?<![\w&/#])(?:{_HEX}|{_FUNCTION})")
# A colour behind var(--x, …) is what shows when a theme has no such name: that is how it should be.
_FALLBACK = re.compile(r"var\(\s*--[\w-]+\s*,(?:[^()]|\([^()]*\))*\)")
# Black or white that lets something through: a shadow or a veil, which suits every theme.
_VEIL = re.compile(r"rgba?\(\s*(0|255)[\s,]+\1[\s,]+\1\s*[,/]\s*[\d.]+%?\s*\)")
_NO_COLOUR = re.compile(r"(?:url\(|href=\\?[\"']?)\s*\Z")
_CSS = re.compile(r"[:\s,(]\s*\Z")
_DIGITS = re.compile(r"#\d{1,5}\Z")
_COLOUR_KEY = re.compile(r"(?:colou?r|background|fill|stroke|border|shadow|accent)\w*[\"']?\s*[:=]\s*\Z", re.IGNORECASE)
_THEMES = re.compile(r"\bTHEMES_AREA\b|\brequestTheme\b|\bretintTheme\b")
_BEHIND = 60


def find(script: Script) -> Iterator[Finding]:
    """Look for colour literals; a plugin that brings a theme is made of them, and is passed over."""
    if _THEMES.search(script.code):
        return
    for text in script.texts:
        if "#" not in text.value and "(" not in text.value:
            continue
        value = _FALLBACK.sub(lambda found: " " * len(found[0]), text.value)
        for found in _LITERAL.finditer(value):
            if _is_colour(script, text.start, value, found):
                shown = found[0] if found[0].startswith("#") else f"{found[0].split('(')[0]}(…)"
                yield script.finding("HS401", f"The colour {shown} is written out.", text.start + found.start())


def _is_colour(script: Script, start: int, value: str, found: re.Match[str]) -> bool:
    before = value[max(0, found.start() - _BEHIND) : found.start()]
    if _NO_COLOUR.search(before):
        return False
    if not found[0].startswith("#"):
        return _VEIL.match(value, found.start()) is None
    whole = found[0] == value.strip()
    if _DIGITS.match(found[0]) or (not whole and not _CSS.search(before)):
        # `#123` is as likely the number of an issue.
        code = script.code[max(0, start - 1 - _BEHIND) : start - 1] if whole else before
        return _COLOUR_KEY.search(code) is not None
    return whole or _COLOUR_KEY.search(before) is not None or ":" in before
