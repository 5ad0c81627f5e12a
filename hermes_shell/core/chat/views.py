"""What each window has of the chats it shows, and what goes to windows when a chat changes.

Events are folded into a transcript at once; a window gets what that changed in frames, one in 16 ms at most. A chat
that a window put aside keeps its view here, so that showing it again costs what has changed meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from hermes_shell.areas.routes import ROUTES, path_of
from hermes_shell.core.chat.chat import Chat
from hermes_shell.errors import StorageError

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import What
    from hermes_shell.core.shell import Shell
    from hermes_shell.core.shown_areas import Part
    from hermes_shell.core.window import Window
    from hermes_shell.transcript.view import TranscriptView

log = logging.getLogger(__name__)

FRAME_SECONDS = 0.016
"""The least time between two frames of one window that chats cause."""
PATIENCE_SECONDS = 0.016
"""How long a frame that is due lets raw events go first that come without a pause."""
MOST_VIEWS = 64
"""Chats of one window whose views are kept; a window puts 8 aside and has 32 tiles at most."""


@dataclass(slots=True)
class Shown:
    """One chat in one window."""

    view: TranscriptView
    paused: bool = False


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
        """Send what changed of one chat."""
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


class ChatViews:
    """All windows and their chats.

    Args:
        shell: the parts of the shell.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._windows: dict[str, WindowChats] = {}
        self._put: dict[str, Chat] = {}
        self._removed: list[str] = []
        self._telling: asyncio.Handle | None = None
        shell.chats.subscribe(self._changed)

    def of(self, window: Window) -> WindowChats:
        """The chats of a window."""
        found = self._windows.get(window.id)
        if found is None or found.window is not window:
            if found is not None:
                found.close()
            found = self._windows[window.id] = WindowChats(window)
        return found

    def welcome(self, window: Window) -> None:
        """Tell a new window every chat."""
        chats = self._shell.chats.chats()
        before = self._windows.get(window.id)
        if before is not None and before.window is not window:
            self.gone(window.id)  # it is connected anew, and its old connection has not ended yet
        window.send({"t": "chats", "put": {chat.key: chat.facts() for chat in chats}, "remove": [], "all": True})

    def gone(self, window: str) -> None:
        """Forget a window."""
        found = self._windows.pop(window, None)
        if found is not None:
            found.close()
        for chat in self._shell.chats.chats():
            if window in chat.shown:
                chat.shown.discard(window)
                self._shell.chats.release(chat)
        self._unload()

    def _changed(self, chat: Chat, what: What) -> None:
        match what:
            case "transcript":
                for chats in tuple(self._windows.values()):
                    chats.touch(chat.key)
            case "moved":
                self._move(chat)
            case "gone" | "left":
                for chats in tuple(self._windows.values()):
                    chats.hide(chat.key, forget=True)
                self._put.pop(chat.key, None)
                self._removed.append(chat.key)
                self._tell_soon()
            case "title":
                self._retitle(chat)
            case "state" | "question":
                if self._shell.chats.chat(chat.key) is chat:
                    self._put[chat.key] = chat
                    self._tell_soon()

    def hidden(self, window: Window, chat: Chat, *, forget: bool) -> None:
        """A window put a chat aside."""
        hub = self._shell.chats
        hub.set_shown(chat, window.id, shown=False)
        forget = hub.release(chat) or forget
        self.of(window).hide(chat.key, forget=forget)
        self._unload()

    def _unload(self) -> None:
        hub = self._shell.chats
        hub.unload({one for chats in self._windows.values() for key in chats.known() if (one := hub.chat(key))})

    def _move(self, chat: Chat) -> None:
        try:
            self._shell.drafts.move(chat.former, chat.key)
        except StorageError as error:
            log.warning("the draft of %s stays where it was: %s", chat.former, error.message)
        self._put.pop(chat.former, None)
        self._removed.append(chat.former)
        self._broadcast({"t": "chat-moved", "from": chat.former, "to": chat.key})
        for chats in tuple(self._windows.values()):
            chats.rekey(chat.former, chat.key)
            if chats.window.id in chat.shown and chats.view(chat.key) is None:
                chats.show(chat, kept=False)  # it showed the chat whose place this one takes
        self._put[chat.key] = chat
        self._tell_soon()

    def _retitle(self, chat: Chat) -> None:
        """Let the tab of a workspace say what its chat is called now."""
        for window in tuple(self._shell.windows.values()):
            if path_of(window.address) == f"/{chat.key}":
                window.push(window.update((ROUTES,), anew=True))

    def _tell_soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        put, self._put = self._put, {}
        removed, self._removed = self._removed, []
        self._telling = None
        facts = {key: chat.facts() for key, chat in put.items()}
        self._broadcast({"t": "chats", "put": facts, "remove": removed})

    def _broadcast(self, message: Mapping[str, object]) -> None:
        for window in tuple(self._shell.windows.values()):
            window.send(message)
