"""What plugins add to Settings (contract, areas 4.13 and 4.16)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Area, Node, Payload


class SettingsPage(Payload):
    """A page of a plugin in Settings; its title and body are the contribution's."""

    icon: Annotated[Node, Field(description="Icon of the entry")]
    children: Annotated[Node, Field(description="Sub-pages, each with id, title and render")]


AREAS = (
    Area(
        id="appearance.extra",
        constant="APPEARANCE_AREAS.extra",
        shape="slot",
        description="Blocks at the end of the Appearance page.",
        noun="appearance block",
        template="areas/slot.html",
    ),
    Area(
        id="appearance.chatDisplay",
        constant="APPEARANCE_AREAS.chatDisplay",
        shape="slot",
        description="Blocks in the chat display part of the Appearance page.",
        noun="appearance block",
        template="areas/slot.html",
    ),
    Area(
        id="settings.plugins",
        constant="SETTINGS_PLUGINS_AREA",
        shape="record",
        description="Pages of plugins in Settings.",
        noun="settings page",
        payload=SettingsPage,
    ),
)
