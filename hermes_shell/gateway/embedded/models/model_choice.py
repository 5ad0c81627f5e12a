"""Which model answers a session, and which ones there are."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from hermes_shell.errors import GatewayError, ShellError
from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.models import demo_model, server_model
from hermes_shell.gateway.embedded.models.demo_model import DemoModel
from hermes_shell.gateway.embedded.models.http_client import HttpClient
from hermes_shell.gateway.embedded.models.pieces import Model
from hermes_shell.gateway.embedded.models.server_model import RETRY_WAITS, ServerModel
from hermes_shell.gateway.embedded.models.server_names import NoList, names_of

SETTINGS_KEPT = 0.25
"""Seconds for which the settings are not read anew: one answer may tell the model of hundreds of sessions."""

LIST_KEPT = 60.0
"""Seconds for which a list of models is taken for the truth."""


class ModelChoice:
    """Makes models out of the settings.

    Args:
        read: reads the settings; what it raises is the fault that `fault` tells.
        pace: of the demo model, in seconds between two words.
        waits: seconds before each further attempt at a model server.
    """

    def __init__(
        self,
        read: Callable[[], ModelSettings],
        pace: float = demo_model.PACE,
        waits: Sequence[float] = RETRY_WAITS,
    ) -> None:
        self._read = read
        self._pace = pace
        self._waits = waits
        self._http = HttpClient()
        self._known = ModelSettings()
        self._known_until = 0.0
        self._unreadable: str | None = None
        self._listed: tuple[ModelSettings, float, list[str], str | None] | None = None

    @property
    def settings(self) -> ModelSettings:
        """What is set now; while that cannot be read, what was set before."""
        now = time.monotonic()
        if now >= self._known_until:
            try:
                self._known, self._unreadable = self._read(), None
            except ShellError as error:
                self._unreadable = error.message
            self._known_until = now + SETTINGS_KEPT
        return self._known

    def provider(self, chosen: str = "") -> str:
        """Who answers: a session's own choice where it is possible, else the settings'."""
        return server_model.PROVIDER if self.settings.base_url and chosen != demo_model.PROVIDER else "demo"

    def name(self, chosen: str = "", provider: str = "") -> str:
        """The model's name: a session's own choice, else the settings'."""
        if self.provider(provider) == demo_model.PROVIDER:
            return demo_model.NAME
        return chosen if chosen and chosen != demo_model.NAME else self.settings.model

    @property
    def fault(self) -> str | None:
        """Why no model can be asked; None = one can."""
        settings = self.settings
        if self._unreadable is not None:
            return self._unreadable
        if settings.base_url and not settings.model:
            return "No model is chosen. Enter the name of one in Settings → Gateway."
        if not settings.base_url and (settings.api_key or settings.model):
            return "The model server has no address. Enter one in Settings → Gateway."
        return None

    def warm(self) -> None:
        """Get ready for a turn that will come soon; returns at once."""
        if self.provider() != demo_model.PROVIDER:
            self._http.warm()

    async def model(self, chosen: str = "", provider: str = "") -> Model:
        """The model for one turn.

        Args:
            chosen: the session's own choice of a name; empty = none.
            provider: the session's own choice of a provider; empty = none.

        Raises:
            GatewayError: 5032, the settings are not complete or cannot be read.
        """
        fault = self.fault
        if fault is not None and provider != demo_model.PROVIDER:
            raise GatewayError(5032, fault)
        if self.provider(provider) == demo_model.PROVIDER:
            return DemoModel(self._pace)
        settings = self.settings
        named = ModelSettings(settings.base_url, settings.api_key, self.name(chosen, provider))
        return ServerModel(named, await self._http.get(), self._waits)

    async def names(self) -> tuple[list[str], str | None]:
        """The models of the server, and why the list may be short; only the chosen one when it names none."""
        settings = self.settings
        if not settings.base_url:
            return [demo_model.NAME], None
        if self._listed and self._listed[0] == settings and time.monotonic() - self._listed[1] < LIST_KEPT:
            return self._listed[2], self._listed[3]
        try:
            found, warning = await names_of(settings, self._http), None
        except NoList as error:
            found, warning = list[str](), str(error)
        names = list(dict.fromkeys(name for name in [settings.model, *found] if name))
        self._listed = (settings, time.monotonic(), names, warning)
        return names, warning

    async def close(self) -> None:
        """End the connections to the server."""
        await self._http.close()
