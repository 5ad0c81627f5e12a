"""One model and one process of each gateway for all of these tests; a connection for each of them.

A worker starts a gateway with the first test that needs it and keeps it: the real agent takes seconds to start, and
more for its first turn.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from tests.gateway.contract.connection import Connection, Session, connected
from tests.gateway.contract.gateway_process import GATEWAYS, GatewayName, GatewayProcess, start_gateway
from tests.model_server.gates import Gate
from tests.model_server.server import ModelServer


@pytest.fixture(scope="session")
def model() -> Iterator[ModelServer]:
    """A scripted model for both gateways."""
    with ModelServer() as server:
        yield server


@pytest.fixture
def gate(model: ModelServer) -> Gate:
    """A place for a script to wait at."""
    return model.gates.new()


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory, model: ModelServer) -> Iterator[GatewayProcess]:
    """The embedded gateway."""
    yield from run("embedded", tmp_path_factory.mktemp("embedded"), model)


@pytest.fixture(scope="session")
def hermes(tmp_path_factory: pytest.TempPathFactory, model: ModelServer) -> Iterator[GatewayProcess]:
    """The real agent."""
    yield from run("hermes", tmp_path_factory.mktemp("hermes"), model)


def run(name: GatewayName, folder: Path, model: ModelServer) -> Iterator[GatewayProcess]:
    home = folder / "home"
    home.mkdir()
    process = start_gateway(name, home, model)
    yield process
    process.stop()


@pytest.fixture(params=GATEWAYS)
def gateway(request: pytest.FixtureRequest) -> GatewayProcess:
    """A running gateway; a test with it runs once with each of the two."""
    process: GatewayProcess = request.getfixturevalue(request.param)
    return process


@pytest.fixture
async def connection(gateway: GatewayProcess) -> AsyncGenerator[Connection]:
    """A connection to the gateway."""
    async with connected(gateway) as connection:
        yield connection


@pytest.fixture
async def session(connection: Connection) -> AsyncGenerator[Session]:
    """A new chat."""
    session = await connection.create()
    yield session
    await session.close()
