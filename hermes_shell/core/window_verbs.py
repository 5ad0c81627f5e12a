"""What a page may ask of the native windows: a further one, and its title; and what leads a page elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hermes_shell.addresses import checked_route
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window

TITLE_LIMIT = 300
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What would break a title bar's line or turn its direction."""


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("window.open", open_window)
    ctx.verb("window.title", set_title)


async def open_window(window: Window, args: Mapping[str, Any]) -> bool:
    """Open a further window: `{route?}`; false when the page must open a tab itself.

    Only a page that stands in a native window gets one: a tab stays among tabs, on the display of its browser.
    """
    route = None if args.get("route") is None else checked_route(args["route"])
    return window.native is not None and window.shell.desktop.open_window(route)


def show_route(shell: Shell, route: str) -> None:
    """Let the page of the native window in front show a route; one that is still loading shows it when it is there."""
    key = shell.desktop.front()
    pages = [window for window in shell.windows.values() if window.native is not None and window.native == key]
    for window in pages:
        _send_to(window, route)
    if key is not None and not pages:
        shell.awaited_routes[key] = route


async def set_title(window: Window, args: Mapping[str, Any]) -> bool:
    """Title the native window of the page: `{key, title}`; the key is what the window told its page."""
    key = text_arg(args, "key", "window.title")
    window.native = key
    title = _INVISIBLE.sub(" ", text_arg(args, "title", "window.title"))[:TITLE_LIMIT]
    window.shell.desktop.set_title(key, title)
    route = window.shell.awaited_routes.pop(key, None)
    if route is not None:
        _send_to(window, route)
    return True


def _send_to(window: Window, route: str) -> None:
    window.send({"t": "navigate", "route": route})
