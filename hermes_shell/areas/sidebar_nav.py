"""The main navigation, and what plugins and the user wish of its rows (contract, areas 4.3 and 4.4)."""

from __future__ import annotations

import re
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
LONGEST_LABEL = 200
LONGEST_PATH = 2_000
"""Characters of a label that are shown, and of a path that is followed."""


class NavRow(Payload):
    """One row of the main navigation."""

    path: Annotated[Text, Field(description="Path to navigate to; the row is current when the route matches")]
    label: Annotated[Text, Field(description="Text of the row")]
    codicon: Annotated[Text, Field(description="Codicon name, without prefix")]
    onSelect: Annotated[Call, Field(description="Called on a click; enough without a path")]  # noqa: N815


class NavPrefs(Payload):
    """Wishes about the rows, the core's and contributed ones: `new-session`, `kanban:kanban-nav`."""

    hide: Annotated[TextList, Field(description="Row ids to hide; `capabilities` cannot be hidden")]
    order: Annotated[TextList, Field(description="Row ids in the wished order")]


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
    """Core rows, then contributed ones by order, as preferences hide and order them.

    A row without a label is left out with a warning. A row without a path stays: it runs its `onSelect`.
    """
    warnings: list[FieldWarning] = []
    # A component may contribute a row without a plugin's id in front: the core's row of that id stays.
    rows = {entry.id: entry for entry in contributions if entry.is_core}
    for entry in contributions:
        rows.setdefault(entry.id, entry)
    items: list[Item] = []
    for key in ordered_rows(rows, context.contributions(PREFS), context.nav_hidden):
        item = row_of(rows[key], context, warnings)
        if item is not None:
            items.append(item)
    return Arrangement(tuple(items), tuple(warnings))


def row_of(entry: Contribution, context: AreaContext, warnings: list[FieldWarning]) -> Item | None:
    """One row, None when the user hid it or it has no label; `warnings` gets the reason."""
    if entry.id in context.nav_hidden:
        return None

    def warn(field: str, message: str) -> None:
        warnings.append(FieldWarning(entry.plugin, NAV, entry.id, field, f"{field}: {message}"))

    label = " ".join((text_of(entry, "label") or entry.title or "").split())
    if not label:
        warn("label", "a text is needed; the row is not shown")
        return None
    if len(label) > LONGEST_LABEL:
        warn("label", f"longer than {LONGEST_LABEL} characters; it is cut")
        label = label[: LONGEST_LABEL - 1] + "…"
    given = text_of(entry, "path")
    path = _clean(given)
    if given is not None and path is None:
        warn("path", "starts with / and is one line of at most 2,000 characters; the row leads nowhere")
    view = NavRowView(
        id=entry.id,
        label=label,
        path=path,
        codicon=_icon(text_of(entry, "codicon")),
        current=path is not None and path.partition("?")[0] == context.path,
        call=None if entry.is_core or path else f"{NAV}|{entry.id}|onSelect",
        errors=context.plugin_errors if entry.is_core and entry.id == "capabilities" else 0,
    )
    return Item(entry.id, view)


def ordered_rows(
    known: Iterable[str], prefs: Sequence[Contribution], user_hidden: frozenset[str] = frozenset()
) -> list[str]:
    """Ids of the shown rows in order (contract, N1 and N2).

    Hidden is what the user hid, and the union of all `hide` lists without `capabilities`. Hiding beats ordering; the
    lists of wishes are joined in area order and the first mention wins; rows nobody named keep their default order
    behind the named ones. Ids that are not known change nothing.
    """
    rows = dict.fromkeys(known)
    hidden = {row for entry in prefs for row in texts_of(entry, "hide")} - NEVER_HIDDEN | user_hidden
    wished = dict.fromkeys(row for entry in prefs for row in texts_of(entry, "order"))
    named = [row for row in wished if row in rows]
    rest = [row for row in rows if row not in wished]
    return [row for row in (*named, *rest) if row not in hidden]


def _icon(given: str | None) -> str:
    """A codicon's name; anything that could not be one is passed over for the default."""
    name = (given or "").strip().removeprefix("codicon-")
    return name if re.fullmatch(r"[a-z][a-z0-9-]{0,60}", name) else DEFAULT_ICON


def _clean(path: str | None) -> str | None:
    if path is None:
        return None
    path = path.strip().removeprefix("#")
    return path if path.startswith("/") and len(path) <= LONGEST_PATH and path.isprintable() else None


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
        description="Wishes about hiding and ordering the rows of the navigation.",
        noun="nav wish",
        payload=NavPrefs,
    ),
)
