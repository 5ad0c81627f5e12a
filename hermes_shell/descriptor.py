"""Descriptors: what a page sends of its contributions, and how it is read."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hermes_shell.contribution import Contribution, FieldWarning, Key

log = logging.getLogger(__name__)

_NO_DATA: Mapping[str, object] = {}


class Descriptor(BaseModel):
    """What the mirror holds of a plugin's contribution: never a function, a React value or an undeclared field."""

    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)

    area: Annotated[str, Field(min_length=1, max_length=200, description="Area id")]
    id: Annotated[str, Field(min_length=1, max_length=1000, description="Id, with the plugin's id in front")]
    title: Annotated[str | None, Field(description="Title, where the area shows one")] = None
    order: Annotated[float, Field(allow_inf_nan=False, description="Ascending place in the area")] = 0.0
    seq: Annotated[int, Field(ge=0, description="Registration number: decides ties")] = 0
    enabled: Annotated[bool, Field(description="`enabled !== false && when()`, evaluated in the page")] = True
    source: Annotated[str, Field(max_length=1000, description="`plugin:<id>` or `core`")] = ""
    fields: Annotated[dict[str, Any], Field(description="The area's declared primitive fields")] = {}


def read_descriptor(raw: object, warnings: list[FieldWarning], dropped: list[Key]) -> Descriptor | None:
    """A descriptor as parsed from JSON, None when it is refused.

    Args:
        raw: what the page sent.
        warnings: gets the reason of a refusal.
        dropped: gets the key of a refused one: what stood under it before is gone in the page.
    """
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


def contribution_of(
    descriptor: Descriptor, model: type[BaseModel], warnings: list[FieldWarning]
) -> Contribution | None:
    """What the mirror holds of a descriptor; None, with a warning, when its fields do not fit the area's model.

    A flag that is none is left out with a warning: what it would have changed is not worth the contribution.
    """
    data: Mapping[str, object]
    if model.model_fields:
        given = {name: value for name, value in descriptor.fields.items() if value is not None}
        plugin = descriptor.source.removeprefix("plugin:") or "core"
        try:
            try:
                read = model.model_validate(given)
            except ValidationError as error:
                flags = _only_flags(error, model)
                if not flags:
                    raise
                warnings.extend(_warnings_of(error, plugin, descriptor.area, descriptor.id, "the flag is ignored"))
                read = model.model_validate({name: value for name, value in given.items() if name not in flags})
        except ValidationError as error:
            warnings.extend(_warnings_of(error, plugin, descriptor.area, descriptor.id))
            return None
        data = read.model_dump(exclude_none=True, by_alias=True)
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


def _only_flags(error: ValidationError, model: type[BaseModel]) -> frozenset[str]:
    """The fields that do not fit, when all of them are flags; else none."""
    flags = {info.alias for info in model.model_fields.values() if info.annotation is bool}
    wrong = frozenset(".".join(str(part) for part in problem["loc"]) for problem in error.errors(include_url=False))
    return wrong if wrong <= flags else frozenset()


def _warnings_of(
    error: ValidationError, plugin: str, area: str, key: str, outcome: str = "the contribution is not shown"
) -> list[FieldWarning]:
    found: list[FieldWarning] = []
    for problem in error.errors(include_url=False):
        name = ".".join(str(part) for part in problem["loc"]) or "descriptor"
        got = type(problem["input"]).__name__
        message = f"{name}: {problem['msg']} (got {got}); {outcome}"
        found.append(FieldWarning(plugin, area, key, name, message))
        log.warning("plugin %s: %s %s: %s", plugin, area, key, message)
    return found
