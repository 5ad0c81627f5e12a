"""Notifications of the operating system, posted for plugins (contract C3: `ctx.os.notify`).

Posting needs a service of the desktop; where there is none, every notification is refused with False. What the user
does with one arrives as a callback on the event loop.
"""

from __future__ import annotations

import asyncio
import html
import importlib
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from desktop_notifier import DesktopNotifier, Icon

APP_NAME = "Hermes"
ICON_NAME = "hermes-shell"
"""The icon that the desktop entry installs."""
PATIENCE_SECONDS = 5.0
MOST_SHOWN = 50
"""Notifications that may wait for the user; the oldest is taken back."""

Activated = Callable[[str | None], None]
"""What hears of a click: on the body (None) or on a button (its id)."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Notification:
    """One notification.

    Attributes:
        title: one line.
        body: plain text; empty = none.
        silent: without a sound.
        icon: absolute path or `file:` URI of a picture; None, or one that is not there = the shell's own.
        buttons: id and label of each. Some desktops show none; a click on the body works on nearly all.
    """

    title: str
    body: str = ""
    silent: bool = False
    icon: str | None = None
    buttons: Sequence[tuple[str, str]] = ()


class Notifications:
    """Posts notifications. Made and used on one event loop; nothing is loaded before the first one."""

    def __init__(self) -> None:
        self._notifier: DesktopNotifier | None = None
        self._one_at_a_time = asyncio.Lock()
        self._shown: OrderedDict[str, None] = OrderedDict()

    async def post(self, notification: Notification, activated: Activated) -> bool:
        """Hand a notification to the desktop.

        Args:
            notification: what to show.
            activated: called on the event loop, at most once, when the user clicks on it.

        Returns:
            Whether the desktop took it; whether it shows it is the desktop's and the user's affair.
        """
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    return await self._post(notification, activated)
            except Exception as error:  # every backend has errors of its own
                _log.warning("A notification could not be posted: %s", error)
                self._drop()
                return False

    async def close(self) -> None:
        """End the connection to the desktop's service; notifications stay, and clicks on them do nothing any more."""
        self._drop()

    async def _post(self, notification: Notification, activated: Activated) -> bool:
        await asyncio.to_thread(importlib.import_module, "desktop_notifier")  # takes a tenth of a second
        from desktop_notifier import DEFAULT_SOUND, Button, DesktopNotifier, Icon

        if self._notifier is None:
            self._notifier = DesktopNotifier(APP_NAME, app_icon=Icon(name=ICON_NAME))
        notifier = self._notifier
        posted = asyncio.Event()
        body = _sendable(notification.body)
        identifier = await notifier.send(
            _sendable(notification.title),
            # The service takes the body for markup; a plugin's text is none.
            html.escape(body, quote=False) if sys.platform == "linux" else body,
            icon=await asyncio.to_thread(_icon, notification.icon),
            buttons=[
                Button(_sendable(label), on_pressed=partial(activated, button))
                for button, label in notification.buttons
            ],
            on_clicked=partial(activated, None),
            on_dispatched=posted.set,
            sound=None if notification.silent else DEFAULT_SOUND,
        )
        if not posted.is_set():  # the library has logged why; its connection may be stale
            self._drop()
            return False
        self._shown[identifier] = None
        while len(self._shown) > MOST_SHOWN:
            oldest, _ = self._shown.popitem(last=False)
            if oldest in await notifier.get_current_notifications():
                await notifier.clear(oldest)
        return True

    def _drop(self) -> None:
        """Forget the library's object; the next notification connects anew."""
        notifier, self._notifier = self._notifier, None
        self._shown.clear()
        # The library has no way to end its connection; only the Linux backend has one.
        bus = getattr(getattr(notifier, "_backend", None), "bus", None)
        if bus is not None:
            bus.disconnect()


def _sendable(text: str) -> str:
    """D-Bus carries no NUL character: the connection would be given up, and clicks on what is shown with it."""
    return text.replace("\0", "")


def _icon(text: str | None) -> Icon | None:
    """A picture that is there; None = the shell's own icon."""
    from desktop_notifier import Icon

    if not text:
        return None
    try:
        path = Path(unquote(urlsplit(text).path)) if text.startswith("file:") else Path(text).expanduser()
        return Icon(path=path) if path.is_absolute() and path.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None
