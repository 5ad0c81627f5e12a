"""Calls of pages to the gateway, and which of its REST doors are open to them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.app import create_app
from hermes_shell.core.gateway_facts import connection_id
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import GatewayError, ProtocolError
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from tests.scripted_gateway import ScriptedGateway


def echo(given: Mapping[str, Any]) -> object:
    return given


@pytest.fixture
def gateway() -> ScriptedGateway:
    return ScriptedGateway(
        {
            "session.list": {"sessions": []},
            "GET /api/skills": echo,
            "PUT /api/skills/toggle": echo,
            "PUT /api/tools/toolsets/web%20tools": echo,
            "GET /api/logs": GatewayError(400, "Unknown log file: zzz"),
        }
    )


@pytest.fixture
def window(tmp_path: Path, gateway: ScriptedGateway) -> Window:
    home = Home.resolve(str(tmp_path))
    home.prepare()
    shell: Shell = create_app(Settings(home=home), gateway=gateway).state.shell
    return Window(shell)


async def test_a_page_calls_the_gateway(window: Window, gateway: ScriptedGateway) -> None:
    assert await window.call("gateway.request", {"method": "session.list"}) == {"sessions": []}
    with pytest.raises(GatewayError, match="unknown method") as caught:
        await window.call("gateway.request", {"method": "nope", "params": {"a": 1}})
    assert caught.value.code == -32601
    assert gateway.calls == [("session.list", {}), ("nope", {"a": 1})]


@pytest.mark.parametrize("scope", [None, "", {}, {"profile": None}, {"connectionId": "local"}, {"connectionId": None}])
async def test_a_scope_without_a_profile_is_the_gateways_own(window: Window, scope: object) -> None:
    call = {"method": "GET", "path": "/api/skills", "scope": scope}
    assert await window.call("gateway.rest", call) == {"query": {}, "body": None}


@pytest.mark.parametrize("scope", ["work", {"profile": "work"}, {"connectionId": "local", "profile": "work"}])
async def test_a_profile_goes_along(window: Window, scope: object) -> None:
    call = {"method": "GET", "path": "/api/skills", "scope": scope}
    assert await window.call("gateway.rest", call) == {"query": {"profile": "work"}, "body": None}
    body = {"name": "x", "enabled": True}
    change = {"method": "PUT", "path": "/api/skills/toggle", "body": body, "scope": scope}
    assert await window.call("gateway.rest", change) == {
        "query": {"profile": "work"},
        "body": {**body, "profile": "work"},
    }


async def test_another_connections_scope_never_reaches_this_gateway(window: Window, gateway: ScriptedGateway) -> None:
    call = {"method": "GET", "path": "/api/skills", "scope": {"connectionId": "ssh-1", "profile": "work"}}
    with pytest.raises(GatewayError, match="Hermes gateway unavailable"):
        await window.call("gateway.rest", call)
    assert gateway.calls == []


async def test_a_name_in_a_path_is_encoded_once(window: Window) -> None:
    for path in ("/api/tools/toolsets/web%20tools", "/api/tools/toolsets/web tools"):
        call = {"method": "PUT", "path": path, "body": {"enabled": False}}
        assert await window.call("gateway.rest", call) == {"query": {}, "body": {"enabled": False}}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/env"),
        ("POST", "/api/env/reveal"),
        ("DELETE", "/api/skills"),
        ("GET", "/api/skills/"),
        ("GET", "/api/skills/content"),
        ("GET", "/api/skills?x=1"),
        ("PUT", "/api/tools/toolsets/"),
        ("PUT", "/api/tools/toolsets/.."),
        ("PUT", "/api/tools/toolsets/%2e%2e"),
        ("PUT", "/api/tools/toolsets/a/b"),
        ("PUT", "/api/tools/toolsets/a%2Fb"),
        ("PUT", "/api/tools/toolsets/a%5Cb"),
        ("PUT", "/api/tools/toolsets/a%00"),
        ("GET", "//evil.test/api/skills"),
    ],
)
async def test_82_what_is_no_door_stays_closed(
    window: Window, gateway: ScriptedGateway, method: str, path: str
) -> None:
    with pytest.raises(ProtocolError, match="no door"):
        await window.call("gateway.rest", {"method": method, "path": path})
    assert gateway.calls == []


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"method": "GET"},
        {"method": "GET", "path": "/api/skills", "query": []},
        {"method": "GET", "path": "/api/skills", "scope": 7},
        {"method": "GET", "path": "/api/skills", "scope": {"profile": 7}},
        {"method": "GET", "path": "/api/skills", "timeout_ms": 0},
        {"method": "GET", "path": "/api/skills", "timeout_ms": float("nan")},
    ],
)
async def test_arguments_that_do_not_fit_are_refused(window: Window, args: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        await window.call("gateway.rest", args)


async def test_the_gateways_own_refusal_has_its_status(window: Window) -> None:
    with pytest.raises(GatewayError, match="Unknown log file: zzz") as caught:
        await window.call("gateway.rest", {"method": "GET", "path": "/api/logs", "query": {"file": "zzz"}})
    assert caught.value.code == 400


async def test_restart_and_wake_reach_the_gateway(window: Window, gateway: ScriptedGateway) -> None:
    assert await window.call("gateway.restart", {}) == {"ok": True}
    window.tell("gateway.awake", {})
    assert gateway.calls == [("restart", {}), ("awake", {})]


async def test_the_one_connection_has_a_name(window: Window, gateway: ScriptedGateway) -> None:
    assert await window.call("gateway.connections", {}) == {
        "connections": [{"id": "local", "label": "Scripted", "mode": "local", "state": "open"}],
        "primary": "local",
    }
    gateway.kind = "remote"
    assert connection_id(gateway) == "remote"
    gateway.kind = "none"
    assert await window.call("gateway.connections", {}) == {"connections": [], "primary": None}
