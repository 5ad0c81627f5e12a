"""What a window shows of the areas in its frame: whole lists, and single changes where nothing else changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from hermes_shell.areas import AREAS, PLACED, Arrangement, Item
from hermes_shell.areas.rendering import RenderedList
from hermes_shell.contribution import Contribution, FieldWarning

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

Part = dict[str, object]
PLACE = attrgetter("order", "seq")
"""Where a contribution stands in registry order."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the last whole arrangement of an area rests on.

    Attributes:
        core: the core's contributions of it.
        core_ids: their ids.
        circumstances: of the window.
        core_only: no plugin's item was shown.
        behind: the core's item behind the plugins' block.
    """

    core: Sequence[Contribution]
    core_ids: set[str]
    circumstances: tuple[object, ...]
    core_only: bool
    behind: str | None


class ShownAreas:
    """The printed areas of one window.

    Args:
        window: whose contributions they show.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self._lists = {area.id: RenderedList(area) for area in PLACED}
        self._shown: dict[str, _Shown] = {}

    def everything(self) -> list[Part]:
        """Every area as a whole, for a page that connects."""
        return [
            {"target": f'[data-area="{area}"]', "html": rendered.replace(self._arrange_whole(area).items)}
            for area, rendered in self._lists.items()
        ]

    def update(
        self,
        touched: Collection[str],
        anew: Collection[str],
        single: Mapping[str, Collection[str]],
        told: list[FieldWarning],
    ) -> list[Part]:
        """The parts that changes made necessary.

        Args:
            touched: area ids.
            anew: those of them that another area's change touches, so as a whole.
            single: the contributions that changed in an area, where nothing else did.
            told: gets what the arrangements leave out.
        """
        parts: list[Part] = []
        for area, rendered in self._lists.items():
            if area not in touched:
                continue
            if area in single and area not in anew and self._is_patchable(area, single[area]):
                part = rendered.patch(*self._patch(area, single[area], told))
            else:
                arrangement = self._arrange_whole(area)
                told.extend(arrangement.warnings)
                part = rendered.update(arrangement.items)
            if part is not None:
                parts.append(part)
        return parts

    def _arrange_whole(self, area: str) -> Arrangement:
        """A placed area as a whole; what it rests on is kept for the next single change."""
        arrangement = self._window.arrange(area)
        core = self._window.shell.registry.get_area(area)
        own = {entry.id for entry in core}
        last = next((at for at, item in reversed(list(enumerate(arrangement.items))) if item.id not in own), None)
        behind = arrangement.items[last + 1 : last + 2] if last is not None else ()
        self._shown[area] = _Shown(core, own, self._circumstances(), last is None, behind[0].id if behind else None)
        return arrangement

    def _circumstances(self) -> tuple[object, ...]:
        context = self._window.context()
        return (context.path, context.on_page, context.plugin_errors, context.nav_hidden)

    def _is_patchable(self, area: str, changed: Collection[str]) -> bool:
        """Whether the changed contributions can be arranged alone: all else is as it was, and their place is known."""
        shown = self._shown.get(area)
        return (
            AREAS[area].single is not None
            and shown is not None
            and (AREAS[area].merged or not shown.core_only)
            and shown.core is self._window.shell.registry.get_area(area)
            and shown.circumstances == self._circumstances()
            and shown.core_ids.isdisjoint(changed)
            # What another area wishes may put any item anywhere.
            and not any(self._window.contributions(read) for read in AREAS[area].reads)
        )

    def _patch(
        self, area: str, changed: Collection[str], told: list[FieldWarning]
    ) -> tuple[list[str], Iterator[tuple[Item, str | None]]]:
        """What `RenderedList.patch` takes for the changed contributions of an area."""
        single = AREAS[area].single
        assert single is not None, f"{area} cannot be arranged in parts"
        context, mirror = self._window.context(), self._window.mirror
        items: list[tuple[Contribution, Item]] = []
        for entry in filter(None, (mirror.shown(area, key) for key in changed)):
            item = single(entry, context, told)
            if item is not None:
                items.append((entry, item))
        items.sort(key=lambda pair: (pair[0].order, pair[0].seq, pair[0].id), reverse=True)
        gone = [key for key in changed if key not in {item.id for _, item in items}]
        # Lazily: the successor of an item may be one that was put just before it.
        return gone, ((item, self._successor(area, entry)) for entry, item in items)

    def _successor(self, area: str, entry: Contribution) -> str | None:
        """The item behind a plugin's item; what stands there is rendered already."""
        rendered, shown = self._lists[area], self._shown[area]
        following = next((other for other in self._window.mirror.behind(entry) if other.id in rendered), None)
        if not AREAS[area].merged:
            return following.id if following is not None else shown.behind
        core = next((other for other in shown.core if PLACE(other) > PLACE(entry)), None)
        if core is not None and (following is None or PLACE(core) <= PLACE(following)):
            return core.id
        return following.id if following is not None else None
