"""Verbs that change sessions on the gateway, sort them into tags and folders, and look for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hermes_shell.core.sessions.arguments import flag_arg, ids_arg, is_whole
from hermes_shell.core.sessions.mark_verbs import LONGEST_TITLE
from hermes_shell.core.sessions.metadata import LONGEST_NAME
from hermes_shell.core.sessions.removal import Removal
from hermes_shell.core.sessions.row import SessionRow, raw_rows
from hermes_shell.core.sessions.search import find_said, find_titles, query_of
from hermes_shell.core.sessions.session_list import SessionList
from hermes_shell.core.sessions.source import PAGE, update_session
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.errors import GatewayError, ProtocolError, ShellError

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

MOST_FOUND = 100
MOST_PERSISTED = 500
"""Sessions of one answer to a plugin (contract, host.listPersistedSessions)."""


class SessionVerbs:
    """What a page may do with sessions.

    Args:
        sessions: the list.
        removal: deletes them.
    """

    def __init__(self, sessions: SessionList, removal: Removal) -> None:
        self._sessions = sessions
        self._marks = sessions.metadata
        self._removal = removal

    async def retry(self, window: Window, args: Mapping[str, Any]) -> object:
        """Read the list again, and connect again where that is what failed."""
        del args
        if window.shell.gateway.state != "open":
            await window.shell.gateway.restart()
        else:
            self._sessions.reload()
        return True

    async def rename(self, window: Window, args: Mapping[str, Any]) -> object:
        """Give a session a title: `{id, title}`; an empty one takes it away.

        Raises:
            GatewayError: the gateway refused, for example because another session has the title.
        """
        row = self._row(text_arg(args, "id", "sessions.rename"))
        title = " ".join(text_arg(args, "title", "sessions.rename", empty=True).split())
        if len(title) > LONGEST_TITLE:
            raise ShellError(f"A title has at most {LONGEST_TITLE} characters.")
        try:
            await update_session(window.shell.gateway, row.id, title=title)
        except GatewayError as error:
            if "already in use" in error.message:  # and by which id, which says nothing to people
                raise GatewayError(error.code, "Another chat has this title.") from error
            raise
        known = self._sessions.row(row.id)
        if known is not None:
            self._sessions.put(replace(known, title=title))
        return title

    async def archive(self, window: Window, args: Mapping[str, Any]) -> object:
        """Put sessions away, or bring them back: `{ids, archived?}`; returns the ids of those that moved."""
        archived = flag_arg(args, "archived", "sessions.archive", True)
        moved: list[str] = []
        for stored in ids_arg(args, "sessions.archive"):
            row = self._sessions.row(stored)
            await update_session(window.shell.gateway, row.id if row is not None else stored, archived=archived)
            moved.append(stored)
            if row is not None and archived:
                self._sessions.drop(row.id)
        self._sessions.refresh_soon()
        if not archived:
            self._sessions.reload()
        return moved

    async def delete(self, _: Window, args: Mapping[str, Any]) -> object:
        """Delete sessions once the time to undo is over: `{ids}`; returns the ids that `sessions.undelete` takes."""
        return await self._removal.delete(ids_arg(args, "sessions.delete"))

    async def undelete(self, _: Window, args: Mapping[str, Any]) -> object:
        """Bring deleted sessions back: `{ids}`; returns those that are back."""
        return await self._removal.undelete(ids_arg(args, "sessions.undelete"))

    async def tag(self, _: Window, args: Mapping[str, Any]) -> object:
        """Give sessions a tag, or take it away: `{ids, tag, on?}`."""
        name, on = _name(args, "tag", "sessions.tag"), flag_arg(args, "on", "sessions.tag", True)
        return await self._each(args, "sessions.tag", lambda root: self._marks.set_tag(root, name, on), "tags")

    async def folder(self, _: Window, args: Mapping[str, Any]) -> object:
        """Put sessions into a folder, or take them out of theirs: `{ids, folder}`; null is none."""
        name = None if args.get("folder") is None else _name(args, "folder", "sessions.folder")

        def put(root: str) -> None:
            if name is None:
                self._marks.folders.pop(root, None)
            else:
                self._marks.folders[root] = name

        return await self._each(args, "sessions.folder", put, "folders")

    async def bulk(self, window: Window, args: Mapping[str, Any]) -> object:
        """Do one thing to many sessions: `{ids, op, value?}`; op is archive, delete, tag, untag or folder."""
        value = args.get("value")
        match args.get("op"):
            case "archive":
                return await self.archive(window, args)
            case "delete":
                return await self.delete(window, args)
            case "tag" | "untag" as op:
                return await self.tag(window, {**args, "tag": value, "on": op == "tag"})
            case "folder":
                return await self.folder(window, {**args, "folder": value})
            case _:
                raise ProtocolError("sessions.bulk: op is archive, delete, tag, untag or folder")

    async def search(self, window: Window, args: Mapping[str, Any]) -> object:
        """Find sessions by title and by what was said in them: `{query, limit?}`.

        Returns:
            `{sessions: [{id, title, snippet, last_active}], fault}`: a snippet has matches between `>>>` and `<<<`.
        """
        text, limit = text_arg(args, "query", "sessions.search", empty=True), args.get("limit", MOST_FOUND)
        if not is_whole(limit) or not 0 < limit <= MOST_FOUND:
            raise ProtocolError(f"sessions.search: limit is a whole number up to {MOST_FOUND}")
        query, rows, fault = query_of(text), self._sessions.rows(), ""
        found = {row.root: (row, "") for row in find_titles(self._sessions, query, rows)[:limit]}
        if query.text and args.get("titles_only") is not True:
            try:
                for row, snippet in await find_said(window.shell.gateway, self._sessions, query):
                    found.setdefault(row.root, (row, snippet))
            except ShellError as error:
                fault = str(error)
        entries = [
            {"id": row.id, "title": row.label, "snippet": snippet, "last_active": row.last_active}
            for row, snippet in list(found.values())[:limit]
        ]
        return {"sessions": entries, "fault": fault}

    async def persisted(self, window: Window, args: Mapping[str, Any]) -> object:
        """The gateway's own list for a plugin: `{profile?, limit?}`, rows as they came, without the hidden ones."""
        limit, profile = args.get("limit", 2 * PAGE), args.get("profile")
        if not is_whole(limit) or not isinstance(profile, str | None):
            raise ProtocolError("sessions.persisted: limit is a whole number, profile a text")
        query = {"limit": max(0, min(limit, MOST_PERSISTED)), "order": "recent", "profile": profile}
        answer = await window.shell.gateway.rest("GET", "/api/sessions", query=query)
        hidden = set(self._marks.hidden)
        return [row for row in raw_rows(answer) if not {row.get("id"), row.get("_lineage_root_id")} & hidden]

    async def _each(self, args: Mapping[str, Any], verb: str, change: Callable[[str], None], name: str) -> bool:
        for stored in ids_arg(args, verb):
            change(self._sessions.root(stored))
        self._sessions.changed()
        await self._marks.save(name)
        return True

    def _row(self, stored: str) -> SessionRow:
        return self._sessions.row(stored) or SessionRow(stored, stored, (stored,))


def _name(args: Mapping[str, Any], argument: str, verb: str) -> str:
    name = " ".join(text_arg(args, argument, verb).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise ShellError(f"A {argument} has between 1 and {LONGEST_NAME} characters.")
    return name
