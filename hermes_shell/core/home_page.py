"""The home page: what this version can do, and where plugins live."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_shell.areas.rendering import render
from hermes_shell.contribution import Contribution
from hermes_shell.core.shell import CoreContext, plugin_errors

if TYPE_CHECKING:
    from hermes_shell.core.window import Window


@dataclass(frozen=True, slots=True)
class HomeView:
    """What the template prints."""

    root: str
    count: int
    errors: int
    scanned: bool


def register(ctx: CoreContext) -> None:
    """Contribute the page at `/`."""
    ctx.register(Contribution(area="routes", id="home", title="Home", data={"path": "/"}, render=page))


def page(window: Window) -> str:
    """The page as HTML."""
    shell = window.shell
    rows = shell.loader.rows()
    root = str(shell.settings.home.plugins)
    return render("core/home.html", view=HomeView(root, len(rows), plugin_errors(rows), shell.loader.scanned))
