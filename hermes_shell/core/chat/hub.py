"""The hub: every chat of this process, and the way of prompts and events between them and the gateway.

It owns which chats are live. Windows show chats (`chat.show`), the gateway tells about them (events with live ids), and
whoever wants to know subscribes. Source: spec of the gateway, sections on session identity, turns and reconnecting.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

from hermes_shell.contribution import Dispose
from hermes_shell.core.chat.chat import Chat
from hermes_shell.core.chat.prompt import Prompt

if TYPE_CHECKING:
    from hermes_shell.gateway import Gateway

log = logging.getLogger(__name__)

What = Literal["state", "transcript", "moved", "question", "gone", "title"]
"""What changed about a chat. `moved`: a new chat has a stored id now; `gone`: it is not there any more."""

Listener = Callable[[Chat, What], None]


class Outbox(Protocol):
    """Where prompts are kept until the gateway has them."""

    async def put(self, key: str, prompt: Prompt) -> None:
        """Keep a prompt; returns when it is on disk. Whoever empties the outbox calls `ChatHub.deliver`."""
        ...

    def done(self, client_id: str) -> None:
        """Forget a prompt that the gateway has, or that the user took back."""
        ...


class ChatHub:
    """Server-side owner of chats; `shell.chats`. Everything happens on the event loop.

    Args:
        gateway: where the sessions live.
    """

    def __init__(self, gateway: Gateway | None) -> None:
        self._gateway = gateway
        self._chats: dict[str, Chat] = {}
        self._live: dict[str, Chat] = {}
        self._listeners: list[Listener] = []
        self.outbox: Outbox | None = None

    def chats(self) -> tuple[Chat, ...]:
        """Every chat that is known in this process."""
        return tuple(self._chats.values())

    def chat(self, key: str) -> Chat | None:
        """The chat of a key; None while nobody has opened it."""
        return self._chats.get(key)

    def by_live(self, live: str) -> Chat | None:
        """The chat of a live id."""
        return self._live.get(live)

    def subscribe(self, listener: Listener) -> Dispose:
        """Hear what changes; called at once, must return at once.

        Returns:
            Ends the subscription.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None
