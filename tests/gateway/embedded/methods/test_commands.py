from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.gateway.embedded.methods import METHODS
from tests.gateway.embedded.chatting import Client


async def output(client: Client, live: str, command: str) -> str:
    """What a command line says."""
    return (await client.call("slash.exec", session_id=live, command=command))["output"]


async def test_the_catalog_names_every_command(client: Client) -> None:
    catalog = await client.call("commands.catalog")
    names = {name for name, _ in catalog["pairs"]}
    assert {"/help", "/title", "/undo", "/retry", "/model"} <= names
    assert set(catalog["canon"].values()) <= names
    assert catalog["sub"]["/busy"] == ["interrupt", "queue", "steer"]


@pytest.mark.parametrize(
    ("text", "items", "at"),
    [
        ("/re", ["retry", "reasoning"], 1),
        ("/reasoning hi", ["high", "hide"], 11),
        ("/effort xh", ["xhigh"], 8),
        ("/nothing x", [], 9),
        ("no slash", [], None),
        ("/a\nb", [], None),
    ],
)
async def test_completion(client: Client, text: str, items: list[str], at: int | None) -> None:
    found = await client.call("complete.slash", text=text)
    assert [item["text"] for item in found["items"]] == items
    assert found.get("replace_from") == at


async def test_paths_are_completed(client: Client, live: str, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    (folder / "src").mkdir(parents=True)
    for name in ("a.txt", "with space.txt", ".hidden", "src/deep.py", "bad\nname"):
        (folder / name).write_text("")
    cwd = str(folder)

    async def complete(word: str) -> list[str]:
        return [item["text"] for item in (await client.call("complete.path", word=word, cwd=cwd))["items"]]

    assert await complete("@") == ["@file:src/", "@file:a.txt", '@file:"with space.txt"']
    assert await complete("@file:A") == ["@file:a.txt"]
    assert await complete("src/") == ["src/deep.py"]
    assert await complete("./") == ["./src/", "./a.txt", "./with space.txt"]
    assert await complete("@file:.h") == ["@file:.hidden"]
    assert await complete("no/such/") == []
    assert await complete("\0") == []
    await client.call("session.cwd.set", session_id=live, cwd=cwd)
    assert len((await client.call("complete.path", word="@", session_id=live))["items"]) == 3


async def test_commands_that_tell_and_set(client: Client, live: str) -> None:
    assert "no tools" in await output(client, live, "/help")
    assert "no title" in await output(client, live, "/title")
    assert await output(client, live, "/title A trip") == "Title: A trip"
    assert await output(client, live, "/title") == "A trip"
    assert await output(client, live, "/busy") == "busy: interrupt"
    assert await output(client, live, "/busy queue") == "busy: queue"
    assert await output(client, live, "/reasoning high") == "reasoning: high"
    assert await output(client, live, "/model") == "Model: demo"
    assert await output(client, live, "/model demo") == "Model: demo"
    assert "Tokens" in await output(client, live, "/usage")
    assert await output(client, live, "/stop") == "Interrupted."
    assert "Usage" in await output(client, live, "/queue")
    assert "Usage" in await output(client, live, "/steer")
    assert "no prompt" in await output(client, live, "/retry")
    assert "Unknown command" in await output(client, live, "/nonsense")
    assert await client.refusal("slash.exec", session_id=live, command="/") == 4004


async def test_commands_that_send(client: Client, live: str) -> None:
    await client.turn(live, "table")
    assert await client.call("slash.exec", session_id=live, command="/retry") == {"type": "send", "message": "table"}
    assert (await client.call("session.history", session_id=live))["count"] == 0
    sent = await client.call("command.dispatch", session_id=live, name="q", arg="next")
    assert sent == {"type": "send", "message": "next"}
    steered = await client.call("command.dispatch", session_id=live, name="/steer", arg="note")
    assert (steered["type"], steered["message"]) == ("send", "note")
    assert (await client.call("command.dispatch", session_id=live, name="undo"))["type"] == "exec"
    assert await client.refusal("command.dispatch", session_id=live, name="nonsense") == 4018


async def test_steering_by_command(client: Client, live: str) -> None:
    await client.call("prompt.submit", session_id=live, text="ask")
    await client.event("clarify.request")
    assert "given to the running turn" in await output(client, live, "/steer table")
    await client.call("session.interrupt", session_id=live)
    await client.end()


async def test_names_are_resolved(client: Client) -> None:
    assert (await client.call("command.resolve", name="/usage"))["canonical"] == "/status"
    assert await client.refusal("command.resolve", name="nonsense") == 4011


async def test_what_this_gateway_does_not_have(client: Client) -> None:
    assert await client.call("tools.list") == {"toolsets": []}
    assert await client.call("toolsets.list") == {"toolsets": []}
    assert await client.call("tools.show") == {"sections": [], "total": 0}
    assert await client.call("skills.manage", action="list") == {"skills": {}}
    assert await client.refusal("skills.manage", action="install") == 4017
    assert await client.call("plugins.list") == {"plugins": []}
    assert (await client.call("plugins.manage"))["plugins"] == []
    assert await client.refusal("plugins.manage", action="toggle") == 5026
    assert (await client.call("cron.manage", action="list"))["jobs"] == []
    assert (await client.call("cron.manage", action="add"))["success"] is False
    assert await client.refusal("cron.manage", action="nonsense") == 4016
    assert await client.call("process.list") == {"processes": []}
    assert await client.call("pet.info") == {"enabled": False}
    assert (await client.call("pet.gallery"))["pets"] == []
    assert await client.call("projects.list") == {"projects": [], "active_id": None}
    assert await client.call("projects.tree") == {"projects": []}


@pytest.mark.parametrize("method", ["shell.exec", "session.compress", "voice.toggle", "", "__class__"])
async def test_everything_else_is_unknown(client: Client, method: str) -> None:
    assert method not in METHODS
    assert await client.refusal(method) == -32601
