"""Links over a socket, whose libraries are loaded with the first one, and not on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from hermes_shell.gateway.backend import Hear, Lost
from hermes_shell.gateway.endpoint import Endpoint

if TYPE_CHECKING:
    from hermes_shell.gateway.socket_link import SocketLink


async def open_link(endpoint: Endpoint, hear: Hear, lost: Lost) -> SocketLink:
    """Find out what answers, then connect; see `socket_link.open_link`.

    Raises:
        GatewayUnusable: it is too old, or the token is wrong.
        GatewayError: nobody answers, or not as a gateway does.
    """
    return await (await asyncio.to_thread(_loaded))(endpoint, hear, lost)


def _loaded() -> Callable[[Endpoint, Hear, Lost], Awaitable[SocketLink]]:
    from hermes_shell.gateway.socket_link import open_link  # late: a tenth of a second

    return open_link
