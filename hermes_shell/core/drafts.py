"""Drafts: what pages say was typed, and what a composer gets when it mounts."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import Response

from hermes_shell.core.draft import Draft, draft_of
from hermes_shell.core.draft_store import Leaving
from hermes_shell.core.outbox import OutboxError
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError, ShellError
from hermes_shell.json_answer import JsonAnswer

if TYPE_CHECKING:
    from hermes_shell.core.chat.chat import Chat

log = logging.getLogger(__name__)

KEY_LIMIT = 500
BODY_LIMIT = 1_000_000
"""Bytes of a draft that a page leaves behind when it goes; engines send 64 KiB at most."""


def register(ctx: CoreContext) -> None:
    """Keep what is typed."""
    ctx.verb("draft.get", get)
    ctx.verb("draft.set", set_draft)
    ctx.verb("draft.rescue", rescue)
    ctx.topic("draft", hear)
    ctx.on_window_gone(ctx.shell.drafts.forget_window)
    ctx.shell.chats.subscribe(partial(_heard, ctx.shell))


def _heard(shell: Shell, chat: Chat, what: str) -> None:
    """Carry the draft of a chat that is gone into a new one, also where no window shows it."""
    if what == "gone":
        # A chat that takes the place of another one drops that first, and has its key a moment later.
        asyncio.get_running_loop().call_soon(_rescue_gone, shell, chat.key)


def _rescue_gone(shell: Shell, key: str) -> None:
    try:
        if shell.chats.chat(key) is not None:
            return
        if shell.outbox.of(key):
            shell.drafts.do(_keep_unsent(shell, key))
        shell.drafts.rescue(key)
    except ShellError as error:
        log.warning("the draft of %s stays where it was: %s", key, error)


async def _keep_unsent(shell: Shell, key: str) -> None:
    """Make drafts of what waits for a chat that is gone, each in a new chat: nobody could see or send it there."""
    for entry in shell.outbox.of(key):
        prompt = entry.prompt
        draft = {"text": prompt.display_text or prompt.text, "attachments": [one.id for one in prompt.attachments]}
        new = f"new:{uuid4()}"
        # The draft first: twice is better than nowhere.
        await shell.drafts.set(new, draft_of(draft))
        try:
            await shell.outbox.take_back(prompt.client_id)
        except OutboxError:  # it has left just now
            await shell.drafts.set(new, draft_of({"text": ""}))


async def get(window: Window, args: Mapping[str, Any]) -> object:
    """The draft of `{key}`: `{text, chips, attachments, at}`, what is known of each attachment, or null."""
    draft = window.shell.drafts.for_window(text_arg(args, "key", "draft.get"), window.id, window.shell.windows)
    if draft is None:
        return None
    known = window.shell.attachments
    files = [found for one in cast("list[str]", draft["attachments"]) if (found := known.get(one)) is not None]
    facts = [{"id": one.id, "name": one.name, "kind": one.kind, "size": one.size} for one in files]
    return {"text": draft["text"], "chips": draft["chips"], "attachments": facts, "at": draft["at"]}


async def set_draft(window: Window, args: Mapping[str, Any]) -> object:
    """Keep a draft: `{key, text, chips?, attachments?, serial?, sending?}`; answers when it is on disk.

    `sending` is `{client_id, text, …}`: what is left of the draft if that prompt is in the outbox.
    """
    key, draft, serial = _said(args)
    await _keep(window.shell, key, draft, args, window.id, serial)
    return True


def leave(window: Window, key: str, rest: Mapping[str, Any]) -> Leaving:
    """Let a prompt go out of a composer: `rest` is what stays in it, as `draft.set` takes it, without its key.

    Raises:
        ProtocolError: that does not fit.
        StorageError: the drafts cannot be read.
    """
    _, draft, serial = _said({**rest, "key": key})
    return window.shell.drafts.leave(key, draft, window.id, serial)


async def rescue(window: Window, args: Mapping[str, Any]) -> object:
    """Keep the text of a chat that is gone in a new one: `{key, text, …}`.

    Returns:
        The key of that new chat, null where the chat is not gone.
    """
    key, draft, _ = _said(args)
    drafts, chat = window.shell.drafts, window.shell.chats.chat(key)
    if not drafts.is_rescued(key) and (chat is None or not chat.gone):
        return None
    new = drafts.rescue(key)
    await drafts.set(new, draft, window.id)
    return new


def hear(window: Window, args: Mapping[str, Any]) -> None:
    """Like `draft.set`, from a page that goes away and waits for nothing."""
    key, draft, serial = _said(args)
    window.shell.drafts.do(_keep(window.shell, key, draft, args, window.id, serial))


async def last_words(shell: Shell, request: Request) -> Response:
    """`POST …/api/chat/drafts` with what `draft.set` takes and `window`: the request of a page that has gone."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > BODY_LIMIT:
            return JsonAnswer({"error": "The draft is too long"}, 413)
    try:
        args: object = json.loads(body)
        if not isinstance(args, dict):
            raise ProtocolError("A draft is an object")
        said = cast("Mapping[str, Any]", args)
        key, draft, serial = _said(said)
        await _keep(shell, key, draft, said, str(said.get("window") or ""), serial)
    except (ValueError, ProtocolError) as error:
        return JsonAnswer({"error": str(error)}, 400)
    except ShellError as error:
        return JsonAnswer({"error": str(error)}, 500)
    return JsonAnswer(True)


async def _keep(shell: Shell, key: str, draft: Draft, args: Mapping[str, Any], window: str, serial: int | None) -> None:
    """Keep a draft, or what is left of it where the rest is a prompt by now."""
    sending: object = args.get("sending")
    if isinstance(sending, Mapping):
        parts = cast("Mapping[str, Any]", sending)
        if await shell.outbox.took(str(parts.get("client_id"))):
            draft = draft_of({**parts, "at": None})
    await shell.drafts.set(key, draft, window, serial)


def _said(args: Mapping[str, Any]) -> tuple[str, Draft, int | None]:
    """Key, draft and serial number of what a page says.

    Raises:
        ProtocolError: the arguments do not fit.
    """
    key, serial = text_arg(args, "key", "draft.set"), args.get("serial")
    if len(key) > KEY_LIMIT:
        raise ProtocolError("draft.set: the key of a chat is shorter")
    if serial is not None and (isinstance(serial, bool) or not isinstance(serial, int)):
        raise ProtocolError("draft.set: serial is a number")
    return key, draft_of({**args, "at": None}), serial
