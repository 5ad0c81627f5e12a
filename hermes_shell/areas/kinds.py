"""What an area is made of: the kinds of its fields, its payload model, its arrangement.

Fields of the kinds `text`, `number`, `flag`, `choice` and `list` of a record area go to the server. Everything else
stays in the page: a `call` is run by the page's delegated listener, a `node` and a `render` are mounted in a slot, a
`provider` is asked by page code. Of a `presence` only the type of its value goes out, so that a template prints a slot
or a button where there is something for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Literal, cast, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from hermes_shell.contribution import Contribution, FieldWarning


class Kind(StrEnum):
    """The kind of one field of a payload."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    LIST = "list"
    PRESENCE = "presence"
    CALL = "call"
    NODE = "node"
    RENDER = "render"
    PROVIDER = "provider"


PRIMITIVE = frozenset({Kind.TEXT, Kind.NUMBER, Kind.FLAG, Kind.CHOICE, Kind.LIST, Kind.PRESENCE})
"""The kinds of which the server gets something."""

Shape = Literal["slot", "row", "record", "page"]


def _as_text(value: object) -> object:
    return f"{value:g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def _as_size(value: object) -> object:
    return f"{value:g}px" if isinstance(value, (int, float)) and not isinstance(value, bool) else value


Text = Annotated[str, BeforeValidator(_as_text), Kind.TEXT]
Size = Annotated[str, BeforeValidator(_as_size), Kind.TEXT]
"""A CSS length; a bare number is meant in pixels."""
Number = Annotated[float, Kind.NUMBER]
Flag = Annotated[bool, Kind.FLAG]
TextList = Annotated[list[Any], Kind.LIST]
"""A list of texts; entries of another type are dropped by the area, never refused (contract, N1)."""
Presence = Annotated[str, Kind.PRESENCE]
"""What `typeof` says of a node or call that stays in the page; absent for undefined, null, false and blank text."""
Call = Annotated[Any, Kind.CALL]
Node = Annotated[Any, Kind.NODE]
Render = Annotated[Any, Kind.RENDER]
Provider = Annotated[Any, Kind.PROVIDER]


class Payload(BaseModel):
    """Base of every area's payload; fields that are not declared stay in the page."""

    model_config = ConfigDict(extra="ignore", frozen=True, arbitrary_types_allowed=True, defer_build=True)


class NoPayload(Payload):
    """The payload of an area that declares no field."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of an arranged area: its id in the document and what its template prints."""

    id: str
    view: object


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An area in order, and what was left out with the reason."""

    items: tuple[Item, ...]
    warnings: tuple[FieldWarning, ...] = ()


def nothing_contributed(area: str) -> Sequence[Contribution]:
    """The lookup of an area context that knows no other area."""
    del area
    return ()


@dataclass(frozen=True, slots=True)
class AreaContext:
    """What an arrangement may know beside its own contributions.

    Attributes:
        path: the window's route, without the query.
        on_page: a page is shown, not a chat.
        plugin_errors: plugins whose row has an error.
        nav_hidden: core navigation rows that the user hid.
        contributions: the shown contributions of another area of the same window.
    """

    path: str = "/"
    on_page: bool = True
    plugin_errors: int = 0
    nav_hidden: frozenset[str] = frozenset()
    contributions: Callable[[str], Sequence[Contribution]] = nothing_contributed


Arrange = Callable[[Sequence[Contribution], AreaContext], Arrangement]
Single = Callable[[Contribution, AreaContext, list[FieldWarning]], Item | None]
"""One plugin's contribution as an item, None = not shown; the list gets the reason."""


def in_order(contributions: Sequence[Contribution], context: AreaContext) -> Arrangement:
    """Every contribution in registry order; the view is its id."""
    del context
    return Arrangement(tuple(Item(contribution.id, contribution.id) for contribution in contributions))


def by_id(contribution: Contribution, context: AreaContext, warnings: list[FieldWarning]) -> Item:
    """The item of a contribution that is printed as its placeholder."""
    del context, warnings
    return Item(contribution.id, contribution.id)


@dataclass(frozen=True)
class Area:
    """One named place that takes contributions.

    Attributes:
        id: the name plugins use; this is the only place where it is spelled in Python.
        constant: the SDK's constant for it, `NAME` or `NAME.key`; None = the SDK names none.
        shape: how the server treats it: `slot` prints ordered placeholders, `row` one placeholder a row, `record`
            prints primitives, `page` prints nothing.
        description: one line for the docs and the inspector.
        noun: what one contribution of it is called where they are counted; the plural has an s.
        payload: model of `data`.
        arrange: all ordering, arbitration and filtering; pure.
        template: the template whose macro `item` prints one entry; None = nothing is printed.
        placed: an element of it stands in the window's frame.
        reads: other areas that the arrangement reads.
        single: arranges one plugin's contribution alone, so that a change costs as much in a long list as in a short
            one; None = they depend on each other. What it says of an item is what `arrange` says.
        merged: plugins' items stand between the core's by order and number; else they are one block.
    """

    id: str
    constant: str | None
    shape: Shape
    description: str
    noun: str = "contribution"
    payload: type[Payload] = NoPayload
    arrange: Arrange = in_order
    template: str | None = None
    placed: bool = False
    reads: tuple[str, ...] = field(default=())
    single: Single | None = None
    merged: bool = False

    @cached_property
    def fields(self) -> Mapping[str, Kind]:
        """Kind of every field of a record area; a dotted name is a path into `data`. Other areas send no fields."""
        if self.shape != "record":
            return {}
        return {name: kind for name, kind, _, _ in declared(self.payload)}

    @cached_property
    def wire(self) -> type[BaseModel]:
        """Model of the fields that a descriptor may carry."""
        return wire_model(self.id, self.payload if self.shape == "record" else NoPayload)

    def as_json(self) -> dict[str, object]:
        """The row of the boot snapshot."""
        fields = {name: kind.value for name, kind in self.fields.items()}
        return {"id": self.id, "shape": self.shape, "fields": fields, "description": self.description}


Declared = tuple[str, Kind, Any, str]


def declared(payload: type[Payload], prefix: str = "") -> list[Declared]:
    """Name, kind, annotation and description of every declared field of a payload model."""
    found: list[Declared] = []
    for name, info in payload.model_fields.items():
        nested = _nested(info.annotation)
        if nested is not None:
            found.extend(declared(nested, f"{prefix}{name}."))
            continue
        kind = next(mark for mark in info.metadata if isinstance(mark, Kind))
        validators = [mark for mark in info.metadata if not isinstance(mark, Kind)]
        annotation: Any = info.annotation
        for mark in validators:
            annotation = Annotated[annotation, mark]
        found.append((prefix + name, kind, annotation, info.description or ""))
    return found


def wire_model(area: str, payload: type[Payload]) -> type[BaseModel]:
    """The model of a payload's primitive fields, all optional, dotted names as aliases."""
    definitions: dict[str, Any] = {}
    for name, kind, annotation, description in declared(payload):
        if kind in PRIMITIVE:
            info = Field(default=None, alias=name, description=description)
            definitions[name.replace(".", "__")] = (annotation, info)
    model = f"{area.title().replace('.', '')}Fields"
    return create_model(model, __config__=ConfigDict(extra="ignore", frozen=True, defer_build=True), **definitions)


def text_of(contribution: Contribution, name: str) -> str | None:
    """The text of one declared field, None when it is absent or blank."""
    value = contribution.data.get(name)
    return value if isinstance(value, str) and value.strip() else None


def flag_of(contribution: Contribution, name: str) -> bool:
    """Whether one declared flag is set."""
    return contribution.data.get(name) is True


def texts_of(contribution: Contribution, name: str) -> list[str]:
    """The non-blank texts of one declared list, trimmed; other entries are dropped."""
    value = contribution.data.get(name)
    entries = cast("Sequence[object]", value) if isinstance(value, (list, tuple)) else ()
    return [entry.strip() for entry in entries if isinstance(entry, str) and entry.strip()]


def _nested(annotation: Any) -> type[Payload] | None:
    if get_origin(annotation) is not None:
        options = [option for option in getattr(annotation, "__args__", ()) if option is not type(None)]
        annotation = options[0] if len(options) == 1 else None
    return annotation if isinstance(annotation, type) and issubclass(annotation, Payload) else None
