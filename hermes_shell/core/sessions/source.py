"""Reading sessions from the gateway: pages of the list, single sessions by id, and what a search finds in messages."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import quote

from hermes_shell.core.sessions.row import SessionRow, row_of, rows_of
from hermes_shell.errors import GatewayError
from hermes_shell.gateway import Gateway

log = logging.getLogger(__name__)

PAGE = 100
"""Sessions of one page of the list."""
MOST_PAGES = 200
"""Pages that are read; what is behind them is found by search only."""
PAGE_MILLISECONDS = 20_000
"""Within which a page has to come; it takes some, and a list that hangs is to be told as such."""
LONGEST_LINEAGE = 50
"""Steps from a session to the one in which it goes on."""
NOT_FOUND = 404
_LIST = "/api/sessions"
_MARKUP = re.compile(r"(?m)^\s*#{1,6} |\s#{1,6} |\*\*|`+|\||:?-{3,}:?")
"""Marks of Markdown that say nothing in one line of a snippet."""
_TASKS_OF_OTHERS = "cron"
"""Sessions that a schedule runs are no chats of the user's."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A session in whose messages something was found; `snippet` has the matches between `>>>` and `<<<`."""

    id: str
    root: str
    snippet: str


async def read_pages(
    gateway: Gateway, *, most: int = MOST_PAGES, archived: str = "exclude"
) -> AsyncGenerator[list[SessionRow]]:
    """The list of sessions, page by page, the one used last first.

    Args:
        gateway: whose sessions.
        most: pages that are read at most.
        archived: `exclude` or `only`.

    Raises:
        GatewayError: a page could not be read.
        ShellError: the gateway answered with something else.
    """
    offset = 0
    for _ in range(most):
        query = {
            "limit": PAGE,
            "offset": offset,
            "order": "recent",
            "archived": archived,
            "exclude_sources": _TASKS_OF_OTHERS,
        }
        answer = await gateway.rest("GET", _LIST, query=query, timeout_ms=PAGE_MILLISECONDS)
        rows = rows_of(answer)
        yield rows
        total = cast("Mapping[str, object]", answer).get("total")
        offset += len(rows)
        full = len(rows) >= PAGE or (isinstance(total, int) and offset < total)
        if not rows or not full:
            return


async def read_session(gateway: Gateway, root: str) -> SessionRow | None:
    """The session in which a lineage goes on now, by the lineage's first id.

    Only compression leads on: a branch is another chat, though its parent is the same (known fault 66).

    Returns:
        None when the gateway has no such session.

    Raises:
        GatewayError: the gateway failed.
    """
    found = await _details(gateway, root)
    if found is None:
        return None
    lineage = [root]
    if found.get("end_reason") == "compression":
        answer = await _get(gateway, f"{_address(root)}/latest-descendant")
        path = answer.get("path") if answer else None
        for child in cast("list[object]", path)[1:LONGEST_LINEAGE] if isinstance(path, list) else ():
            following = await _details(gateway, child) if isinstance(child, str) else None
            if following is None:
                break
            found = following
            lineage.append(cast("str", child))
            if following.get("end_reason") != "compression":
                break
    row = row_of(found, root)
    return None if row is None else replace(row, lineage=tuple(dict.fromkeys((*lineage, row.id))))


async def lineage_of(gateway: Gateway, row: SessionRow) -> list[str]:
    """Every id of a lineage, the newest first, as far as the gateway knows them.

    Raises:
        GatewayError: the gateway failed.
    """
    known = list(row.lineage)
    if row.root != row.id:
        answer = await _get(gateway, f"{_address(row.root)}/latest-descendant")
        path = answer.get("path") if answer else None
        steps = cast("list[object]", path) if isinstance(path, list) else []
        ids = [entry for entry in steps if isinstance(entry, str)]
        if row.id in ids:
            known = ids[: ids.index(row.id) + 1]
    return known[::-1]


async def find_in_messages(gateway: Gateway, query: str, limit: int) -> list[Hit]:
    """Sessions in whose messages a text occurs, best first.

    Raises:
        GatewayError: the gateway failed.
    """
    answer = await gateway.rest("GET", f"{_LIST}/search", query={"q": query, "limit": limit})
    found: object = cast("Mapping[str, object]", answer).get("results") if isinstance(answer, Mapping) else None
    hits: list[Hit] = []
    for entry in cast("list[object]", found) if isinstance(found, list) else ():
        if not isinstance(entry, Mapping):
            continue
        fields = cast("Mapping[str, Any]", entry)
        stored, snippet = fields.get("session_id"), fields.get("snippet")
        if isinstance(stored, str) and stored:
            root = fields.get("lineage_root")
            line = " ".join(_MARKUP.sub(" ", snippet).split()) if isinstance(snippet, str) else ""
            hits.append(Hit(stored, root if isinstance(root, str) and root else stored, line))
    return hits


async def read_many(gateway: Gateway, roots: list[str]) -> dict[str, SessionRow | None]:
    """Several sessions by the first ids of their lineages: None for one that is not there; unread ones are left out."""
    answers = await asyncio.gather(*(read_session(gateway, root) for root in roots), return_exceptions=True)
    found: dict[str, SessionRow | None] = {}
    for root, answer in zip(roots, answers, strict=True):
        if isinstance(answer, BaseException):
            if not isinstance(answer, GatewayError):
                raise answer
            log.warning("session %s could not be read: %s", root, answer)
        else:
            found[root] = answer
    return found


async def update_session(gateway: Gateway, stored: str, **changes: object) -> None:
    """Change `title` or `archived` of a session.

    Raises:
        GatewayError: the gateway refused, for example a title that exists already.
    """
    await gateway.rest("PATCH", _address(stored), body=changes)


async def delete_session(gateway: Gateway, stored: str) -> None:
    """Delete a session for good; one that is not there is no error.

    Raises:
        GatewayError: the gateway refused.
    """
    try:
        await gateway.rest("DELETE", _address(stored))
    except GatewayError as error:
        if error.code != NOT_FOUND:
            raise


async def _details(gateway: Gateway, stored: str) -> Mapping[str, Any] | None:
    return await _get(gateway, _address(stored))


async def _get(gateway: Gateway, path: str) -> Mapping[str, Any] | None:
    try:
        answer = await gateway.rest("GET", path)
    except GatewayError as error:
        if error.code == NOT_FOUND:
            return None
        raise
    return cast("Mapping[str, Any]", answer) if isinstance(answer, Mapping) else None


def _address(stored: str) -> str:
    return f"{_LIST}/{quote(stored, safe='')}"
