"""REST calls of one gateway."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import httpx2

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.endpoint import Endpoint
from hermes_shell.gateway.network_errors import cause_of

ANSWER_BYTES = 64 * 1024 * 1024
"""The longest answer that is read."""
CONNECTIONS = 8
IDLE_SECONDS = 2.0
"""How long an unused connection is kept. The gateway closes them after five: one that is used in that moment fails."""


class Rest:
    """Calls with the gateway's token.

    Args:
        endpoint: of the gateway.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._url = endpoint.url
        self._http = httpx2.AsyncClient(
            headers={"X-Hermes-Session-Token": endpoint.token, "User-Agent": "hermes-shell"},
            limits=httpx2.Limits(max_connections=CONNECTIONS, keepalive_expiry=IDLE_SECONDS),
            trust_env=not endpoint.loopback,
        )

    async def call(
        self, method: str, path: str, query: Mapping[str, Any] | None, body: object, timeout_s: float
    ) -> tuple[int, object]:
        """Make one call; `Link.rest`. A failure whose body is no JSON becomes `{"detail": its text}`."""
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        try:
            request = self._http.build_request(
                method,
                f"{self._url}{path}",
                params=asked or None,
                json=body,
                timeout=timeout_s,
            )
            async with asyncio.timeout(timeout_s):  # the library's own is for each piece of an answer
                response = await self._http.send(request, stream=True)
                try:
                    raw = await _read(response)
                finally:
                    await response.aclose()
        except (httpx2.TimeoutException, TimeoutError):
            raise GatewayError(None, f"The gateway did not answer {path} within {timeout_s:g} seconds.") from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            # Their texts may hold the address.
            raise GatewayError(None, f"The gateway cannot be reached: {cause_of(error)}.") from None
        status = response.status_code
        return status, _parsed(status, raw, path)

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()


async def _read(response: httpx2.Response) -> bytes:
    raw = bytearray()
    async for piece in response.aiter_bytes():
        raw += piece
        if len(raw) > ANSWER_BYTES:
            raise GatewayError(None, f"The gateway answered with more than {ANSWER_BYTES >> 20} MiB.")
    return bytes(raw)


def _parsed(status: int, raw: bytes, path: str) -> object:
    try:
        return json.loads(raw) if raw else None
    except (ValueError, RecursionError):
        if status >= 400:
            text = raw[:200].decode("utf-8", "replace").strip()
            return {"detail": text} if text and not text.startswith("<") else {}
        raise GatewayError(None, f"The gateway answered {path} with something that is not JSON.") from None
