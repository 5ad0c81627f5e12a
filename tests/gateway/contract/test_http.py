"""The REST interface: who gets in, and what the pages of the shell read there."""

from __future__ import annotations

import httpx
import pytest

from tests.gateway.contract.connection import Connection, Session
from tests.gateway.contract.gateway_process import GatewayProcess
from tests.model_server.server import MODEL, ModelServer


@pytest.fixture
def anybody(gateway: GatewayProcess) -> httpx.AsyncClient:
    """A client without the token."""
    return httpx.AsyncClient(base_url=gateway.url, trust_env=False, timeout=30)


async def test_the_status_needs_no_token(anybody: httpx.AsyncClient, gateway: GatewayProcess) -> None:
    async with anybody:
        status = (await anybody.get("/api/status")).raise_for_status().json()
    assert status["auth_required"] is False
    assert status["hermes_home"] == str(gateway.home)
    assert {"version", "config_path", "active_sessions"} <= set(status)
    # The stand-in says that it is one, so that the shell can say so too.
    assert status.get("backend") == ("embedded" if gateway.name == "embedded" else None)


@pytest.mark.parametrize("headers", [{}, {"X-Hermes-Session-Token": "wrong"}, {"Authorization": "Bearer wrong"}])
async def test_everything_else_needs_it(anybody: httpx.AsyncClient, headers: dict[str, str]) -> None:
    async with anybody:
        answer = await anybody.get("/api/sessions", headers=headers)
    assert (answer.status_code, answer.json()) == (401, {"detail": "Unauthorized"})


async def test_the_token_counts_in_two_headers_and_in_no_address(
    anybody: httpx.AsyncClient, gateway: GatewayProcess
) -> None:
    bearer = {"Authorization": f"Bearer {gateway.token}"}
    own = {"X-Hermes-Session-Token": gateway.token}
    async with anybody:
        assert (await anybody.get("/api/sessions", headers=bearer)).status_code == 200
        assert (await anybody.get("/api/sessions", headers=own)).status_code == 200
        assert (await anybody.get("/api/sessions", params={"token": gateway.token})).status_code == 401


async def test_a_host_that_is_not_this_machine_is_refused(connection: Connection) -> None:
    answer = await connection.rest.get("/api/status", headers={"Host": "evil.test"})
    assert answer.status_code == 400
    assert "Host" in answer.json()["detail"]


async def test_an_unknown_path_is_not_found(connection: Connection) -> None:
    assert (await connection.rest.get("/api/no/such/thing")).status_code == 404


async def test_a_session_is_listed_read_renamed_archived_and_deleted(connection: Connection, session: Session) -> None:
    await session.turn("«say a marvellous answer»")
    await session.close()
    rows = (await connection.rest.get("/api/sessions", params={"limit": 100})).raise_for_status().json()
    row = next(row for row in rows["sessions"] if row["id"] == session.stored)
    assert row["message_count"] == 2
    assert {"title", "preview", "started_at", "last_active", "archived", "source", "model", "cwd"} <= set(row)
    assert rows["total"] >= 1
    assert {"limit", "offset"} <= set(rows)

    path = f"/api/sessions/{session.stored}"
    assert (await connection.rest.get(path)).json()["id"] == session.stored
    messages = (await connection.rest.get(f"{path}/messages")).json()
    assert messages["session_id"] == session.stored
    assert [(each["role"], each["content"]) for each in messages["messages"]] == [
        ("user", "«say a marvellous answer»"),
        ("assistant", "a marvellous answer"),
    ]

    renamed = await connection.rest.patch(path, json={"title": f"Renamed {session.stored}"})
    assert renamed.json()["title"] == f"Renamed {session.stored}"
    assert (await connection.rest.patch(path, json={})).status_code == 400
    assert (await connection.rest.patch(path, json={"archived": True})).json()["ok"] is True
    assert session.stored not in await ids(connection)
    assert session.stored not in await ids(connection, archived="exclude")
    assert session.stored in await ids(connection, archived="only")
    assert session.stored in await ids(connection, archived="include")
    assert (await connection.rest.patch(path, json={"archived": False})).json()["ok"] is True
    assert session.stored in await ids(connection)

    assert (await connection.rest.delete(path)).json()["ok"] is True
    assert (await connection.rest.get(path)).status_code == 404
    assert (await connection.rest.get(f"{path}/messages")).status_code == 404


async def ids(connection: Connection, **query: str) -> list[str]:
    answer = await connection.rest.get("/api/sessions", params={"limit": 100, **query})
    return [row["id"] for row in answer.raise_for_status().json()["sessions"]]


async def test_lists_come_in_pages_newest_activity_first(connection: Connection) -> None:
    made = [await connection.create() for _ in range(3)]
    for chat in made:
        await chat.turn("«say ok»")
        await chat.close()
    expected = [chat.stored for chat in reversed(made)]
    assert (await ids(connection, order="recent"))[:3] == expected
    assert (await ids(connection, limit="2", offset="0", order="recent")) == expected[:2]
    assert (await ids(connection, limit="1", offset="2", order="recent")) == expected[2:]


async def test_search_finds_words_of_messages_with_a_snippet(
    connection: Connection, session: Session, model: ModelServer
) -> None:
    model.queue("«say the quixotic word»")
    await session.turn("Tell me something.")
    found = (await connection.rest.get("/api/sessions/search", params={"q": "quixotic"})).raise_for_status().json()
    hit = next(hit for hit in found["results"] if hit["session_id"] == session.stored)
    assert ">>>quixotic<<<" in hit["snippet"]
    assert {"role", "session_started", "lineage_root"} <= set(hit)
    nothing = (await connection.rest.get("/api/sessions/search", params={"q": "nowhere-to-be-found"})).json()
    assert nothing["results"] == []


@pytest.mark.parametrize("path", ["/api/skills", "/api/tools/toolsets", "/api/cron/jobs", "/api/dashboard/plugins"])
async def test_lists_of_what_a_gateway_has(connection: Connection, path: str) -> None:
    assert isinstance((await connection.rest.get(path)).raise_for_status().json(), list)


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("/api/profiles", {"profiles"}),
        ("/api/profiles/active", {"active", "current"}),
        ("/api/config/schema", {"fields"}),
        ("/api/config/raw", {"yaml"}),
        ("/api/model/info", {"model", "provider"}),
        ("/api/model/options", {"providers", "model"}),
        ("/api/providers/custom-endpoints", {"endpoints"}),
        ("/api/logs", {"file", "lines"}),
        ("/api/config", {"model"}),
    ],
)
async def test_facts_of_a_gateway(connection: Connection, path: str, keys: set[str]) -> None:
    assert keys <= set((await connection.rest.get(path)).raise_for_status().json())


async def test_the_model_is_the_one_that_was_set_up(connection: Connection) -> None:
    assert (await connection.rest.get("/api/model/info")).json()["model"] == MODEL


async def test_keys_of_the_environment_are_never_told(connection: Connection) -> None:
    answer = await connection.rest.get("/api/env")
    assert isinstance(answer.raise_for_status().json(), dict)
    assert "sk-scripted" not in answer.text


async def test_an_unknown_log_is_refused(connection: Connection) -> None:
    answer = await connection.rest.get("/api/logs", params={"file": "../../etc/passwd"})
    assert answer.status_code == 400
    assert answer.json()["detail"]
