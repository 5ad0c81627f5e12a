"""The chats that one window shows, and the frames that it gets when they change.

A frame goes out with the first change, then one in 16 ms at most. A chat that the window put aside keeps its view here,
so that showing it again costs what has changed meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from hermes_shell.core.chat.chat import Chat

if TYPE_CHECKING:
    from hermes_shell.core.shown_areas import Part
    from hermes_shell.core.window import Window
    from hermes_shell.transcript.view import TranscriptView

log = logging.getLogger(__name__)

FRAME_SECONDS = 0.016
"""The least time between two frames of one window that chats cause."""
PATIENCE_SECONDS = 0.016
"""How long a frame that is due lets raw events go first that come without a pause."""
READINGS = 3
"""How often a long text is read that becomes another one meanwhile, before it is read where it is shown."""
MOST_VIEWS = 64
"""Chats of one window whose views are kept; a window puts 8 aside and has 32 tiles at most."""


@dataclass(slots=True)
class Shown:
    """One chat in one window."""

    view: TranscriptView
    paused: bool = False
    reading: bool = False


class WindowChats:
    """The chats of one window.

    Args:
        window: where the frames go.
    """

    def __init__(self, window: Window) -> None:
        self.window = window
        self._shown: dict[str, Shown] = {}
        self._dirty: dict[str, None] = {}
        self._timer: asyncio.Handle | None = None
        self._due = 0.0
        self._is_due = False
        self._sent = 0.0

    def show(self, chat: Chat, *, kept: bool) -> None:
        """Send a chat from now on.

        Args:
            chat: which one.
            kept: the page still has everything that it got when the chat was hidden.
        """
        shown = self._shown.get(chat.key)
        if shown is not None and kept:
            shown.paused = False
            self.touch(chat.key)
            self.flush()
            return
        from hermes_shell.transcript.view import TranscriptView  # late: no chat is shown before the first page

        while len(self._shown) >= MOST_VIEWS:
            del self._shown[next(iter(self._shown))]
        view = TranscriptView(chat.transcript, chat.key)
        self._shown[chat.key] = Shown(view)
        self._dirty.pop(chat.key, None)
        # The page may have an older copy in the list.
        self.window.push([{"target": _selector(chat.key), "html": ""}, *cast("list[Part]", view.everything())])

    def hide(self, key: str, *, forget: bool) -> None:
        """Send a chat no more; forget what the page has of it where the page does."""
        if forget:
            self._shown.pop(key, None)
        elif (shown := self._shown.get(key)) is not None:
            shown.paused = True

    def known(self) -> tuple[str, ...]:
        """The chats that the window has messages of."""
        return tuple(self._shown)

    def view(self, key: str) -> TranscriptView | None:
        """What the window has of a chat; None when it shows it not."""
        shown = self._shown.get(key)
        return None if shown is None else shown.view

    def rekey(self, old: str, new: str) -> None:
        """A chat has another key."""
        shown = self._shown.pop(old, None)
        if shown is None:
            return
        self.flush_one(old, shown)
        shown.view.rekey(new)
        self._shown[new] = shown
        if self._dirty.pop(old, 0) is None:
            self.touch(new)

    def touch(self, key: str) -> None:
        """Send what changed of a chat with the next frame."""
        shown = self._shown.get(key)
        if shown is None or shown.paused:
            return
        self._dirty[key] = None
        loop = asyncio.get_running_loop()
        if self._timer is None:
            self._due = max(self._sent + FRAME_SECONDS, loop.time())
            self._timer = loop.call_at(self._due, self._flush_behind)
        elif self._is_due and loop.time() < self._due + PATIENCE_SECONDS:
            self._timer.cancel()
            self._flush_behind()

    def _flush_behind(self) -> None:
        """Send behind the raw events that the page's plugins hear: they leave with the loop's next round."""
        self._is_due = True
        self._timer = asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send what changed now."""
        self._is_due = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        dirty, self._dirty = self._dirty, {}
        for key in dirty:
            shown = self._shown.get(key)
            if shown is not None and not shown.paused:
                self.flush_one(key, shown)
        if dirty:
            self._sent = asyncio.get_running_loop().time()

    def flush_one(self, key: str, shown: Shown) -> None:
        """Send what changed of one chat, unless that is a long text that has to be read first."""
        from hermes_shell.transcript.ready import takes_long  # late, as above

        if shown.reading:
            return
        if takes_long(shown.view.changed_turns()):
            shown.reading = True
            self.window.shell.chats.spawn(self._read(key, shown), f"read a long text of {key}")
        else:
            self._push_changes(key, shown)

    async def _read(self, key: str, shown: Shown) -> None:
        """Read a long text in a thread: a megabyte takes seconds. The chat's frames wait for it."""
        from hermes_shell.transcript.ready import get_ready, takes_long  # late, as above

        try:
            for _ in range(READINGS):
                if takes_long(shown.view.changed_turns()):
                    await get_ready(shown.view.changed_turns())
        except Exception:
            log.exception("a long text of chat %s could not be read", key)
        shown.reading = False
        if shown in self._shown.values() and not shown.paused:
            self._push_changes(key, shown)

    def _push_changes(self, key: str, shown: Shown) -> None:
        try:
            self.window.push(cast("list[Part]", shown.view.changes()))
        except Exception:
            log.exception("the changes of chat %s could not be rendered", key)

    def close(self) -> None:
        """Send nothing any more."""
        if self._timer is not None:
            self._timer.cancel()


def _selector(key: str) -> str:
    """Of the list of a chat in a page."""
    name = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'[data-list="chat:{name}"]'
