"""The choice of a gateway: secrets go in and never out, and never along to another server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from hermes_shell.app import create_app
from hermes_shell.core import gateway_settings
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import GatewayUnusable, ProtocolError
from hermes_shell.gateway.choice import settings_file
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from tests.gateway.fake_gateway import FakeGateway
from tests.scripted_gateway import ScriptedGateway


@pytest.fixture
def gateway() -> ScriptedGateway:
    return ScriptedGateway()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home.resolve(str(tmp_path / "home"))
    home.prepare()
    return home


@pytest.fixture
def window(home: Home, gateway: ScriptedGateway, monkeypatch: pytest.MonkeyPatch) -> Window:
    def no_agent(*_: object) -> Path | None:
        return None

    monkeypatch.setattr(gateway_settings, "find_agent", no_agent)
    shell: Shell = create_app(Settings(home=home, gateway="auto"), gateway=gateway).state.shell
    return Window(shell)


async def call(window: Window, verb: str, **args: object) -> dict[str, Any]:
    return cast("dict[str, Any]", await window.call(verb, args))


def stored(home: Home) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", json.loads(settings_file(home).read_text()))


async def test_nothing_is_chosen_at_first(window: Window, home: Home) -> None:
    assert await call(window, "gateway.settings") == {
        "mode": "auto",
        "chosen": False,
        "option": "auto",
        "host": "",
        "url_set": False,
        "token_set": False,
        "command": "",
        "agent_found": None,
        "model": {"base_url": "", "model": "", "api_key_set": False},
        "fault": None,
    }
    assert not settings_file(home).exists()


async def test_a_choice_is_kept_and_used_and_no_secret_comes_back(
    window: Window, home: Home, gateway: ScriptedGateway
) -> None:
    model = {"base_url": "https://models/v1", "api_key": "key-1", "model": "m"}
    url = "https://host.example/private/path"
    answer = await call(window, "gateway.configure", mode="remote", url=url, token="token-1", model=model)
    assert answer["host"] == "host.example"
    assert (answer["url_set"], answer["token_set"], answer["chosen"]) == (True, True, True)
    assert answer["model"] == {"base_url": "https://models/v1", "model": "m", "api_key_set": True}
    for secret in ("token-1", "key-1", "private"):
        assert secret not in json.dumps(answer)
    assert stored(home)["token"] == "token-1"
    assert gateway.calls == [("restart", {})]


async def test_what_is_not_named_stays_and_empty_clears(window: Window, home: Home) -> None:
    await call(window, "gateway.configure", mode="remote", url="https://host", token="t", model={"api_key": "k"})
    await call(window, "gateway.configure", mode="embedded", model={"model": "m"})
    assert {name: stored(home)[name] for name in ("mode", "url", "token")} == {
        "mode": "embedded",
        "url": "https://host",
        "token": "t",
    }
    assert stored(home)["model"] == {"base_url": "", "api_key": "k", "model": "m"}
    await call(window, "gateway.configure", url="", token="")
    assert (stored(home)["url"], stored(home)["token"]) == ("", "")


async def test_a_program_is_kept_with_its_whole_path_once_it_said_that_it_is_the_agent(
    window: Window, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = tmp_path / "hermes"
    agent.write_text(f"#!/bin/sh\necho asked >> {tmp_path}/asked\necho 'Hermes Agent v0.19.0'\n", encoding="utf-8")
    agent.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    await call(window, "gateway.configure", mode="child", command="hermes")
    assert stored(home)["command"] == str(agent)
    await call(window, "gateway.configure", command=str(agent))
    await call(window, "gateway.configure", command="")
    assert stored(home)["command"] == ""
    assert (tmp_path / "asked").read_text("utf-8") == "asked\n"


SAME, OTHER = ("https://host/other", "wss://host"), ("https://evil.test", "http://host", "")


@pytest.mark.parametrize(("url", "kept"), [*((url, True) for url in SAME), *((url, False) for url in OTHER)])
async def test_a_token_goes_only_to_its_own_server(window: Window, home: Home, url: str, kept: bool) -> None:
    await call(window, "gateway.configure", url="https://host", token="t")
    await call(window, "gateway.configure", url=url)
    assert stored(home)["token"] == ("t" if kept else "")


async def test_a_model_servers_key_goes_only_to_it(window: Window, home: Home) -> None:
    await call(window, "gateway.configure", model={"base_url": "https://models/v1", "api_key": "k"})
    await call(window, "gateway.configure", model={"base_url": "https://models/v2"})
    assert stored(home)["model"]["api_key"] == "k"
    await call(window, "gateway.configure", model={"base_url": "https://evil.test/v1"})
    assert stored(home)["model"]["api_key"] == ""


@pytest.mark.parametrize(
    "args",
    [
        {"mode": "remote"},
        {"url": "nonsense://x"},
        {"url": "https://me:pass@host"},
        {"url": "https://host?token=abc"},
        {"url": "host", "token": "ü"},
        {"command": "/bin/sh"},
        {"command": "no-such-hermes"},
        {"model": {"base_url": "ftp://models"}},
        {"model": {"base_url": "models"}},
        {"model": {"base_url": "http://[models"}},
        {"model": {"base_url": "https://me:secret@models/v1"}},
    ],
)
async def test_what_cannot_work_is_refused_and_nothing_changes(
    window: Window, home: Home, gateway: ScriptedGateway, args: dict[str, Any]
) -> None:
    with pytest.raises(GatewayUnusable):
        await call(window, "gateway.configure", **args)
    assert not settings_file(home).exists()
    assert gateway.calls == []


WRONG: dict[str, list[object]] = {
    "mode": ["magic", 7],
    "url": [7, "x" * 5000],
    "token": [[]],
    "model": ["x", {"model": 1}],
}


@pytest.mark.parametrize("args", [{name: value} for name, values in WRONG.items() for value in values])
async def test_arguments_that_do_not_fit_are_refused(window: Window, args: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        await call(window, "gateway.configure", **args)


async def test_settings_that_cannot_be_read_are_told_and_a_new_choice_keeps_the_old_file(
    window: Window, home: Home
) -> None:
    settings_file(home).write_text("{")
    assert "are damaged" in (await call(window, "gateway.settings"))["fault"]
    assert (await call(window, "gateway.configure", mode="embedded"))["fault"] is None
    kept = [entry for entry in home.state.iterdir() if entry.name.startswith("gateway.json.damaged-")]
    assert [entry.read_text() for entry in kept] == ["{"]


async def test_a_trial_says_what_answers(window: Window) -> None:
    assert (await call(window, "gateway.try", url=""))["fault"] == "No URL is given."
    async with FakeGateway() as server:
        good = await call(window, "gateway.try", url=server.url, token=server.token)
        assert good == {"ok": True, "fault": None, "version": "0.19.0"}
        bad = await call(window, "gateway.try", url=server.url, token="wrong")
        assert bad == {"ok": False, "fault": "The gateway does not accept the token.", "version": None}
        await call(window, "gateway.configure", mode="remote", url=server.url, token=server.token)
        assert (await call(window, "gateway.try"))["ok"]
        assert not (await call(window, "gateway.try", url=server.url.replace("127.0.0.1", "localhost")))["ok"]
    assert not (await call(window, "gateway.try", url="nonsense://"))["ok"]
