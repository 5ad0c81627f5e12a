"""Which part of the list of sessions every window shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from hermes_shell.core.sessions.arguments import is_whole
from hermes_shell.core.sessions.session_list import SessionList
from hermes_shell.core.sessions.view import SessionView
from hermes_shell.errors import ProtocolError

if TYPE_CHECKING:
    from hermes_shell.core.draft_store import Drafts
    from hermes_shell.core.window import Window

MOST_LINES = 400
"""Lines that a page may have of the list."""
LONGEST_QUERY = 200


class Views:
    """Which part of the list every window shows.

    Args:
        sessions: the list.
        drafts: what was typed in new chats, which stands in it too.
    """

    def __init__(self, sessions: SessionList, drafts: Drafts) -> None:
        self._sessions = sessions
        self._views: WeakKeyDictionary[Window, SessionView] = WeakKeyDictionary()
        sessions.subscribe(self._refresh)
        drafts.subscribe(self._refresh)

    async def window(self, window: Window, args: Mapping[str, Any]) -> object:
        """Show lines of the list from now on: `{from, to, query?}`; they come as a frame, and so does what changes."""
        first, last, query = args.get("from"), args.get("to"), args.get("query", "")
        if not (is_whole(first) and is_whole(last) and 0 <= first <= last <= first + MOST_LINES):
            raise ProtocolError(f"sessions.window: from and to are whole numbers at most {MOST_LINES} apart")
        if not isinstance(query, str) or len(query) > LONGEST_QUERY:
            raise ProtocolError(f"sessions.window: query is a text of at most {LONGEST_QUERY} characters")
        view = self._views.get(window)
        if view is None:
            view = self._views[window] = SessionView(self._sessions, window)
        view.show(first, last, query.strip())
        return True

    def _refresh(self) -> None:
        for window, view in tuple(self._views.items()):
            if window.shell.windows.get(window.id) is window:
                view.refresh()
            else:
                view.close()
                del self._views[window]
