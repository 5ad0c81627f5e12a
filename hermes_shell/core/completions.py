"""What a composer offers while one types: commands after `/`, references after `@`, and what was said before."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError

TEXT_LIMIT = 2_000
"""Characters that are completed; nobody types a longer word."""
ITEM_LIMIT = 60
SAID_LIMIT = 50
EMPTY: Mapping[str, Any] = MappingProxyType({})
DEADLINE = 5_000
"""Milliseconds: later than this nobody wants a completion any more."""


def register(ctx: CoreContext) -> None:
    """Offer completions."""
    ctx.verb("complete.slash", slash)
    ctx.verb("complete.path", path)
    ctx.verb("complete.said", said)


async def slash(window: Window, args: Mapping[str, Any]) -> object:
    """Commands for `{key, text}`: `{items: [{text, display, meta}], replace_from}`, empty without a gateway."""
    text = text_arg(args, "text", "complete.slash")
    return await _completed(window, args, "complete.slash", {"text": _short(text, "complete.slash")})


async def path(window: Window, args: Mapping[str, Any]) -> object:
    """Paths and references for `{key, word}`: `{items: [{text, display, meta}]}`, empty without a gateway."""
    word = text_arg(args, "word", "complete.path")
    return await _completed(window, args, "complete.path", {"word": _short(word, "complete.path")})


async def said(window: Window, args: Mapping[str, Any]) -> object:
    """What the user said in the chat `{key}`: the last texts, oldest first."""
    chat = window.shell.chats.chat(text_arg(args, "key", "complete.said"))
    turns = () if chat is None else chat.transcript.turns[-SAID_LIMIT:]
    return [turn.user.text for turn in turns if turn.user is not None and turn.user.text]


async def _completed(window: Window, args: Mapping[str, Any], method: str, params: dict[str, object]) -> object:
    gateway = window.shell.gateway
    if gateway.state != "open":
        return {"items": []}
    chat = window.shell.chats.chat(text_arg(args, "key", method))
    if chat is not None and chat.live:
        params["session_id"] = chat.live
    if chat is not None and chat.cwd and method == "complete.path":
        params["cwd"] = chat.cwd
    answer = await gateway.request(method, params, DEADLINE)
    given: Mapping[str, Any] = cast("dict[str, Any]", answer) if isinstance(answer, dict) else EMPTY
    listed: object = given.get("items")
    rows = cast("list[object]", listed) if isinstance(listed, list) else []
    items = [_item(cast("Mapping[str, Any]", row)) for row in rows if isinstance(row, dict)]
    replace_from: object = given.get("replace_from")
    whole = {"items": [item for item in items if item["text"]][:ITEM_LIMIT]}
    return {**whole, "replace_from": replace_from} if isinstance(replace_from, int) else whole


def _item(given: Mapping[str, Any]) -> dict[str, str]:
    text = str(given.get("text") or "")
    return {"text": text, "display": str(given.get("display") or text), "meta": str(given.get("meta") or "")}


def _short(text: str, verb: str) -> str:
    """The text, when it is short enough to complete.

    Raises:
        ProtocolError: it is not.
    """
    if len(text) > TEXT_LIMIT:
        raise ProtocolError(f"{verb}: only {TEXT_LIMIT} characters can be completed")
    return text
