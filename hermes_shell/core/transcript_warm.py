"""What the first conversation needs, made ready in a thread once a window is there."""

from __future__ import annotations

import asyncio

from hermes_shell.core.shell import CoreContext
from hermes_shell.core.window import Window

AFTER_SECONDS = 1.0
"""So much later than the first window's greeting: what that shows comes first."""


def register(ctx: CoreContext) -> None:
    """Get ready after the first welcome; a shell without a gateway shows no conversation."""
    shell = ctx.shell
    begun = False

    def welcomed(window: Window) -> None:
        nonlocal begun
        del window
        if not begun and shell.gateway.kind != "none":
            begun = True
            shell.chats.spawn(_warm(), "conversations get ready")

    ctx.on_welcome(welcomed)


async def _warm() -> None:
    await asyncio.sleep(AFTER_SECONDS)
    await asyncio.to_thread(_make)


def _make() -> None:
    from hermes_shell.transcript.warm import warm  # late: Markdown and the colours of code are not needed by a start

    warm()
