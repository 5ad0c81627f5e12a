"""The title bar: three public areas and the two inner ones for tools (contract, areas 4.6)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.bar_item import BarItem
from hermes_shell.areas.kinds import Area, Call, Flag, Number, Text, by_id


class TitlebarTool(BarItem):
    """A tool without `render`; the page shows it with the kit's tool view."""

    label: Annotated[Text, Field(description="Accessible name")]
    active: Annotated[Flag, Field(description="Pressed state of a toggle")]
    title: Annotated[Text, Field(description="Tooltip")]
    actionId: Annotated[Text, Field(description="Action whose keys the tooltip shows")]  # noqa: N815
    badge: Annotated[Number, Field(description="Count on the button, hidden at 0")]
    tour: Annotated[Text, Field(description="Anchor for a guided tour")]
    onSelect: Annotated[Call, Field(description="Called with the event")]  # noqa: N815


def _area(name: str, constant: str | None, description: str) -> Area:
    return Area(
        id=f"titleBar.{name}",
        constant=constant,
        shape="slot",
        description=description,
        noun="chip",
        payload=TitlebarTool,
        template="areas/slot.html",
        placed=True,
        single=by_id,
        merged=True,
    )


AREAS = (
    *(
        _area(side, f"TITLEBAR_AREAS.{side}", f"Items in the {side} of the title bar: `render`, or TitlebarTool data.")
        for side in ("left", "center", "right")
    ),
    *(_area(f"tools.{side}", None, f"Tools at the {side} edge of the title bar.") for side in ("left", "right")),
)
