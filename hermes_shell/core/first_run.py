"""The first start: a short page, and a card in the new chat, that ask where answers shall come from."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hermes_shell.areas.rendering import render
from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.errors import GatewayUnusable

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

PATH = "/welcome"


@dataclass(frozen=True, slots=True)
class FirstRunView:
    """What the template prints.

    Attributes:
        chosen: the user has chosen a gateway, or a choice is there that cannot be read.
        agent: the agent's program on this machine; None when there is none.
        problem: why the agent that is named cannot be used, as a sentence.
    """

    chosen: bool
    agent: str | None = None
    problem: str | None = None


def register(ctx: CoreContext) -> None:
    """Contribute the page, and offer the card to new chats."""
    ctx.verb("firstRun.card", card)
    ctx.register_many(
        [
            Contribution(area="routes", id="welcome", title="Welcome", data={"path": PATH}, render=page),
            Contribution(
                area="palette",
                id="nav.welcome",
                title="Choose where answers come from",
                data={
                    "id": "nav.welcome",
                    "label": "Choose where answers come from",
                    "command": "nav.welcome",
                    "keywords": ["welcome", "first", "gateway", "agent", "connect", "demo", "setup"],
                },
            ),
        ]
    )


def page(window: Window) -> str:
    """The page as HTML."""
    return render("core/first_run.html", view=first_run(window.shell), is_page=True)


async def card(window: Window, args: Mapping[str, Any]) -> str:
    """The card as HTML; empty once a gateway was chosen, and where the start names one."""
    del args
    shell = window.shell
    if shell.settings.gateway != "auto":
        return ""
    view = await asyncio.to_thread(first_run, shell)
    return "" if view.chosen else render("core/first_run.html", view=view, is_page=False)


def first_run(shell: Shell) -> FirstRunView:
    """What is known before anything was chosen."""
    from hermes_shell.gateway.agent_program import find_agent  # late: no start needs them before the first page
    from hermes_shell.gateway.choice import settings_file
    from hermes_shell.gateway.connection_settings import load_settings

    try:
        settings = load_settings(settings_file(shell.settings.home))
    except GatewayUnusable:
        return FirstRunView(chosen=True)  # what cannot be read is not nothing; Settings say what is wrong
    try:
        agent = find_agent(settings.command, os.environ, Path.home())
    except GatewayUnusable as error:
        return FirstRunView(settings.chosen, None, error.message)
    return FirstRunView(settings.chosen, None if agent is None else str(agent))
