"""Events of the gateway through the wire: in order, once, in every window (contract, event stream)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.app import create_app
from hermes_shell.core.shell import Shell
from hermes_shell.instance import Instance
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from tests.scripted_gateway import ScriptedGateway
from tests.shell_parts import FakeChannel, connect


@pytest.fixture
def gateway() -> ScriptedGateway:
    return ScriptedGateway({"session.create": {"session_id": "s1"}})


@pytest.fixture
async def shell(tmp_path: Path, gateway: ScriptedGateway) -> AsyncGenerator[Shell]:
    home = Home(tmp_path)
    assert home.prepare() == []
    app = create_app(Settings(home=home), instance=Instance.ephemeral(), gateway=gateway)
    async with app.router.lifespan_context(app):
        yield app.state.shell


def events(channel: FakeChannel) -> list[str]:
    return [message["event"]["type"] for message in channel.sent if message["t"] == "event"]


async def test_E4_every_event_comes_to_every_window_in_order_and_once(shell: Shell, gateway: ScriptedGateway) -> None:
    channels = [connect(shell, name)[1] for name in ("one", "two")]
    kinds = [f"plugin.custom{n}" for n in range(50)]
    for kind in kinds:
        gateway.emit(kind, "s1", {"n": kind})
    for channel in channels:
        await channel.hear("event")
        assert events(channel) == kinds
    first = await channels[0].hear("event")
    assert first["event"] == {"type": kinds[0], "session_id": "s1", "payload": {"n": kinds[0]}}


async def test_E4_a_window_that_comes_later_hears_only_what_comes_later(shell: Shell, gateway: ScriptedGateway) -> None:
    _, early, _ = connect(shell, "early")
    gateway.emit("a", "s1")
    _, late, _ = connect(shell, "late")
    gateway.emit("b", "s1")
    await late.hear("event")
    assert (events(early), events(late)) == (["a", "b"], ["b"])


async def test_a_window_knows_the_gateways_state_from_its_welcome_on(shell: Shell, gateway: ScriptedGateway) -> None:
    window, channel, _ = connect(shell)
    window.welcomed()
    facts: dict[str, object] = {"t": "gateway", "state": "open", "kind": "embedded", "label": "Scripted", "fault": None}
    facts["attachments"] = {"file": 50 * 1024 * 1024, "image": 20 * 1024 * 1024}
    assert await channel.hear("gateway") == facts
    channel.sent.clear()
    gateway.turn("closed", "The agent ended by signal 9.")
    assert await channel.hear("gateway") == {**facts, "state": "closed", "fault": "The agent ended by signal 9."}


async def test_no_address_and_no_secret_is_in_what_a_page_gets(shell: Shell) -> None:
    window, channel, welcome = connect(shell)
    window.welcomed()
    message = await channel.hear("gateway")
    assert set(message) == {"t", "state", "kind", "label", "fault", "attachments"}
    assert "gateway" not in welcome
