"""Commands: rows of the palette and key bindings (contract, areas 4.8 and 4.9)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Area, Call, Flag, Node, Payload, Provider, Text, TextList


class PaletteRow(Payload):
    """One command of the palette; a row without label or run is dropped."""

    id: Annotated[Text, Field(description="Id of the command")]
    label: Annotated[Text, Field(description="Text of the row")]
    run: Annotated[Call, Field(description="Runs the command")]
    labelKey: Annotated[Text, Field(description="Key of the label in the plugin's catalogue")]  # noqa: N815
    action: Annotated[Text, Field(description="Action whose keys the row shows")]
    icon: Annotated[Node, Field(description="Icon component")]
    keywords: Annotated[TextList, Field(description="More words to find the row by")]
    detail: Annotated[Provider, Field(description="() => text at the right, read again on open")]
    detailVariant: Annotated[Text, Field(description="muted or state")]  # noqa: N815
    keepOpen: Annotated[Flag, Field(description="The palette stays open after a run")]  # noqa: N815


class Keybind(Payload):
    """One action with keys; an id of the shell's own actions is dropped."""

    id: Annotated[Text, Field(description="Id of the action")]
    label: Annotated[Text, Field(description="Text in the list of shortcuts")]
    run: Annotated[Call, Field(description="Runs the action")]
    category: Annotated[Text, Field(description="composer, profiles, session, navigation, view, or another name")]
    defaults: Annotated[TextList, Field(description="Combos such as mod+shift+g")]


AREAS = (
    Area(
        id="palette",
        constant="PALETTE_AREA",
        shape="record",
        description="Commands in the palette, one group headed Commands.",
        noun="command",
        payload=PaletteRow,
    ),
    Area(
        id="keybinds",
        constant="KEYBINDS_AREA",
        shape="record",
        description="Actions with key bindings that the user can change.",
        noun="key",
        payload=Keybind,
    ),
)
