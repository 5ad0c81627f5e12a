"""What stands in the list of sessions, in order: groups with their headings, or what a search found. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from hermes_shell.core.sessions.metadata import SessionMetadata
from hermes_shell.core.sessions.row import SessionRow

Kind = Literal["heading", "row", "hit", "note"]

DRAFTS, PINNED, MANUAL, TITLES, MESSAGES = "drafts", "pinned", "manual", "titles", "messages"
FOLDER = "folder:"
_LABELS = {
    DRAFTS: "Not sent",
    PINNED: "Pinned",
    MANUAL: "My order",
    "today": "Today",
    "yesterday": "Yesterday",
    "week": "Last 7 days",
    "older": "Older",
    TITLES: "Chats",
    MESSAGES: "In messages",
    "archived": "Archived",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list.

    Attributes:
        kind: decides the height: a heading, a row, a row with a snippet below its title, or a note.
        id: of the line, unique in the list.
        group: key of the group that it stands in.
        row: the session; None for headings, notes and drafts.
        text: of a heading, a snippet or a draft.
        count: rows of the group that a heading opens.
        folded: the heading's group is closed.
    """

    kind: Kind
    id: str
    group: str
    row: SessionRow | None = None
    text: str = ""
    count: int = 0
    folded: bool = False


def arrange(rows: Sequence[SessionRow], marks: SessionMetadata, today: date) -> list[Entry]:
    """The groups of the list: Pinned, folders, then by day, or in the user's own order.

    Args:
        rows: what may be shown, the one used last first.
        marks: of the user.
        today: the day it is.
    """
    by_root = {row.root: row for row in rows}
    pinned = [by_root[root] for root in marks.pinned if root in by_root]
    others = [row for row in rows if row.root not in set(marks.pinned)]
    groups: dict[str, list[SessionRow]] = {PINNED: pinned}
    loose: list[SessionRow] = []
    for folder in marks.all_folders():
        groups[FOLDER + folder] = []
    for row in in_order(others, marks):
        folder = marks.folders.get(row.root)
        if folder is None:
            loose.append(row)
        else:
            groups[FOLDER + folder].append(row)
    if marks.manual:
        groups[MANUAL] = loose
    else:
        groups.update(by_day(loose, today))
    return list(_entries(groups, marks.folded))


def in_order(rows: Sequence[SessionRow], marks: SessionMetadata) -> list[SessionRow]:
    """Rows in the user's order where there is one; what began after it was given stands above, other rows below."""
    if not marks.manual:
        return list(rows)
    places = {stored: at for at, stored in enumerate(marks.order)}

    def place(row: SessionRow) -> tuple[int, int]:
        found = [places[stored] for stored in (row.id, *row.lineage) if stored in places]
        if found:
            return (1, min(found))
        return (0, 0) if row.started_at > marks.ordered_at else (2, 0)

    return sorted(rows, key=place)


def by_day(rows: Iterable[SessionRow], today: date) -> dict[str, list[SessionRow]]:
    """Rows by the day on which they were used last, in local time."""
    groups: dict[str, list[SessionRow]] = {"today": [], "yesterday": [], "week": [], "older": []}
    days = [(timedelta(days=back), name) for back, name in ((0, "today"), (1, "yesterday"), (6, "week"))]
    starts = [(datetime.combine(today - back, datetime.min.time()).timestamp(), name) for back, name in days]
    for row in rows:
        name = next((name for start, name in starts if row.last_active >= start), "older")
        groups[name].append(row)
    return groups


def found_entries(titles: Sequence[SessionRow], messages: Sequence[tuple[SessionRow, str]]) -> list[Entry]:
    """What a search found: by title first, then in messages with a snippet."""
    entries: list[Entry] = []
    if titles:
        entries.append(Entry("heading", f"group:{TITLES}", TITLES, text=_LABELS[TITLES], count=len(titles)))
        entries += (Entry("row", f"row:{row.id}", TITLES, row) for row in titles)
    if messages:
        entries.append(Entry("heading", f"group:{MESSAGES}", MESSAGES, text=_LABELS[MESSAGES], count=len(messages)))
        entries += (Entry("hit", f"hit:{row.id}", MESSAGES, row, text=snippet) for row, snippet in messages)
    return entries


def draft_entries(drafts: Sequence[tuple[str, str]]) -> list[Entry]:
    """New chats with something typed, the newest first: key and first line of each."""
    if not drafts:
        return []
    heading = Entry("heading", f"group:{DRAFTS}", DRAFTS, text=_LABELS[DRAFTS], count=len(drafts))
    return [heading, *(Entry("row", f"draft:{key}", DRAFTS, text=line) for key, line in drafts)]


def note(name: str) -> Entry:
    """A line that says something about the list itself."""
    return Entry("note", f"note:{name}", "", text=name)


def _entries(groups: Mapping[str, Sequence[SessionRow]], folded: Sequence[str]) -> Iterator[Entry]:
    for group, rows in groups.items():
        if not rows:
            continue
        closed = group in folded
        yield Entry("heading", f"group:{group}", group, text=group_label(group), count=len(rows), folded=closed)
        if not closed:
            yield from (Entry("row", f"row:{row.id}", group, row) for row in rows)


def group_label(group: str) -> str:
    """What a group is called."""
    return _LABELS.get(group) or group.removeprefix(FOLDER)
