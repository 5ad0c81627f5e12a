"""Methods that change and end sessions."""

from __future__ import annotations

import asyncio
import os
import time

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded import titles
from hermes_shell.gateway.embedded.call import BAD_VALUE, Call
from hermes_shell.gateway.embedded.live_session import LiveSession
from hermes_shell.gateway.embedded.session_rows import NewSession


async def title(call: Call) -> object:
    """`session.title`: read it, or set it; an unused session is stored then."""
    store, session = call.gateway.store, call.session()
    if call.params.get("title") is None:
        return {"title": session.title, "session_key": session.stored}
    wanted = titles.clean(call.text("title"))
    if wanted is None:
        raise GatewayError(BAD_VALUE, "title required")

    def keep() -> None:
        _store_unused(call, session)
        store.sessions.set_title(session.stored, wanted)

    await store.run(keep)
    session.in_database, session.title = True, wanted
    session.emit("session.title", {"session_id": session.stored, "title": wanted})
    return {"pending": False, "title": wanted}


async def undo(call: Call) -> object:
    """`session.undo`: take the last prompt and its answer out of the history."""
    store, session = call.gateway.store, call.session()
    if session.running:
        raise GatewayError(4009, "session busy — /interrupt the current turn before /undo")

    def cut() -> int:
        last = store.messages.last_user_message(session.stored)
        return store.messages.cut(session.stored, last) if last is not None else 0

    return {"removed": await store.run(cut)}


async def set_cwd(call: Call) -> object:
    """`session.cwd.set`: move a session to another working directory."""
    gateway, session, cwd = call.gateway, call.session(), call.text("cwd")
    path = await asyncio.to_thread(_directory, cwd)
    await gateway.store.run(lambda: gateway.store.sessions.set_cwd(session.stored, path))
    session.cwd = path
    return gateway.info(session)


async def close(call: Call) -> object:
    """`session.close`: a session is live no more; a turn that runs ends without another word."""
    gateway, session = call.gateway, call.session_or_none()
    if session is None:
        return {"closed": False}
    await gateway.end(session.stored)
    if session.in_database:
        now = time.time()
        await gateway.store.run(lambda: gateway.store.sessions.end(session.stored, "closed", now))
    return {"closed": True}


async def delete(call: Call) -> object:
    """`session.delete`: delete a stored session for good."""
    gateway, stored = call.gateway, call.text("session_id")
    if not stored:
        raise GatewayError(4006, "session_id required")
    if gateway.by_stored(stored) is not None:
        raise GatewayError(4023, "session is live; close it first")
    if not await gateway.delete(stored):
        raise GatewayError(4007, "session not found")
    return {"deleted": stored}


async def resize(call: Call) -> object:
    """`terminal.resize`: noted, and without effect here."""
    call.session()
    return {"cols": call.number("cols", 80)}


def _store_unused(call: Call, session: LiveSession) -> None:
    choice = call.gateway.choice
    call.gateway.store.sessions.add(
        NewSession(
            session.stored,
            session.source,
            choice.name(session.model, session.provider),
            choice.provider(session.provider),
            session.cwd,
            session.parent,
        ),
        time.time(),
    )


def _directory(path: str) -> str:
    expanded = os.path.abspath(os.path.expanduser(path))
    if not path or "\0" in path or not os.path.isdir(expanded):
        raise GatewayError(BAD_VALUE, f"{path or 'An empty path'} is not a directory")
    return expanded
