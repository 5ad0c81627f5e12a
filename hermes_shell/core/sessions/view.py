"""The list of sessions as one window shows it: a part of its lines, and what stands for the rest.

Thousands of rows are numbers; the page has the lines near its viewport only, between two fillers of the right height.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Any

from hermes_shell.areas.rendering import macro, staying
from hermes_shell.areas.routes import chat_path
from hermes_shell.core.sessions.arrangement import (
    DRAFTS,
    MANUAL,
    PINNED,
    Entry,
    arrange,
    draft_entries,
    found_entries,
    note,
)
from hermes_shell.core.sessions.search import Found, Query, find_archived, find_said, find_titles, query_of
from hermes_shell.core.sessions.session_list import SessionList
from hermes_shell.errors import ShellError

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

log = logging.getLogger(__name__)

LIST = "sessions"
TEMPLATE = "core/sessions/list.html"
MOST_DRAFTS = 50
"""Drafts of new chats that are listed."""
SEARCH_SECONDS = 0.15
"""How long somebody must not type before the gateway is asked."""
_MARKED = re.compile(r">>>(.*?)<<<")


@dataclass(frozen=True, slots=True)
class LineView:
    """What the template prints of a line; `data` are the arguments of its slots."""

    entry: Entry
    label: str = ""
    href: str = ""
    tone: str = ""
    words: str = ""
    since: int = 0
    unread: bool = False
    pinned: bool = False
    archived: bool = False
    movable: bool = False
    color: str = ""
    tags: tuple[str, ...] = ()
    snippet: tuple[tuple[str, bool], ...] = ()
    data: Mapping[str, Any] | None = None
    reason: str = ""


class SessionView:
    """One window's view of the list.

    Args:
        sessions: the list.
        window: the window that shows it.
    """

    def __init__(self, sessions: SessionList, window: Window) -> None:
        self._sessions = sessions
        self._window = window
        self.first, self.last = 0, 0
        self.query = ""
        self._found: Found | None = None
        self._archived: list[Any] = []
        self._asking: asyncio.TimerHandle | None = None
        self._order: list[str] = []
        self._html: dict[str, str] = {}
        self._views: dict[str, LineView] = {}
        self._entries: list[Entry] = []
        self._told = False  # the page has a first whole list

    def show(self, first: int, last: int, query: str) -> None:
        """Show other lines, or what a search finds; the changes go to the page.

        Args:
            first: the first line that the page wants.
            last: the line behind the last one.
            query: what somebody searches; empty = the whole list.
        """
        self.first, self.last = first, last
        if query != self.query:
            self.query, self._archived = query, []
            self._search()
            self._entries = self._lines()
        elif not self._told:
            self._entries = self._lines()
        self._send()

    def refresh(self) -> None:
        """Look at the list anew and send what changed."""
        self._entries = self._lines()
        self._send()

    def _send(self) -> None:
        runs = [[kind, len(list(group))] for kind, group in groupby(entry.kind for entry in self._entries)]
        self._window.send({"t": "sessions", "runs": runs, "first": self.first, "query": self.query})
        shown = self._entries[self.first : self.last]
        html = {f"filler:{self.first}": self._filler("above", self._entries[: self.first])} if self.first else {}
        html.update((entry.id, self._line(entry)) for entry in shown)
        self._views = {entry.id: self._views[entry.id] for entry in shown}
        rest = self._entries[self.last :]
        if rest:
            html["filler:below"] = self._filler("below", rest)
        part = self._difference(html) if self._told else self._whole(html)
        if part is not None:
            self._window.push([part])

    def close(self) -> None:
        """Ask nothing more."""
        if self._asking is not None:
            self._asking.cancel()

    # What stands in the list

    def _lines(self) -> list[Entry]:
        sessions = self._sessions
        shown = [row for row in sessions.rows() if sessions.is_shown(row) and not row.archived]
        if self.query:
            return self._found_lines(shown)
        entries = [*self._drafts(), *arrange(shown, sessions.metadata, date.today())]
        if sessions.status == "failed":
            return [note("failed"), *entries]
        if entries:
            return entries
        gateway = self._window.shell.gateway
        if sessions.status == "ok":
            return [note("empty")]
        return [note("loading" if gateway.state in ("open", "connecting") else "closed")]

    def _drafts(self) -> list[Entry]:
        try:
            found = self._window.shell.drafts.of_new_chats()
        except ShellError as error:
            log.warning("the drafts of new chats are not listed: %s", error)
            return []
        return draft_entries([(key, line) for key, line, _ in found[:MOST_DRAFTS]])

    def _found_lines(self, shown: Sequence[Any]) -> list[Entry]:
        found = self._found or Found()
        query = query_of(self.query)
        found.titles = find_titles(self._sessions, query, self._archived if query.archived else shown)
        titles = {row.root for row in found.titles}
        said = [(row, snippet) for row, snippet in found.messages if row.root not in titles]
        entries = found_entries(found.titles, said)
        if found.fault:
            entries.append(note("search-failed"))
        elif not entries:
            entries.append(note("searching" if found.waiting else "nothing"))
        return entries

    def _search(self) -> None:
        self.close()
        self._asking = None
        self._found = Found()
        query = query_of(self.query)
        if query.text or query.archived:
            self._found.waiting = True
            loop = asyncio.get_running_loop()
            self._asking = loop.call_later(SEARCH_SECONDS, self._ask, self._found, query)

    def _ask(self, found: Found, query: Query) -> None:
        self._sessions.run(self._ask_gateway(found, query), "search-sessions")

    async def _ask_gateway(self, found: Found, query: Query) -> None:
        gateway = self._window.shell.gateway
        try:
            if query.archived:
                archived = await find_archived(gateway)
                if found is self._found:
                    self._archived = archived
            else:
                found.messages = await find_said(gateway, self._sessions, query)
        except ShellError as error:
            found.fault = str(error)
        found.waiting = False
        if found is self._found:
            self.refresh()

    # How it looks

    def _line(self, entry: Entry) -> str:
        """A line as HTML; one that looks as before is not printed again."""
        view = self._view(entry)
        if self._views.get(entry.id) == view and entry.id in self._html:
            return self._html[entry.id]
        self._views[entry.id] = view
        is_draft = entry.kind == "row" and entry.group == DRAFTS
        return str(macro(TEMPLATE, "draft" if is_draft else entry.kind)(view))

    def _view(self, entry: Entry) -> LineView:
        sessions, row = self._sessions, entry.row
        if row is None and entry.kind == "row":
            return LineView(entry, label=entry.text or "A file", href=f"#/?draft={entry.id.removeprefix('draft:')}")
        if row is None:
            return LineView(entry, reason=self._reason(entry))
        marks, mark = sessions.metadata, sessions.marks.of(row.id, *row.lineage)
        return LineView(
            entry,
            label=row.label,
            href=f"#{chat_path(row.id)}",
            tone=mark.tone,
            words=mark.words,
            since=int(mark.since),
            unread=mark.unread,
            pinned=row.root in marks.pinned,
            archived=row.archived,
            movable=not self.query,
            color=marks.colors.get(row.root, ""),
            tags=tuple(marks.tags.get(row.root, ())),
            snippet=_parts(entry.text if entry.kind == "hit" else row.preview),
            data={
                "sessionId": row.root,
                "lineageIds": list(row.lineage),
                "profile": row.profile,
                "connectionId": "",
            },
        )

    def _reason(self, entry: Entry) -> str:
        match entry.text:
            case "failed":
                return self._sessions.reason
            case "search-failed":
                return self._found.fault if self._found else ""
            case "closed":
                return self._window.shell.gateway.fault or ""
            case _:
                return MANUAL if entry.group == MANUAL else PINNED if entry.group == PINNED else ""

    def _filler(self, side: str, entries: Sequence[Entry]) -> str:
        counts = Counter(entry.kind for entry in entries)
        return str(macro(TEMPLATE, "filler")(f"filler:{self.first}" if side == "above" else "filler:below", counts))

    def _whole(self, html: dict[str, str]) -> dict[str, object]:
        """All lines: a page that lost its connection may have any others."""
        self._told = True
        self._order, self._html = list(html), html
        return {"target": f'[data-list="{LIST}"]', "html": "".join(html.values())}

    def _difference(self, html: dict[str, str]) -> dict[str, object] | None:
        """The part that makes of what the page has what it shall have.

        A filler is replaced, never morphed: with lines beside it, the change happens at one go and nothing jumps.
        """
        order = list(html)
        fillers = {entry for entry in order if entry.startswith("filler:") and self._html.get(entry) != html[entry]}
        kept = [entry for entry in self._order if entry not in fillers]
        removed = [entry for entry in self._order if entry in fillers or entry not in html]
        changed = {entry for entry in order if self._html.get(entry) != html[entry]}
        if not changed and not removed and order == self._order:
            return None
        stay = staying(kept, order)
        put: list[dict[str, object]] = []
        successor: str | None = None
        for entry in reversed(order):
            if entry in changed or entry not in stay:
                put.append({"id": entry, "html": html[entry], "before": successor})
            successor = entry
        self._order, self._html = order, html
        return {"list": LIST, "remove": removed, "put": put}


def _parts(text: str) -> tuple[tuple[str, bool], ...]:
    """A snippet in parts: the text, and whether it is what was looked for."""
    parts = _MARKED.split(text)
    return tuple((part, bool(at % 2)) for at, part in enumerate(parts) if part)
