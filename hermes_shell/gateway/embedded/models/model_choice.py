"""Which model answers a session, and which ones there are."""

from __future__ import annotations

import asyncio
import importlib
import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.models import demo_model, server_model
from hermes_shell.gateway.embedded.models.demo_model import DemoModel
from hermes_shell.gateway.embedded.models.pieces import Model
from hermes_shell.gateway.embedded.models.server_model import RETRY_WAITS, ServerModel

if TYPE_CHECKING:
    import httpx2

LIST_SECONDS = 3.0
"""How long a server may take to name its models."""

LIST_KEPT = 60.0
"""Seconds for which a list of models is taken for the truth."""

LIST_LIMIT = 500

LIST_BYTES = 4 * 1024 * 1024

_log = logging.getLogger(__name__)


class ModelChoice:
    """Makes models out of the settings.

    Args:
        settings: read anew for each turn.
        pace: of the demo model, in seconds between two words.
        waits: seconds before each further attempt at a model server.
    """

    def __init__(
        self,
        settings: Callable[[], ModelSettings],
        pace: float = demo_model.PACE,
        waits: Sequence[float] = RETRY_WAITS,
    ) -> None:
        self._settings = settings
        self._pace = pace
        self._waits = waits
        self._http: httpx2.AsyncClient | None = None
        self._listed: tuple[ModelSettings, float, list[str], str | None] | None = None

    def provider(self, chosen: str = "") -> str:
        """Who answers: a session's own choice where it is possible, else the settings'."""
        return server_model.PROVIDER if self._settings().base_url and chosen != demo_model.PROVIDER else "demo"

    def name(self, chosen: str = "", provider: str = "") -> str:
        """The model's name: a session's own choice, else the settings'."""
        if self.provider(provider) == demo_model.PROVIDER:
            return demo_model.NAME
        return chosen if chosen and chosen != demo_model.NAME else self._settings().model

    @property
    def fault(self) -> str | None:
        """Why no model can be asked; None = one can."""
        settings = self._settings()
        if settings.base_url and not settings.model:
            return "No model is chosen. Enter the name of one in Settings → Gateway."
        if not settings.base_url and (settings.api_key or settings.model):
            return "The model server has no address. Enter one in Settings → Gateway."
        return None

    async def model(self, chosen: str = "", provider: str = "") -> Model:
        """The model for one turn.

        Args:
            chosen: the session's own choice of a name; empty = none.
            provider: the session's own choice of a provider; empty = none.

        Raises:
            GatewayError: the settings are not complete.
        """
        if provider != demo_model.PROVIDER and self.fault:
            raise GatewayError(5032, self.fault)
        if self.provider(provider) == demo_model.PROVIDER:
            return DemoModel(self._pace)
        # It takes a quarter of a second, once.
        await asyncio.to_thread(importlib.import_module, "httpx2")
        settings = self._settings()
        named = ModelSettings(settings.base_url, settings.api_key, self.name(chosen, provider))
        return ServerModel(named, self._client, self._waits)

    async def names(self) -> tuple[list[str], str | None]:
        """The models of the server, and why the list may be short; only the chosen one when it names none."""
        settings = self._settings()
        if not settings.base_url:
            return [demo_model.NAME], None
        if self._listed and self._listed[0] == settings and time.monotonic() - self._listed[1] < LIST_KEPT:
            return self._listed[2], self._listed[3]
        await asyncio.to_thread(importlib.import_module, "httpx2")
        try:
            found, warning = await self._ask_for_names(settings), None
        except _NoList as error:
            found, warning = list[str](), str(error)
        names = list(dict.fromkeys(name for name in [settings.model, *found] if name))[:LIST_LIMIT]
        self._listed = (settings, time.monotonic(), names, warning)
        return names, warning

    async def close(self) -> None:
        """End the connections to the server."""
        client, self._http = self._http, None
        if client is not None:
            await client.aclose()

    def _client(self) -> httpx2.AsyncClient:
        import httpx2

        if self._http is None:
            self._http = httpx2.AsyncClient(follow_redirects=False)
        return self._http

    async def _ask_for_names(self, settings: ModelSettings) -> list[str]:
        """Ask the server for its models.

        Raises:
            _NoList: it did not name them.
        """
        import httpx2

        headers = {"Authorization": f"Bearer {settings.api_key}"} if settings.api_key else {}
        try:
            async with (
                asyncio.timeout(LIST_SECONDS),
                self._client().stream("GET", f"{settings.base_url.rstrip('/')}/models", headers=headers) as answer,
            ):
                if not answer.is_success:
                    raise _NoList(f"The model server does not list its models (HTTP {answer.status_code}).")
                body = bytearray()
                async for part in answer.aiter_bytes():
                    body += part
                    if len(body) > LIST_BYTES:
                        raise _NoList("The model server's list of models is too long.")
            return _names_in(bytes(body))
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, UnicodeError, ValueError) as error:
            _log.info("The model server does not list its models: %s", error)
            raise _NoList("The model server does not list its models.") from error


class _NoList(Exception):  # noqa: N818 - an answer, not a fault
    """The server did not name its models."""


def _names_in(body: bytes) -> list[str]:
    import json

    value: Any = json.loads(body)
    entries: object = cast("dict[str, object]", value).get("data") if isinstance(value, dict) else value
    if not isinstance(entries, list):
        return []
    named = [
        cast("dict[str, object]", entry).get("id") for entry in cast("list[object]", entries) if isinstance(entry, dict)
    ]
    return [name for name in named if isinstance(name, str) and 0 < len(name) <= 200]
