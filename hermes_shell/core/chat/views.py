"""What goes to windows when a chat changes, and what they are told of all chats."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hermes_shell.areas.routes import ROUTES, chat_key, path_of
from hermes_shell.core.chat.chat import Chat
from hermes_shell.core.chat.window_chats import WindowChats
from hermes_shell.errors import StorageError

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import What
    from hermes_shell.core.shell import Shell
    from hermes_shell.core.window import Window

log = logging.getLogger(__name__)


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
                self._shell.chats.letting_go.release(chat)
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
        forget = hub.letting_go.release(chat) or forget
        self.of(window).hide(chat.key, forget=forget)
        self._unload()

    def _unload(self) -> None:
        hub = self._shell.chats
        windows = tuple(self._windows.values())
        for chat in hub.letting_go.unload({one for each in windows for key in each.known() if (one := hub.chat(key))}):
            for chats in windows:
                chats.hide(chat.key, forget=True)  # a window that comes back to it gets it whole

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
            if chat_key(path_of(window.address)) == chat.key:
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
