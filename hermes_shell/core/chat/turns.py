"""What an event of the gateway says about its chat: whether a turn runs, what it is called, what it used.

A turn is over when `message.complete` was followed by `session.info` with `running: false`; a turn that could not start
ends with `error` alone. Source: reference of the gateway, whole turns and surprises.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from hermes_shell.core.chat.chat import Chat

PAYLOAD = frozenset(
    {
        "message.delta",
        "message.interim",
        "message.complete",
        "reasoning.delta",
        "tool.generating",
        "tool.start",
        "tool.complete",
        "approval.request",
        "clarify.request",
        "sudo.request",
        "secret.request",
    }
)
"""Events with which an answer has begun."""

_ASKS = frozenset({"approval.request", "clarify.request", "sudo.request", "secret.request"})


def payload_of(event: Mapping[str, Any]) -> dict[str, Any]:
    """The payload of an event; empty where there is none."""
    payload = event.get("payload")
    return cast("dict[str, Any]", payload) if isinstance(payload, dict) else {}


def take_event(chat: Chat, event: Mapping[str, Any]) -> bool:
    """Take over what an event says about the state of its chat.

    Returns:
        Whether anything that windows know of the chat is different.
    """
    before = (chat.turn, chat.awaiting, chat.asks, chat.title, chat.usage, chat.model, chat.provider)
    more = (chat.reasoning, chat.cwd, chat.profile)
    kind, payload = event.get("type"), payload_of(event)
    if kind in PAYLOAD:
        chat.awaiting = False
    match kind:
        case "message.start":
            if chat.turn in ("idle", "ended"):
                chat.awaiting = True
            chat.turn = "running"
        case "message.complete":
            chat.turn = "ended" if chat.turn != "idle" else "idle"
            chat.asks = False
            _take_usage(chat, payload)
        case "error":
            if chat.turn == "sent":
                chat.turn = "idle"
                chat.awaiting = False
        case "session.info":
            chat.take_info(payload)
            _take_running(chat, payload.get("running"))
        case "session.title":
            title = payload.get("title")
            if isinstance(title, str) and title:
                chat.title = title
        case str() if kind in _ASKS:
            chat.asks = True
        case _:
            pass
    now = (chat.turn, chat.awaiting, chat.asks, chat.title, chat.usage, chat.model, chat.provider)
    return before != now or more != (chat.reasoning, chat.cwd, chat.profile)


def take_snapshot(chat: Chat, found: Mapping[str, Any]) -> None:
    """Take over the state that the answer of `session.resume` tells."""
    running = found.get("running") is True
    chat.turn = "running" if running else "idle"
    inflight = found.get("inflight")
    streamed = cast("dict[str, Any]", inflight).get("assistant") if isinstance(inflight, dict) else None
    chat.awaiting = running and not streamed
    chat.asks = running and (chat.asks or found.get("status") == "waiting")
    info = found.get("info")
    if isinstance(info, dict):
        chat.take_info(cast("dict[str, Any]", info))


def _take_running(chat: Chat, running: object) -> None:
    if running is True and chat.turn == "idle":
        chat.turn = "running"
    elif running is False and chat.turn in ("running", "ended"):
        # While a prompt is on its way this may have been said before the gateway took it.
        chat.turn = "idle"
        chat.awaiting = chat.asks = False


def _take_usage(chat: Chat, payload: Mapping[str, Any]) -> None:
    usage = payload.get("usage")
    if isinstance(usage, dict) and usage:
        chat.usage = {**(chat.usage or {}), **cast("dict[str, Any]", usage)}
