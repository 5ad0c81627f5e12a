"""What an item of the status bar and a tool of the title bar have in common (contract, areas 4.5 and 4.6)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Flag, Node, Payload, Text


class BarItem(Payload):
    """An item without `render`; the page shows it with the kit's view."""

    id: Annotated[Text, Field(description="Id of the item")]
    icon: Annotated[Node, Field(description="Codicon name, element or component")]
    className: Annotated[Text, Field(description="Extra classes")]  # noqa: N815 (the contract's name)
    disabled: Annotated[Flag, Field(description="Shown at half strength, does nothing")]
    hidden: Annotated[Flag, Field(description="Not shown")]
    href: Annotated[Text, Field(description="Opens in the system's browser")]
    to: Annotated[Text, Field(description="Path to navigate to before onSelect")]
