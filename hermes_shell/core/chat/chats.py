"""The chats of the gateway: what pages may ask of them, and what they hear."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.contribution import Contribution
from hermes_shell.core.attachment_store import AttachmentError
from hermes_shell.core.chat.prompt import prompt_of
from hermes_shell.core.chat.taking_back import unqueue
from hermes_shell.core.chat.views import ChatViews
from hermes_shell.core.drafts import leave
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.errors import GatewayError, ProtocolError, ShellError
from hermes_shell.gateway.attachment_limits import attachment_limits

if TYPE_CHECKING:
    from hermes_shell.core.shell import CoreContext, Shell
    from hermes_shell.core.shown_areas import Part
    from hermes_shell.core.window import Window

KEY_LIMIT = 200

_COMMANDS = (
    ("chat.interrupt", "Stop the answer", ["interrupt", "cancel", "turn"]),
    ("chat.undo", "Undo the last message", ["turn", "back"]),
    ("chat.branch", "Branch this chat", ["copy", "fork"]),
)

Handler = Callable[["ChatViews", "Window", str, Mapping[str, Any]], Awaitable[object]]


def register(ctx: CoreContext) -> None:
    """Tell windows about chats, and offer the verbs."""
    shell = ctx.shell
    views = ChatViews(shell)
    ctx.on_welcome(views.welcome)
    ctx.on_window_gone(views.gone)
    ctx.register_many(_row(command, label, words) for command, label, words in _COMMANDS)
    for name, handler in _VERBS.items():
        ctx.verb(f"chat.{name}", partial(_run, f"chat.{name}", handler, views))
    shell.drafts.subscribe(partial(_typed, shell))


def _typed(shell: Shell) -> None:
    """Somebody types in a new chat, which is the newest draft then: its agent can get ready meanwhile."""
    for key, _, _ in shell.drafts.of_new_chats()[:1]:
        shell.chats.actions.warm_ahead(key)


def _row(command: str, label: str, words: list[str]) -> Contribution:
    data = {"id": command, "label": label, "command": command, "keywords": words}
    return Contribution(area="palette", id=command, title=label, data=data)


async def _run(name: str, handler: Handler, views: ChatViews, window: Window, args: Mapping[str, Any]) -> object:
    key = text_arg(args, "key", name)
    if len(key) > KEY_LIMIT:
        raise ProtocolError(f"{name}: a key has at most {KEY_LIMIT} characters")
    return await handler(views, window, key, args)


async def show(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Show a chat: `{key, kept?}`; its messages come as frames before the answer, and what follows them after it.

    Returns:
        `{key, chat, has_older}`; the chat's `fault` says why its messages are not there.
    """
    from hermes_shell.transcript.ready import get_ready  # late: no chat is shown before the first page
    from hermes_shell.transcript.view import last_messages

    if window.shell.windows.get(window.id) is not window:
        raise ProtocolError("This window has gone.")
    chats, hub = views.of(window), window.shell.chats
    chat = hub.ensure(key)
    if chat.key != key:
        # A page that comes back to an earlier key calls the chat by its own before its messages arrive.
        window.send({"t": "chat-moved", "from": key, "to": chat.key})
    row = window.shell.sessions.row(chat.key)
    if not chat.title and row is not None:
        chat.title = row.label
    hub.set_shown(chat, window.id, shown=True)
    kept = args.get("kept") is True
    if not kept:
        await get_ready(last_messages(chat.transcript.turns))
        if window.id not in chat.shown:  # it was put aside meanwhile
            return {"key": chat.key, "chat": chat.facts(), "has_older": False}
    chats.show(chat, kept=kept)
    if hub.gateway.state == "open":
        with suppress(GatewayError):  # the chat says it
            await hub.open(chat.key)
    chats.flush()
    view = chats.view(chat.key)
    return {"key": chat.key, "chat": chat.facts(), "has_older": view is not None and view.has_older}


async def hide(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Show a chat no more: `{key, forget?}`; nothing of it follows the answer."""
    chat = window.shell.chats.chat(key)
    if chat is not None:
        views.hidden(window, chat, forget=args.get("forget") is True)
    return True


async def older(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Show older messages: `{key}`; they come as a frame before the answer, `{has_older}`."""
    del args
    chat = window.shell.chats.chat(key)
    view = None if chat is None else views.of(window).view(chat.key)
    if view is None:
        return {"has_older": False}
    from hermes_shell.transcript.ready import get_ready  # late, as above

    await get_ready(view.turns_with_older())
    window.push(cast("list[Part]", view.older()))
    return {"has_older": view.has_older}


async def submit(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Take a prompt: `{key, prompt, draft?}`; the answer, `{key}`, comes when it is on disk.

    `draft` is what stays in the composer, as `draft.set` takes it. It is on disk in the same step: what was sent is no
    draft any more, and what was not is one still.
    """
    del views
    prompt = prompt_of(args.get("prompt"), window.shell.attachments.get, "chat.submit")
    limits = attachment_limits(window.shell.gateway.kind)
    for file in prompt.attachments:
        if problem := limits.problem(file.name, file.kind, file.size):
            raise AttachmentError(f"{problem} Remove it to send the rest.")
    known = window.shell.chats.chat(key)
    if known is not None and known.gone:
        await window.shell.chats.open(known.key)  # its deletion may have been undone; else nobody would see the prompt
    if not isinstance(rest := args.get("draft"), Mapping):
        return {"key": (await window.shell.chats.submit(key, prompt)).key}
    leaving = leave(window, key, cast("Mapping[str, Any]", rest))
    try:
        chat = await window.shell.chats.submit(key, prompt, leaving.stored)
    except ShellError:
        leaving.undo()
        raise
    return {"key": chat.key}


async def took(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Whether a prompt is in the outbox, or was once: `{key, client_id}`; for a page that lost the answer to it."""
    del views, key
    return await window.shell.outbox.took(text_arg(args, "client_id", "chat.took"))


async def interrupt(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """End the running turn: `{key}`; answers whether one ran."""
    del views, args
    return await window.shell.chats.actions.interrupt(key)


async def steer(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Put a note into the running turn: `{key, text}`; answers `queued` or `rejected`."""
    del views
    return await window.shell.chats.actions.steer(key, text_arg(args, "text", "chat.steer"))


async def undo(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Drop the last turn: `{key}`; answers what the user had said in it."""
    del views, args
    return await window.shell.chats.actions.undo(key)


async def branch(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Make a copy of a chat, up to a turn or of all of it: `{key, turn?}`; answers its key."""
    del views
    turn = text_arg(args, "turn", "chat.branch") if "turn" in args else None
    return await window.shell.chats.actions.branch(key, turn)


async def resend(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Send a message again, changed: `{key, ordinal, text}`; what followed it is dropped."""
    del views
    ordinal = args.get("ordinal")
    if isinstance(ordinal, bool) or not isinstance(ordinal, int) or ordinal < 0:
        raise ProtocolError("chat.resend: ordinal is the number of a message, from 0")
    await window.shell.chats.actions.resend(key, ordinal, text_arg(args, "text", "chat.resend"))
    return True


async def retry(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Open a chat again that could not be opened: `{key}`."""
    del views, args
    await window.shell.chats.open(key)
    return True


async def warm(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Make the session of a new chat ahead, because something is chosen in it that a session holds: `{key}`."""
    del views, args
    return await window.shell.chats.actions.warm(key)


_VERBS: dict[str, Handler] = {
    "show": show,
    "hide": hide,
    "older": older,
    "submit": submit,
    "took": took,
    "interrupt": interrupt,
    "steer": steer,
    "undo": undo,
    "branch": branch,
    "resend": resend,
    "retry": retry,
    "unqueue": unqueue,
    "warm": warm,
}
