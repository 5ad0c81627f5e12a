"""Terminal output as HTML: colours as classes, everything else that a terminal would obey left out."""

from __future__ import annotations

import re

from hermes_shell.transcript.plain_text import LINE_LIMIT, cut_lines, safe
from hermes_shell.transcript.tool_results import without_escapes

_STYLE = re.compile(r"\x1b\[([0-9;]*)m")
_COLOURS = ("", "hs-ansi-red", "hs-ansi-green", "hs-ansi-yellow", "hs-ansi-blue", "hs-ansi-purple", "hs-ansi-cyan", "")
_MARKS = {1: "hs-ansi-bold", 2: "hs-ansi-dim", 3: "hs-ansi-italic", 4: "hs-ansi-underline"}
_OFF = {22: ("hs-ansi-bold", "hs-ansi-dim"), 23: ("hs-ansi-italic",), 24: ("hs-ansi-underline",)}


def terminal_html(text: str) -> str:
    """What a program wrote to a terminal, as HTML."""
    if "\x1b" not in text:
        return cut_lines(overwritten(text))
    if any(len(line) > LINE_LIMIT for line in text.split("\n")):
        return cut_lines(overwritten(without_escapes(text)))
    pieces: list[str] = []
    classes: list[str] = []
    end = 0
    text = overwritten(text)
    for match in _STYLE.finditer(text):
        pieces.append(_span(text[end : match.start()], classes))
        classes = _styled(classes, match[1])
        end = match.end()
    pieces.append(_span(text[end:], classes))
    return "".join(pieces)


def overwritten(text: str) -> str:
    """A text in which a carriage return has its effect: a progress bar is its last state."""
    if "\r" not in text:
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)


def _span(text: str, classes: list[str]) -> str:
    html = safe(without_escapes(text))
    return f'<span class="{" ".join(classes)}">{html}</span>' if html and classes else html


def _styled(classes: list[str], codes: str) -> list[str]:
    """The classes after one style sequence. Colours of a palette of 256 and of true colour have no role here."""
    now = list(classes)
    numbers = [int(code) if code else 0 for code in codes.split(";")[:16]]
    while numbers:
        code = numbers.pop(0)
        if code == 0:
            now = []
        elif code in _MARKS:
            now.append(_MARKS[code])
        elif code in _OFF:
            now = [name for name in now if name not in _OFF[code]]
        elif code in (38, 48):
            del numbers[: 2 if numbers[:1] == [5] else 4]
        elif 30 <= code <= 37 or code == 39 or 90 <= code <= 97:
            now = [name for name in now if name not in _COLOURS]
            colour = "" if code == 39 else _COLOURS[code % 10]
            now += [colour] if colour else []
    return list(dict.fromkeys(now))
