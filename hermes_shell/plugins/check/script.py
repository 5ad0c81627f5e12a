"""A source as the rules see it: its text, the text with comments and literals blanked, and its places."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from hermes_shell.plugins.check.finding import Finding
from hermes_shell.plugins.masking import Text, mask

_BRACKET = re.compile(r"[()\[\]{}]")
_ENCLOSING_LIMIT = 20_000
_LIST = re.compile(r"[()\[\]{},]")
_KEY = re.compile(r"\s*(?:(?:async|get)\s+(?=[\w$\"'\[]))?\*?\s*([A-Za-z_$][\w$]*|\"\s*\"|'\s*'|\[|\.\.\.)\s*([(:,}]?)")
_MADE = re.compile(r"\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=")
_DECLARED = re.compile(r"\b(?:class|function|const|let|var)\s+([A-Za-z_$][\w$]*)")
_WORD = re.compile(r"[\w$]+")
_CONSTANT_END = re.compile(r"\s*(?:[;\n,]|\Z)")


@dataclass(frozen=True)
class Member:
    """One member of an object literal.

    Attributes:
        start: index of its key.
        value: index behind the colon; the key's own for a shorthand, None for a method.
    """

    start: int
    value: int | None


@dataclass(frozen=True)
class Import:
    """One import of a source.

    Attributes:
        name: what it names; None for `import()` of a computed name.
        static: a statement, and no `import()`.
        start: index of the name's quote, or of the argument, in the source.
    """

    name: str | None
    static: bool
    start: int


@dataclass(frozen=True)
class Script:
    """A source that parses.

    Attributes:
        source: its text.
        imports: as the lexer found them.
        exports: names of its exports, `default` among them.
    """

    source: str
    imports: tuple[Import, ...] = ()
    exports: frozenset[str] = frozenset({"default"})

    @cached_property
    def _masked(self) -> tuple[str, tuple[Text, ...]]:
        masked = mask(self.source)
        return masked.code, masked.texts

    @property
    def code(self) -> str:
        """The source with comments, and what stands between quotes, as spaces; positions are the same."""
        return self._masked[0]

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every string and every piece of a template, in source order."""
        return self._masked[1]

    @cached_property
    def _starts(self) -> list[int]:
        return [text.start for text in self.texts]

    @cached_property
    def _lines(self) -> list[int]:
        return list(accumulate((len(line) for line in self.source.split("\n")), lambda sum, n: sum + n + 1, initial=0))

    def finding(self, code: str, message: str, position: int) -> Finding:
        """A finding at an index of the source."""
        line = bisect_right(self._lines, position)
        return Finding(code, message, line, position - self._lines[line - 1] + 1)

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Every match of a pattern in the code."""
        return pattern.finditer(self.code)

    def text_at(self, position: int) -> Text | None:
        """The complete literal whose opening quote stands at an index, white space before it allowed."""
        while position < len(self.code) and self.code[position].isspace():
            position += 1
        index = bisect_left(self._starts, position + 1)
        found = index < len(self._starts) and self._starts[index] == position + 1
        return self.texts[index] if found and self.texts[index].closed else None

    def constant(self, position: int) -> Text | None:
        """The text that an expression at an index is: a literal, or the name of a constant that holds one."""
        literal = self.text_at(position)
        if literal is not None:
            return literal
        name = re.compile(r"\s*([A-Za-z_$][\w$]*)\s*(?=[,;}\n)]|\Z)").match(self.code, position)
        if name is None:
            return None
        made = self.made(name[1])
        literal = self.text_at(made) if made is not None else None
        whole = literal is not None and _CONSTANT_END.match(self.code, literal.end + 1) is not None
        return literal if whole else None

    def made(self, name: str) -> int | None:
        """The index behind the `=` that first gives a constant or variable its value; None when there is none."""
        return self._made.get(name)

    @cached_property
    def _made(self) -> dict[str, int]:
        made: dict[str, int] = {}
        for found in self.matches(_MADE):
            made.setdefault(found[1], found.end())
        return made

    @cached_property
    def declared(self) -> frozenset[str]:
        """Every name that the source gives to a class, a function, a constant or a variable."""
        return frozenset(found[1] for found in self.matches(_DECLARED))

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word stands in the code."""
        return Counter(found[0] for found in self.matches(_WORD))

    def closing(self, opening: int) -> int:
        """The index of the bracket that closes the one at an index; the source's end when none does."""
        depth = 0
        for bracket in _BRACKET.finditer(self.code, opening):
            depth += 1 if bracket[0] in "([{" else -1
            if depth == 0:
                return bracket.start()
        return len(self.code)

    def arguments(self, opening: int) -> list[tuple[int, int]]:
        """The arguments between brackets, as start and end indexes.

        Args:
            opening: index of the opening bracket.
        """
        end, depth, start = self.closing(opening), 0, opening + 1
        found: list[tuple[int, int]] = []
        for sign in _LIST.finditer(self.code, opening + 1, end):
            if sign[0] == "," and depth == 0:
                found.append((start, sign.start()))
                start = sign.end()
            elif sign[0] != ",":
                depth += 1 if sign[0] in "([{" else -1
        if self.code[start:end].strip():
            found.append((start, end))
        return found

    def members(self, opening: int) -> tuple[dict[str, Member], bool]:
        """The members of an object literal by key, and whether they are all of them.

        Args:
            opening: index of the opening brace.
        """
        members: dict[str, Member] = {}
        complete = True
        for start, end in self.arguments(opening):
            key = _KEY.match(self.code, start, end + 1)
            if key is None or key[1] in ("[", "..."):
                complete = False
                continue
            text = self.text_at(key.start(1))
            value = {"(": None, ":": key.end()}.get(key[2], key.start(1))
            members.setdefault(text.value if text else key[1], Member(key.start(1), value))
        return members, complete

    def enclosing(self, position: int) -> int | None:
        """The index of the brace that opens the object or block around an index, None at the top."""
        depth = 0
        for index in range(position - 1, max(-1, position - _ENCLOSING_LIMIT), -1):
            sign = self.code[index]
            if sign in ")]}":
                depth += 1
            elif sign in "([{":
                if depth == 0:
                    return index if sign == "{" else None
                depth -= 1
        return None
