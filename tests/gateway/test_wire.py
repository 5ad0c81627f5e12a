"""One socket: calls, answers in any order, events in order, and everything that a bad server sends."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from hermes_shell.errors import GatewayError
from hermes_shell.gateway import Event, wire
from hermes_shell.gateway.endpoint import Endpoint
from hermes_shell.gateway.wire import Refused, Wire
from tests.gateway.fake_gateway import FakeGateway, Socket, event, odd_server, result


class Heard:
    """What a wire tells."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reasons: list[str] = []
        self.lost = asyncio.Event()

    def hear(self, event: Event) -> None:
        self.events.append(event)

    def lose(self, reason: str) -> None:
        self.reasons.append(reason)
        self.lost.set()


@pytest.fixture
async def gateway() -> AsyncGenerator[FakeGateway]:
    async with FakeGateway() as server:
        yield server


@pytest.fixture
async def heard() -> Heard:
    return Heard()


@pytest.fixture
async def line(gateway: FakeGateway, heard: Heard) -> AsyncGenerator[Wire]:
    opened = await Wire.open(gateway.endpoint(), heard.hear, heard.lose)
    yield opened
    await opened.close()


async def test_answers_out_of_order_reach_their_callers(gateway: FakeGateway, line: Wire) -> None:
    waiting: list[tuple[Socket, Any]] = []

    async def hold(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        waiting.append((socket, number))
        if params["last"]:
            for other, held in reversed(waiting):
                await other.send(result(held, held))

    gateway.calls["hold"] = hold
    answers = await asyncio.gather(*(line.request("hold", {"last": n == 4}, 5) for n in range(5)))
    assert answers == [1, 2, 3, 4, 5]


async def test_whoever_waits_for_an_answer_goes_on_before_the_events_behind_it(
    gateway: FakeGateway, line: Wire, heard: Heard
) -> None:
    async def burst(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(event("before"))
        await socket.send(result(number, "done"))
        for n in range(3):
            await socket.send(event(f"after{n}"))
        await socket.send(result(params["second"], "later"))

    gateway.calls["burst"] = burst

    async def quiet(socket: Socket, number: Any, params: dict[str, Any]) -> None: ...

    gateway.calls["quiet"] = quiet
    second = asyncio.create_task(line.request("quiet", {}, 5))
    await asyncio.sleep(0)
    await line.request("burst", {"second": 1}, 5)
    assert [told["type"] for told in heard.events] == ["gateway.ready", "before"]
    assert await second == "later"
    assert [told["type"] for told in heard.events][2:] == ["after0", "after1", "after2"]


async def test_the_gateways_own_error_has_its_code(line: Wire) -> None:
    with pytest.raises(GatewayError, match="unknown method: nope") as caught:
        await line.request("nope", {}, 5)
    assert caught.value.code == -32601


async def test_a_call_without_an_answer_ends_at_its_deadline_and_a_late_answer_is_nobodys(
    gateway: FakeGateway, line: Wire
) -> None:
    came, go = asyncio.Event(), asyncio.Event()

    async def late(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        came.set()
        await go.wait()
        await socket.send(result(number, "late"))
        await socket.send(result(number, "twice"))

    async def now(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(result(number, "now"))

    gateway.calls |= {"late": late, "now": now}
    with pytest.raises(GatewayError, match=r"did not answer late within 0\.01 seconds") as caught:
        await line.request("late", {}, 0.01)
    assert caught.value.code is None
    await came.wait()
    go.set()
    assert await line.request("now", {}, 5) == "now"


async def test_20_mib_frames_pass(gateway: FakeGateway, line: Wire) -> None:
    async def big(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(result(number, "x" * (20 << 20)))

    gateway.calls["big"] = big
    answer = await line.request("big", {}, 20)
    assert isinstance(answer, str)
    assert len(answer) == 20 << 20


async def test_a_frame_above_the_limit_ends_the_connection_with_a_reason(
    gateway: FakeGateway, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "FRAME_BYTES", 1 << 20)
    line = await Wire.open(gateway.endpoint(), heard.hear, heard.lose)

    async def big(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send("x" * (2 << 20))

    gateway.calls["big"] = big
    with pytest.raises(GatewayError, match="more than 32 MiB"):
        await line.request("big", {}, 5)
    assert heard.reasons == ["The gateway sent a message of more than 32 MiB."]
    await line.close()


@pytest.mark.parametrize(
    "frame",
    [
        b"\x00binary",
        "<html>no JSON</html>",
        "[1, 2]",
        "null",
        '"text"',
        '{"jsonrpc":"2.0","id":[],"result":1}',
        '{"jsonrpc":"2.0","id":99,"result":1}',
        '{"jsonrpc":"2.0","method":"event","params":[]}',
        '{"jsonrpc":"2.0","method":"event","params":{"type":7}}',
        '{"jsonrpc":"2.0","method":"other","params":{}}',
        "[" * 100_000,
    ],
)
async def test_frames_that_make_no_sense_are_ignored_and_the_connection_goes_on(
    gateway: FakeGateway, line: Wire, heard: Heard, frame: str | bytes
) -> None:
    async def odd(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(frame)
        await socket.send(event("plugin.unknown", extra=1))
        await socket.send(result(number, "well"))

    gateway.calls["odd"] = odd
    assert await line.request("odd", {}, 5) == "well"
    assert [told["type"] for told in heard.events] == ["gateway.ready", "plugin.unknown"]
    assert heard.reasons == []


@pytest.mark.parametrize("error", [{"message": "x"}, "broken", {"code": 7, "message": ""}, {"code": "4001"}, []])
async def test_an_error_in_another_shape_is_still_an_error(gateway: FakeGateway, line: Wire, error: object) -> None:
    async def fail(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(json.dumps({"id": number, "error": error}))

    gateway.calls["fail"] = fail
    with pytest.raises(GatewayError):
        await line.request("fail", {}, 5)


async def test_calls_in_flight_fail_with_the_connection_and_lost_is_told_once(
    gateway: FakeGateway, line: Wire, heard: Heard
) -> None:
    async def die(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        socket.transport.abort()

    async def quiet(socket: Socket, number: Any, params: dict[str, Any]) -> None: ...

    gateway.calls |= {"die": die, "quiet": quiet}
    calls = [asyncio.create_task(line.request(name, {}, 5)) for name in ("quiet", "quiet", "die")]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert [str(answer) for answer in answers] == ["The connection to the gateway was lost."] * 3
    assert heard.reasons == ["The connection to the gateway was lost."]
    with pytest.raises(GatewayError, match="was lost"):
        await line.request("quiet", {}, 5)


async def test_an_end_that_we_wish_is_not_told_as_a_loss(gateway: FakeGateway, heard: Heard) -> None:
    line = await Wire.open(gateway.endpoint(), heard.hear, heard.lose)
    await line.close()
    await line.close()
    assert heard.reasons == []
    with pytest.raises(GatewayError, match="was closed"):
        await line.request("x", {}, 5)


async def test_a_call_that_the_gateway_would_not_take_is_refused_before_it_goes_out(
    gateway: FakeGateway, line: Wire
) -> None:
    for params in ({"text": "x" * (16 << 20)}, {"text": object()}, {"n": float("nan")}):
        with pytest.raises(GatewayError) as caught:
            await line.request("prompt.submit", params, 5)
        assert caught.value.code == -32602
    with pytest.raises(GatewayError, match="unknown method"):
        await line.request("still.there", {"text": "x" * (1 << 20)}, 5)
    assert gateway.seen == ["still.there"]


@pytest.mark.parametrize("status", [200, 302, 403, 404, 500, 502])
async def test_a_refused_upgrade_says_its_status(gateway: FakeGateway, heard: Heard, status: int) -> None:
    gateway.refuse = status
    with pytest.raises(Refused) as caught:
        await Wire.open(gateway.endpoint(), heard.hear, heard.lose)
    assert caught.value.status == status


async def test_a_server_that_accepts_and_says_nothing_is_given_up(
    gateway: FakeGateway, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "OPEN_SECONDS", 0.05)
    gateway.greeting = None
    with pytest.raises(GatewayError, match="then said nothing"):
        await Wire.open(gateway.endpoint(), heard.hear, heard.lose)


async def test_a_server_that_does_not_even_upgrade_is_given_up(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "OPEN_SECONDS", 0.05)
    async with odd_server() as url:
        with pytest.raises(GatewayError, match="did not answer within"):
            await Wire.open(Endpoint.of(url, "t"), heard.hear, heard.lose)


@pytest.mark.parametrize(
    "says", [b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 101 Switching Protocols\r\n\r\n", b"\x00\xff" * 99]
)
async def test_a_server_that_speaks_something_else_is_named_so(heard: Heard, says: bytes) -> None:
    async with odd_server(says) as url:
        with pytest.raises(GatewayError, match="does not speak WebSocket"):
            await Wire.open(Endpoint.of(url, "t"), heard.hear, heard.lose)


async def test_where_nothing_listens_the_error_says_so_and_names_no_token(
    gateway: FakeGateway, heard: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    endpoint = gateway.endpoint()
    line = await Wire.open(endpoint, heard.hear, heard.lose)
    await line.close()
    await gateway.stop()
    with pytest.raises(GatewayError, match="nothing listens there") as caught:
        await Wire.open(endpoint, heard.hear, heard.lose)
    assert gateway.token not in f"{caplog.text}{caught.value}{endpoint!r}"


async def test_a_call_that_cannot_leave_leaves_no_failure_behind_that_nobody_takes(
    gateway: FakeGateway, line: Wire, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def send(*_: object) -> None:
        await gateway.stop()
        await heard.lost.wait()
        raise ConnectionClosedError(None, None)

    monkeypatch.setattr(ClientConnection, "send", send)
    untaken: list[dict[str, Any]] = []
    gc.collect()  # of other tests
    asyncio.get_running_loop().set_exception_handler(lambda _, context: untaken.append(context))
    with pytest.raises(GatewayError):
        await line.request("anything", {}, 5)
    gc.collect()
    await asyncio.sleep(0)
    assert untaken == []
