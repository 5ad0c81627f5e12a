"""Titles of sessions: what may stand in one, and how a free one is found."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hermes_shell.errors import GatewayError

LONGEST = 100
"""Characters of the longest title, the gateway's own limit."""

LONGEST_AUTOMATIC = 60
"""Characters of the longest title that is made from a prompt."""

INVALID = 4022
"""The gateway's code for a title that cannot be taken."""

_SEQUENCES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")
"""Escape sequences of terminals, with the letters that only a terminal would not show."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffc\ufff9-\ufffb]")
_NUMBERED = re.compile(r"^(.*?) #(\d+)$")
_MARKUP = re.compile(r"^[#>*\-\s`]+")


def clean(title: str) -> str | None:
    """A title without control characters, direction marks and doubled spaces; None when nothing is left.

    Raises:
        GatewayError: 4022, it is too long.
    """
    text = _words(title)
    if len(text) > LONGEST:
        raise GatewayError(INVALID, f"Title too long ({len(text)} chars, max {LONGEST})")
    return text or None


def from_prompt(prompt: str) -> str | None:
    """A short title made of the first line of a prompt; None when it has no words."""
    for line in prompt[:4000].splitlines():
        text = _words(_MARKUP.sub("", line))
        if not text:
            continue
        if len(text) <= LONGEST_AUTOMATIC:
            return text
        head = text[:LONGEST_AUTOMATIC]
        return (head.rsplit(" ", 1)[0] if " " in head[20:] else head).rstrip(",;:.") + "…"
    return None


def base_of(title: str) -> str:
    """A title without its ` #2`."""
    numbered = _NUMBERED.match(title)
    return numbered.group(1) if numbered else title


def next_free(title: str, taken: Iterable[str]) -> str:
    """The title itself when nobody has it, else with the next number: `Trip #2`.

    Args:
        title: wanted, with or without a number.
        taken: titles in use that begin like it.
    """
    base = base_of(title)
    numbers = [_number(used, base) for used in taken]
    highest = max(numbers, default=0)
    if highest == 0:
        return base
    return f"{base} #{highest + 1}"


def _words(text: str) -> str:
    visible = _INVISIBLE.sub("", _CONTROLS.sub("", _SEQUENCES.sub("", text)))
    return " ".join(visible.split())


def _number(used: str, base: str) -> int:
    if used == base:
        return 1
    numbered = _NUMBERED.match(used)
    return int(numbered.group(2)[:9]) if numbered and numbered.group(1) == base else 0
