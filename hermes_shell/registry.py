"""Contributions, the registry of the core's, and the mirror of one window's realm.

Rules: contract, registry R1 to R12, with the deviations that the changelog names: an old disposer removes only what it
registered, and the sequence number alone decides ties.
"""

from __future__ import annotations

import logging
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Protocol, cast, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field, ValidationError

if TYPE_CHECKING:
    from collections.abc import Generator

log = logging.getLogger(__name__)

Dispose = Callable[[], None]
Key = tuple[str, str]

MAX_CONTRIBUTIONS = 100_000
"""The most contributions a realm may hold; a plugin in a loop must not take the server's memory."""


@runtime_checkable
class LiveCondition(Protocol):
    """A `when` that tells when it flips."""

    def get(self) -> bool:
        """Whether the contribution is shown now."""
        ...

    def listen(self, listener: Callable[[], None]) -> Dispose:
        """Call `listener` at every flip until the result is called."""
        ...


When = Callable[[], bool] | LiveCondition


@dataclass(frozen=True, slots=True)
class Contribution:
    """The one primitive of the shell: something that a plugin or the core puts into an area.

    `order` sorts ascending (missing is 0), `seq` decides ties. `data` holds the declared fields of a plugin's
    contribution (dotted names as keys), or the whole payload of a core one. `render` exists for core pages only:
    what a plugin renders stays in the page. `mirrored` says that it stands in a window's realm.
    """

    area: str
    id: str
    title: str | None = None
    order: float = 0.0
    when: When | None = None
    enabled: bool = True
    render: Callable[..., object] | None = None
    data: Mapping[str, object] = field(default_factory=lambda: cast("dict[str, object]", {}))
    source: str = "core"
    seq: int = 0
    mirrored: bool = False

    @property
    def is_core(self) -> bool:
        """The server's own. What a plugin contributes from a component has the source `core` too, and is not."""
        return self.source == "core" and not self.mirrored

    @property
    def key(self) -> Key:
        """What the contribution is known by: area and id."""
        return (self.area, self.id)

    @property
    def plugin(self) -> str:
        """Id of the plugin that contributed it, or `core`."""
        return self.source.removeprefix("plugin:") or "core"


_by_place = attrgetter("order", "seq")


def _is_shown(contribution: Contribution) -> bool:
    if not contribution.enabled:
        return False
    when = contribution.when
    if when is None:
        return True
    return bool(when.get() if isinstance(when, LiveCondition) else when())


class Registry:
    """The core's contributions, with the same semantics as the page registry."""

    def __init__(self) -> None:
        self._areas: dict[str, dict[str, Contribution]] = {}
        self._snapshots: dict[str, tuple[Contribution, ...]] = {}
        self._detach: dict[Key, Dispose] = {}
        self._listeners: dict[str, list[Callable[[], None]]] = {}
        self._global_listeners: list[Callable[[frozenset[str]], None]] = []
        self._seq = 0
        self._depth = 0
        self._pending: set[str] = set()
        self.version = 0
        """Grows by one with every batch."""

    def register(self, contribution: Contribution) -> Dispose:
        """Put one contribution in; the result takes it out again."""
        return self.register_many([contribution])

    def register_many(self, contributions: Iterable[Contribution]) -> Dispose:
        """Put several in as one batch: each touched area is notified once (contract, registry R8).

        Returns:
            A disposer that removes exactly these registrations, harmless when called twice.
        """
        placed: list[Contribution] = []
        with self.transaction():
            for contribution in contributions:
                self._seq += 1
                placed.append(self._put(replace(contribution, seq=self._seq)))
        remaining = list(placed)

        def dispose() -> None:
            mine, remaining[:] = list(remaining), []
            with self.transaction():
                for contribution in mine:
                    self._remove(contribution)

        return dispose

    def get_area(self, area: str) -> tuple[Contribution, ...]:
        """The shown contributions of `area` in order; the same object until the area changes (R1, R5, R6, R11)."""
        snapshot = self._snapshots.get(area)
        if snapshot is None:
            held = self._areas.get(area, {}).values()
            snapshot = tuple(sorted(filter(_is_shown, held), key=_by_place))
            self._snapshots[area] = snapshot
        return snapshot

    def get(self, area: str, contribution_id: str) -> Contribution | None:
        """The contribution of that key, shown or not."""
        return self._areas.get(area, {}).get(contribution_id)

    def areas(self) -> tuple[str, ...]:
        """Ids of all areas that hold something."""
        return tuple(area for area, held in self._areas.items() if held)

    def invalidate(self, area: str) -> None:
        """Read the callable conditions of `area` again and tell its listeners."""
        with self.transaction():
            self._pending.add(area)

    def subscribe(self, area: str, listener: Callable[[], None]) -> Dispose:
        """Call `listener` once for each batch that touches `area` (R9)."""
        return _subscribe(self._listeners.setdefault(area, []), listener)

    def subscribe_all(self, listener: Callable[[frozenset[str]], None]) -> Dispose:
        """Call `listener` once for each batch, with the areas it touched (R9)."""
        return _subscribe(self._global_listeners, listener)

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Make everything inside one batch, also when it raises."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0 and self._pending:
                self._flush()

    def _flush(self) -> None:
        touched, self._pending = frozenset(self._pending), set()
        self.version += 1
        for area in touched:
            self._snapshots.pop(area, None)
        for area in touched:
            for listener in tuple(self._listeners.get(area, ())):
                listener()
        for listener in tuple(self._global_listeners):
            listener(touched)

    def _put(self, contribution: Contribution) -> Contribution:
        self._release(contribution.key)
        self._areas.setdefault(contribution.area, {})[contribution.id] = contribution
        self._pending.add(contribution.area)
        if isinstance(contribution.when, LiveCondition):
            area = contribution.area
            self._detach[contribution.key] = contribution.when.listen(lambda: self.invalidate(area))
        return contribution

    def _remove(self, contribution: Contribution) -> None:
        held = self._areas.get(contribution.area, {})
        if held.get(contribution.id) is not contribution:  # replaced or gone: the replacement stays (R12)
            return
        self._release(contribution.key)
        del held[contribution.id]
        self._pending.add(contribution.area)

    def _release(self, key: Key) -> None:
        detach = self._detach.pop(key, None)
        if detach is not None:
            detach()


def _subscribe(listeners: list[Any], listener: Any) -> Dispose:
    entry = [listener]

    def call(*args: object) -> None:
        for listen in entry:
            listen(*args)

    listeners.append(call)

    def dispose() -> None:
        if entry:
            entry.clear()
            listeners.remove(call)

    return dispose


class Descriptor(BaseModel):
    """What the mirror holds of a plugin's contribution: never a function, a React value or an undeclared field."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    area: Annotated[str, Field(min_length=1, max_length=200, description="Area id")]
    id: Annotated[str, Field(min_length=1, max_length=1000, description="Id, with the plugin's id in front")]
    title: Annotated[str | None, Field(description="Title, where the area shows one")] = None
    order: Annotated[float, Field(allow_inf_nan=False, description="Ascending place in the area")] = 0.0
    seq: Annotated[int, Field(ge=0, description="Registration number: decides ties")] = 0
    enabled: Annotated[bool, Field(description="`enabled !== false && when()`, evaluated in the page")] = True
    source: Annotated[str, Field(max_length=1000, description="`plugin:<id>` or `core`")] = ""
    fields: Annotated[dict[str, Any], Field(description="The area's declared primitive fields")] = {}


@dataclass(frozen=True, slots=True)
class FieldWarning:
    """Why one contribution is not shown as its plugin meant it."""

    plugin: str
    area: str
    id: str
    field: str
    message: str

    def as_json(self) -> dict[str, str]:
        """The form in which a frame carries it."""
        return {
            "plugin": self.plugin,
            "area": self.area,
            "id": self.id,
            "field": self.field,
            "message": self.message,
        }


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
            its descriptors are kept apart for the inspector.
    """

    def __init__(self, models: Mapping[str, type[BaseModel]]) -> None:
        self._models = models
        self._areas: dict[str, _MirrorArea] = {}
        self._count = 0
        self.inert: dict[Key, Descriptor] = {}

    def area(self, area: str) -> Sequence[Contribution]:
        """The shown contributions of `area` by (order, seq); the same object until the area changes."""
        mirrored = self._areas.get(area)
        if mirrored is None:
            return ()
        if mirrored.shown is None:
            held = mirrored.held
            mirrored.shown = tuple(contribution for _, _, key in mirrored.places if (contribution := held[key]).enabled)
        return mirrored.shown

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
        inert: list[Descriptor] = []
        dropped: list[Key] = [(area, key) for area, key in remove]
        for raw in put:
            descriptor = _descriptor(raw, warnings, dropped)
            if descriptor is None:
                continue
            model = self._models.get(descriptor.area)
            if model is None:
                inert.append(descriptor)
                continue
            contribution = _contribution(descriptor, model, warnings)
            if contribution is None:
                dropped.append((descriptor.area, descriptor.id))
            else:
                accepted.append(contribution)
        touched: dict[str, set[str]] = {}
        for key in dropped:
            self.inert.pop(key, None)
            if self._drop(key):
                touched.setdefault(key[0], set()).add(key[1])
        for contribution in accepted:
            if self._put(contribution, warnings):
                touched.setdefault(contribution.area, set()).add(contribution.id)
        for descriptor in inert:
            if len(self.inert) < MAX_CONTRIBUTIONS:
                self.inert[(descriptor.area, descriptor.id)] = descriptor
        return Applied(touched, warnings)

    def areas(self) -> tuple[str, ...]:
        """Ids of the known areas that hold something."""
        return tuple(area for area, mirrored in self._areas.items() if mirrored.held)

    def ids(self, area: str) -> tuple[str, ...]:
        """Ids held in `area`, shown or not."""
        mirrored = self._areas.get(area)
        return tuple(mirrored.held) if mirrored else ()

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


def _descriptor(raw: object, warnings: list[FieldWarning], dropped: list[Key]) -> Descriptor | None:
    try:
        return Descriptor.model_validate(raw)
    except ValidationError as error:
        given: Mapping[str, object] = cast("Mapping[str, object]", raw) if isinstance(raw, Mapping) else {}
        area, key, source = (
            value if isinstance(value := given.get(name), str) else "" for name in ("area", "id", "source")
        )
        plugin = source.removeprefix("plugin:") or "unknown"
        warnings.extend(_warnings_of(error, plugin, area, key))
        if area and key:
            dropped.append((area, key))
        return None


def _contribution(descriptor: Descriptor, model: type[BaseModel], warnings: list[FieldWarning]) -> Contribution | None:
    data: Mapping[str, object]
    if model.model_fields:
        given = {name: value for name, value in descriptor.fields.items() if value is not None}
        try:
            data = model.model_validate(given).model_dump(exclude_none=True, by_alias=True)
        except ValidationError as error:
            plugin = descriptor.source.removeprefix("plugin:") or "core"
            warnings.extend(_warnings_of(error, plugin, descriptor.area, descriptor.id))
            return None
    else:
        data = _NO_DATA
    return Contribution(
        area=descriptor.area,
        id=descriptor.id,
        title=descriptor.title,
        order=descriptor.order,
        enabled=descriptor.enabled,
        data=data,
        source=descriptor.source or "core",
        seq=descriptor.seq,
        mirrored=True,
    )


_NO_DATA: Mapping[str, object] = {}


def _warnings_of(error: ValidationError, plugin: str, area: str, key: str) -> list[FieldWarning]:
    found: list[FieldWarning] = []
    for problem in error.errors(include_url=False):
        name = ".".join(str(part) for part in problem["loc"]) or "descriptor"
        got = type(problem["input"]).__name__
        message = f"{name}: {problem['msg']} (got {got}); the contribution is not shown"
        found.append(FieldWarning(plugin, area, key, name, message))
        log.warning("plugin %s: %s %s: %s", plugin, area, key, message)
    return found
