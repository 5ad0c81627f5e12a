"""One JSON-RPC call: its parameters, checked as they are read, and what a method works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.live_session import Connection, LiveSession

if TYPE_CHECKING:
    from hermes_shell.gateway.embedded.gateway import EmbeddedGateway

BAD_VALUE = 4002
"""The gateway's code for a missing or bad value."""

TEXT_LIMIT = 8 * 1024 * 1024
"""Characters of the longest text that a method takes."""


@dataclass(frozen=True)
class Call:
    """What a method gets.

    Attributes:
        gateway: where everything is.
        connection: who calls.
        params: as they came.
    """

    gateway: EmbeddedGateway
    connection: Connection
    params: Mapping[str, Any]

    def text(self, name: str, default: str = "") -> str:
        """A text parameter, without half characters; `default` when it is missing or null.

        Raises:
            GatewayError: 4002, it is something else or too long.
        """
        value: object = self.params.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise GatewayError(BAD_VALUE, f"{name} must be text")
        if len(value) > TEXT_LIMIT:
            raise GatewayError(BAD_VALUE, f"{name} is longer than {TEXT_LIMIT // 1024 // 1024} million characters")
        return value.encode("utf-8", "replace").decode()

    def number(self, name: str, default: int) -> int:
        """A whole-number parameter.

        Raises:
            GatewayError: 4002, it is something else.
        """
        value: object = self.params.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 2**53:
            raise GatewayError(BAD_VALUE, f"{name} must be a whole number")
        return value

    def flag(self, name: str) -> bool:
        """Whether a parameter is true."""
        return self.params.get(name) is True

    def entries(self, name: str) -> list[Mapping[str, Any]]:
        """The objects in a list parameter; empty when it is missing."""
        value: object = self.params.get(name)
        if not isinstance(value, list):
            return []
        return [cast("Mapping[str, Any]", entry) for entry in cast("list[object]", value) if isinstance(entry, dict)]

    def session(self, *, bind: bool = False) -> LiveSession:
        """The live session that the call names.

        Args:
            bind: its events go to this connection from now on.

        Raises:
            GatewayError: 4001, there is none.
        """
        session = self.gateway.live.get(self.text("session_id"))
        if session is None:
            raise GatewayError(4001, "session not found")
        if bind:
            session.connection = self.connection
        return session

    def session_or_none(self) -> LiveSession | None:
        """The live session that the call names, if it names one that is there."""
        value: object = self.params.get("session_id")
        return self.gateway.live.get(value) if isinstance(value, str) else None
