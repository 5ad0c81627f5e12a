"""A client of a gateway with the demo model."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.gateway.embedded.chatting import Client, chatting


@pytest.fixture
async def client(tmp_path: Path) -> AsyncGenerator[Client]:
    """A client of a gateway with the demo model, without its pace."""
    async with chatting(tmp_path / "state") as client:
        yield client


@pytest.fixture
async def live(client: Client) -> str:
    """The live id of a new session."""
    return (await client.create())["session_id"]
