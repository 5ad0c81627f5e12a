"""The composer's slots and providers (contract, areas 4.11)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hermes_shell.areas.kinds import Area, Call, NoPayload, Payload, Provider, Shape, Text


class Middleware(Payload):
    """A step between the composer and a send."""

    handler: Annotated[Provider, Field(description="draft => draft, or null to cancel the send; may be async")]


class Attachment(Payload):
    """A row of the attach menu."""

    label: Annotated[Text, Field(description="Text of the row")]
    icon: Annotated[Text, Field(description="Codicon name, `plug` when missing")]
    run: Annotated[Call, Field(description="Called with {insertText}")]


class AtCompletions(Payload):
    """A source of completions after @."""

    provide: Annotated[Provider, Field(description="query => list of {insert, display?, meta?, icon?}")]


class SlashCompletions(Payload):
    """A source of completions after /."""

    provide: Annotated[Provider, Field(description="query => list of completions")]


class ModelPill(Payload):
    """A label for the model pill."""

    label: Annotated[Provider, Field(description="({model, reasoningEffort, compact}) => text or null")]


class MicroActions(Payload):
    """Small actions beside the composer."""

    resolve: Annotated[Provider, Field(description="({busy, sessionId, todos}) => list of actions")]


def _area(name: str, shape: Shape, description: str, payload: type[Payload] = NoPayload) -> Area:
    return Area(
        id=f"composer.{name}",
        constant=f"COMPOSER_AREAS.{name}",
        shape=shape,
        description=description,
        noun="composer part",
        payload=payload,
        template="areas/slot.html" if shape == "slot" else None,
    )


AREAS = (
    _area("top", "slot", "Banner above the composer's input."),
    _area("bottom", "slot", "Row below the composer's controls."),
    _area("underside", "slot", "Strip below the whole composer."),
    _area("leading", "slot", "Controls after the composer's + menu."),
    _area("actions", "slot", "Controls before the model pill."),
    _area("middleware", "page", "Steps between the composer and a send.", Middleware),
    _area("attachments", "page", "Rows of the attach menu.", Attachment),
    _area("atCompletions", "page", "Completions after @.", AtCompletions),
    _area("modelPill", "page", "Label of the model pill.", ModelPill),
    _area("microActions", "page", "Small actions beside the composer.", MicroActions),
    _area("slashCompletions", "page", "Completions after /.", SlashCompletions),
)
