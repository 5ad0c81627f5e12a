"""The outbox in every window: taking a prompt back, and sending a refused one again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg

if TYPE_CHECKING:
    from hermes_shell.core.window import Window


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("outbox.takeBack", take_back)
    ctx.verb("outbox.retry", retry)


async def take_back(window: Window, args: Mapping[str, Any]) -> object:
    """Take a prompt out of the outbox: `{client_id}`.

    Returns:
        `{key, text, display_text, attachments}`: of the chat, and of the prompt, for its composer.

    Raises:
        OutboxError: it has left, or is on its way.
    """
    client = text_arg(args, "client_id", "outbox.takeBack")
    entry = window.shell.outbox.entry(client)
    prompt = await window.shell.outbox.take_back(client)
    return {
        "key": entry.key if entry is not None else "",
        "text": prompt.text,
        "display_text": prompt.display_text,
        "attachments": [{"id": one.id, "name": one.name, "kind": one.kind} for one in prompt.attachments],
    }


async def retry(window: Window, args: Mapping[str, Any]) -> object:
    """Send a refused prompt again: `{client_id}`.

    Raises:
        OutboxError: it has left.
    """
    await window.shell.outbox.retry(text_arg(args, "client_id", "outbox.retry"))
    return True
