"""The routes by which other processes of the same user steer the running shell: a second start, and commands.

They stand behind the guard as every route does: session cookie, Host, and the CSRF header for what changes something.
An answer that refuses is `{"error": <sentence>}`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from hermes_shell import diagnostics
from hermes_shell.addresses import checked_route, with_route
from hermes_shell.core.shell import Shell
from hermes_shell.core.window_verbs import show_route
from hermes_shell.errors import ProtocolError, ShellError
from hermes_shell.json_answer import JsonAnswer
from hermes_shell.plugins.row import key_of, listed

BODY_LIMIT = 64 * 1024

_Act = Callable[[Request, Mapping[str, Any]], Awaitable[object]]


def control_routes(shell: Shell) -> list[BaseRoute]:
    """The routes of one shell."""
    control = _Control(shell)
    below = f"{shell.base}api/shell/"
    return [
        Route(f"{below}running", control.running),
        Route(f"{below}inventory", control.inventory),
        Route(f"{below}report", control.report),
        Route(f"{below}open", _posted(control.open), methods=["POST"]),
        Route(f"{below}safe-mode", _posted(control.safe_mode), methods=["POST"]),
        Route(f"{below}plugins/decide", _posted(control.decide), methods=["POST"]),
        Route(f"{below}plugins/reload", _posted(control.reload), methods=["POST"]),
        Route(f"{below}plugins/rescan", _posted(control.rescan), methods=["POST"]),
    ]


def inventory_rows(shell: Shell) -> list[dict[str, object]]:
    """The inventory for other programs."""
    decisions = shell.decisions.all()
    return [listed(row, decisions.get(key_of(row))) for row in shell.loader.rows()]


class _Control:
    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    async def running(self, request: Request) -> Response:
        return JsonAnswer({"pid": os.getpid(), "engine": self._shell.desktop.engine})

    async def inventory(self, request: Request) -> Response:
        await self._shell.loader.name_unknown()
        return JsonAnswer({"plugins": inventory_rows(self._shell)})

    async def report(self, request: Request) -> Response:
        return JsonAnswer(await diagnostics.report(self._shell))

    async def open(self, request: Request, body: Mapping[str, Any]) -> object:
        """`{route, new_window, browser}`: a window of this process, else a link for whoever asks.

        A browser is opened by the one who asks: it knows the display that the user sits at. Neither, when the last
        window of this process is closed: it is about to end, and whoever asks must start anew.
        """
        route = None if body.get("route") is None else checked_route(body["route"])
        new, browser = _flag(body, "new_window"), _flag(body, "browser")
        desktop = self._shell.desktop
        if desktop.engine is not None and desktop.front() is None:
            return {"opened": None, "url": None}
        if not browser:
            if not new and self._go(route):
                return {"opened": "window", "url": None}
            if desktop.open_window(route):
                return {"opened": "window", "url": None}
        mint: Callable[[], str] | None = getattr(request.app.state, "boot_url", None)
        if mint is None:
            raise ProtocolError("This server hands out no links.")
        return {"opened": None, "url": with_route(mint(), route)}

    def _go(self, route: str | None) -> bool:
        """Bring the window of this process that was in front last to the front again, at the route."""
        if not self._shell.desktop.focus():
            return False
        if route is not None:
            show_route(self._shell, route)
        return True

    async def safe_mode(self, request: Request, body: Mapping[str, Any]) -> object:
        """Go on without plugins, for this run of the process; decisions stay as they are."""
        del request, body
        self._shell.starts.choose("safe")
        self._shell.announce("start-mode", mode=self._shell.starts.mode)
        return {"mode": self._shell.starts.mode}

    async def decide(self, request: Request, body: Mapping[str, Any]) -> object:
        """`{id, enabled}`: turn a plugin on or off; the answer comes when the choice is on disk."""
        del request
        plugin, enabled = body.get("id"), body.get("enabled")
        if not isinstance(plugin, str) or not isinstance(enabled, bool):
            raise ProtocolError("plugins/decide: id is a text, and enabled is true or false.")
        await self._shell.loader.name_unknown()
        if self._row(plugin) is None:
            raise ProtocolError(f"There is no plugin {plugin!r} in {self._shell.settings.home.plugins}.")
        await self._shell.decide(plugin, enabled)
        return {"row": self._row(plugin)}

    def _row(self, plugin: str) -> dict[str, object] | None:
        return next((row for row in inventory_rows(self._shell) if row["id"] == plugin), None)

    async def reload(self, request: Request, body: Mapping[str, Any]) -> object:
        """Read every plugin file again."""
        del request, body
        await self._shell.loader.reload()
        return {"plugins": inventory_rows(self._shell)}

    async def rescan(self, request: Request, body: Mapping[str, Any]) -> object:
        """Look for new, changed and removed plugins."""
        del request, body
        await self._shell.loader.rescan()
        return {"plugins": inventory_rows(self._shell)}


def _posted(act: _Act) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that takes a JSON object and answers with what `act` returns."""

    async def endpoint(request: Request) -> Response:
        try:
            return JsonAnswer(await act(request, await _body(request)))
        except ProtocolError as error:
            return JsonAnswer({"error": error.message}, 400)
        except ShellError as error:
            return JsonAnswer({"error": error.message}, 500)

    return endpoint


async def _body(request: Request) -> Mapping[str, Any]:
    raw = b""
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > BODY_LIMIT:
            raise ProtocolError("The request is too large.")
    try:
        body: object = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("The request is not JSON.") from error
    if not isinstance(body, dict):
        raise ProtocolError("The request is not a JSON object.")
    return cast("dict[str, Any]", body)


def _flag(body: Mapping[str, Any], name: str) -> bool:
    value = body.get(name, False)
    if not isinstance(value, bool):
        raise ProtocolError(f"{name} is true or false.")
    return value
