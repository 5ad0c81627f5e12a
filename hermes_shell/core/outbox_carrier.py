"""What the outbox needs of whoever brings its prompts to the gateway."""

from __future__ import annotations

from typing import Literal, Protocol

from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.outbox_entries import Said

Delivery = Literal["sent", "later"]
"""The gateway has answered; or the chat is busy and the prompt waits for the end of the turn (`Outbox.wake`)."""


class Carrier(Protocol):
    """Brings prompts to the gateway: the hub."""

    async def said(self, key: str, *, fresh: bool) -> Said:
        """The user's messages of a chat.

        Args:
            key: of the chat; `NOTHING_SAID` is the answer for one that the gateway does not know.
            fresh: ask the gateway, because it may have more than this process knows.

        Raises:
            GatewayError: it could not be asked.
        """
        ...

    async def deliver(self, key: str, prompt: Prompt) -> Delivery:
        """Submit a prompt, which may first need a session: its stored id is told to `Outbox.rekey` before the submit.

        Raises:
            GatewayError: refused, when it has a code; else nobody knows whether the gateway took it.
        """
        ...
