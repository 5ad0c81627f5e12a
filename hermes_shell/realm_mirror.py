"""The mirror of one window's realm: what its plugins registered, as far as the server knows it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from pydantic import BaseModel

from hermes_shell.contribution import Contribution, FieldWarning, Key
from hermes_shell.descriptor import contribution_of, read_descriptor

MAX_CONTRIBUTIONS = 100_000
"""The most contributions a realm may hold; a plugin in a loop must not take the server's memory."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What one delta did: ids by touched area, and the descriptors that were refused."""

    touched: dict[str, set[str]]
    warnings: list[FieldWarning]


@dataclass(slots=True)
class _MirrorArea:
    """One area of a mirror: the held contributions and their places, kept sorted."""

    held: dict[str, Contribution] = field(default_factory=lambda: cast("dict[str, Contribution]", {}))
    places: list[tuple[float, int, str]] = field(default_factory=lambda: cast("list[tuple[float, int, str]]", []))
    shown: tuple[Contribution, ...] | None = None


class RealmMirror:
    """The server's copy of what one window's plugins registered; it lives as long as the window's channel.

    Args:
        models: for each known area the model of its declared primitive fields. An area that is not in it is inert:
            its descriptors are passed over.
    """

    def __init__(self, models: Mapping[str, type[BaseModel]]) -> None:
        self._models = models
        self._areas: dict[str, _MirrorArea] = {}
        self._count = 0

    def area(self, area: str) -> Sequence[Contribution]:
        """The shown contributions of `area` by (order, seq); the same object until the area changes."""
        mirrored = self._areas.get(area)
        if mirrored is None:
            return ()
        if mirrored.shown is None:
            held = mirrored.held
            mirrored.shown = tuple(contribution for _, _, key in mirrored.places if (contribution := held[key]).enabled)
        return mirrored.shown

    def shown(self, area: str, contribution_id: str) -> Contribution | None:
        """One contribution, None when it is not there or not enabled."""
        mirrored = self._areas.get(area)
        found = mirrored.held.get(contribution_id) if mirrored else None
        return found if found is not None and found.enabled else None

    def held(self) -> Iterator[Contribution]:
        """Every contribution, shown or not, area by area."""
        for mirrored in self._areas.values():
            yield from mirrored.held.values()

    def behind(self, contribution: Contribution) -> Iterator[Contribution]:
        """The shown contributions of its area that stand behind a held one, the nearest first."""
        mirrored = self._areas[contribution.area]
        at = bisect_right(mirrored.places, (contribution.order, contribution.seq, contribution.id))
        for place in range(at, len(mirrored.places)):
            found = mirrored.held[mirrored.places[place][2]]
            if found.enabled:
                yield found

    def apply(self, put: Iterable[object], remove: Iterable[Key] = ()) -> Applied:
        """Apply one delta in one step: everything is validated before anything changes.

        A descriptor that does not validate is refused alone; what stood under its key before is gone in the page, so
        it goes here too. Applying the same delta twice changes nothing the second time.

        Args:
            put: descriptors as parsed from JSON.
            remove: keys that are gone.
        """
        warnings: list[FieldWarning] = []
        accepted: list[Contribution] = []
        dropped: list[Key] = [(area, key) for area, key in remove]
        for raw in put:
            descriptor = read_descriptor(raw, warnings, dropped)
            if descriptor is None:
                continue
            model = self._models.get(descriptor.area)
            if model is None:
                continue
            contribution = contribution_of(descriptor, model, warnings)
            if contribution is None:
                dropped.append((descriptor.area, descriptor.id))
            else:
                accepted.append(contribution)
        touched: dict[str, set[str]] = {}
        for key in dropped:
            if self._drop(key):
                touched.setdefault(key[0], set()).add(key[1])
        for contribution in accepted:
            if self._put(contribution, warnings):
                touched.setdefault(contribution.area, set()).add(contribution.id)
        return Applied(touched, warnings)

    def __len__(self) -> int:
        return self._count

    def _drop(self, key: Key) -> bool:
        mirrored = self._areas.get(key[0])
        old = mirrored.held.pop(key[1], None) if mirrored else None
        if mirrored is None or old is None:
            return False
        place = (old.order, old.seq, old.id)
        del mirrored.places[bisect_left(mirrored.places, place)]
        mirrored.shown = None
        self._count -= 1
        return True

    def _put(self, contribution: Contribution, warnings: list[FieldWarning]) -> bool:
        mirrored = self._areas.setdefault(contribution.area, _MirrorArea())
        if mirrored.held.get(contribution.id) == contribution:
            return False
        self._drop(contribution.key)
        if self._count >= MAX_CONTRIBUTIONS:
            warnings.append(
                FieldWarning(
                    contribution.plugin,
                    contribution.area,
                    contribution.id,
                    "id",
                    f"not shown: a window holds at most {MAX_CONTRIBUTIONS} contributions",
                )
            )
            return True
        mirrored.held[contribution.id] = contribution
        insort(mirrored.places, (contribution.order, contribution.seq, contribution.id))
        mirrored.shown = None
        self._count += 1
        return True
