"""The list of sessions: pins, order, tags, search, and what a row can do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hermes_shell.core.shell import CoreContext, Verb
    from hermes_shell.core.window import Window

VERBS = (
    "archive",
    "bulk",
    "carry",
    "delete",
    "facts",
    "fold",
    "folder",
    "hide",
    "move",
    "persisted",
    "pin",
    "rename",
    "reorder",
    "reorderPinned",
    "retry",
    "search",
    "setColor",
    "step",
    "tag",
    "undelete",
    "window",
)
"""The verbs, `sessions.` in front of each."""


def register(ctx: CoreContext) -> None:
    """Offer the verbs. What stands behind them is imported with the first one, or when the gateway is open."""

    @cache
    def verbs() -> Mapping[str, Verb]:
        from hermes_shell.core.sessions.surface import session_verbs  # late: a window comes up without it

        return session_verbs(ctx.shell)

    def offer(name: str) -> None:
        async def run(window: Window, args: Mapping[str, Any]) -> object:
            return await verbs()[name](window, args)

        ctx.verb(f"sessions.{name}", run)

    for name in VERBS:
        offer(name)

    def follow() -> None:
        if ctx.shell.gateway.state == "open":
            verbs()

    ctx.shell.gateway.on_state(follow)
