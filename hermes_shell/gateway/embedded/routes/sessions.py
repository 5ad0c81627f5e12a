"""`/api/sessions` and what is below it."""

from __future__ import annotations

import time
from typing import Any, cast

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded import titles
from hermes_shell.gateway.embedded.message_rows import Message
from hermes_shell.gateway.embedded.routes.request import Answer, Refusal, RestCall
from hermes_shell.gateway.embedded.session_rows import LIST_LIMIT, Archived, Order

MESSAGES_LIMIT = 500
"""Messages of one page, when the client asks for pages."""

BULK_LIMIT = 500

ACTIVE_SECONDS = 300.0
"""A session that was used more recently counts as active."""


async def sessions(call: RestCall) -> Answer:
    """Answer a call below `/api/sessions`."""
    match call.method, call.parts[2:]:
        case "GET", ():
            return await _list(call)
        case "GET", ("search",):
            store = call.gateway.store
            text, limit = call.text("q"), call.number("limit", 20)
            return 200, {"results": await store.run(lambda: store.search.find(text, limit))}
        case "GET", ("stats",):
            store = call.gateway.store
            counts = await store.run(store.sessions.counts)
            return 200, {**counts, "active_store": counts["total"] - counts["archived"]}
        case "GET", ("empty", "count"):
            return 200, {"count": 0}
        case "POST", ("bulk-delete",):
            return await _bulk_delete(call)
        case "GET", (key,):
            return 200, {**_row(call, await _found(call, key)), "model_config": None, "system_prompt": None}
        case "PATCH", (key,):
            return await _patch(call, key)
        case "DELETE", (key,):
            return await _delete(call, key)
        case "GET", (key, "messages"):
            return await _messages(call, key)
        case "GET", (key, "latest-descendant"):
            row = await _found(call, key)
            return 200, {"requested_session_id": key, "session_id": row["id"], "path": [row["id"]], "changed": False}
        case "GET", (key, "export"):
            row = await _found(call, key)
            store = call.gateway.store
            listed = await store.run(lambda: store.messages.of(row["id"]))
            return 200, {**_row(call, row), "messages": [_message(message, row["id"]) for message in listed]}
        case _:
            raise Refusal(404, "Not Found")


async def _list(call: RestCall) -> Answer:
    store = call.gateway.store
    limit, offset = call.number("limit", 20), call.number("offset", 0)
    archived = cast("Archived", call.choice("archived", ("exclude", "only", "include")))
    order = cast("Order", call.choice("order", ("created", "recent")))
    excluded = [part.strip() for part in call.text("exclude_sources").split(",") if part.strip()][:50]
    least = call.number("min_messages", 0)
    rows, total = await store.run(
        lambda: store.sessions.list(
            limit=limit,
            offset=offset,
            archived=archived,
            order=order,
            source=call.text("source") or None,
            excluded_sources=excluded,
            cwd_prefix=call.text("cwd_prefix") or None,
            least_messages=least,
        )
    )
    return 200, {
        "sessions": [_row(call, row) for row in rows],
        "total": total,
        "limit": min(limit, LIST_LIMIT),
        "offset": offset,
    }


async def _patch(call: RestCall, key: str) -> Answer:
    gateway = call.gateway
    row = await _found(call, key)
    title: object = call.members.get("title")
    archived: object = call.members.get("archived")
    if title is None and archived is None:
        raise Refusal(400, "Nothing to update; provide 'title' and/or 'archived'.")
    if not isinstance(title, str | None) or not isinstance(archived, bool | None):
        raise Refusal(422, "title must be text, archived true or false")
    wanted = titles.clean(title.encode("utf-8", "replace").decode()) if title is not None else None

    def change() -> None:
        if title is not None:
            gateway.store.sessions.set_title(row["id"], wanted)
        if archived is not None:
            gateway.store.sessions.set_archived(row["id"], archived)

    try:
        await gateway.store.run(change)
    except GatewayError as error:
        raise Refusal(400 if error.code == titles.INVALID else 500, error.message) from error
    answer: dict[str, Any] = {"ok": True, "title": (wanted if title is not None else row["title"]) or ""}
    if archived is not None:
        answer["archived"] = archived
    live = gateway.by_stored(row["id"])
    if title is not None and live is not None:
        live.title = wanted or ""
        live.emit("session.title", {"session_id": live.stored, "title": live.title})
    return 200, answer


async def _delete(call: RestCall, key: str) -> Answer:
    """Delete a session; one that is live ends first, so that its turn does not write into nothing."""
    gateway = call.gateway
    row = await gateway.store.run(lambda: gateway.store.sessions.find(key))
    if row is None:
        return 200, {"ok": True, "already_absent": True}
    await gateway.end(row["id"])
    await gateway.delete(row["id"])
    return 200, {"ok": True}


async def _bulk_delete(call: RestCall) -> Answer:
    ids: object = call.members.get("ids")
    if not isinstance(ids, list) or len(cast("list[object]", ids)) > BULK_LIMIT:
        raise Refusal(422, f"ids must be a list of at most {BULK_LIMIT} session ids")
    deleted = 0
    for stored in cast("list[object]", ids):
        if isinstance(stored, str):
            await call.gateway.end(stored)
            deleted += await call.gateway.delete(stored)
    return 200, {"ok": True, "deleted": deleted}


async def _messages(call: RestCall, key: str) -> Answer:
    row = await _found(call, key)
    store, stored = call.gateway.store, row["id"]
    asked = call.number("limit", 0)
    limit, offset = (min(asked, MESSAGES_LIMIT) if asked > 0 else None), max(0, call.number("offset", 0))
    listed = await store.run(lambda: store.messages.of(stored, limit=limit, offset=offset))
    return 200, {
        "session_id": stored,
        "messages": [_message(message, stored) for message in listed if message.status != "streaming"],
        "pagination": {"limit": limit, "offset": offset, "returned": len(listed)},
    }


async def _found(call: RestCall, key: str) -> dict[str, Any]:
    store = call.gateway.store
    row = await store.run(lambda: store.sessions.find(key))
    if row is None:
        raise Refusal(404, "Session not found")
    return row


def _row(call: RestCall, row: dict[str, Any]) -> dict[str, Any]:
    """A session as the gateway lists it."""
    live = call.gateway.by_stored(row["id"])
    recent = time.time() - row["last_active"] < ACTIVE_SECONDS
    return {
        "id": row["id"],
        "source": row["source"],
        "model": row["model"],
        "billing_provider": row["provider"],
        "parent_session_id": row["parent"],
        "_lineage_root_id": row["id"],
        "started_at": row["started_at"],
        "ended_at": row["ended_at"],
        "end_reason": row["end_reason"],
        "last_active": row["last_active"],
        "is_active": live is not None and (live.running or recent),
        "message_count": row["message_count"],
        "tool_call_count": 0,
        "input_tokens": row["input_tokens"],
        "output_tokens": row["output_tokens"],
        "reasoning_tokens": row["reasoning_tokens"],
        "cache_read_tokens": 0,
        "cache_write_tokens": 0,
        "api_call_count": row["calls"],
        "cwd": row["cwd"],
        "git_branch": None,
        "title": row["title"],
        "preview": " ".join((row["preview"] or "").split())[:100],
        "archived": bool(row["archived"]),
        "profile_name": "default",
    }


def _message(message: Message, stored: str) -> dict[str, Any]:
    return {
        "id": message.id,
        "session_id": stored,
        "role": message.role,
        "content": message.content,
        "api_content": message.sent,
        "tool_call_id": None,
        "tool_calls": None,
        "tool_name": None,
        "timestamp": message.at,
        "finish_reason": _FINISHES.get(message.status) if message.role == "assistant" else None,
        "status": message.status,
        "error": message.error,
        "reasoning": message.reasoning,
        "reasoning_content": message.reasoning,
        "images": list(message.images),
        "active": 1,
        "compacted": 0,
    }


_FINISHES = {"complete": "stop", "interrupted": "interrupted", "error": "error", "lost": "lost"}
