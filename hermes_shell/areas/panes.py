"""Panes: where they want to stand and how large (contract, areas 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, cast

from pydantic import Field

from hermes_shell.areas.css_length import is_length
from hermes_shell.areas.kinds import (
    Area,
    AreaContext,
    Arrangement,
    Call,
    Flag,
    Item,
    Kind,
    Node,
    Payload,
    Presence,
    Size,
    Text,
    TextList,
    flag_of,
    text_of,
    texts_of,
)
from hermes_shell.contribution import Contribution, FieldWarning

PANES = "panes"
WORKSPACE = "workspace"
Placement = Literal["main", "left", "right", "top", "bottom", "floating"]
Position = Literal["top", "bottom", "left", "right", "center"]
Anchor = Literal["top-right", "top-left", "bottom-left", "bottom-right"]
PlacementField = Annotated[Placement, Kind.CHOICE]
PositionField = Annotated[Position, Kind.CHOICE]
AnchorField = Annotated[Anchor, Kind.CHOICE]


class Dock(Payload):
    """The place beside another pane."""

    pane: Annotated[Text, Field(description="Id of the pane to dock to")]
    pos: Annotated[PositionField, Field(description="Edge of it, or `center` for its tab strip")]
    before: Annotated[Text, Field(description="Tab to stand before, in the centre")]
    enforce: Annotated[Flag, Field(description="Move there once a start, even when the user moved it")]


class PanePayload(Payload):
    """Placement, sizes and chrome of a pane; its body is the contribution's `render`."""

    placement: Annotated[PlacementField, Field(description="Zone of a pane without a dock; right when missing")]
    dock: Annotated[Dock | None, Field(description="Place beside another pane")] = None
    anchor: Annotated[AnchorField, Field(description="Corner of a floating pane")]
    width: Annotated[Size, Field(description="CSS length")]
    height: Annotated[Size, Field(description="CSS length")]
    minWidth: Annotated[Size, Field(description="CSS length")]  # noqa: N815 (the contract's names)
    maxWidth: Annotated[Size, Field(description="CSS length")]  # noqa: N815
    minHeight: Annotated[Size, Field(description="CSS length")]  # noqa: N815
    maxHeight: Annotated[Size, Field(description="CSS length")]  # noqa: N815
    closeBehavior: Annotated[Text, Field(description="`dismiss`: closing never turns the plugin off")]  # noqa: N815
    revealAliases: Annotated[TextList, Field(description="Other ids that reveal this pane")]  # noqa: N815
    collapsible: Annotated[Flag, Field(description="May be minimised")]
    defaultCollapsed: Annotated[Flag, Field(description="Its zone starts minimised")]  # noqa: N815
    lifecycleKeepAlive: Annotated[Flag, Field(description="Stays mounted while it is not shown")]  # noqa: N815
    uncloseable: Annotated[Flag, Field(description="Its tab has no close button")]
    hideOnly: Annotated[Flag, Field(description="Closing hides it and never turns the plugin off")]  # noqa: N815
    tabDrag: Annotated[Flag, Field(description="Its tab can be dragged")]  # noqa: N815
    tabMenuPrefix: Annotated[Node, Field(description="First rows of the tab's menu")]  # noqa: N815
    tabWrap: Annotated[Presence, Field(description="Component around the tab's title")]  # noqa: N815
    headerVeto: Annotated[Call, Field(description="Whether the strip is left out")]  # noqa: N815
    headerContent: Annotated[Presence, Field(description="Right side of the strip while it is in front")]  # noqa: N815
    tabLead: Annotated[Presence, Field(description="Node before the tab's title")]  # noqa: N815
    tabTitle: Annotated[Presence, Field(description="Node instead of the tab's title")]  # noqa: N815
    newTab: Annotated[Presence, Field(description="Called by the strip's plus button")]  # noqa: N815


@dataclass(frozen=True, slots=True)
class PaneView:
    """One registered pane as the layout sees it; sizes are CSS lengths or None.

    Attributes:
        placed: it names a placement, or no dock either; False = its `right` is a default that its dock overrides.
        dismiss_only: closing it never turns its plugin off.
        collapsed: its group starts minimised.
        fields: which nodes and calls its tab and strip show.
    """

    id: str
    title: str
    plugin: str
    placement: Placement = "right"
    placed: bool = True
    dock_pane: str | None = None
    dock_pos: Position = "center"
    dock_before: str | None = None
    enforce: bool = False
    anchor: Anchor = "top-right"
    closable: bool = True
    dismiss_only: bool = False
    draggable: bool = True
    collapsible: bool = True
    collapsed: bool = False
    keep_alive: bool = True
    aliases: tuple[str, ...] = ()
    fields: frozenset[str] = frozenset()
    width: str | None = None
    height: str | None = None
    min_width: str | None = None
    min_height: str | None = None
    max_width: str | None = None
    max_height: str | None = None


def arrange(contributions: Sequence[Contribution], context: AreaContext) -> Arrangement:
    """Every pane in registry order as a PaneView.

    A size that is no CSS length is left out with a warning: it would reach a style attribute.
    """
    del context
    return PaneArranger()(contributions)


class PaneArranger:
    """Arranges panes again and again; one that is the same contribution as the last time is not read anew."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Contribution, Item, list[FieldWarning]]] = {}

    def __call__(self, contributions: Sequence[Contribution]) -> Arrangement:
        """As `arrange`."""
        known: dict[str, tuple[Contribution, Item, list[FieldWarning]]] = {}
        for entry in contributions:
            last = self._known.get(entry.id)
            known[entry.id] = last if last is not None and last[0] is entry else (entry, *_item(entry))
        self._known = known
        warnings = dict.fromkeys(warning for _, _, told in known.values() for warning in told)
        return Arrangement(tuple(item for _, item, _ in known.values()), tuple(warnings))


def _item(entry: Contribution) -> tuple[Item, list[FieldWarning]]:
    warnings: list[FieldWarning] = []
    dock_pane = text_of(entry, "dock.pane") or (WORKSPACE if entry.data.get("dock.pos") else None)
    close = text_of(entry, "closeBehavior")
    view = PaneView(
        id=entry.id,
        title=(entry.title or "").strip() or entry.id.partition(":")[2] or entry.id,
        plugin=entry.plugin,
        placement=cast("Placement", entry.data.get("placement") or "right"),
        placed=bool(entry.data.get("placement")) or dock_pane is None,
        dock_pane=dock_pane,
        dock_pos=cast("Position", entry.data.get("dock.pos") or "center"),
        dock_before=text_of(entry, "dock.before"),
        enforce=flag_of(entry, "dock.enforce"),
        anchor=cast("Anchor", entry.data.get("anchor") or "top-right"),
        closable=not flag_of(entry, "uncloseable"),
        dismiss_only=flag_of(entry, "hideOnly") or close in {"dismiss", "hide"},
        draggable=entry.data.get("tabDrag") is not False,
        collapsible=entry.data.get("collapsible") is not False,
        collapsed=flag_of(entry, "defaultCollapsed"),
        keep_alive=entry.data.get("lifecycleKeepAlive") is not False,
        aliases=tuple(texts_of(entry, "revealAliases")),
        fields=_fields(entry, warnings),
        width=_length(entry, "width", warnings),
        height=_length(entry, "height", warnings),
        min_width=_length(entry, "minWidth", warnings),
        min_height=_length(entry, "minHeight", warnings),
        max_width=_length(entry, "maxWidth", warnings),
        max_height=_length(entry, "maxHeight", warnings),
    )
    return Item(entry.id, view), warnings


_NODES = ("tabLead", "tabTitle", "tabWrap", "headerContent")


def _fields(entry: Contribution, warnings: list[FieldWarning]) -> frozenset[str]:
    """Which nodes and calls of tab and strip are there; the page draws and runs them."""
    found = {name for name in _NODES if text_of(entry, name)}
    new_tab = text_of(entry, "newTab")
    if new_tab == "function":
        found.add("newTab")
    elif new_tab is not None:
        message = f"newTab: a function is needed (got {new_tab}); the strip has no plus button"
        warnings.append(FieldWarning(entry.plugin, PANES, entry.id, "newTab", message))
    return frozenset(found)


def _length(entry: Contribution, name: str, warnings: list[FieldWarning]) -> str | None:
    value = (text_of(entry, name) or "").strip()
    if not value or is_length(value):
        return value or None
    message = f"{name}: a CSS length is needed; the size is ignored"
    warnings.append(FieldWarning(entry.plugin, PANES, entry.id, name, message))
    return None


AREAS = (
    Area(
        id=PANES,
        constant="PANES_AREA",
        shape="record",
        description="Panes around and beside the workspace; the body is `render`.",
        noun="pane",
        payload=PanePayload,
        arrange=arrange,
    ),
)
