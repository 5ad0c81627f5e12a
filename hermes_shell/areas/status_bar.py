"""The two sides of the status bar (contract, areas 4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from hermes_shell.areas.bar_item import BarItem
from hermes_shell.areas.kinds import Area, AreaContext, Arrangement, Call, Item, Node, Text, by_id
from hermes_shell.contribution import Contribution


class StatusbarItem(BarItem):
    """A status item without `render`; the page shows it with the kit's item view."""

    label: Annotated[Node, Field(description="Text or node on the chip")]
    detail: Annotated[Node, Field(description="Second, quieter text or node")]
    title: Annotated[Text, Field(description="Tooltip and accessible name")]
    variant: Annotated[Text, Field(description="action, link, menu or text")]
    menuContent: Annotated[Node, Field(description="Node, or close => node, of a menu")]  # noqa: N815
    menuItems: Annotated[Node, Field(description="Rows of a menu")]  # noqa: N815
    onSelect: Annotated[Call, Field(description="Called with {shiftKey}")]  # noqa: N815


def arrange(contributions: Sequence[Contribution], context: AreaContext) -> Arrangement:
    """Core items first, then contributed ones by order; a core item pinned to the end stays last."""
    del context
    core = [entry for entry in contributions if entry.is_core]
    plugins = [entry for entry in contributions if not entry.is_core]
    first = [entry for entry in core if entry.data.get("pin") != "end"]
    last = [entry for entry in core if entry.data.get("pin") == "end"]
    return Arrangement(tuple(Item(entry.id, entry.id) for entry in (*first, *plugins, *last)))


def _side(side: str) -> Area:
    return Area(
        id=f"statusBar.{side}",
        constant=f"STATUSBAR_AREAS.{side}",
        shape="slot",
        description=f"Chips on the {side} of the status bar: `render`, or StatusbarItem data.",
        noun="chip",
        payload=StatusbarItem,
        arrange=arrange,
        single=by_id,
        template="areas/slot.html",
        placed=True,
    )


AREAS = (_side("left"), _side("right"))
