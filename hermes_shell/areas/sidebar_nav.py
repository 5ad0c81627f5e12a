"""The main navigation, and what plugins may ask of its core rows (contract, areas 4.3 and 4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import (
    Area,
    AreaContext,
    Arrangement,
    Call,
    Item,
    Payload,
    Text,
    TextList,
    text_of,
    texts_of,
)
from hermes_shell.contribution import Contribution, FieldWarning

NAV = "sidebar.nav"
PREFS = "sidebarNav.prefs"
CORE_ROWS = ("new-session", "capabilities", "messaging", "artifacts", "cron")
"""Ids of the core rows that preferences may name, in their default order."""
NEVER_HIDDEN = frozenset({"capabilities"})
DEFAULT_ICON = "extensions"


class NavRow(Payload):
    """One row of the main navigation."""

    path: Annotated[Text, Field(description="Path to navigate to; the row is current when the route matches")]
    label: Annotated[Text, Field(description="Text of the row")]
    codicon: Annotated[Text, Field(description="Codicon name, without prefix")]
    onSelect: Annotated[Call, Field(description="Called on a click; enough without a path")]  # noqa: N815


class NavPrefs(Payload):
    """Wishes about the core rows."""

    hide: Annotated[TextList, Field(description="Core row ids to hide; `capabilities` cannot be hidden")]
    order: Annotated[TextList, Field(description="Core row ids in the wished order")]


@dataclass(frozen=True, slots=True)
class NavRowView:
    """What the template prints for one row.

    `call` names the page function of a row as `area|id|field`; `errors` is the count of plugins with an error.
    """

    id: str
    label: str
    path: str | None
    codicon: str
    current: bool
    call: str | None = None
    errors: int = 0


def arrange(contributions: Sequence[Contribution], context: AreaContext) -> Arrangement:
    """Core rows as preferences order them, then contributed rows by order.

    A row without a label is left out with a warning. A row without a path stays: it runs its `onSelect`.
    """
    warnings: list[FieldWarning] = []
    core = {entry.id: entry for entry in contributions if entry.is_core}
    prefs = context.contributions(PREFS)
    shown = [core[row] for row in ordered_core_rows(core, prefs, context.nav_hidden)]
    shown += [entry for entry in contributions if not entry.is_core]
    items: list[Item] = []
    for entry in shown:
        item = row_of(entry, context, warnings)
        if item is not None:
            items.append(item)
    return Arrangement(tuple(items), tuple(warnings))


def row_of(entry: Contribution, context: AreaContext, warnings: list[FieldWarning]) -> Item | None:
    """One row, None when it has no label; `warnings` gets the reason."""
    label = text_of(entry, "label") or entry.title
    if not label:
        message = "label: a text is needed; the row is not shown"
        warnings.append(FieldWarning(entry.plugin, NAV, entry.id, "label", message))
        return None
    path = _clean(text_of(entry, "path"))
    own_call = None if entry.is_core or path else f"{NAV}|{entry.id}|onSelect"
    view = NavRowView(
        id=entry.id,
        label=label,
        path=path,
        codicon=(text_of(entry, "codicon") or DEFAULT_ICON).removeprefix("codicon-"),
        current=path is not None and path == context.path,
        call=own_call,
        errors=context.plugin_errors if entry.is_core and entry.id == "capabilities" else 0,
    )
    return Item(entry.id, view)


def ordered_core_rows(
    known: Iterable[str], prefs: Sequence[Contribution], user_hidden: frozenset[str] = frozenset()
) -> list[str]:
    """Ids of the shown core rows in order (contract, N1 and N2).

    Hidden is the union of all `hide` lists without `capabilities`, plus what the user hid. Hiding beats ordering; the
    lists of wishes are joined in area order and the first mention wins; rows nobody named keep their default order
    behind the named ones.
    """
    rows = list(known)
    hidden = {row for entry in prefs for row in texts_of(entry, "hide")} - NEVER_HIDDEN | user_hidden
    wished = dict.fromkeys(row for entry in prefs for row in texts_of(entry, "order"))
    named = [row for row in wished if row in rows]
    rest = [row for row in rows if row not in wished]
    return [row for row in (*named, *rest) if row not in hidden]


def _clean(path: str | None) -> str | None:
    if path is None:
        return None
    path = path.strip().removeprefix("#")
    return path if path.startswith("/") else None


AREAS = (
    Area(
        id=NAV,
        constant="SIDEBAR_NAV_AREA",
        shape="record",
        description="Rows of the main navigation, below the core's.",
        noun="nav row",
        payload=NavRow,
        arrange=arrange,
        template="areas/sidebar_nav.html",
        placed=True,
        reads=(PREFS,),
        single=row_of,
    ),
    Area(
        id=PREFS,
        constant="SIDEBAR_NAV_PREFS_AREA",
        shape="record",
        description="Wishes about hiding and ordering the core rows of the navigation.",
        noun="nav wish",
        payload=NavPrefs,
    ),
)
