"""The lines around an error, made so that a page can print them as they are."""

from __future__ import annotations

import re
import unicodedata
from typing import TypedDict

from hermes_shell.plugins.columns import index_of, units

LINES = 4
"""Lines of an excerpt: two before the line at fault and one behind it, where there are that many."""
LINE_CHARS = 240
"""Characters that are shown of one line."""

_BEFORE = 2
# What ends a line for a JavaScript engine, whose numbers these are.
_LINE_END = re.compile("\r\n|[\n\r\u2028\u2029]")
_CUT = "…"
_UNSHOWN = "\ufffd"
# Joiners belong to emoji and to scripts; without them a character looks like another one.
_JOINERS = "\u200c\u200d"


class Excerpt(TypedDict):
    """A few lines of a source; JSON as it stands.

    `first` is the number of the first line, `line` that of the line at fault, both from 1. `column` is the place in the
    shown text of that line, from 1 and in UTF-16 units as a page counts; null when it is not known.
    """

    first: int
    lines: list[str]
    line: int
    column: int | None


def excerpt(data: bytes, line: int, column: int | None) -> Excerpt | None:
    """Cut the lines around a place out of a source.

    Long lines are cut around the column, all of them at the same place. Characters that show nothing or move others
    (controls, text direction) stand as a visible sign of the same width, so what is read is what the file holds.

    Args:
        data: the source as it is on disk; what is no UTF-8 is shown as replacement characters.
        line: from 1, as engines count.
        column: from 1, in UTF-16 units; None = not known.

    Returns:
        None when the source has no such line.
    """
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = _LINE_END.split(text)
    if not 1 <= line <= len(lines):
        return None
    hit = lines[line - 1]
    at = None if column is None or column < 1 else min(index_of(hit, column), len(hit))
    start = _start(len(hit), at or 0)
    first = max(1, min(line - _BEFORE, len(lines) - LINES + 1))
    shown = [_shown(one, start) for one in lines[first - 1 : first - 1 + LINES]]
    place = None
    if at is not None:
        before = shown[line - first][: at - start + (1 if start else 0)]
        place = units(before) + 1
    return Excerpt(first=first, lines=shown, line=line, column=place)


def _start(length: int, at: int) -> int:
    if length <= LINE_CHARS or at < LINE_CHARS * 3 // 4:
        return 0
    return max(0, min(at - LINE_CHARS // 2, length - LINE_CHARS))


def _shown(line: str, start: int) -> str:
    text = "".join(map(_visible, line[start : start + LINE_CHARS]))
    if start and text:
        text = _CUT + text
    return text + _CUT if len(line) > start + LINE_CHARS else text


def _visible(letter: str) -> str:
    if letter == "\t" or letter in _JOINERS or letter.isprintable():
        return letter
    if letter < " ":
        return chr(0x2400 + ord(letter))
    return " " if unicodedata.category(letter) == "Zs" else _UNSHOWN
