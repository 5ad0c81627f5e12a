from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Generator, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded import app as module
from hermes_shell.gateway.embedded import socket_session
from hermes_shell.gateway.embedded.app import create_app
from hermes_shell.gateway.embedded.gateway import EmbeddedGateway

TOKEN = "a token that the parent chose"
KNOWN = {"X-Hermes-Session-Token": TOKEN}
HOST = "http://127.0.0.1:8123"


@asynccontextmanager
async def opened(folder: Path) -> AsyncGenerator[EmbeddedGateway]:
    gateway = await EmbeddedGateway.open(folder, ModelSettings, pace=0)
    try:
        yield gateway
    finally:
        await gateway.close()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A client of the app; the gateway lives on the client's own event loop."""
    holder: list[EmbeddedGateway] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await create_app(holder[0], TOKEN)(scope, receive, send)
            return
        await receive()
        async with opened(tmp_path / "state") as gateway:
            holder.append(gateway)
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    with TestClient(app, base_url=HOST) as client:
        yield client


@contextmanager
def socket(
    client: TestClient, token: str = TOKEN, path: str = "/api/ws", **headers: str
) -> Generator[WebSocketTestSession]:
    """An open WebSocket."""
    with client.websocket_connect(f"ws://127.0.0.1:8123{path}?token={quote(token)}", headers=headers) as session:
        yield session


def call(session: WebSocketTestSession, method: str, number: object = 1, **params: object) -> dict[str, Any]:
    """Make a call and return its answer; events before it are dropped."""
    session.send_json({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    while True:
        frame = session.receive_json()
        if "method" not in frame:
            return frame


def test_the_status_needs_no_token(client: TestClient) -> None:
    answer = client.get("/api/status")
    assert (answer.status_code, answer.json()["backend"]) == (200, "embedded")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Hermes-Session-Token": "wrong"},
        {"Authorization": "Bearer wrong"},
        {"Authorization": f"Basic {TOKEN}"},
        {"X-Hermes-Session-Token": "ünïcode".encode().decode("latin-1")},
    ],
)
def test_everything_else_does(client: TestClient, headers: dict[str, str]) -> None:
    for path in ("/api/sessions", "/api/nonsense", "/nonsense"):
        answer = client.get(path, headers=[(key.encode(), value.encode("latin-1")) for key, value in headers.items()])
        assert (answer.status_code, answer.json()) == (401, {"detail": "Unauthorized"})
    assert client.get(f"/api/sessions?token={TOKEN}").status_code == 401


@pytest.mark.parametrize("headers", [KNOWN, {"Authorization": f"Bearer {TOKEN}"}])
def test_the_token_opens_it(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get("/api/sessions?limit=1", headers=headers).json()["limit"] == 1


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1.evil.test", "[::1", "", "10.0.0.1:80"])
def test_other_hosts_are_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/status", headers={"host": host})
    assert answer.status_code == 400
    assert "Host" in answer.json()["detail"]
    with pytest.raises(WebSocketDisconnect), socket(client, host=host):
        pass


@pytest.mark.parametrize("host", ["127.0.0.1:1", "localhost", "[::1]:80"])
def test_loopback_names_are_fine(client: TestClient, host: str) -> None:
    assert client.get("/api/status", headers={"host": host}).status_code == 200


def test_bodies(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.patch("/api/sessions/x", headers=KNOWN, content=b"{").status_code == 422
    assert client.patch("/api/sessions/x", headers=KNOWN, json={"title": "a"}).status_code == 404
    monkeypatch.setattr(module, "BODY_BYTES", 10)
    assert client.patch("/api/sessions/x", headers=KNOWN, json={"title": "long"}).status_code == 413


@pytest.mark.parametrize(
    ("token", "path", "headers"),
    [
        ("", "/api/ws", {}),
        ("wrong", "/api/ws", {}),
        (TOKEN, "/api/ws", {"origin": "http://evil.test"}),
        (TOKEN, "/api/ws", {"origin": "http://127.0.0.1.evil.test"}),
        (TOKEN, "/api/ws", {"origin": "null"}),
        (TOKEN, "/api/ws", {"origin": "http://[::1"}),
        (TOKEN, "/api/events", {}),
    ],
)
def test_sockets_are_refused_before_they_open(
    client: TestClient, token: str, path: str, headers: dict[str, str]
) -> None:
    with pytest.raises(WebSocketDisconnect), socket(client, token, path, **headers):
        pass


@pytest.mark.parametrize("origin", ["file://", "http://127.0.0.1:9999", "http://localhost:1", "https://[::1]:2"])
def test_pages_of_this_machine_may_connect(client: TestClient, origin: str) -> None:
    with socket(client, origin=origin) as session:
        assert session.receive_json()["params"]["type"] == "gateway.ready"


def test_the_protocol(client: TestClient) -> None:
    with socket(client) as session:
        ready = session.receive_json()
        assert (ready["method"], ready["params"]["type"], "session_id" in ready["params"]) == (
            "event",
            "gateway.ready",
            False,
        )
        for sent, number, code in (
            ("{", None, -32700),
            ("[" * 100_000, None, -32700),
            ("[]", None, -32600),
            ('{"id": 3}', 3, -32600),
            ('{"id": 3, "method": 7}', 3, -32600),
            ('{"id": "a", "method": "session.list", "params": []}', "a", -32602),
            ('{"id": {"x": 1}, "method": "nonsense"}', {"x": 1}, -32601),
        ):
            session.send_text(sent)
            answer = session.receive_json()
            assert (answer["id"], answer["error"]["code"], set(answer["error"])) == (number, code, {"code", "message"})
        session.send_text('{"method": "session.list"}')
        assert session.receive_json() == {"jsonrpc": "2.0", "id": None, "result": {"sessions": []}}


def test_a_turn_over_a_socket(client: TestClient) -> None:
    with socket(client) as session:
        live = call(session, "session.create")["result"]["session_id"]
        assert call(session, "prompt.submit", session_id=live, text="ask")["result"] == {"status": "streaming"}
        asked = wait_for(session, "clarify.request")
        # A question waits, and other calls do not wait for it.
        assert call(session, "session.list")["result"]["sessions"]
        assert call(session, "clarify.respond", request_id=asked["request_id"], answer="Blue")["result"] == {
            "status": "ok"
        }
        assert "Blue" in wait_for(session, "message.complete")["text"]


def wait_for(session: WebSocketTestSession, kind: str) -> dict[str, Any]:
    while True:
        frame = session.receive_json()
        if frame.get("params", {}).get("type") == kind:
            return frame["params"]["payload"]


def test_a_session_outlives_its_socket(client: TestClient) -> None:
    with socket(client) as session:
        made = call(session, "session.create")["result"]
        call(session, "prompt.submit", session_id=made["session_id"], text="ask")
        asked = wait_for(session, "clarify.request")
    with socket(client) as session:
        resumed = call(session, "session.resume", session_id=made["stored_session_id"])["result"]
        assert (resumed["session_id"], resumed["status"]) == (made["session_id"], "waiting")
        assert wait_for(session, "clarify.request") == asked


def test_a_binary_frame_ends_the_connection(client: TestClient) -> None:
    with socket(client) as session:
        session.receive_json()
        session.send_bytes(b"\0")
        assert session.receive()["code"] == 1003


async def test_a_client_that_does_not_read_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_session, "WAITING_FRAMES", 2)
    reading = asyncio.Event()
    closed: list[int] = []
    incoming: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    incoming += [{"type": "websocket.receive", "text": json.dumps({"id": n, "method": "x"})} for n in range(6)]
    left = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if incoming:
            return incoming.pop(0)
        reading.set()
        await left.wait()
        return {"type": "websocket.disconnect", "code": 1013}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await reading.wait()
        if message["type"] == "websocket.close":
            closed.append(message["code"])
            left.set()

    scope = {
        "type": "websocket",
        "path": "/api/ws",
        "query_string": f"token={quote(TOKEN)}".encode(),
        "headers": [(b"host", b"127.0.0.1")],
        "subprotocols": [],
    }
    async with opened(tmp_path) as gateway, asyncio.timeout(20):
        await create_app(gateway, TOKEN)(scope, receive, send)
    assert closed == [1013]
