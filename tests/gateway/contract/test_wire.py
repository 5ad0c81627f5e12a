"""The WebSocket: who gets in, and how calls and answers look."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.gateway.contract.connection import Connection, connected
from tests.gateway.contract.gateway_process import GatewayProcess

MEGABYTE = 2**20


async def ask(socket: ClientConnection, frame: str) -> Any:
    """Send a frame as it is and return the next one that is no event."""
    await socket.send(frame)
    async with asyncio.timeout(20):
        async for answer in socket:
            message = json.loads(answer)
            if message.get("method") != "event":
                return message
    raise AssertionError("the connection ended without an answer")


async def refused(url: str, **options: Any) -> int:
    """Connect, which has to fail, and return the HTTP status."""
    with pytest.raises(InvalidStatus) as failure:
        async with connect(url, proxy=None, **options):
            pass
    return failure.value.response.status_code


async def test_the_first_frame_says_that_the_gateway_is_ready(connection: Connection) -> None:
    ready = connection.events[0]
    assert ready["type"] == "gateway.ready"
    assert not ready.get("session_id")
    assert isinstance(ready["payload"]["skin"], dict)


async def test_without_the_right_token_in_the_query_a_socket_is_refused(gateway: GatewayProcess) -> None:
    bare = gateway.socket_url.partition("?")[0]
    assert await refused(bare) == 403
    assert await refused(f"{bare}?token=wrong") == 403
    headers = {"X-Hermes-Session-Token": gateway.token, "Authorization": f"Bearer {gateway.token}"}
    assert await refused(bare, additional_headers=headers) == 403


async def test_a_page_of_another_origin_is_refused_and_one_of_this_machine_is_not(gateway: GatewayProcess) -> None:
    assert await refused(gateway.socket_url, origin="http://evil.test") == 403
    for origin in ("http://127.0.0.1:8123", "http://localhost:8123"):
        async with connect(gateway.socket_url, origin=origin, proxy=None):  # type: ignore[arg-type]
            pass


@pytest.mark.parametrize("number", ["text", 3, 1.5, None, [1], {"a": 1}])
async def test_ids_come_back_as_they_are(socket: ClientConnection, number: object) -> None:
    call: dict[str, object] = {"id": number, "method": "session.most_recent"}
    answer = await ask(socket, json.dumps(call))
    assert answer["id"] == number
    assert answer["jsonrpc"] == "2.0"
    assert "session_id" in answer["result"]


async def test_a_call_without_id_is_answered_with_null(socket: ClientConnection) -> None:
    answer = await ask(socket, '{"jsonrpc": "2.0", "method": "session.most_recent"}')
    assert answer["id"] is None
    assert "result" in answer


@pytest.mark.parametrize(
    ("frame", "code", "number"),
    [
        ("{nope", -32700, None),
        ("[1]", -32600, None),
        ('"text"', -32600, None),
        ('{"id": 4}', -32600, 4),
        ('{"id": 4, "method": 5}', -32600, 4),
        ('{"id": 4, "method": "no.such.method"}', -32601, 4),
        ('{"id": 4, "method": "session.most_recent", "params": [1]}', -32602, 4),
    ],
)
async def test_what_is_no_call_is_refused_with_its_code(
    socket: ClientConnection, frame: str, code: int, number: object
) -> None:
    answer = await ask(socket, frame)
    assert answer["id"] == number
    assert answer["error"]["code"] == code
    assert set(answer["error"]) == {"code", "message"}, "an error has no data"
    assert "result" in await ask(socket, '{"id": 5, "method": "session.most_recent"}'), "and the connection lives"


async def test_a_frame_of_15_megabytes_is_read_and_a_larger_one_ends_the_connection(socket: ClientConnection) -> None:
    call = {"id": 1, "method": "session.most_recent", "params": {"filler": "a" * (15 * MEGABYTE)}}
    assert "result" in await ask(socket, json.dumps(call))
    with pytest.raises((ConnectionClosed, AssertionError)):
        await ask(socket, json.dumps({**call, "params": {"filler": "a" * (17 * MEGABYTE)}}))
    await socket.wait_closed()
    assert socket.close_code == 1009


async def test_a_binary_frame_ends_the_connection(gateway: GatewayProcess) -> None:
    async with connect(gateway.socket_url, proxy=None) as socket:
        await socket.send(b"{}")
        async with asyncio.timeout(20):
            await socket.wait_closed()
    async with connected(gateway) as connection:
        assert "session_id" in await connection.call("session.most_recent"), "and no other one"


async def test_a_long_call_holds_up_no_interrupt(connection: Connection) -> None:
    session = await connection.create()
    calls = [asyncio.create_task(connection.call("session.list", limit=200)) for _ in range(30)]
    assert await session.call("session.interrupt") == {"status": "interrupted"}
    assert len(await asyncio.gather(*calls)) == 30
    await session.close()


@pytest.fixture
async def socket(gateway: GatewayProcess) -> AsyncGenerator[ClientConnection]:
    """A connection without a client, for frames as they are."""
    async with connect(gateway.socket_url, max_size=32 * MEGABYTE, proxy=None) as socket:
        yield socket
