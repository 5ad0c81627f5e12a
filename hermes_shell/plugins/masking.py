"""A JavaScript source with its comments and literals blanked, for rules that look for words in code.

It is a scanner and no parser: good enough to know what is code, what is text and what is a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NEXT = re.compile(r"""//|/\*|["'`/{}]""")
_DOUBLE = re.compile(r'"(?:[^"\\\n\r]|\\(?:\r\n|.))*+"', re.DOTALL)
_SINGLE = re.compile(r"'(?:[^'\\\n\r]|\\(?:\r\n|.))*+'", re.DOTALL)
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*+(?:`|\$\{|\Z)", re.DOTALL)
_REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*+\])++/[A-Za-z]*")
_LINE_END = re.compile(r"[\n\r\u2028\u2029]|\Z")
_BEFORE_REGEX = re.compile(
    r"(?:^|[(,=:\[!&|?{};+\-*%~^<>]|(?<![\w$.])(?:return|typeof|case|do|else|in|of|void|delete|throw|new|await|yield))\s*\Z"
)
_BLANK = re.compile(r"[^\n\r\u2028\u2029]")
_LOOK_BEHIND = 200
_SEARCHED_IN_VAIN = 20_000_000
"""Characters that may be searched for the end of a regular expression that has none; then a slash is a division."""


@dataclass(frozen=True)
class Text:
    """A string or a piece of a template.

    Attributes:
        start: index of its first character behind the quote, in the source.
        value: what stands between the quotes, escapes as written.
        closed: False when a `${` ends the piece.
    """

    start: int
    value: str
    closed: bool = True

    @property
    def end(self) -> int:
        """Index behind its last character."""
        return self.start + len(self.value)


@dataclass(frozen=True)
class Masked:
    """A source in two parts, both with the positions of the source.

    Attributes:
        code: as long as the source; comments, and what stands between quotes, are spaces.
        texts: every string and every piece of a template, in source order.
    """

    code: str
    texts: tuple[Text, ...]


def mask(source: str) -> Masked:
    """Blank the comments and literals of a source. Never fails: what does not lex is taken as code."""
    parts: list[str] = []
    texts: list[Text] = []
    copied = 0
    position = 0
    braces: list[bool] = []  # True = the brace was opened by `${`
    patience = _SEARCHED_IN_VAIN

    def blank(start: int, end: int) -> None:
        nonlocal copied
        parts.append(source[copied:start])
        parts.append(_BLANK.sub(" ", source[start:end]))
        copied = end

    def template(start: int) -> int:
        found = _TEMPLATE.match(source, start)
        end = found.end() if found else len(source)
        opens = source.startswith("${", end - 2) and end - 2 >= start
        closes = not opens and end > start and source[end - 1] == "`"
        stop = end - 2 if opens else end - 1 if closes else end
        texts.append(Text(start, source[start:stop], closed=not opens))
        blank(start, stop)
        if opens:
            braces.append(True)
        return end

    while found := _NEXT.search(source, position):
        start, sign = found.start(), found[0]
        position = found.end()
        if sign == "//":
            end = _LINE_END.search(source, start)
            position = end.start() if end else len(source)
            blank(start, position)
        elif sign == "/*":
            close = source.find("*/", position)
            position = len(source) if close < 0 else close + 2
            blank(start, position)
        elif sign in "\"'":
            literal = (_DOUBLE if sign == '"' else _SINGLE).match(source, start)
            if literal:
                position = literal.end()
                texts.append(Text(start + 1, source[start + 1 : position - 1]))
                blank(start + 1, position - 1)
        elif sign == "`":
            position = template(position)
        elif sign == "{":
            braces.append(False)
        elif sign == "}":
            if braces and braces.pop():
                position = template(position)
        else:
            if patience <= 0 or not _begins_expression(parts, source, copied, start):
                continue
            literal = _REGEX.match(source, start)
            if literal:
                position = literal.end()
                blank(start + 1, position)
            else:
                end = _LINE_END.search(source, start)
                patience -= (end.start() if end else len(source)) - start
    parts.append(source[copied:])
    return Masked("".join(parts), tuple(texts))


def _begins_expression(parts: list[str], source: str, copied: int, start: int) -> bool:
    """Whether a slash after this code begins a regular expression, and no division."""
    before = ""
    while start > copied and not before:
        end, start = start, max(copied, start - _LOOK_BEHIND)
        before = source[start:end].rstrip()
    index = len(parts)
    while index > 0 and not before:
        index -= 1
        before = parts[index][-_LOOK_BEHIND:].rstrip()
    return not before or _BEFORE_REGEX.search(before) is not None
