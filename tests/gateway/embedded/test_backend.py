from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway.backend import Backend, Link, ModelSettings
from hermes_shell.gateway.embedded.backend import EmbeddedBackend
from tests.gateway.embedded.chatting import Client, chatting

HEAVY = ("httpx2", "httpx", "uvicorn", "starlette", "pydantic", "jinja2", "markdown_it", "pygments")


def imported(code: str) -> set[str]:
    """The modules that a piece of code loads."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys, json; print(json.dumps(list(sys.modules)))"],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return set(json.loads(told.stdout))


def test_importing_the_backend_loads_nothing_of_the_gateway() -> None:
    loaded = imported("import hermes_shell.gateway.embedded.backend")
    assert not loaded & set(HEAVY)
    assert [name for name in loaded if name.startswith("hermes_shell.gateway.embedded.")] == [
        "hermes_shell.gateway.embedded.backend"
    ]


def test_a_demo_turn_needs_no_http_client(tmp_path: Path) -> None:
    loaded = imported(
        "import asyncio, pathlib\n"
        "from hermes_shell.gateway import ModelSettings\n"
        "from hermes_shell.gateway.embedded.backend import EmbeddedBackend\n"
        "async def main():\n"
        f"    backend = EmbeddedBackend(pathlib.Path({str(tmp_path)!r}), ModelSettings, pace=0)\n"
        "    done = asyncio.Event()\n"
        "    def hear(event):\n"
        "        if event['type'] == 'message.complete': done.set()\n"
        "    link = await backend.open(hear, print)\n"
        "    made = await link.request('session.create', {}, 5)\n"
        "    await link.request('prompt.submit', {'session_id': made['session_id'], 'text': 'table'}, 5)\n"
        "    await asyncio.wait_for(done.wait(), 20)\n"
        "    await backend.close()\n"
        "asyncio.run(main())"
    )
    assert "hermes_shell.gateway.embedded.turn_run" in loaded
    assert not loaded & set(HEAVY)


async def test_it_is_a_backend(client: Client) -> None:
    backend: Backend = client.backend
    link: Link = client.link
    assert backend.kind == "embedded"
    assert link.label == "Built-in · demo model"


async def test_two_links_hear_what_is_theirs(client: Client) -> None:
    other = await Client(client.backend).open()
    live = (await client.create())["session_id"]
    await client.turn(live, "table")
    assert [one["type"] for one in other.events] == ["gateway.ready"]
    await other.call("config.set", key="skin", value="night")
    assert (await client.event("skin.changed"))["name"] == "night"
    start = len(client.events)
    await other.turn(live, "code")
    assert client.events[start:] == [], "a session has one connection"


async def test_a_link_has_deadlines(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*arguments: object) -> object:
        return await asyncio.get_running_loop().create_future()

    monkeypatch.setattr("hermes_shell.gateway.embedded.gateway.EmbeddedGateway.call", never)
    monkeypatch.setattr("hermes_shell.gateway.embedded.gateway.EmbeddedGateway.rest", never)
    with pytest.raises(GatewayError, match="not answered") as late:
        await client.link.request("session.list", {}, 0.001)
    assert late.value.code is None
    with pytest.raises(GatewayError, match="not answered"):
        await client.link.rest("GET", "/api/status", None, None, 0.001)


async def test_closing_twice_is_harmless_and_opening_again_works(tmp_path: Path) -> None:
    async with chatting(tmp_path) as client:
        created = await client.create()
        await client.turn(created["session_id"], "table")
        await client.link.close()
        await client.link.close()
        await client.backend.close()
        await client.backend.close()
        await client.open()
        assert len((await client.call("session.list"))["sessions"]) == 1


async def test_a_file_that_cannot_be_used_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "chats.db").mkdir()
    backend = EmbeddedBackend(tmp_path, ModelSettings)
    with pytest.raises(GatewayUnusable, match="cannot be opened"):
        await backend.open(lambda event: None, lambda reason: None)
    await backend.close()


async def test_a_damaged_file_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "chats.db").write_bytes(b"rubbish" * 1000)
    async with chatting(tmp_path) as client:
        (incident,) = (await client.get("/api/status"))["incidents"]
        assert "damaged" in incident
        assert [one["type"] for one in client.events] == ["gateway.ready", "notification.show"]
        told = client.events[1]["payload"]
        assert (told["text"], told["level"]) == (incident, "warn")
        assert (await Client(client.backend).open()).events[1:] == []


async def test_a_method_that_fails_is_an_error_and_in_the_log(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("hermes_shell.gateway.embedded.gateway.EmbeddedGateway.add", broken)
    assert await client.refusal("session.create") == -32000
    assert "a bug" in caplog.text


async def test_live_sessions_have_a_limit(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hermes_shell.gateway.embedded.gateway.LIVE_LIMIT", 2)
    first, *_ = [(await client.create())["session_id"] for _ in range(3)]
    assert await client.refusal("session.usage", session_id=first) == 4001
    assert len((await client.call("session.active_list"))["sessions"]) == 2
