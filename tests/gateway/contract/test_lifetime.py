"""Starting and ending a gateway: what a parent may rely on."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path

import pytest

from hermes_shell.errors import GatewayError
from tests.gateway.contract.connection import connected, payloads, types
from tests.gateway.contract.gateway_process import (
    DEADLINE,
    GATEWAYS,
    GatewayName,
    GatewayProcess,
    agent_environment,
    embedded_environment,
    launch,
    start_gateway,
)
from tests.model_server.gates import Gate
from tests.model_server.server import ModelServer


async def test_the_port_is_told_in_a_file_and_in_a_line(gateway: GatewayProcess) -> None:
    assert f"HERMES_BACKEND_READY port={gateway.port}\n" in gateway.log.read_text()
    (ready,) = gateway.home.parent.glob(f"{gateway.home.name}-ready-*.json")
    assert json.loads(ready.read_text()) == {"port": gateway.port}


async def test_a_port_that_is_taken_ends_the_start(gateway: GatewayProcess, model: ModelServer, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environment = agent_environment(home) if gateway.name == "hermes" else embedded_environment(home, model)
    process, log = launch(gateway.name, home, environment, str(gateway.port))
    assert await asyncio.to_thread(process.wait, DEADLINE) not in (0, -signal.SIGTERM)
    assert "in use" in log.read_text()


async def test_an_agent_without_a_model_tells_only_errors(model: ModelServer, tmp_path: Path) -> None:
    # The embedded gateway has its demo model then: there a turn always begins and ends.
    home = tmp_path / "home"
    home.mkdir()
    agent = start_gateway("hermes", home, model, configured=False)
    try:
        async with connected(agent) as connection:
            check = await connection.call("setup.runtime_check")
            assert (check["ok"], bool(check["error"])) == (False, True)
            session = await connection.create()
            await session.submit("hello")
            events = await session.until("error")
            assert payloads(events, "error")[-1]["message"]
            assert "message.complete" not in types(connection.events)
    finally:
        agent.stop()


@pytest.mark.parametrize("name", GATEWAYS)
async def test_a_killed_gateway_comes_back_with_its_chats_and_a_stopped_one_ends(
    name: GatewayName, model: ModelServer, gate: Gate, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    first = start_gateway(name, home, model)
    try:
        async with connected(first) as connection:
            session = await connection.create()
            await session.turn("«say kept»")
            await session.submit(f"«say lost»{gate.hold}")
            await asyncio.to_thread(gate.reached)
            first.kill()
            assert await connection.until_lost()
            with pytest.raises(GatewayError) as failure:
                await connection.call("session.most_recent")
            assert failure.value.code is None
    finally:
        first.kill()
    second = start_gateway(name, home, model)
    try:
        async with connected(second) as connection:
            assert await connection.refusal("session.history", session_id=session.live) == 4001
            again = await connection.resume(session.stored)
            assert (again.opened["running"], again.opened["status"]) == (False, "idle")
            said = [message["text"] for message in again.opened["messages"]]
            assert said[:2] == ["«say kept»", "kept"]
            assert said[2:3] == [f"«say lost»{gate.hold}"], "a prompt is kept even when its turn was lost"
            assert second.stop() in (0, -signal.SIGTERM)
            assert await connection.until_lost()
    finally:
        second.stop()
