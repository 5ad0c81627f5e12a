from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.routes.tables import TABLE
from tests.gateway.embedded.chatting import Client, chatting


async def rest(client: Client, method: str, path: str, body: object = None, /, **query: object) -> tuple[int, Any]:
    """One REST call."""
    return await client.link.rest(method, path, query, body, 20)


@pytest.fixture
async def stored(client: Client, live: str) -> str:
    """A session with one turn."""
    await client.turn(live, "table please")
    return (await client.call("session.title", session_id=live))["session_key"]


async def test_status(client: Client, live: str, tmp_path: Path) -> None:
    status = await client.get("/api/status")
    assert (status["backend"], status["auth_required"], status["demo"]) == ("embedded", False, True)
    assert (status["active_sessions"], status["hermes_home"]) == (1, str(tmp_path))
    assert status["version"]


@pytest.mark.parametrize("path", [path for method, path in TABLE if method == "GET"])
async def test_every_path_answers(client: Client, path: str) -> None:
    await client.get(f"/api/{path}")


async def test_paths_that_are_not_there(client: Client) -> None:
    for method, path in (("GET", "/api/nonsense"), ("GET", "/"), ("PUT", "/api/status"), ("POST", "/api/sessions")):
        assert await rest(client, method, path) == (404, {"detail": "Not Found"})
    assert await rest(client, "GET", "/api/plugins/kanban/boards") == (404, {"detail": "Plugin not found"})


async def test_the_list_of_sessions(client: Client, stored: str) -> None:
    listed = await client.get("/api/sessions", limit="5", order="recent")
    (row,) = listed["sessions"]
    assert (listed["total"], listed["limit"], listed["offset"]) == (1, 5, 0)
    assert (row["id"], row["_lineage_root_id"], row["title"]) == (stored, stored, "table please")
    assert (row["preview"], row["message_count"], row["source"]) == ("table please", 2, "desktop")
    assert (row["is_active"], row["archived"], row["parent_session_id"]) == (True, False, None)
    assert (await rest(client, "GET", "/api/sessions", limit="many"))[0] == 422
    assert (await rest(client, "GET", "/api/sessions", order="nonsense"))[0] == 400
    assert (await rest(client, "GET", "/api/sessions", archived="nonsense"))[0] == 400
    assert (await client.get("/api/sessions", limit=10**30))["limit"] == 1000


async def test_one_session(client: Client, stored: str) -> None:
    assert (await client.get(f"/api/sessions/{stored}"))["id"] == stored
    assert (await client.get("/api/sessions/table%20please"))["id"] == stored
    assert (await client.get(f"/api/sessions/{stored}/latest-descendant"))["changed"] is False
    exported = await client.get(f"/api/sessions/{stored}/export")
    assert [message["role"] for message in exported["messages"]] == ["user", "assistant"]
    for path in ("", "/messages", "/export", "/latest-descendant"):
        assert await rest(client, "GET", f"/api/sessions/nobody{path}") == (404, {"detail": "Session not found"})
    assert (await rest(client, "GET", f"/api/sessions/{stored}/nonsense"))[0] == 404


async def test_messages_in_pages(client: Client, stored: str) -> None:
    found = await client.get(f"/api/sessions/{stored}/messages", limit=1, offset=1)
    assert [message["role"] for message in found["messages"]] == ["assistant"]
    assert found["pagination"] == {"limit": 1, "offset": 1, "returned": 1}
    assert (await client.get(f"/api/sessions/{stored}/messages"))["pagination"]["limit"] is None


async def test_renaming_and_archiving(client: Client, stored: str) -> None:
    path = f"/api/sessions/{stored}"
    start = len(client.events)
    assert await rest(client, "PATCH", path, {"title": " New  name "}) == (200, {"ok": True, "title": "New name"})
    assert (await client.event("session.title", start))["title"] == "New name"
    assert await rest(client, "PATCH", path, {"archived": True}) == (
        200,
        {"ok": True, "title": "New name", "archived": True},
    )
    assert (await client.get("/api/sessions"))["total"] == 0
    assert (await client.get("/api/sessions", archived="only"))["total"] == 1
    assert (await rest(client, "PATCH", path, {"title": ""}))[1]["title"] == ""
    other = (await client.create())["session_id"]
    await client.call("session.title", session_id=other, title="Taken")
    status, answer = await rest(client, "PATCH", path, {"title": "Taken", "archived": False})
    assert (status, "already in use" in answer["detail"]) == (400, True)
    assert (await client.get("/api/sessions", archived="only"))["total"] == 1, "nothing is changed by half"
    assert (await rest(client, "PATCH", path, {}))[0] == 400
    assert (await rest(client, "PATCH", path, []))[0] == 422
    assert (await rest(client, "PATCH", path, {"title": 7}))[0] == 422
    assert (await rest(client, "PATCH", "/api/sessions/nobody", {"title": "x"}))[0] == 404


async def test_deleting(client: Client, stored: str) -> None:
    assert await rest(client, "DELETE", f"/api/sessions/{stored}") == (200, {"ok": True})
    assert await rest(client, "DELETE", f"/api/sessions/{stored}") == (200, {"ok": True, "already_absent": True})
    assert (await client.call("session.active_list"))["sessions"] == [], "it was live"


async def test_deleting_a_session_whose_turn_runs(client: Client, live: str, caplog: pytest.LogCaptureFixture) -> None:
    await client.call("prompt.submit", session_id=live, text="ask")
    await client.event("clarify.request")
    stored = (await client.call("session.title", session_id=live))["session_key"]
    assert (await rest(client, "DELETE", f"/api/sessions/{stored}"))[0] == 200
    assert (await client.get("/api/sessions"))["total"] == 0
    assert caplog.text == ""


async def test_deleting_many(client: Client, stored: str) -> None:
    status, answer = await rest(client, "POST", "/api/sessions/bulk-delete", {"ids": [stored, "nobody", 7]})
    assert (status, answer) == (200, {"ok": True, "deleted": 1})
    assert (await rest(client, "POST", "/api/sessions/bulk-delete", {"ids": "all"}))[0] == 422


async def test_search_and_counts(client: Client, stored: str) -> None:
    (hit,) = (await client.get("/api/sessions/search", q="columns"))["results"]
    assert (hit["session_id"], hit["lineage_root"], ">>>Columns<<<" in hit["snippet"]) == (stored, stored, True)
    assert (await client.get("/api/sessions/search"))["results"] == []
    assert (await client.get("/api/sessions/stats"))["messages"] == 2
    assert await client.get("/api/sessions/empty/count") == {"count": 0}


async def test_profiles_logs_and_folders(client: Client, tmp_path: Path) -> None:
    (profile,) = (await client.get("/api/profiles"))["profiles"]
    assert (profile["name"], profile["is_default"]) == ("default", True)
    assert (await rest(client, "POST", "/api/profiles/active", {"name": "default"}))[0] == 200
    assert (await rest(client, "POST", "/api/profiles/active", {"name": "other"}))[0] == 404
    assert (await client.get("/api/logs", file="gui"))["lines"] == []
    logs = tmp_path / "state" / "logs"
    logs.mkdir()
    (logs / "shell.log").write_text("x INFO a: one\nx ERROR a: two\nx INFO a: three\n")
    assert (await client.get("/api/logs", lines=2))["lines"] == ["x ERROR a: two\n", "x INFO a: three\n"]
    assert (await client.get("/api/logs", file="errors"))["lines"] == ["x ERROR a: two\n"]
    assert (await rest(client, "GET", "/api/logs", file="../../etc/passwd"))[0] == 400
    (tmp_path / "b").mkdir()
    (tmp_path / "a").write_text("")
    entries = (await client.get("/api/fs/list", path=str(tmp_path)))["entries"]
    assert [(entry["name"], entry["isDirectory"]) for entry in entries] == [("b", True), ("state", True), ("a", False)]
    assert (await rest(client, "GET", "/api/fs/list", path=str(tmp_path / "gone")))[0] == 400


async def test_the_endpoint_without_its_key(tmp_path: Path) -> None:
    async with chatting(tmp_path, ModelSettings("http://127.0.0.1:9/v1", "sk-secret", "m")) as client:
        found = await client.get("/api/providers/custom-endpoints")
        assert found["endpoints"][0]["has_api_key"] is True
        assert "sk-secret" not in str(found)
        assert "sk-secret" not in str(await client.get("/api/config"))


async def test_a_fault_of_ours_is_an_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("hermes_shell.gateway.embedded.session_rows.SessionRows.counts", broken)
    assert await rest(client, "GET", "/api/sessions/stats") == (500, {"detail": "Internal Server Error"})
    assert "a bug" in caplog.text
    await client.backend.close()
