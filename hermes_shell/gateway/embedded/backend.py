"""The embedded gateway as one of the ways to reach a gateway: in this process, without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.backend import Hear, Link, Lost, ModelSettings
from hermes_shell.gateway.protocol import Kind

if TYPE_CHECKING:
    from hermes_shell.gateway.embedded.gateway import EmbeddedGateway
    from hermes_shell.gateway.embedded.live_session import Connection


class EmbeddedBackend:
    """Opens the gateway inside this process. Turns outlive a link, and end with `close`.

    Args:
        folder: the directory for its file, made when it is missing.
        model: which model to ask, read anew for each turn.
        pace: of the demo model, in seconds between two words; None = its own.
        waits: seconds before each further attempt at a model server; None = the usual ones.
    """

    kind: Kind = "embedded"

    def __init__(
        self,
        folder: Path,
        model: Callable[[], ModelSettings],
        pace: float | None = None,
        waits: Sequence[float] | None = None,
    ) -> None:
        self._folder = folder
        self._model = model
        self._pace = pace
        self._waits = waits
        self._gateway: EmbeddedGateway | None = None
        self._lock = asyncio.Lock()

    async def open(self, hear: Hear, lost: Lost) -> Link:
        """Open the chats, unless they are, and connect to them. `lost` is never told: this link does not die.

        Raises:
            GatewayUnusable: the file of the chats cannot be used.
        """
        async with self._lock:
            if self._gateway is None:
                self._gateway = await self._opened()
            return _EmbeddedLink(self._gateway, self._gateway.connect(hear))

    async def close(self) -> None:
        """End all turns, keeping what they have written, and close the chats."""
        async with self._lock:
            gateway, self._gateway = self._gateway, None
            if gateway is not None:
                await gateway.close()

    async def _opened(self) -> EmbeddedGateway:
        from hermes_shell.gateway.embedded.gateway import EmbeddedGateway
        from hermes_shell.gateway.embedded.models.demo_model import PACE
        from hermes_shell.gateway.embedded.models.server_model import RETRY_WAITS

        pace = PACE if self._pace is None else self._pace
        waits = RETRY_WAITS if self._waits is None else self._waits
        return await EmbeddedGateway.open(self._folder, self._model, pace, waits)


class _EmbeddedLink:
    """One connection to the gateway inside this process.

    Args:
        gateway: the gateway.
        connection: made for this link.
    """

    def __init__(self, gateway: EmbeddedGateway, connection: Connection) -> None:
        self._gateway = gateway
        self._connection = connection
        self._closed = False

    @property
    def label(self) -> str:
        """Which model answers."""
        choice = self._gateway.choice
        if choice.fault is not None:
            return "Built-in · no model"
        name = "demo model" if choice.provider() == "demo" else choice.name()
        return f"Built-in · {name}"

    async def request(self, method: str, params: Mapping[str, Any], timeout_s: float) -> object:
        """Make one JSON-RPC call.

        No task stands between the method and the caller: an event that comes after the answer was made is heard after
        the caller has it.

        Raises:
            GatewayError: the method's own error, a deadline, or the link is closed.
        """
        self._require_open()
        try:
            async with asyncio.timeout(timeout_s):
                return await self._gateway.call(self._connection, method, params)
        except TimeoutError as error:
            raise GatewayError(None, f"{method} was not answered within {timeout_s:g} seconds.") from error

    async def rest(
        self, method: str, path: str, query: Mapping[str, Any] | None, body: object, timeout_s: float
    ) -> tuple[int, object]:
        """Make one REST call.

        Raises:
            GatewayError: a deadline, or the link is closed.
        """
        self._require_open()
        try:
            async with asyncio.timeout(timeout_s):
                return await self._gateway.rest(method, path, query, body)
        except TimeoutError as error:
            raise GatewayError(None, f"{path} was not answered within {timeout_s:g} seconds.") from error

    async def close(self) -> None:
        """End the connection; turns go on."""
        self._closed = True
        self._gateway.disconnect(self._connection)

    def _require_open(self) -> None:
        if self._closed:
            raise GatewayError(None, "The connection to the built-in gateway is closed.")
