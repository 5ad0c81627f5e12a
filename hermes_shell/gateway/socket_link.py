"""A link to a gateway at an address: its socket and its REST calls, after a look at what answers there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any, cast

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway.backend import Hear, Lost
from hermes_shell.gateway.endpoint import Endpoint
from hermes_shell.gateway.rest import Rest
from hermes_shell.gateway.rest_errors import detail_of
from hermes_shell.gateway.wire import Refused, Wire

OLDEST = (0, 19)
"""The oldest version whose protocol this client knows."""
STATUS_SECONDS = 15.0
BAD_REQUEST = 400
"""What a gateway says to a host name that it does not know as its own."""


class SocketLink:
    """One open link.

    Args:
        wire: the socket.
        rest: the REST calls.
        label: the gateway's name for people.
        version: as the gateway says it.
    """

    def __init__(self, wire: Wire, rest: Rest, label: str, version: str) -> None:
        self._wire = wire
        self._rest = rest
        self.label = label
        self.version = version
        self.request = wire.request
        self.rest = rest.call

    async def close(self) -> None:
        """End both."""
        await self._wire.close()
        await self._rest.close()


async def open_link(endpoint: Endpoint, hear: Hear, lost: Lost) -> SocketLink:
    """Find out what answers, then connect.

    Raises:
        GatewayUnusable: it is too old, or the token is wrong.
        GatewayError: nobody answers, or not as a gateway does.
    """
    rest = await asyncio.to_thread(Rest, endpoint)  # it reads certificates: a fifth of a second
    try:
        status = await _status(rest)
        version = str(status.get("version") or "")
        if status.get("backend") != "embedded":  # the stand-in bears a shell's version
            _check_version(version)
        try:
            wire = await Wire.open(endpoint, hear, lost)
        except Refused as refusal:
            raise await _explained(rest, refusal) from None
        name = "Built-in" if status.get("backend") == "embedded" else "Hermes"
        return SocketLink(wire, rest, f"{name} {version} · {endpoint.place}", version)
    except BaseException:
        await rest.close()
        raise


async def _status(rest: Rest) -> Mapping[str, Any]:
    code, status = await rest.call("GET", "/api/status", None, None, STATUS_SECONDS)
    if code in (401, 403):
        raise GatewayError(None, f"What answers there wants another way to sign in (HTTP {code}).")
    if code == BAD_REQUEST:
        raise GatewayError(None, f"What answers there refuses the call: {detail_of(code, status)}")
    if code >= 400:
        raise GatewayError(None, f"What answers there is no Hermes gateway, or not ready (HTTP {code}).")
    if not isinstance(status, dict) or "version" not in status:
        raise GatewayError(None, "What answers there is no Hermes gateway.")
    return cast("Mapping[str, Any]", status)


def _check_version(version: str) -> None:
    found = re.match(r"(\d+)\.(\d+)", version)
    if found is None:
        raise GatewayError(None, "What answers there does not say which version of Hermes it is.")
    if (int(found[1]), int(found[2])) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise GatewayUnusable(f"Hermes {found[0]} is too old: this shell needs {needed} or newer. Update the agent.")


async def _explained(rest: Rest, refusal: Refused) -> GatewayError:
    """The upgrade is refused with 403 whatever the cause; REST knows whether it is the token."""
    if refusal.status not in (401, 403):
        return GatewayError(None, refusal.message)
    code, _ = await rest.call("GET", "/api/sessions", {"limit": 1}, None, STATUS_SECONDS)
    if code in (401, 403):
        return GatewayUnusable("The gateway does not accept the token.")
    return GatewayError(None, "The gateway refuses the connection, though the token is right.")
