"""Decorations of session rows and of the groups they stand in (contract, areas 4.12)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Area, Payload, Render


class RowDecoration(Payload):
    """A decoration of every row; it renders from `data`, not from the contribution."""

    render: Annotated[Render, Field(description="({sessionId, …}) => node, or null for nothing")]


def _side(side: str) -> Area:
    return Area(
        id=f"sessionRow.{side}",
        constant=f"SESSION_ROW_AREAS.{side}",
        shape="row",
        description=f"Decoration on the {side} side of every session row.",
        noun="row decoration",
        payload=RowDecoration,
    )


class GroupHeader(Payload):
    """What stands at the top of one profile's sessions."""

    render: Annotated[Render, Field(description="({profile, connectionId}) => node, or null for nothing")]


def _group_header(name: str, constant: str | None) -> Area:
    return Area(
        id=f"sidebar.{name}",
        constant=constant,
        shape="row",
        description="Header of one profile's group in the session list.",
        noun="group header",
        payload=GroupHeader,
    )


AREAS = (
    _side("leading"),
    _side("trailing"),
    _group_header("profileGroup.header", "SIDEBAR_PROFILE_GROUP_HEADER_AREA"),
    # The name that shells went by before the constant's own was known.
    _group_header("profileGroupHeader", None),
)
