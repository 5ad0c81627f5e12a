"""Methods that tell about sessions."""

from __future__ import annotations

from typing import Any

from hermes_shell.gateway.embedded.call import Call
from hermes_shell.gateway.embedded.live_session import LiveSession
from hermes_shell.gateway.embedded.session_info import messages_payload, usage_payload


async def list_sessions(call: Call) -> object:
    """`session.list`: stored sessions, the newest activity first."""
    store, limit = call.gateway.store, call.number("limit", 200)
    rows, _ = await store.run(lambda: store.sessions.list(limit=limit))
    return {"sessions": [_listed(row) for row in rows]}


async def most_recent(call: Call) -> object:
    """`session.most_recent`: the session that was used last."""
    store = call.gateway.store
    rows, _ = await store.run(lambda: store.sessions.list(limit=1))
    if not rows:
        return {"session_id": None}
    row = rows[0]
    return {
        "session_id": row["id"],
        "title": row["title"] or "",
        "started_at": row["started_at"],
        "source": row["source"],
    }


async def active_list(call: Call) -> object:
    """`session.active_list`: the live sessions of this process."""
    gateway, current = call.gateway, call.text("current_session_id")
    store = gateway.store
    counts = await store.run(
        lambda: {one.stored: store.messages.count(one.stored) for one in gateway.live.values() if one.in_database}
    )
    return {
        "sessions": [
            {
                "id": one.id,
                "session_key": one.stored,
                "title": one.title,
                "preview": one.preview,
                "model": gateway.choice.name(one.model, one.provider),
                "message_count": counts.get(one.stored, len(one.seed)),
                "status": one.status,
                "current": one.id == current,
                "started_at": one.started_at,
                "last_active": one.last_active,
            }
            for one in gateway.live.values()
        ]
    }


async def history(call: Call) -> object:
    """`session.history`: the messages of a live session."""
    store, session = call.gateway.store, call.session()
    messages = await store.run(lambda: store.messages.of(session.stored))
    return {"count": len(messages) or len(session.seed), "messages": messages_payload(messages) or seeded(session)}


async def usage(call: Call) -> object:
    """`session.usage`: the tokens of a live session."""
    session = call.session()
    return usage_payload(session.usage, call.gateway.choice.name(session.model, session.provider))


async def status(call: Call) -> object:
    """`session.status`: the same for people."""
    session, gateway = call.session(), call.gateway
    used = session.usage
    return {
        "output": "\n".join(
            (
                "Built-in gateway",
                "",
                f"Session:  {session.stored}",
                f"Title:    {session.title or '–'}",
                f"Model:    {gateway.choice.name(session.model, session.provider)}",
                f"Status:   {session.status}",
                f"Tokens:   {used.input} read, {used.output} written, {used.calls} calls",
                "Tools:    none",
            )
        )
    }


def _listed(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "title": row["title"] or "",
        "preview": " ".join((row["preview"] or "").split())[:100],
        "started_at": row["started_at"],
        "last_active": row["last_active"],
        "message_count": row["message_count"],
        "source": row["source"],
    }


def seeded(session: LiveSession) -> list[dict[str, Any]]:
    """The messages that a session begins with, while it is not stored."""
    return [{"role": role, "text": text} for role, text in session.seed]
