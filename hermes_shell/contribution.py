"""Contributions: the one primitive of the shell, and why one is not shown as it was meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, cast, runtime_checkable

Dispose = Callable[[], None]
Key = tuple[str, str]


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
    what a plugin renders stays in the page. `mirrored` says that it stands in a window's realm; `surface` which part of
    the core registered it.
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
    surface: str = ""

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
