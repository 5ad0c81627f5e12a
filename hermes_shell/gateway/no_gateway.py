"""The gateway of a shell that has none: always idle, and every call fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.protocol import Dispose, Event, Kind, State

UNAVAILABLE = "Hermes gateway unavailable"
"""What every call says while the gateway is not open (contract, host.request)."""


class NoGateway:
    """Does nothing on its own."""

    state: State = "idle"
    kind: Kind = "none"
    label: str = ""
    fault: str | None = "No gateway is set up."
    epoch: int = 0

    async def request(self, method: str, params: Mapping[str, Any], timeout_ms: float | None = None) -> object:
        """Fail: there is nobody to ask."""
        raise GatewayError(None, UNAVAILABLE)

    async def rest(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        timeout_ms: float | None = None,
    ) -> object:
        """Fail: there is nobody to ask."""
        raise GatewayError(None, UNAVAILABLE)

    def subscribe(self, listener: Callable[[Event], None]) -> Dispose:
        """There will be no event."""
        return lambda: None

    def on_state(self, listener: Callable[[], None]) -> Dispose:
        """Nothing will change."""
        return lambda: None

    def awake(self) -> None:
        """There is no connection."""

    async def start(self) -> None:
        """There is nothing to start."""

    async def restart(self) -> None:
        """Fail: there is nothing to restart."""
        raise GatewayError(None, UNAVAILABLE)

    async def close(self) -> None:
        """There is nothing to end."""
