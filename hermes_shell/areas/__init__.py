"""The catalogue of areas: one table of every named place that takes contributions (contract 1.1 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pydantic import BaseModel

from hermes_shell.areas import (
    commands,
    composer,
    panes,
    routes,
    session_row,
    settings_pages,
    sidebar_nav,
    status_bar,
    themes,
    title_bar,
    transcript,
    workspace,
)
from hermes_shell.areas.kinds import Area, AreaContext, Arrangement, Item, Kind, Payload

_MODULES = (
    panes,
    routes,
    sidebar_nav,
    status_bar,
    title_bar,
    workspace,
    commands,
    themes,
    composer,
    session_row,
    settings_pages,
    transcript,
)

AREAS: Mapping[str, Area] = MappingProxyType({area.id: area for module in _MODULES for area in module.AREAS})
"""Every area by id."""

PLACED: tuple[Area, ...] = tuple(area for area in AREAS.values() if area.placed)
"""Areas of which an element stands in the window's frame."""

READERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        read: tuple(area.id for area in AREAS.values() if read in area.reads)
        for read in {read for area in AREAS.values() for read in area.reads}
    }
)
"""Area -> the areas whose arrangement reads it."""


class _WireModels(Mapping[str, type[BaseModel]]):
    """`Area.wire` by area id; a model is made when it is first asked for."""

    def __getitem__(self, area: str) -> type[BaseModel]:
        return AREAS[area].wire

    def __iter__(self) -> Iterator[str]:
        return iter(AREAS)

    def __len__(self) -> int:
        return len(AREAS)


WIRE_MODELS: Mapping[str, type[BaseModel]] = _WireModels()
"""Model of the fields that a descriptor of an area may carry."""

__all__ = ["AREAS", "PLACED", "READERS", "WIRE_MODELS", "Area", "AreaContext", "Arrangement", "Item", "Kind", "Payload"]
