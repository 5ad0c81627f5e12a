"""CSS lengths that plugins declare: which are lengths at all, and which are plain pixels."""

from __future__ import annotations

import re

LONGEST = 120
"""Characters of a declared length."""
DEEPEST = 8
_TOKEN = re.compile(
    r"\s*(?:(\d*\.?\d+)([a-zA-Z]+|%)?|(var\(\s*--[\w-]+\s*\))|(calc|min|max|clamp)\(|([(),])|([-+*/]))", re.ASCII
)
_UNITS = frozenset(
    [
        *["px", "rem", "em", "ch", "ex", "lh", "rlh", "cm", "mm", "in", "pt", "pc", "q", "cqw", "cqh", "%"],
        *["vw", "vh", "vmin", "vmax", "svw", "svh", "lvw", "lvh", "dvw", "dvh", "vi", "vb"],
    ]
)
_PLAIN = re.compile(r"(\d*\.?\d+)(px|rem)")
_ROOT_PX = 16


def is_length(text: str) -> bool:
    """Whether a text is one CSS length that cannot be negative by itself: `20rem`, `50%`, `max(20rem, 30vw)`.

    Functions are `calc`, `min`, `max`, `clamp` and `var` of one name. Nothing that could end a declaration or a style
    attribute passes.
    """
    if len(text) > LONGEST:
        return False
    tokens = _tokens(text)
    if tokens is None:
        return False
    if len(tokens) == 1:
        return tokens[0][0] == "length"
    return tokens[0][0] == "function" and _term(tokens, 0, 0) == len(tokens)


def pixels(length: str | None) -> int | None:
    """A plain CSS length in px or rem as whole px; None for anything else."""
    match = _PLAIN.fullmatch((length or "").strip())
    if match is None:
        return None
    return round(min(float(match[1]), 1e6) * (_ROOT_PX if match[2] == "rem" else 1))


def largest(lengths: list[str]) -> str | None:
    """The largest of some lengths as one length; None of none."""
    different = list(dict.fromkeys(lengths))
    if len(different) < 2:
        return different[0] if different else None
    plain = [pixels(length) for length in different]
    if all(size is not None for size in plain):
        return max(zip(plain, different, strict=True), key=lambda pair: pair[0] or 0)[1]
    return f"max({', '.join(different)})"


def total(lengths: list[str]) -> str:
    """The sum of some lengths as one length."""
    return lengths[0] if len(lengths) == 1 else f"calc({' + '.join(lengths)})"


_Token = tuple[str, str]


def _tokens(text: str) -> list[_Token] | None:
    """The tokens of a length; None when there is anything else in it."""
    found: list[_Token] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            return None
        number, unit, variable, function, mark, operator = match.groups()
        if number is not None:
            if unit is not None and unit.lower() not in _UNITS:
                return None
            found.append(("number" if unit is None else "length", unit or number))
        elif variable is not None:
            found.append(("length", variable))
        elif function is not None:
            found.append(("function", function))
        elif mark is not None:
            found.append((mark, mark))
        else:
            # Without spaces around it, CSS reads a sign as part of the number.
            spaced = match.group(0)[0].isspace() and text[match.end() : match.end() + 1].isspace()
            if operator in "+-" and not spaced:
                return None
            found.append(("operator", operator))
        at = match.end()
    return found or None


def _sum(tokens: list[_Token], at: int, depth: int) -> int:
    """Reads terms with operators between them; returns the place behind, -1 when it is no such thing."""
    at = _term(tokens, at, depth)
    while 0 <= at < len(tokens) and tokens[at][0] == "operator":
        at = _term(tokens, at + 1, depth)
    return at


def _term(tokens: list[_Token], at: int, depth: int) -> int:
    if at < 0 or at >= len(tokens) or depth > DEEPEST:
        return -1
    kind = tokens[at][0]
    if kind in {"number", "length"}:
        return at + 1
    if kind not in {"function", "("}:
        return -1
    at = _sum(tokens, at + 1, depth + 1)
    while kind == "function" and 0 <= at < len(tokens) and tokens[at][0] == ",":
        at = _sum(tokens, at + 1, depth + 1)
    return at + 1 if 0 <= at < len(tokens) and tokens[at][0] == ")" else -1
