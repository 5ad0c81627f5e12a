"""Templates, and the items of an area as HTML."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hermes_shell.areas.kinds import Area, Item

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@cache
def environment() -> Environment:
    """The one template environment: everything is escaped, an unknown name is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # late: nothing is printed before the start

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


@cache
def macro(template: str, name: str) -> Any:
    """A macro of a template as a function that returns escaped HTML."""
    return getattr(environment().get_template(template).module, name)


def render(template: str, **values: object) -> str:
    """A whole template as HTML."""
    return environment().get_template(template).render(**values)


def render_item(area: Area, item: Item) -> str:
    """One item of a printed area as HTML."""
    assert area.template is not None, f"{area.id} prints nothing"
    if area.shape == "slot":
        return str(macro(area.template, "item")(area.id, item.id))
    return str(macro(area.template, "item")(item.view))


class RenderedList:
    """The items of one area as one window shows them; finds what a new arrangement changes.

    Args:
        area: an area that prints items.
    """

    def __init__(self, area: Area) -> None:
        self.area = area
        self._order: list[str] = []
        self._views: dict[str, object] = {}
        self._html: dict[str, str] = {}

    @property
    def html(self) -> str:
        """All items in order."""
        return "".join(self._html[entry] for entry in self._order)

    def replace(self, items: Sequence[Item]) -> str:
        """Take over a whole arrangement; returns all items in order as HTML."""
        self._changed(items)
        self._order = [item.id for item in items]
        self._forget()
        return self.html

    def update(self, items: Sequence[Item]) -> dict[str, object] | None:
        """Take over an arrangement and tell the difference to the last one.

        Returns:
            A part of a frame, None when nothing changed: removed ids, and changed, new or moved items with their
            successor, in an order in which every successor already stands.
        """
        changed = self._changed(items)
        order = [item.id for item in items]
        if not changed and order == self._order:
            return None
        wanted = set(order)
        removed = [entry for entry in self._order if entry not in wanted]
        stay = staying(self._order, order)
        put: list[dict[str, object]] = []
        successor: str | None = None
        for entry in reversed(order):
            if entry in changed or entry not in stay:
                put.append({"id": entry, "html": self._html[entry], "before": successor})
            successor = entry
        self._order = order
        self._forget()
        return {"area": self.area.id, "remove": removed, "put": put}

    def patch(self, gone: Iterable[str], put: Iterable[tuple[Item, str | None]]) -> dict[str, object] | None:
        """Take over single items where no other one can have changed.

        Args:
            gone: ids that are not shown any more; those that never were do not matter.
            put: items that may be new, changed or moved, the last of the list first, each with its successor.

        Returns:
            As `update`.
        """
        removed = [entry for entry in gone if entry in self._html]
        for entry in removed:
            self._order.remove(entry)
            del self._html[entry], self._views[entry]
        told: list[dict[str, object]] = []
        for item, before in put:
            moved = self._place(item.id, before)
            if self._changed((item,)) or moved:
                told.append({"id": item.id, "html": self._html[item.id], "before": before})
        if not removed and not told:
            return None
        return {"area": self.area.id, "remove": removed, "put": told}

    def __contains__(self, entry: str) -> bool:
        return entry in self._html

    def _place(self, entry: str, before: str | None) -> bool:
        """Let an id stand before another one, None = at the end; False when it does already."""
        order = self._order
        if entry in self._html:
            at = order.index(entry)
            if (order[at + 1] if at + 1 < len(order) else None) == before:
                return False
            del order[at]
        order.insert(len(order) if before is None else order.index(before), entry)
        return True

    def _changed(self, items: Sequence[Item]) -> set[str]:
        """Render what is new or looks different; returns those ids."""
        changed: set[str] = set()
        for item in items:
            if item.id in self._html and self._views[item.id] == item.view:
                continue
            html = render_item(self.area, item)
            self._views[item.id] = item.view
            if self._html.get(item.id) != html:
                self._html[item.id] = html
                changed.add(item.id)
        return changed

    def _forget(self) -> None:
        if len(self._html) > len(self._order):
            self._html = {entry: self._html[entry] for entry in self._order}
            self._views = {entry: self._views[entry] for entry in self._order}


def staying(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """Ids of the largest set that needs no move: the longest run of `new` whose old places ascend."""
    place = {entry: at for at, entry in enumerate(old)}
    kept = [entry for entry in new if entry in place]
    places = [place[entry] for entry in kept]
    if all(first < second for first, second in pairwise(places)):
        return set(kept)
    return {kept[at] for at in _longest_ascent(places)}


def _longest_ascent(values: Sequence[int]) -> list[int]:
    """Indices of a longest strictly ascending subsequence, by patience sorting."""
    tails: list[int] = []
    ends: list[int] = []
    links: dict[int, int] = {}
    for at, value in enumerate(values):
        pile = bisect_left(tails, value)
        if pile:
            links[at] = ends[pile - 1]
        if pile == len(tails):
            tails.append(value)
            ends.append(at)
        else:
            tails[pile], ends[pile] = value, at
    chain: list[int] = []
    current = ends[-1] if ends else None
    while current is not None:
        chain.append(current)
        current = links.get(current)
    return chain[::-1]
