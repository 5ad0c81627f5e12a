"""What the shell needs of a gateway client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

Event = Mapping[str, Any]
"""One gateway event as it came: `type`, `session_id` and `payload`."""


class Gateway(Protocol):
    """A client of a running gateway. Everything happens on the event loop."""

    @property
    def state(self) -> str:
        """State of its socket: `idle`, `connecting` or `open`."""
        ...

    async def request(self, method: str, params: Mapping[str, Any], timeout_ms: float | None) -> object:
        """Make one JSON-RPC call.

        Args:
            method: the method's name.
            params: its parameters, JSON values.
            timeout_ms: how long the answer may take in milliseconds; None = the client's own deadline.

        Returns:
            The result, a JSON value.

        Raises:
            ShellError: the gateway's own error, a deadline, or a lost connection.
        """
        ...

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Hear every event, in the order in which events and answers came.

        Args:
            listener: called at once for each event; must return at once.

        Returns:
            Ends the subscription.
        """
        ...
