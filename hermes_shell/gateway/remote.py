"""The gateway at a URL, which somebody else runs."""

from __future__ import annotations

from hermes_shell.gateway.backend import Hear, Link, Lost
from hermes_shell.gateway.endpoint import Endpoint
from hermes_shell.gateway.late_link import open_link
from hermes_shell.gateway.protocol import Kind


class RemoteBackend:
    """Connects to one address.

    Args:
        url: as the user wrote it.
        token: the session token.

    Raises:
        GatewayUnusable: the address is none.
    """

    kind: Kind = "remote"

    def __init__(self, url: str, token: str) -> None:
        self._endpoint = Endpoint.of(url, token)

    async def open(self, hear: Hear, lost: Lost) -> Link:
        """Connect; `Backend.open`."""
        return await open_link(self._endpoint, hear, lost)

    async def close(self) -> None:
        """There is nothing of ours to end."""
