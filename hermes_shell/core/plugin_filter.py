"""Which plugins the Plugins page shows: what its address asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs

SHOWN: Final = ("all", "loaded", "off", "errors")
MOST_OPEN: Final = 20
"""So many rows may show their details at once; the address would grow without end."""
LONGEST: Final = 100
"""Characters of a search that count."""


@dataclass(frozen=True, slots=True)
class PluginFilter:
    """The query of the page's address.

    Attributes:
        show: `all`, `loaded`, `off` or `errors`.
        text: what is searched for, as typed.
        open: folders of the rows that show their details.
    """

    show: str = "all"
    text: str = ""
    open: frozenset[str] = frozenset()

    @classmethod
    def read(cls, address: str) -> PluginFilter:
        """The filter in an address such as `/capabilities?show=off&q=pane`; what does not fit counts as not given."""
        try:
            query = parse_qs(address.partition("?")[2], max_num_fields=2 * MOST_OPEN)
        except ValueError:  # more fields than any address of this page has
            return cls()
        show = query.get("show", ["all"])[-1]
        text = query.get("q", [""])[-1][:LONGEST]
        return cls(show if show in SHOWN else "all", text, frozenset(query.get("open", [])[-MOST_OPEN:]))

    def matches(self, texts: Iterable[str]) -> bool:
        """Whether every searched word stands in one of the texts, whatever its case."""
        words = self.text.casefold().split()
        if not words:
            return True
        haystack = "\n".join(texts).casefold()
        return all(word in haystack for word in words)
