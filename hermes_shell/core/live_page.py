"""A core page that changes in places: what is sent of it is what changed, not the page.

A page of 300 rows has half a megabyte. Its template prints a marker where a part or a list stands; the markers are
HTML comments, which no text of a plugin can be, because everything is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from hermes_shell.areas.rendering import staying


def part_marker(name: str) -> Markup:
    """What a template prints where the inside of `#name` stands."""
    return Markup(f"<!--part:{name}-->")


def list_marker(name: str) -> Markup:
    """What a template prints where the items of `[data-list=name]` stand."""
    return Markup(f"<!--list:{name}-->")


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page in pieces.

    Attributes:
        frame: HTML of everything else, with the markers.
        parts: id of an element -> its inside.
        lists: name of a list -> its items in order, id -> HTML of one element with that `data-item`.
    """

    frame: str
    parts: Mapping[str, str]
    lists: Mapping[str, Mapping[str, str]]

    @property
    def html(self) -> str:
        """The whole page."""
        html = self.frame
        for name, inside in self.parts.items():
            html = html.replace(part_marker(name), inside, 1)
        for name, items in self.lists.items():
            html = html.replace(list_marker(name), "".join(items.values()), 1)
        return html

    def within(self, frame: str) -> LivePage:
        """The same pieces in a frame around the old one."""
        return replace(self, frame=frame)

    def changes(self, old: LivePage) -> list[dict[str, object]] | None:
        """The parts of a frame that turn `old` into this page; None when it must be sent as a whole."""
        if self.frame != old.frame or self.parts.keys() != old.parts.keys() or self.lists.keys() != old.lists.keys():
            return None
        parts: list[dict[str, object]] = [
            {"target": f"#{name}", "html": inside} for name, inside in self.parts.items() if inside != old.parts[name]
        ]
        for name, items in self.lists.items():
            change = list_change(old.lists[name], items)
            if change is not None:
                parts.append({"list": name, **change})
        return parts


def list_change(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, object] | None:
    """What turns one list into another.

    Returns:
        None when nothing changed, else removed ids, and changed, new or moved items with their successor, in an order
        in which every successor already stands.
    """
    stay = staying(list(old), list(new))
    put: list[dict[str, object]] = []
    successor: str | None = None
    for entry in reversed(list(new)):
        if entry not in stay or old[entry] != new[entry]:
            put.append({"id": entry, "html": new[entry], "before": successor})
        successor = entry
    removed = [entry for entry in old if entry not in new]
    return {"remove": removed, "put": put} if removed or put else None
