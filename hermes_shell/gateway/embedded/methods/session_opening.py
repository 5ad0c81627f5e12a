"""Methods that make a session live: new ones, stored ones, branches."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded import titles
from hermes_shell.gateway.embedded.call import Call
from hermes_shell.gateway.embedded.live_session import LiveSession
from hermes_shell.gateway.embedded.methods.session_lists import seeded
from hermes_shell.gateway.embedded.session_info import messages_payload
from hermes_shell.gateway.embedded.session_rows import NewSession, new_stored_id, usage_of

SEED_LIMIT = 1000
"""Messages that a new session may begin with."""


async def create(call: Call) -> object:
    """`session.create`: a live session; it is stored with its first prompt."""
    gateway = call.gateway
    title = titles.clean(call.text("title"))
    if title is not None:
        await _require_free(call, title, "")
    session = LiveSession(
        new_stored_id(), call.connection, _folder(call), call.text("source", "desktop")[:40] or "desktop", time.time()
    )
    session.title = title or ""
    session.model, session.provider = call.text("model")[:200], call.text("provider")[:100]
    session.effort = call.text("reasoning_effort")[:20] or None
    session.parent = call.text("parent_session_id")[:100] or None
    for entry in call.entries("messages")[:SEED_LIMIT]:
        text: object = entry.get("content") or entry.get("text")
        if entry.get("role") in ("user", "assistant") and isinstance(text, str) and text.strip():
            session.seed.append((str(entry["role"]), text.encode("utf-8", "replace").decode()))
    gateway.add(session)
    gateway.choice.warm()
    return {
        "session_id": session.id,
        "stored_session_id": session.stored,
        "message_count": len(session.seed),
        "messages": [{"role": role, "text": text} for role, text in session.seed],
        "info": _lazy_info(call, session),
    }


async def resume(call: Call) -> object:
    """`session.resume`: the session of a stored id or exact title, made live when it is not."""
    gateway, key = call.gateway, call.text("session_id")
    if not key:
        raise GatewayError(4006, "session_id required")
    live = gateway.by_stored(key)
    if live is None or not live.in_database:  # an unused session is not stored, so nobody can take it up
        row = await gateway.store.run(lambda: gateway.store.sessions.find(key))
        if row is None:
            raise GatewayError(4007, "session not found")
        live = gateway.by_stored(row["id"])  # by its title, or another call was faster
        if live is None:
            live = _revived(call, row)
    return await _taken_up(call, live)


async def activate(call: Call) -> object:
    """`session.activate`: a live session's events go to this connection."""
    return await _taken_up(call, call.session())


async def branch(call: Call) -> object:
    """`session.branch`: a new session with the same history, or with what stands before a message of the user.

    `before_user_ordinal` counts these messages from 0, as `prompt.submit` does; the answer has it back, for the
    original gateway knows whole branches only.
    """
    store, session = call.gateway.store, call.session()
    before = call.number("before_user_ordinal", -1)
    wanted = titles.clean(call.text("name"))
    stored = new_stored_id()
    now = time.time()

    def copy() -> str:
        if not store.messages.count(session.stored):
            raise GatewayError(4008, "nothing to branch — send a message first")
        end = store.messages.user_message(session.stored, min(before, 2**31))
        if before == 0 or (before > 0 and end is None):
            raise GatewayError(4018, "target user message is no longer in session history")
        row = store.sessions.find(session.stored)
        assert row is not None, "it has messages"
        name = wanted or store.sessions.free_title(row["title"] or "branch")
        store.sessions.add(
            NewSession(stored, session.source, row["model"], row["provider"], session.cwd, session.stored, name), now
        )
        store.messages.copy(session.stored, stored, end)
        return name

    name = await store.run(copy)
    child = LiveSession(stored, call.connection, session.cwd, session.source, now)
    child.in_database, child.title, child.preview = True, name, session.preview
    child.model, child.provider, child.effort = session.model, session.provider, session.effort
    call.gateway.add(child)
    answer = {"session_id": child.id, "stored_session_id": stored, "title": name, "parent": session.stored}
    return {**answer, "before_user_ordinal": before} if before > 0 else answer


async def _taken_up(call: Call, session: LiveSession) -> dict[str, Any]:
    """A live session as the answer of a resume; its events and open questions go to this connection."""
    gateway = call.gateway
    store = gateway.store
    messages = await store.run(lambda: store.messages.of(session.stored))
    # From here on nothing waits: what is in this answer came not as an event, and what comes as one is not in it.
    session.deltas.flush()
    session.connection = call.connection
    if session.turn is not None:
        running = session.turn.row
        messages = [message for message in messages if message.id != running]
    listed = messages_payload(messages) or seeded(session)
    answer: dict[str, Any] = {
        "session_id": session.id,
        "resumed": session.stored,
        "session_key": session.stored,
        "message_count": len(listed),
        "messages": listed,
        "info": _lazy_info(call, session),
        "running": session.running,
        "status": session.status,
        "started_at": session.started_at,
    }
    if session.inflight is not None:
        answer["inflight"] = session.inflight
    if session.queue:
        texts = [prompt.text for prompt, _ in session.queue]
        answer["queued"] = {"user": "\n\n".join(texts), "prompts": texts}
    asyncio.get_running_loop().call_soon(session.questions.repeat)
    return answer


def _revived(call: Call, row: dict[str, Any]) -> LiveSession:
    """A stored session made live."""
    session = LiveSession(row["id"], call.connection, row["cwd"] or _folder(call), row["source"], time.time())
    session.in_database, session.title, session.parent = True, row["title"] or "", row["parent"]
    session.usage, session.preview = usage_of(row), row["preview"] or ""
    choice = call.gateway.choice
    choice.warm()
    if row["provider"] == choice.provider(row["provider"]):
        session.provider = row["provider"]
        session.model = row["model"] if row["model"] != choice.name() else ""
    return call.gateway.add(session)


def _lazy_info(call: Call, session: LiveSession) -> dict[str, Any]:
    return {**call.gateway.info(session), "lazy": True}


async def _require_free(call: Call, wanted: str, stored: str) -> None:
    sessions = call.gateway.store.sessions

    def check() -> None:
        holder = sessions.find(wanted)
        if holder is not None and holder["title"] == wanted and holder["id"] != stored:
            raise GatewayError(titles.INVALID, f"Title {wanted!r} is already in use by session {holder['id']}")

    await call.gateway.store.run(check)


def _folder(call: Call) -> str:
    return call.text("cwd")[:4096] or call.gateway.preferences["cwd"] or call.gateway.home
