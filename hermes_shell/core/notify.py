"""Notifications of plugins: when one is posted, and where a click on it leads.

One is posted only while the user is away, which is while no window has the focus. The settings can silence them, and of
one plugin there is at most one a second, whichever windows it runs in (contract C3; guide, OS door).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.notifications import Notification

THROTTLE_SECONDS = 1.0
MOST_PLUGINS = 1_000
"""Plugins whose last notification is remembered."""

_Line = Annotated[str, Field(min_length=1, max_length=500)]


class NotifyAction(BaseModel):
    """A button."""

    model_config = ConfigDict(extra="ignore", defer_build=True)
    id: _Line
    label: _Line


class NotifyCall(BaseModel):
    """The arguments of `os.notify`. `token` names the notification in the window that sends it."""

    model_config = ConfigDict(extra="ignore", defer_build=True)
    plugin: _Line
    token: _Line
    title: _Line
    body: Annotated[str, Field(max_length=5_000)] = ""
    silent: bool = False
    icon: Annotated[str, Field(max_length=5_000)] | None = None
    actions: Annotated[list[NotifyAction], Field(max_length=10)] = []


def register(ctx: CoreContext) -> None:
    """Offer the verb, and hear which window has the focus."""
    focus = ctx.shell.focus
    gate = Gate(ctx.shell, focus)

    async def notify(window: Window, args: Mapping[str, Any]) -> bool:
        return await gate.notify(window, args)

    ctx.topic("focus", focus.hear)
    ctx.on_window_gone(focus.forget)
    ctx.verb("os.notify", notify)


class Focus:
    """Which windows have the focus, as they tell it themselves."""

    def __init__(self) -> None:
        self._focused: set[str] = set()

    @property
    def is_away(self) -> bool:
        """Whether no window has the focus."""
        return not self._focused

    @property
    def windows(self) -> frozenset[str]:
        """Ids of the windows that have it; one at most, but for the moment between two."""
        return frozenset(self._focused)

    def hear(self, window: Window, args: Mapping[str, Any]) -> None:
        """A window tells `{focused}`."""
        focused = args.get("focused")
        if not isinstance(focused, bool):
            raise ProtocolError("focus: focused is true or false")
        (self._focused.add if focused else self._focused.discard)(window.id)

    def forget(self, window: str) -> None:
        """A window is gone."""
        self._focused.discard(window)


class Gate:
    """Decides which notifications are posted, and leads clicks back to the window that sent them.

    Args:
        shell: its settings, desktop and notifications.
        focus: whether the user is away.
        clock: seconds, as `loop.time`.
    """

    def __init__(self, shell: Shell, focus: Focus, clock: Callable[[], float] | None = None) -> None:
        self._shell = shell
        self._focus = focus
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._last: dict[str, float] = {}

    async def notify(self, window: Window, args: Mapping[str, Any]) -> bool:
        """Post a notification; False when it is held back or cannot be posted.

        Raises:
            ProtocolError: the arguments do not fit.
        """
        try:
            call = NotifyCall.model_validate(args)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise ProtocolError(f"os.notify: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
        if not self._is_wanted() or not self._focus.is_away or self._is_too_soon(call.plugin):
            return False
        before = self._last.pop(call.plugin, None)
        self._last[call.plugin] = self._clock()
        notification = Notification(
            call.title, call.body, call.silent, call.icon, [(action.id, action.label) for action in call.actions]
        )
        posted = await self._shell.notifications.post(
            notification, lambda action: self._activated(window, call.token, action)
        )
        if not posted:  # one that nobody saw holds back no other
            self._last.pop(call.plugin, None)
            if before is not None:
                self._last[call.plugin] = before
        while len(self._last) > MOST_PLUGINS:
            del self._last[next(iter(self._last))]
        return posted

    def _is_wanted(self) -> bool:
        settings = self._shell.preferences
        return settings.is_on("notifications.enabled") and settings.is_on("notifications.plugins")

    def _is_too_soon(self, plugin: str) -> bool:
        last = self._last.get(plugin)
        return last is not None and self._clock() - last < THROTTLE_SECONDS

    def _activated(self, window: Window, token: str, action: str | None) -> None:
        """Bring the window to the front, then let its page do what the plugin wished for.

        A page that has connected anew is the same window; when it is closed, any window comes to the front.
        """
        sender = self._shell.windows.get(window.id)
        self._shell.desktop.focus(sender.native if sender is not None else None)
        if sender is not None:
            sender.send({"t": "notification", "token": token, "action": action})
