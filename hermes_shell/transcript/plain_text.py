"""Text of others as HTML: escaped, with control characters that can be seen, and no line that stops the page."""

from __future__ import annotations

import re
from html import escape

LINE_LIMIT = 20_000
"""Characters of one line that are shown at once; the rest waits behind a button."""
TEXT_LIMIT = 200_000
"""Characters of one output that go to the page; what is longer says how much is left out."""

_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]")
_OFTEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]")


def visible(text: str) -> str:
    """A text whose control characters are shown: terminals' as their signs, those that turn text round by name."""
    text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    return _HIDDEN.sub(_sign, text) if _OFTEN.search(text) else text


def safe(text: str) -> str:
    """A text as HTML that shows exactly it, its control characters included."""
    return escape(visible(text), quote=True)


def cut_lines(text: str) -> str:
    """A text as HTML in which the end of a line that is too long waits behind a button."""
    if len(text) <= LINE_LIMIT:
        return safe(text)
    return "\n".join(safe(line) if len(line) <= LINE_LIMIT else _cut(line) for line in text.split("\n"))


def cut_text(text: str) -> tuple[str, int]:
    """As much of a text as goes to the page, and how many characters do not."""
    return (text, 0) if len(text) <= TEXT_LIMIT else (text[:TEXT_LIMIT], len(text) - TEXT_LIMIT)


def show_all(label: str) -> str:
    """The button that shows what waits beside it."""
    return f'<button type="button" class="hs-show-all" data-chat-action="show-all">{escape(label)}</button>'


def _cut(line: str) -> str:
    button = show_all(f"Show all {len(line):,} characters")
    return f"{safe(line[:LINE_LIMIT])}<span hidden>{safe(line[LINE_LIMIT:])}</span>{button}"


def _sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else f"[U+{code:04X}]"
