"""Which models a server has."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, cast

from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.models.http_client import HttpClient

SECONDS = 3.0
"""How long a server may take to name its models."""

LIMIT = 500

BYTES = 4 * 1024 * 1024

_log = logging.getLogger(__name__)


class NoList(Exception):  # noqa: N818 - an answer, not a fault
    """The server did not name its models; the text says why."""


async def names_of(settings: ModelSettings, http: HttpClient) -> list[str]:
    """The names of a server's models.

    Raises:
        NoList: it did not name them.
    """
    client = await http.get()
    import httpx2

    headers = {"Authorization": f"Bearer {settings.api_key}"} if settings.api_key else {}
    try:
        async with (
            asyncio.timeout(SECONDS),
            client.stream("GET", f"{settings.base_url.rstrip('/')}/models", headers=headers) as answer,
        ):
            if not answer.is_success:
                raise NoList(f"The model server does not list its models (HTTP {answer.status_code}).")
            body = bytearray()
            async for part in answer.aiter_bytes():
                body += part
                if len(body) > BYTES:
                    raise NoList("The model server's list of models is too long.")
        return _names_in(bytes(body))
    except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, UnicodeError, ValueError) as error:
        _log.info("The model server does not list its models: %s", error)
        raise NoList("The model server does not list its models.") from error


def _names_in(body: bytes) -> list[str]:
    value: Any = json.loads(body)
    entries: object = cast("dict[str, object]", value).get("data") if isinstance(value, dict) else value
    if not isinstance(entries, list):
        return []
    named = [
        cast("dict[str, object]", entry).get("id") for entry in cast("list[object]", entries) if isinstance(entry, dict)
    ]
    return [name for name in named if isinstance(name, str) and 0 < len(name) <= 200][:LIMIT]
