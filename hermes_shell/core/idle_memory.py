"""Memory that a burst of work has freed goes back to the system: opened windows and long chats leave some behind."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from hermes_shell.core.chat.chat import Chat
from hermes_shell.core.shell import CoreContext
from hermes_shell.core.window import Window

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import What

AFTER_SECONDS = 2.0
"""So much later than the last window or chat that was opened; what is freed then is not needed again soon."""


def register(ctx: CoreContext) -> None:
    """Wait for the end of each burst: a window that is greeted, a chat that is loaded or let go."""
    give_back = trimmer()
    if give_back is None:
        return
    timer: asyncio.TimerHandle | None = None

    def begin() -> None:
        asyncio.get_running_loop().run_in_executor(None, give_back)

    def worked() -> None:
        nonlocal timer
        if timer is not None:
            timer.cancel()
        timer = asyncio.get_running_loop().call_later(AFTER_SECONDS, begin)

    def welcomed(window: Window) -> None:
        del window
        worked()

    def changed(chat: Chat, what: What) -> None:
        del chat
        if what != "transcript":  # an answer that streams is not over
            worked()

    ctx.on_welcome(welcomed)
    ctx.shell.chats.subscribe(changed)


def trimmer() -> Callable[[], object] | None:
    """What makes the C library give back the pages it holds for later; None where it has no such function.

    Source: malloc_trim(3), a function of glibc.
    """
    if not sys.platform.startswith("linux"):
        return None

    def trim() -> None:
        import ctypes  # late: a start has no time for it

        function = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if function is not None:
            function(0)

    return trim
