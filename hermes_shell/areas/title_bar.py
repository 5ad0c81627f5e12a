"""The title bar: three public areas and the two inner ones for tools (contract, areas 4.6)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Area, Call, Flag, Node, Number, Payload, Text, by_id


class TitlebarTool(Payload):
    """A tool without `render`; the page shows it with the kit's tool view."""

    id: Annotated[Text, Field(description="Id of the tool")]
    label: Annotated[Text, Field(description="Accessible name")]
    icon: Annotated[Node, Field(description="Codicon name, element or component")]
    active: Annotated[Flag, Field(description="Pressed state of a toggle")]
    className: Annotated[Text, Field(description="Extra classes of the button")]  # noqa: N815 (the contract's name)
    disabled: Annotated[Flag, Field(description="Shown at half strength, does nothing")]
    hidden: Annotated[Flag, Field(description="Not shown")]
    href: Annotated[Text, Field(description="Opens in the system's browser")]
    to: Annotated[Text, Field(description="Path to navigate to before onSelect")]
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
