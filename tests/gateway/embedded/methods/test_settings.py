from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hermes_shell.gateway.backend import ModelSettings
from tests.gateway.embedded.chatting import Client, chatting


async def set_(client: Client, key: str, value: object, **params: object) -> Any:
    """Set a key and return the new value."""
    return (await client.call("config.set", key=key, value=value, **params))["value"]


@pytest.mark.parametrize(
    ("key", "given", "expected"),
    [
        ("busy", "Queue ", "queue"),
        ("approval_mode", "smart", "smart"),
        ("verbose", "all", "all"),
        ("compact", True, "on"),
        ("mouse", "0", "off"),
        ("fast", 1, "on"),
        ("personality", "kind", "kind"),
        ("skin", "night", "night"),
    ],
)
async def test_a_value_is_kept_over_a_restart(tmp_path: Path, key: str, given: object, expected: str) -> None:
    async with chatting(tmp_path) as client:
        assert await set_(client, key, given) == expected
        await client.backend.close()
        await client.open()
        assert await client.call("config.get", key=key) == {"value": expected}


@pytest.mark.parametrize(
    ("key", "value"),
    [("busy", "nonsense"), ("busy", ["x"]), ("nonsense", "x"), ("reasoning", "much"), ("prompt", "x" * 4001)],
)
async def test_bad_values_change_nothing(client: Client, key: str, value: object) -> None:
    assert await client.refusal("config.set", key=key, value=value) == 4002
    assert await client.call("config.get", key="busy") == {"value": "interrupt"}


@pytest.mark.parametrize("key", ["model", "yolo", "nonsense", ""])
async def test_what_cannot_be_read(client: Client, key: str) -> None:
    assert await client.refusal("config.get", key=key) == 4002


async def test_reasoning_of_all_and_of_one_session(client: Client, live: str) -> None:
    assert await client.call("config.get", key="reasoning") == {"value": "medium", "display": "show"}
    await set_(client, "reasoning", "low")
    await set_(client, "reasoning", "HIGH", session_id=live)
    assert (await client.event("session.info"))["reasoning_effort"] == "high"
    assert (await client.call("config.get", key="reasoning"))["value"] == "low"
    assert (await client.call("config.get", key="reasoning", session_id=live))["value"] == "high"
    assert await set_(client, "reasoning", "hide") == "hide"
    assert (await client.call("config.get", key="reasoning"))["display"] == "hide"


async def test_yolo(client: Client, live: str) -> None:
    assert await client.call("config.set", key="yolo", value="on", session_id=live) == {
        "key": "yolo",
        "value": "1",
        "scope": "session",
    }
    assert (await client.event("session.info"))["yolo"] is True
    assert await set_(client, "yolo", "", session_id=live) == "0"
    assert await set_(client, "yolo", "on") == "on"


async def test_the_config(client: Client, live: str) -> None:
    assert (await client.call("config.get", key="full"))["config"] == {
        "model": {"provider": "demo", "default": "demo", "base_url": ""}
    }
    await set_(client, "busy", "queue")
    await set_(client, "prompt", "Be brief.")
    await set_(client, "personality", "kind", session_id=live)
    config = (await client.call("config.get", key="full"))["config"]
    assert config["display"] == {"busy_input_mode": "queue", "prompt": "Be brief.", "personality": "kind"}
    assert (await client.call("config.get", key="prompt")) == {"prompt": "Be brief."}
    assert (await client.call("config.get", key="profile"))["display"] == "default"
    assert (await client.call("config.get", key="mtime"))["mtime"] > 0
    await set_(client, "cwd", "/srv")
    assert (await client.call("config.get", key="project"))["cwd"] == "/srv"
    assert (await client.create())["info"]["cwd"] == "/srv"


async def test_models_of_the_demo(client: Client, live: str) -> None:
    options = await client.call("model.options", session_id=live)
    assert (options["model"], options["provider"]) == ("demo", "demo")
    assert [one["slug"] for one in options["providers"]] == ["demo"]
    assert await client.call("setup.status") == {"provider_configured": True, "demo": True}
    assert (await client.call("setup.runtime_check"))["ok"] is True
    assert (await client.call("config.get", key="provider"))["providers"][0]["authenticated"] is True
    for wrong in ("gpt", "demo --provider custom", "", "a b", "'", "x" * 201):
        assert await client.refusal("config.set", key="model", value=wrong, session_id=live) == 4002
    assert await client.refusal("config.set", key="model", value="demo") == 4002


async def test_a_session_has_a_model_of_its_own(tmp_path: Path) -> None:
    async with chatting(tmp_path, ModelSettings("http://127.0.0.1:9/v1", "key", "one")) as client:
        live = (await client.create())["session_id"]
        done = await client.call("config.set", key="model", value="two --provider custom --global", session_id=live)
        assert (done["value"], done["scope"]) == ("two", "session")
        assert "Settings" in done["warning"]
        assert (await client.event("session.info"))["model"] == "two"
        assert await set_(client, "model", "demo --provider demo", session_id=live) == "demo"
        assert (await client.turn(live, "table"))["status"] == "complete"
        config = (await client.call("config.get", key="full"))["config"]
        assert config["model"] == {"provider": "custom", "default": "one", "base_url": "http://127.0.0.1:9/v1"}
        assert "key" not in str(config)


async def test_the_model_stays_while_a_turn_runs(client: Client, live: str) -> None:
    await client.call("prompt.submit", session_id=live, text="ask")
    await client.event("clarify.request")
    assert await client.refusal("config.set", key="model", value="demo", session_id=live) == 4009
    await client.call("session.interrupt", session_id=live)
    await client.end()


async def test_personality_and_prompt_reach_the_model(client: Client) -> None:
    from hermes_shell.gateway.embedded.preferences import INSTRUCTIONS, Preferences

    gateway = client.backend._gateway  # pyright: ignore[reportPrivateUsage]
    assert gateway is not None
    preferences: Preferences = gateway.preferences
    assert preferences.instructions == INSTRUCTIONS
    await set_(client, "prompt", "Be brief.")
    await set_(client, "personality", "kind")
    assert preferences.instructions == "Be brief.\n\nAnswer in this manner: kind"


async def test_what_is_asked_before_is_told_to_live_sessions(client: Client, live: str) -> None:
    assert live
    await set_(client, "approval_mode", "off")
    assert (await client.event("session.info"))["approval_mode"] == "off"
