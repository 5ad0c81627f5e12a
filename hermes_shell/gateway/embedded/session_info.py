"""What is told about a session: `session.info`, its usage, its messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hermes_shell.gateway.embedded.live_session import LiveSession
from hermes_shell.gateway.embedded.message_rows import Message
from hermes_shell.gateway.embedded.models.model_choice import ModelChoice
from hermes_shell.gateway.embedded.preferences import Preferences
from hermes_shell.gateway.embedded.session_rows import Usage

CONTRACT = 4
"""The desktop contract that this gateway speaks."""

PROFILE = "default"


def session_info(session: LiveSession, choice: ModelChoice, preferences: Preferences, version: str) -> dict[str, Any]:
    """The payload of `session.info`."""
    name = choice.name(session.model, session.provider)
    return {
        "model": name,
        "provider": choice.provider(session.provider),
        "reasoning_effort": session.effort if session.effort is not None else preferences.effort,
        "service_tier": "",
        "fast": False,
        "yolo": session.yolo,
        "approval_mode": preferences["approval_mode"],
        "tools": {},
        "skills": {},
        "mcp_servers": [],
        "cwd": session.cwd,
        "branch": "",
        "project": None,
        "personality": preferences["personality"],
        "running": session.running,
        "title": session.title,
        "stored_session_id": session.stored,
        "desktop_contract": CONTRACT,
        "version": version,
        "backend": "embedded",
        "profile_name": PROFILE,
        "usage": usage_payload(session.usage, name),
    }


def usage_payload(usage: Usage, model: str) -> dict[str, Any]:
    """Tokens as the gateway tells them."""
    return {
        "model": model,
        "input": usage.input,
        "output": usage.output,
        "reasoning": usage.reasoning,
        "prompt": usage.input,
        "completion": usage.output,
        "total": usage.input + usage.output,
        "calls": usage.calls,
        "context_used": usage.context,
        "compressions": 0,
        "active_subagents": 0,
    }


def messages_payload(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Messages as `session.resume` and `session.history` list them. `status` is there when a turn did not end well."""
    listed: list[dict[str, Any]] = []
    for message in messages:
        if message.status == "streaming" or not (message.content.strip() or message.reasoning or message.images):
            continue
        entry: dict[str, Any] = {
            "id": message.id,
            "role": message.role,
            "text": message.content,
            "timestamp": message.at,
        }
        if message.reasoning:
            entry["reasoning"] = message.reasoning
        if message.status not in ("complete", "waiting"):
            entry["status"] = message.status
        if message.error:
            entry["error"] = message.error
        if message.images:
            entry["images"] = list(message.images)
        listed.append(entry)
    return listed
