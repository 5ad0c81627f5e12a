"""Puts the list of sessions together with the shell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hermes_shell.core.sessions.carrying import Carrying
from hermes_shell.core.sessions.mark_verbs import MarkVerbs
from hermes_shell.core.sessions.removal import Removal
from hermes_shell.core.sessions.session_verbs import SessionVerbs
from hermes_shell.core.sessions.views import Views

if TYPE_CHECKING:
    from hermes_shell.core.shell import Shell, Verb


def session_verbs(shell: Shell) -> Mapping[str, Verb]:
    """Let the list follow the gateway, the chats and the drafts; returns its verbs by the name behind `sessions.`."""
    sessions = shell.sessions
    sessions.marks.follow(shell.chats)
    removal = Removal(shell, sessions)
    marks = MarkVerbs(sessions, Carrying(sessions, shell.chats))
    verbs, views = SessionVerbs(sessions, removal), Views(sessions, shell.drafts)
    sessions.start()
    return {
        "archive": verbs.archive,
        "bulk": verbs.bulk,
        "carry": marks.carry,
        "delete": verbs.delete,
        "facts": marks.facts,
        "fold": marks.fold,
        "folder": verbs.folder,
        "hide": marks.hide,
        "move": marks.move,
        "persisted": verbs.persisted,
        "pin": marks.pin,
        "rename": verbs.rename,
        "reorder": marks.reorder,
        "reorderPinned": marks.reorder_pinned,
        "retry": verbs.retry,
        "search": verbs.search,
        "setColor": marks.set_color,
        "step": marks.step,
        "tag": verbs.tag,
        "undelete": verbs.undelete,
        "window": views.window,
    }
