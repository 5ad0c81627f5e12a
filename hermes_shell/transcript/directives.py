"""Directives of plugins in a message: `::name{key="value"}` as a paragraph of its own (contract, areas 4.14)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import escape

LENGTH = 1_200
"""Characters that the paragraph of a directive has at most."""

_DIRECTIVE = re.compile(r"::([a-z][a-z0-9-]{0,63})(?:\{([^{}]{0,1024})\})?")
_ATTRIBUTE = re.compile(r"""\s*([A-Za-z][\w-]{0,63})=("[^"]*"|'[^']*')(?=\s|$)""", re.ASCII)
HTML_LIKE = re.compile(r"<[A-Za-z/!?]")
"""Behind it no directive is recognised in the same message."""


@dataclass(frozen=True, slots=True)
class Directive:
    """What a paragraph says that is a directive. Names of attributes are lower case; the last of a name wins."""

    name: str
    attrs: dict[str, str]
    source: str


def directive_of(paragraph: str) -> Directive | None:
    """A directive, when the whole paragraph is one and keeps to the grammar.

    Args:
        paragraph: the text of a paragraph as it was written.
    """
    source = paragraph.strip()
    if len(source) > LENGTH or "\n" in source:
        return None
    match = _DIRECTIVE.fullmatch(source)
    if match is None:
        return None
    attrs: dict[str, str] = {}
    body, at = match[2] or "", 0
    while at < len(body):
        one = _ATTRIBUTE.match(body, at)
        if one is None:
            break
        attrs[one[1].lower()] = one[2][1:-1]
        at = one.end()
    return None if body[at:].strip() else Directive(match[1], attrs, source)


def directive_html(directive: Directive, plain: str, *, streaming: bool) -> str:
    """The plain paragraph with the directive around it: the page claims it or leaves it.

    Args:
        directive: what the paragraph says.
        plain: the paragraph as HTML.
        streaming: the message may still change here.
    """
    args = escape(json.dumps(directive.attrs, ensure_ascii=False))
    state = "true" if streaming else "false"
    return (
        f'<hermes-directive name="{directive.name}" args="{args}" source="{escape(directive.source)}" '
        f'data-streaming="{state}" hx-morph-skip-children>{plain}</hermes-directive>'
    )
