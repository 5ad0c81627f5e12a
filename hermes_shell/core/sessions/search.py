"""Finding sessions by title, tag and folder at once, and by what was said in them from the gateway."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from hermes_shell.core.sessions.row import SessionRow
from hermes_shell.core.sessions.session_list import SessionList
from hermes_shell.core.sessions.source import Hit, find_in_messages, read_many, read_pages
from hermes_shell.gateway import Gateway

MOST_HITS = 50
"""Sessions that a search in messages brings."""
MOST_UNLISTED = 20
"""Of those, how many the list does not have and are read by id."""
LEAST_LETTERS = 2
"""Shorter texts are not looked for in messages."""
MOST_ARCHIVED_PAGES = 20
ARCHIVED = "is:archived"
TAG = "tag:"


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for.

    Attributes:
        words: folded words that all have to occur in title, preview, tags or folder.
        tags: tags that a session must have (`tag:name`).
        archived: look among archived sessions (`is:archived`).
    """

    words: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    archived: bool = False

    @property
    def text(self) -> str:
        """What is looked for in messages; empty when nothing is."""
        text = " ".join(self.words)
        return text if len(text) >= LEAST_LETTERS and not self.archived else ""


@dataclass(slots=True)
class Found:
    """What a search found so far.

    Attributes:
        titles: sessions found by what the list knows of them.
        messages: sessions found by what was said, with a snippet.
        waiting: the gateway has not answered yet.
        fault: why it could not look, one sentence.
    """

    titles: list[SessionRow] = field(default_factory=list[SessionRow])
    messages: list[tuple[SessionRow, str]] = field(default_factory=list[tuple[SessionRow, str]])
    waiting: bool = False
    fault: str = ""


def query_of(text: str) -> Query:
    """Read what somebody typed."""
    words: list[str] = []
    tags: list[str] = []
    archived = False
    for word in text.casefold().split():
        if word == ARCHIVED:
            archived = True
        elif word.startswith(TAG) and len(word) > len(TAG):
            tags.append(word[len(TAG) :])
        else:
            words.append(word)
    return Query(tuple(words), tuple(tags), archived)


def find_titles(sessions: SessionList, query: Query, rows: Iterable[SessionRow]) -> list[SessionRow]:
    """Rows whose title, preview, tags or folder have every word, the one used last first."""
    marks = sessions.metadata

    def fits(row: SessionRow) -> bool:
        tags = marks.tags.get(row.root, ())
        if query.tags and not set(query.tags) <= {"-".join(tag.casefold().split()) for tag in tags}:
            return False
        if not query.words:
            return True
        text = " ".join((row.title, row.preview, *tags, marks.folders.get(row.root, ""))).casefold()
        return all(word in text for word in query.words)

    return [row for row in rows if sessions.is_shown(row) and fits(row)]


async def find_said(gateway: Gateway, sessions: SessionList, query: Query) -> list[tuple[SessionRow, str]]:
    """Sessions in whose messages the text occurs, best first, with a snippet each.

    Raises:
        GatewayError: the gateway failed.
    """
    hits = await find_in_messages(gateway, query.text, MOST_HITS)
    unlisted = [hit.root for hit in hits if sessions.row(hit.id) is None and sessions.row(hit.root) is None]
    read = await read_many(gateway, unlisted[:MOST_UNLISTED])

    def row_for(hit: Hit) -> SessionRow | None:
        return sessions.row(hit.id) or sessions.row(hit.root) or read.get(hit.root)

    pairs = [(row, hit.snippet) for hit in hits if (row := row_for(hit)) is not None and sessions.is_shown(row)]
    return list({row.root: (row, snippet) for row, snippet in reversed(pairs)}.values())[::-1]


async def find_archived(gateway: Gateway) -> list[SessionRow]:
    """Archived sessions, the one used last first.

    Raises:
        GatewayError: the gateway failed.
        ShellError: it answered with something else.
    """
    pages = read_pages(gateway, most=MOST_ARCHIVED_PAGES, archived="only")
    return [replace(row, archived=True) async for page in pages for row in page]
