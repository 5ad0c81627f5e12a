"""What the loader needs of the parts around it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from hermes_shell.plugins.inventory import KnownPlugins


class PluginHome(Protocol):
    """The paths the loader needs of a home."""

    @property
    def plugins(self) -> Path:
        """The plugins root."""
        ...

    @property
    def cache(self) -> Path:
        """The directory for what can be computed again."""
        ...


class RememberedPlugins(KnownPlugins, Protocol):
    """Decisions as the loader uses them."""

    def remember(self, folder: str, meta: Mapping[str, object]) -> Future[None] | None:
        """Remember what a page reported of a folder; a future of the write."""
        ...

    def forget(self, folder: str) -> Future[None] | None:
        """Forget a folder that is gone; a future of the write."""
        ...


class Announce(Protocol):
    """Publishes one announcement."""

    def __call__(self, kind: str, /, **data: Any) -> object:
        """Publish data of a kind to every window."""
        ...
