"""A prompt that the user takes back: out of the outbox and into the draft of the window that asks, in one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hermes_shell.core.draft import draft_of, joined
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.errors import StorageError

if TYPE_CHECKING:
    from hermes_shell.core.chat.views import ChatViews
    from hermes_shell.core.draft_store import Leaving
    from hermes_shell.core.window import Window


async def unqueue(views: ChatViews, window: Window, key: str, args: Mapping[str, Any]) -> object:
    """Take back a prompt that waits: `{key, client_id}`.

    It is a draft from the moment on in which it is no prompt any more, behind what the window has typed.

    Returns:
        `{text, attachments}` for the composer: what it says, and the files that are still there.
    """
    del views
    client = text_arg(args, "client_id", "chat.unqueue")
    shell, drafts = window.shell, window.shell.drafts
    entry = shell.outbox.entry(client)
    left: list[Leaving] = []

    def drafted() -> Sequence[tuple[str, str, object]]:
        assert entry is not None, "only a prompt that is here is taken out"
        prompt = entry.prompt
        taken = draft_of({"text": prompt.display_text, "attachments": [one.id for one in prompt.attachments]})
        before = drafts.for_window(key, window.id, shell.windows)
        left.append(drafts.leave(key, joined(before, [taken]) if before is not None else taken, window.id, None))
        return left[0].stored()

    try:
        prompt = await shell.outbox.take_back(client, drafted)
    except StorageError:
        for leaving in left:
            leaving.undo()
        raise
    files = [one for one in prompt.attachments if shell.attachments.get(one.id) is not None]
    facts = [{"id": one.id, "name": one.name, "kind": one.kind, "size": one.size} for one in files]
    return {"text": prompt.display_text, "attachments": facts}
