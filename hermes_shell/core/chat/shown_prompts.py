"""Prompts of the outbox as their chats show them: on their way, waiting, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_shell.core.chat.chat import Chat

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import ChatHub
    from hermes_shell.core.outbox_entries import Entry, Status


class ShownPrompts:
    """Shows prompts in their transcripts; a part of the hub.

    Args:
        hub: whose chats these are.
    """

    def __init__(self, hub: ChatHub) -> None:
        self._hub = hub

    def changed(self, entry: Entry, status: Status) -> None:
        """Show what became of an entry, where its chat is known."""
        chat = self._hub.chat(entry.key)
        if chat is None:
            return
        self.show(chat, entry, status)
        self._end_cut(chat, status)
        if entry.prompt.ordinal is not None and status in ("failed", "taken-back"):
            # It was to take the place of messages, which the gateway has kept.
            self._hub.spawn(self._hub.opener.reload(chat), f"reload {chat.key}")

    def _end_cut(self, chat: Chat, status: Status) -> None:
        """The gateway has dropped what a branch shall not have; or it has not, for the prompt was taken back."""
        hub = self._hub
        if chat.cut is None:
            return
        if status == "taken-back":
            hub.cuts.change(chat.key, chat.cut)
        elif status == "sent" and hub.cuts.of(chat.key) is None:
            # It took the cut along and nobody answered for it, so what was loaded since is cut.
            chat.cut = None
            hub.cuts.change(chat.key, None)
            hub.spawn(hub.opener.reload(chat), f"reload {chat.key}")

    def show(self, chat: Chat, entry: Entry, status: Status) -> None:
        """Let a chat show how it goes with one of its prompts."""
        prompt = entry.prompt
        names = [attachment.name for attachment in prompt.attachments]
        shown = {"taken-back": "gone"}.get(status, status)
        if status == "waiting" and self._hub.gateway.state == "open":
            shown = "queued" if chat.busy or self._waits(chat, entry) else "sending"
        if status in ("waiting", "sending", "failed"):
            chat.transcript.said(prompt.display_text, prompt.client_id, names, shown)
        chat.transcript.status(prompt.client_id, shown, entry.error)
        others = (one for one in self._hub.outbox.of(chat.key) if one is not entry)
        chat.queued = [one.prompt for one in others if one.state == "waiting"]
        if shown in ("queued", "waiting"):
            chat.queued.append(prompt)
        chat.last_active = self._hub.clock()
        self._hub.tell(chat, "transcript")
        self._hub.tell(chat, "state")

    def _waits(self, chat: Chat, entry: Entry) -> bool:
        return any(one is not entry and one.state != "failed" for one in self._hub.outbox.of(chat.key))
