"""Settings, commands, completion and lists of a gateway."""

from __future__ import annotations

import pytest

from tests.gateway.contract.connection import Connection, Session, completion, payloads
from tests.gateway.contract.gateway_process import GatewayProcess
from tests.model_server.server import MODEL


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("busy", ["queue", "steer", "interrupt"]),
        ("approval_mode", ["smart", "off", "manual"]),
        ("reasoning", ["high", "medium"]),
        ("skin", ["default"]),
    ],
)
async def test_a_setting_is_kept(connection: Connection, key: str, values: list[str]) -> None:
    for value in values:
        await connection.call("config.set", key=key, value=value)
        assert (await connection.call("config.get", key=key))["value"] == value


async def test_unknown_settings_and_bad_values_are_refused(connection: Connection) -> None:
    assert await connection.refusal("config.get", key="no-such-key") == 4002
    assert await connection.refusal("config.set", key="no-such-key", value="x") == 4002
    assert await connection.refusal("config.set", key="busy", value="dance") == 4002


async def test_readable_settings(connection: Connection) -> None:
    assert isinstance((await connection.call("config.get", key="full"))["config"], dict)
    assert "value" in await connection.call("config.get", key="personality")
    assert {"home", "display"} <= set(await connection.call("config.get", key="profile"))
    assert "sk-scripted" not in str(await connection.call("config.get", key="personality"))


async def test_yolo_is_told_by_session_info(session: Session) -> None:
    await session.turn("«say hello»")
    await session.call("config.set", key="yolo", value="on", scope="session")
    assert payloads(await session.turn("«say hello»"), "session.info")[-1]["yolo"] is True
    await session.call("config.set", key="yolo", value="off", scope="session")


async def test_another_model_for_one_chat(session: Session) -> None:
    await session.turn("«say hello»")
    answer = await session.call("config.set", key="model", value="another-model --provider custom")
    assert (answer["key"], answer["value"]) == ("model", "another-model")
    events = await session.turn("«say hello»")
    assert payloads(events, "session.info")[-1]["model"] == "another-model"


async def test_whether_a_model_is_set_up(connection: Connection) -> None:
    assert (await connection.call("setup.status"))["provider_configured"] is True
    check = await connection.call("setup.runtime_check")
    assert check["ok"] is True
    assert check["provider"]


async def test_models_to_choose_from(connection: Connection) -> None:
    options = await connection.call("model.options")
    assert options["model"] == MODEL
    current = next(provider for provider in options["providers"] if provider["is_current"])
    assert {"slug", "name", "models", "authenticated"} <= set(current)


async def test_commands_are_listed_and_completed(connection: Connection) -> None:
    catalog = await connection.call("commands.catalog")
    names = [name for name, _ in catalog["pairs"]]
    assert {"/help", "/retry"} <= set(names)
    assert {"pairs", "sub", "canon", "categories"} <= set(catalog)
    completed = await connection.call("complete.slash", text="/he")
    assert completed["replace_from"] == 1
    assert "help" in [item["text"].lstrip("/") for item in completed["items"]]
    assert all({"text", "display", "meta"} <= set(item) for item in completed["items"])
    assert (await connection.call("complete.slash", text="hello"))["items"] == []


async def test_a_command_runs(session: Session) -> None:
    assert "/retry" in (await session.call("slash.exec", command="/help"))["output"]
    unknown = await session.call("slash.exec", command="/no-such-command")
    assert unknown["output"], "an unknown command is told as its output"
    assert await session.refusal("command.dispatch", name="no-such-command", arg="") == 4018


async def test_a_command_may_ask_for_a_prompt(session: Session) -> None:
    await session.turn("«say hello»")
    answer = await session.call("command.dispatch", name="retry", arg="")
    assert (answer["type"], answer["message"]) == ("send", "«say hello»")


async def test_paths_are_completed(session: Session, gateway: GatewayProcess) -> None:
    (gateway.home.parent / "folder").mkdir(exist_ok=True)
    (gateway.home.parent / "folder" / "p1.py").write_text("")
    answer = await session.call("complete.path", word="@file:", cwd=str(gateway.home.parent / "folder"))
    assert {"text": "@file:p1.py", "display": "p1.py"}.items() <= answer["items"][0].items()


@pytest.mark.parametrize(
    ("method", "params", "keys"),
    [
        ("skills.manage", {"action": "list"}, {"skills"}),
        ("plugins.list", {}, {"plugins"}),
        ("cron.manage", {"action": "list"}, {"jobs"}),
        ("pet.info", {}, {"enabled"}),
        ("projects.list", {}, {"projects", "active_id"}),
    ],
)
async def test_lists_that_pages_ask_for(
    connection: Connection, method: str, params: dict[str, str], keys: set[str]
) -> None:
    assert keys <= set(await connection.call(method, **params))


async def test_unknown_actions_are_refused(connection: Connection) -> None:
    assert await connection.refusal("skills.manage", action="dance") == 4017
    assert await connection.refusal("cron.manage", action="dance") == 4016


async def test_reasoning_of_a_model_is_asked_for(session: Session) -> None:
    await session.turn("«say hello»")  # what is set while an agent is built may come too late for it
    await session.call("config.set", key="reasoning", value="low")
    events = await session.turn("«think hm»«say done»")
    assert completion(events)["reasoning"] == "hm"
    assert payloads(events, "session.info")[-1]["reasoning_effort"] == "low"
    await session.call("config.set", key="reasoning", value="medium")
