"""What answers at an address: a gateway, one that is too old, a wrong token, a web page, something else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway import rest, socket_link
from hermes_shell.gateway.endpoint import Endpoint
from hermes_shell.gateway.socket_link import SocketLink, open_link
from tests.gateway.fake_gateway import FakeGateway, Socket, odd_server, result


@pytest.fixture
async def gateway() -> AsyncGenerator[FakeGateway]:
    async with FakeGateway() as server:
        yield server


async def opened(gateway: FakeGateway, token: str | None = None) -> SocketLink:
    return await open_link(gateway.endpoint(token), lambda _: None, lambda _: None)


async def test_a_link_calls_both_ways_and_has_a_name(gateway: FakeGateway) -> None:
    async def answer(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(result(number, params))

    gateway.calls["echo"] = answer
    link = await opened(gateway)
    assert (link.label, link.version) == ("Hermes 0.19.0 · 127.0.0.1", "0.19.0")
    assert await link.request("echo", {"a": "ü"}, 5) == {"a": "ü"}
    assert await link.rest("GET", "/api/sessions", {"limit": 1, "none": None}, None, 5) == (200, {"sessions": []})
    assert await link.rest("GET", "/api/nope", None, None, 5) == (404, {"error": "no such page"})
    await link.close()


async def test_the_built_in_gateway_says_that_it_is(gateway: FakeGateway) -> None:
    status = {"version": "0.19.0", "backend": "embedded"}
    gateway.pages["/api/status"] = (200, "application/json", json.dumps(status))
    link = await opened(gateway)
    assert link.label == "Built-in 0.19.0 · 127.0.0.1"
    await link.close()


async def test_86_a_wrong_token_is_told_as_one_by_socket_and_rest_alike(gateway: FakeGateway) -> None:
    with pytest.raises(GatewayUnusable, match="does not accept the token"):
        await opened(gateway, "wrong")


async def test_another_refusal_is_not_blamed_on_the_token(gateway: FakeGateway) -> None:
    gateway.refuse = 403
    with pytest.raises(GatewayError, match="though the token is right") as caught:
        await opened(gateway)
    assert not isinstance(caught.value, GatewayUnusable)


@pytest.mark.parametrize("version", ["0.18.9", "0.9", "0.0.1"])
async def test_an_agent_that_is_too_old_is_named(gateway: FakeGateway, version: str) -> None:
    gateway.pages["/api/status"] = (200, "application/json", json.dumps({"version": version}))
    with pytest.raises(GatewayUnusable, match=r"is too old: this shell needs 0\.19 or newer"):
        await opened(gateway)


@pytest.mark.parametrize("version", ["0.19", "0.19.0rc1", "0.20.1", "1.0.0", "12.3"])
async def test_a_newer_agent_is_taken(gateway: FakeGateway, version: str) -> None:
    gateway.pages["/api/status"] = (200, "application/json", json.dumps({"version": version}))
    link = await opened(gateway)
    await link.close()


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ((200, "text/html", "<html>Sign in to the Wi-Fi</html>"), "something that is not JSON"),
        ((200, "application/json", '{"ok":true}'), "no Hermes gateway"),
        ((200, "application/json", "[]"), "no Hermes gateway"),
        ((200, "application/json", ""), "no Hermes gateway"),
        ((200, "application/json", '{"version":"next"}'), "does not say which version"),
        ((502, "text/html", "<html>Bad Gateway</html>"), "HTTP 502"),
        ((401, "text/html", "<html>Sign in</html>"), "another way to sign in"),
        ((404, "text/plain", "nothing"), "HTTP 404"),
        ((400, "application/json", '{"detail":"Invalid Host header."}'), "refuses the call: Invalid Host header"),
    ],
)
async def test_something_else_at_the_address_is_an_error_that_may_pass(
    gateway: FakeGateway, page: tuple[int, str, str], text: str
) -> None:
    gateway.pages["/api/status"] = page
    with pytest.raises(GatewayError, match=text) as caught:
        await opened(gateway)
    assert not isinstance(caught.value, GatewayUnusable)


async def test_a_server_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_link, "STATUS_SECONDS", 0.05)

    async with odd_server() as url:
        with pytest.raises(GatewayError, match="did not answer /api/status"):
            await open_link(Endpoint.of(url, "t"), lambda _: None, lambda _: None)


async def test_an_answer_that_never_ends_has_a_deadline(gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch) -> None:
    async def trickles(_: object) -> bytes:
        await asyncio.Event().wait()
        return b""

    link = await opened(gateway)
    monkeypatch.setattr(rest, "_read", trickles)
    with pytest.raises(GatewayError, match="did not answer /api/sessions"):
        await link.rest("GET", "/api/sessions", None, None, 0.02)
    await link.close()


async def test_a_server_that_speaks_no_http_is_an_error() -> None:
    async with odd_server(b"SSH-2.0-OpenSSH\r\n\r\n") as url:
        with pytest.raises(GatewayError, match="cannot be reached"):
            await open_link(Endpoint.of(url, "t"), lambda _: None, lambda _: None)


async def test_rest_answers_have_an_end(gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch) -> None:
    link = await opened(gateway)
    gateway.pages["/api/big"] = (200, "application/json", f'"{"x" * 1000}"')
    gateway.pages["/api/broken"] = (500, "text/plain", "Internal Server Error")
    gateway.pages["/api/page"] = (500, "text/html", "<html>")
    gateway.pages["/api/garbage"] = (200, "application/json", "{")
    monkeypatch.setattr(rest, "ANSWER_BYTES", 100)
    with pytest.raises(GatewayError, match="more than"):
        await link.rest("GET", "/api/big", None, None, 5)
    assert await link.rest("GET", "/api/broken", None, None, 5) == (500, {"detail": "Internal Server Error"})
    assert await link.rest("GET", "/api/page", None, None, 5) == (500, {})
    with pytest.raises(GatewayError, match="not JSON"):
        await link.rest("GET", "/api/garbage", None, None, 5)
    await link.close()
