"""What the loader needs of the parts around it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol


class KnownPlugins(Protocol):
    """What the inventory needs of the decisions: the choices, and what is remembered of a folder."""

    def all(self) -> Mapping[str, bool]:
        """The user's choices: plugin id -> enabled."""
        ...

    def meta(self, folder: str) -> Mapping[str, object] | None:
        """What was last remembered of a folder."""
        ...

    def owners(self) -> Mapping[str, str]:
        """The remembered plugin id -> folder map."""
        ...


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
