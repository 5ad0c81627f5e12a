"""What plugins add to the transcript and the model menu (contract, areas 4.14, 4.15 and 4.17)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Area, Payload, Provider, Render, Text


class Directive(Payload):
    """A directive, `::name{key="value"}` as a paragraph of its own."""

    name: Annotated[Text, Field(description="Name; the first registration of it wins")]
    render: Annotated[Render, Field(description="({attrs, source, streaming}) => node")]


class ChatEmpty(Payload):
    """Content of a chat without messages."""

    render: Annotated[Render, Field(description="({sessionId}) => node, or null to decline")]


class ModelRow(Payload):
    """A decorator of rows in the model menu."""

    decorate: Annotated[Provider, Field(description="({provider, model, label}) => {icon?, badge?} or null")]


AREAS = (
    Area(
        id="transcript.directives",
        constant="TRANSCRIPT_DIRECTIVE_AREA",
        shape="page",
        description="Directives that a message may hold.",
        noun="directive",
        payload=Directive,
    ),
    Area(
        id="chat.empty",
        constant="CHAT_EMPTY_AREA",
        shape="page",
        description="Content of a chat without messages.",
        noun="chat view",
        payload=ChatEmpty,
    ),
    Area(
        id="modelMenu.row",
        constant="MODEL_MENU_ROW_AREA",
        shape="page",
        description="Icon and badge of rows in the model menu.",
        noun="model badge",
        payload=ModelRow,
    ),
)
