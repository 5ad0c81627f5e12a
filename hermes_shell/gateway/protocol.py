"""What the shell needs of a gateway client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

Event = Mapping[str, Any]
"""One gateway event as it came: `type`, `session_id` and `payload`, of which the last two may be missing."""

Dispose = Callable[[], None]
"""Ends a subscription; harmless when called again."""

State = Literal["idle", "connecting", "open", "closed"]
"""Of the connection: nobody asked for one yet, on its way, usable, or lost for now (`fault` says why)."""

Kind = Literal["child", "remote", "embedded", "none"]
"""A process that the shell started, a server at a URL, the gateway inside this process, or nothing."""


class Gateway(Protocol):
    """A client of a gateway. Everything happens on the event loop.

    Attributes are read at any time; `on_state` tells when one of the first four changed.
    """

    @property
    def state(self) -> State:
        """State of its connection."""
        ...

    @property
    def kind(self) -> Kind:
        """How the gateway is reached."""
        ...

    @property
    def label(self) -> str:
        """The gateway's name for people, as in `Hermes 0.19.0 · local`; empty while it is not known."""
        ...

    @property
    def fault(self) -> str | None:
        """Why it is not open, as one sentence; None while there is nothing to say."""
        ...

    @property
    def epoch(self) -> int:
        """How often it was opened. Live ids of an older epoch may be dead."""
        ...

    async def request(self, method: str, params: Mapping[str, Any], timeout_ms: float | None = None) -> object:
        """Make one JSON-RPC call.

        Args:
            method: the method's name.
            params: its parameters, JSON values.
            timeout_ms: how long the answer may take in milliseconds; None = the client's own deadline.

        Returns:
            The result, a JSON value.

        Raises:
            GatewayError: the gateway's own error with its code; a deadline, a lost connection or a gateway that is not
                open have none.
        """
        ...

    async def rest(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        timeout_ms: float | None = None,
    ) -> object:
        """Make one REST call.

        Args:
            method: `GET`, `POST`, …
            path: below the gateway's root, with a slash at its beginning: `/api/sessions`.
            query: parameters of the address; None values are left out.
            body: a JSON value; None = no body.
            timeout_ms: how long the answer may take in milliseconds; None = the client's own deadline.

        Returns:
            The parsed answer, a JSON value.

        Raises:
            GatewayError: its code is the HTTP status; a deadline, a lost connection or a gateway that is not open have
                none.
        """
        ...

    def subscribe(self, listener: Callable[[Event], None]) -> Dispose:
        """Hear every event, in the order in which events and answers came.

        Args:
            listener: called at once for each event; must return at once.
        """
        ...

    def on_state(self, listener: Callable[[], None]) -> Dispose:
        """Hear that state, kind, label or fault changed; `listener` is called at once and must return at once."""
        ...

    def awake(self) -> None:
        """The machine woke up or is online again: find out now whether the connection still holds."""
        ...

    async def start(self) -> None:
        """Begin to connect; returns at once."""
        ...

    async def restart(self) -> None:
        """End the connection, and what the shell started for it, and connect anew; returns when that has begun."""
        ...

    async def close(self) -> None:
        """End everything for good."""
        ...
