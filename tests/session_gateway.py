"""A gateway with sessions in memory: the part of its REST interface that the list of sessions uses."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway import State
from tests.scripted_gateway import ScriptedGateway

HOUR = 3600.0


def session(stored: str, hours_ago: float = 0.0, **more: object) -> dict[str, Any]:
    """A row as the gateway tells it."""
    at = time.time() - hours_ago * HOUR
    return {
        "id": stored,
        "title": f"Chat {stored}",
        "preview": f"first words of {stored}",
        "started_at": at,
        "last_active": at,
        "message_count": 2,
        "archived": False,
        **more,
    }


class SessionGateway(ScriptedGateway):
    """Holds sessions that a test may change at any time.

    Attributes:
        sessions: rows by id.
        said: stored id -> what was said in it.
        failure: what every look at the list raises; None = it works.
    """

    def __init__(self, *rows: dict[str, Any], state: State = "open") -> None:
        super().__init__(state=state)
        self.sessions: dict[str, dict[str, Any]] = {row["id"]: row for row in rows}
        self.said: dict[str, str] = {}
        self.failure: GatewayError | None = None
        self.answers["GET /api/sessions"] = self._list
        self.answers["GET /api/sessions/search"] = self._search
        self.answers["session.close"] = {"closed": True}
        self.answers["session.active_list"] = {"sessions": []}

    async def rest(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        timeout_ms: float | None = None,
    ) -> object:
        name, _, stored = path.rpartition("/")
        key = f"{method} {path}"
        if key not in self.answers and name == "/api/sessions":
            self.answers[key] = partial(self._one, method, stored)
        return await super().rest(method, path, query=query, body=body, timeout_ms=timeout_ms)

    def count(self, name: str) -> int:
        """How often something was called."""
        return sum(1 for called, _ in self.calls if called == name)

    def _list(self, given: Mapping[str, Any]) -> object:
        if self.failure is not None:
            raise self.failure
        query = given["query"]
        archived = query.get("archived") == "only"
        # Parts of a lineage stand for themselves only where a test says so.
        rows = [row for row in self.sessions.values() if row["archived"] is archived and not row.get("inner")]
        rows.sort(key=lambda row: -float(row["last_active"]))
        offset, limit = int(query.get("offset", 0)), int(query.get("limit", 20))
        page = rows[offset : offset + limit]
        return {"sessions": [dict(row) for row in page], "total": len(rows), "limit": limit, "offset": offset}

    def _one(self, method: str, stored: str, given: Mapping[str, Any]) -> object:
        row = self.sessions.get(stored)
        if method == "DELETE":
            self.sessions.pop(stored, None)
            return {"ok": True}
        if row is None:
            raise GatewayError(404, "Session not found")
        if method == "PATCH":
            changes: Mapping[str, Any] = given["body"]
            title = changes.get("title")
            if title and any(other["title"] == title for other in self.sessions.values() if other is not row):
                raise GatewayError(400, f"Title '{title}' is already in use by session x")
            row.update(changes)
            return {"ok": True, "title": row["title"]}
        return {name: value for name, value in row.items() if name not in ("preview", "_lineage_root_id")}

    def _search(self, given: Mapping[str, Any]) -> object:
        text = str(given["query"]["q"])
        found = [(stored, words) for stored, words in self.said.items() if text in words.casefold()]
        return {
            "results": [
                {"session_id": stored, "lineage_root": stored, "snippet": words.replace(text, f">>>{text}<<<")}
                for stored, words in found
            ]
        }
