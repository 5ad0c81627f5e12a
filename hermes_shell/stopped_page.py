"""The page of a window whose page ended too often: it says so, and offers to load again, with plugins or without.

It evaluates no plugin and holds no channel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from hermes_shell import themes
from hermes_shell.areas.rendering import render
from hermes_shell.core.shell import Shell
from hermes_shell.page import SHEET, themes_mode
from hermes_shell.renderer_watch import MOST_RELOADS

REASON_LIMIT = 100


@dataclass(frozen=True, slots=True)
class StoppedView:
    """What the template prints."""

    nonce: str
    base: str
    static: str
    sheet: str
    csrf: str
    theme: str
    mode: str
    root_style: Markup
    boot_script: Markup
    deaths: int
    reason: str


def stopped_route(shell: Shell) -> Route:
    """The page's route; `reason` in its query is what the engine says."""

    async def stopped(request: Request) -> Response:
        theme = shell.preferences.theme()
        mode = themes_mode(theme["mode"])
        view = StoppedView(
            nonce=cast("Mapping[str, str]", request.scope.get("state", {})).get("nonce", ""),
            base=shell.base,
            static=shell.static,
            sheet=SHEET,
            csrf=shell.instance.csrf,
            theme=theme["name"],
            mode=mode,
            root_style=Markup(themes.root_style(theme["name"], mode)),
            boot_script=Markup(themes.boot_script()),
            deaths=MOST_RELOADS + 1,
            reason=request.query_params.get("reason", "")[:REASON_LIMIT],
        )
        return HTMLResponse(render("stopped.html", page=view), headers={"Cache-Control": "no-store"})

    return Route(f"{shell.base}stopped", stopped)
