"""The page at `/`: a new chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_shell.areas.rendering import render
from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext

if TYPE_CHECKING:
    from hermes_shell.core.window import Window


@dataclass(frozen=True, slots=True)
class ChatPlace:
    """What the template of a chat prints: the title of its page, and the chat's key; `new` stands for a new one."""

    title: str
    key: str


def register(ctx: CoreContext) -> None:
    """Contribute the page."""
    ctx.register(Contribution(area="routes", id="home", title="New chat", data={"path": "/"}, render=page))


def page(window: Window) -> str:
    """The page as HTML; which new chat it is stands in the history of the page."""
    del window
    return render("core/chat.html", view=ChatPlace("New chat", "new"))
