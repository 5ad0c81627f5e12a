"""Completions: asked of the gateway for the chat, and empty where that cannot say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from tests.scripted_gateway import ScriptedGateway
from tests.shell_parts import open_app

ITEMS = {"items": [{"text": "model", "display": "/model", "meta": "Choose"}, "no item", {"display": "no text"}]}


async def ask(home: Path, gateway: ScriptedGateway, verb: str, **args: Any) -> Any:
    async with open_app(home, gateway) as (_, shell, _loader):
        return await shell.verbs[verb](Window(shell), args)


async def test_usable_items_are_handed_on(tmp_path: Path) -> None:
    gateway = ScriptedGateway({"complete.slash": {**ITEMS, "replace_from": 1}})
    found = await ask(tmp_path, gateway, "complete.slash", key="new:1", text="/mo")
    assert found == {"items": [{"text": "model", "display": "/model", "meta": "Choose"}], "replace_from": 1}
    assert ("complete.slash", {"text": "/mo"}) in gateway.calls


@pytest.mark.parametrize("answer", [None, [], "x", {}, {"items": None}])
async def test_answer_of_another_shape_is_empty(tmp_path: Path, answer: object) -> None:
    def answered(params: Mapping[str, Any]) -> object:
        return answer

    gateway = ScriptedGateway({"complete.path": answered})
    assert await ask(tmp_path, gateway, "complete.path", key="a", word="@f") == {"items": []}


async def test_closed_gateway_is_not_asked(tmp_path: Path) -> None:
    gateway = ScriptedGateway({"complete.path": ITEMS}, state="closed")
    assert await ask(tmp_path, gateway, "complete.path", key="a", word="@") == {"items": []}
    assert [method for method, _ in gateway.calls if method == "complete.path"] == []


async def test_session_and_folder_of_the_chat_go_along(tmp_path: Path) -> None:
    asked: list[Mapping[str, Any]] = []

    def answer(params: Mapping[str, Any]) -> object:
        asked.append(params)
        return ITEMS

    gateway = ScriptedGateway({"complete.path": answer})
    async with open_app(tmp_path, gateway) as (_, shell, _loader):
        chat = shell.chats.ensure("stored")
        chat.live, chat.cwd = "live-1", "/work"
        await shell.verbs["complete.path"](Window(shell), {"key": "stored", "word": "@"})
    assert asked == [{"word": "@", "session_id": "live-1", "cwd": "/work"}]


async def test_nobody_types_so_long_a_word(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="characters"):
        await ask(tmp_path, ScriptedGateway(), "complete.slash", key="a", text="/" + "x" * 3_000)


async def test_what_was_said_comes_oldest_first(tmp_path: Path) -> None:
    async with open_app(tmp_path, ScriptedGateway()) as (_, shell, _loader):
        chat = shell.chats.ensure("stored")
        for said in ("one", "two"):
            chat.transcript.said(said, f"client-{said}")
        assert await shell.verbs["complete.said"](Window(shell), {"key": "stored"}) == ["one", "two"]
        assert await shell.verbs["complete.said"](Window(shell), {"key": "unknown"}) == []
