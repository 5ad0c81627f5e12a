"""Questions of the agent: what it waits for a person to answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

KINDS = ("approval", "clarify", "sudo", "secret")
TIMEOUTS = {"approval": 60.0, "clarify": 300.0, "sudo": 120.0, "secret": 300.0}
"""Seconds after which the gateway answers by itself, when nothing else is configured."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a chat.

    Attributes:
        kind: `approval`, `clarify`, `sudo` or `secret`.
        request_id: what the gateway calls it; empty for an approval of a gateway that gives none.
        live: live id of the session that asks.
        key: chat key.
        title: the question itself, one sentence.
        detail: one line of consequence or help; may be empty.
        command: the exact command or name it is about; may be empty.
        choices: values of the answers that are offered; empty = free text.
        asked_at: seconds since the epoch.
        deadline: seconds since the epoch when the gateway stops waiting.
    """

    kind: str
    request_id: str
    live: str
    key: str
    title: str
    detail: str
    command: str
    choices: tuple[str, ...]
    asked_at: float
    deadline: float

    @property
    def id(self) -> str:
        """The same for the same question wherever it is read: the request id, else made of what is asked and where."""
        if self.request_id:
            return self.request_id
        asked = sha256(f"{self.live}\n{self.command}\n{self.title}".encode()).hexdigest()
        return f"{self.kind}-{asked[:16]}"


def question_of(event: Mapping[str, Any], key: str, now: float, timeout: float | None = None) -> Question | None:
    """The question that a gateway event asks (gateway reference, events and whole turns).

    Args:
        event: `type`, `session_id` and `payload`.
        key: the chat's key.
        now: seconds since the epoch.
        timeout: seconds the gateway waits; None = its default for this kind.

    Returns:
        None when the event asks nothing.
    """
    kind, dot, what = str(event.get("type", "")).partition(".")
    if kind not in KINDS or not dot or what != "request":
        return None
    payload = _mapping(event.get("payload"))
    live = str(event.get("session_id") or "")
    title, detail, command, choices = _READERS[kind](payload)
    return Question(
        kind=kind,
        request_id=_text(payload, "request_id"),
        live=live,
        key=key,
        title=title,
        detail=detail,
        command=command,
        choices=choices,
        asked_at=now,
        deadline=now + (TIMEOUTS[kind] if timeout is None else timeout),
    )


def _approval(payload: Mapping[str, Any]) -> tuple[str, str, str, tuple[str, ...]]:
    choices = _choices(payload) or ("once", "session", "always", "deny")
    if payload.get("allow_permanent") is False:
        choices = tuple(choice for choice in choices if choice != "always")
    return "Run this command?", _text(payload, "description"), _text(payload, "command"), choices


def _clarify(payload: Mapping[str, Any]) -> tuple[str, str, str, tuple[str, ...]]:
    return _text(payload, "question") or "The agent asks for an answer.", "", "", _choices(payload)


def _sudo(payload: Mapping[str, Any]) -> tuple[str, str, str, tuple[str, ...]]:
    detail = "It goes to the agent once and is not kept here."
    return "A command needs the administrator password.", detail, _text(payload, "command"), ()


def _secret(payload: Mapping[str, Any]) -> tuple[str, str, str, tuple[str, ...]]:
    help_text = _text(_mapping(payload.get("metadata")), "help")
    return _text(payload, "prompt") or "The agent needs a secret value.", help_text, _text(payload, "env_var"), ()


_READERS = {"approval": _approval, "clarify": _clarify, "sudo": _sudo, "secret": _secret}


def _choices(payload: Mapping[str, Any]) -> tuple[str, ...]:
    found = payload.get("choices")
    return tuple(str(choice) for choice in cast("list[object]", found)) if isinstance(found, list) else ()


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _text(payload: Mapping[str, Any], name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""
