"""What each plugin contributes to one window, by area, and the words that count it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hermes_shell.areas import AREAS
from hermes_shell.contribution import Contribution


@dataclass(frozen=True, slots=True)
class AreaContributions:
    """The contributions of one plugin to one area: what they are called there, and their ids without the plugin's."""

    area: str
    noun: str
    ids: tuple[str, ...]


Contributed = tuple[AreaContributions, ...]


def by_plugin(contributions: Iterable[Contribution]) -> Mapping[str, Contributed]:
    """Plugin id -> what it contributes, in the order of the catalogue of areas.

    Args:
        contributions: of one realm, in any order.
    """
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for entry in contributions:
        if entry.source.startswith("plugin:"):
            plugin = entry.plugin
            found[plugin][entry.area].append(entry.id.removeprefix(f"{plugin}:"))
    return {plugin: in_areas(areas) for plugin, areas in found.items()}


def in_areas(ids: Mapping[str, Sequence[str]]) -> Contributed:
    """Ids by area in the order of the catalogue; an area that nobody knows is left out."""
    return tuple(
        AreaContributions(area.id, area.noun, tuple(ids[area.id])) for area in AREAS.values() if ids.get(area.id)
    )


def counted(contributed: Contributed) -> str:
    """What is contributed in words, such as `1 pane · 2 chips · 3 commands`; empty for nothing."""
    counts: dict[str, int] = {}
    for group in contributed:
        counts[group.noun] = counts.get(group.noun, 0) + len(group.ids)
    return " · ".join(f"{count} {noun if count == 1 else noun + 's'}" for noun, count in counts.items())
