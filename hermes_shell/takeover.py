"""What the server does with what the early door leaves: it answers the open connections and ends the begun page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from hermes_shell.early_door import BegunPage, EarlyDoor, chunk

_SEND_SECONDS = 10.0
_KEEP_AFTER_SECONDS = 3.0
"""The frame for the next start is made when this start has done what it has to."""

_log = logging.getLogger(__name__)


class Takeover:
    """Used by the server on its loop.

    Args:
        door: the early door.
        page: renders the page with a nonce, its sheet in it.
    """

    def __init__(self, door: EarlyDoor, page: Callable[[str], str]) -> None:
        self._door = door
        self._page = page
        self._ending: asyncio.Task[None] | None = None

    async def begin(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Close the door and go on in its place, as soon as the server accepts connections itself.

        Args:
            protocol: makes what answers one connection.
        """
        loop = asyncio.get_running_loop()
        handed = self._door.hand_over()
        if handed.page is not None:
            self._ending = loop.create_task(self._end(handed.page), name="end of the first page")
        for connection in handed.connections:
            await loop.connect_accepted_socket(protocol, connection)
        loop.call_later(_KEEP_AFTER_SECONDS, self.keep)

    def keep(self) -> None:
        """Keep the frame of the page as it is now for the next start."""
        try:
            self._door.keep(self._page)
        except Exception:
            _log.exception("The first frame of the next start was not made")

    async def _end(self, begun: BegunPage) -> None:
        """Send what follows the frame; a frame that is not that of the page is replaced by loading the page again."""
        page = self._page(begun.nonce)
        rest = page.removeprefix(begun.frame)
        if rest == page:
            _log.info("The first frame was an older one; the page is loaded again")
            self._door.outdated()
            rest = f'<script nonce="{begun.nonce}">location.reload()</script>'
        try:
            begun.connection.setblocking(False)
            async with asyncio.timeout(_SEND_SECONDS):
                await asyncio.get_running_loop().sock_sendall(begun.connection, chunk(rest) + chunk(""))
        except (OSError, TimeoutError) as error:
            _log.info("The first page was not taken: %r", error)
        finally:
            begun.connection.close()
