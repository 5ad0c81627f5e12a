"""Themes that plugins bring (contract, areas 4.10)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Area, Payload, Provider, Text


class ThemePayload(Payload):
    """A theme; the page validates and paints it, the server stores only the chosen name."""

    name: Annotated[Text, Field(description="Name by which it is chosen; built-in names win")]
    label: Annotated[Text, Field(description="Shown name")]
    description: Annotated[Text, Field(description="One line about it")]
    colors: Annotated[Provider, Field(description="Colours of the light look, or of the only one")]
    darkColors: Annotated[Provider, Field(description="Colours of the dark look")]  # noqa: N815
    typography: Annotated[Provider, Field(description="{fontSans?, fontMono?, fontUrl?}")]


AREAS = (
    Area(
        id="themes",
        constant="THEMES_AREA",
        shape="page",
        description="Colour themes to choose from.",
        noun="theme",
        payload=ThemePayload,
    ),
)
