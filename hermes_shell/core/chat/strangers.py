"""Events of live ids that nobody knows: another part of the shell, or a plugin, made the session."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from hermes_shell.core.chat.turns import payload_of
from hermes_shell.errors import GatewayError

if TYPE_CHECKING:
    from hermes_shell.core.chat.hub import ChatHub
    from hermes_shell.gateway import Event

log = logging.getLogger(__name__)

MOST_LIVES = 32
MOST_EVENTS = 2_000
MOST_UNKNOWN = 1_000


class Strangers:
    """Holds events until their chat is known; a part of the hub.

    Args:
        hub: which is asked, and told.
    """

    def __init__(self, hub: ChatHub) -> None:
        self._hub = hub
        self._held: dict[str, list[Event]] = {}
        self._unknown: set[str] = set()
        self._asking = False
        self.creating = 0

    def take(self, live: str, event: Event) -> None:
        """Hold one event, and find out whose it is."""
        if live in self._unknown:
            return
        if live not in self._held and len(self._held) >= MOST_LIVES:
            log.warning("events of a session that nobody knows were dropped: there are too many of them")
            return
        held = self._held.setdefault(live, [])
        if len(held) < MOST_EVENTS:
            held.append(event)
        if not self.creating:
            self._find(live, event)

    def taken(self, live: str) -> list[Event]:
        """Hand out what was held of a live id that is known now."""
        self._unknown.discard(live)
        return self._held.pop(live, [])

    def settle(self) -> None:
        """Look again at what was held while a session was made."""
        for live, events in tuple(self._held.items()):
            for event in events:
                if live in self._held:
                    self._find(live, event)

    def clear(self) -> None:
        """Forget everything: live ids of an earlier connection mean nothing."""
        self._held.clear()
        self._unknown.clear()

    def _find(self, live: str, event: Event) -> None:
        stored = payload_of(event).get("stored_session_id") if event.get("type") == "session.info" else None
        if isinstance(stored, str) and stored:
            self._hub.learned(live, stored)
        elif not self._asking:
            self._asking = True
            self._hub.spawn(self._ask(), "live sessions")

    async def _ask(self) -> None:
        wanted = tuple(self._held)
        try:
            await self._hub.opener.learn_live()
        except GatewayError as error:
            log.debug("the live sessions could not be listed: %s", error.message)
        finally:
            self._asking = False
        for live in wanted:
            if self._held.pop(live, None) is not None and len(self._unknown) < MOST_UNKNOWN:
                self._unknown.add(live)
