"""What a way to reach a gateway has to offer; the client adds everything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from hermes_shell.gateway.protocol import Event, Kind

Hear = Callable[[Event], None]
"""Takes one event, in order with the answers; returns at once."""

Lost = Callable[[str], None]
"""Takes the news that a link is dead, with the reason as one sentence; called once, never after `close`."""


@dataclass(frozen=True)
class ModelSettings:
    """Which model the embedded gateway asks; all empty = the built-in demo model.

    Attributes:
        base_url: of an OpenAI-compatible server, with its version: `https://host/v1`.
        api_key: its secret; empty = none.
        model: the model's name there.
    """

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    model: str = ""


class Link(Protocol):
    """One open connection to a gateway, until it is lost or closed."""

    @property
    def label(self) -> str:
        """The gateway's name for people."""
        ...

    async def request(self, method: str, params: Mapping[str, Any], timeout_s: float) -> object:
        """Make one JSON-RPC call.

        Raises:
            GatewayError: the gateway's own error with its code, a deadline, or a lost connection.
        """
        ...

    async def rest(
        self, method: str, path: str, query: Mapping[str, Any] | None, body: object, timeout_s: float
    ) -> tuple[int, object]:
        """Make one REST call.

        Returns:
            HTTP status and parsed JSON.

        Raises:
            GatewayError: there was no answer, or one that is no JSON.
        """
        ...

    async def close(self) -> None:
        """End the connection; calls in flight fail."""
        ...


class Backend(Protocol):
    """One way to reach a gateway."""

    @property
    def kind(self) -> Kind:
        """Which way it is."""
        ...

    async def open(self, hear: Hear, lost: Lost) -> Link:
        """Connect, after starting what has to run. Called again after a link was lost or an attempt failed.

        Args:
            hear: gets every event; events before the answer of `open` count too.
            lost: is told once when the link dies.

        Raises:
            GatewayUnusable: trying again is of no use until somebody changes something.
            GatewayError: it did not work this time.
        """
        ...

    async def close(self) -> None:
        """End what it started; harmless when nothing runs."""
        ...
