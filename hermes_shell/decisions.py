"""The user's on/off choices for plugins, and what the shell remembers of each plugin folder.

Three records in the storage scope `shell`:

- `hermes.desktop.pluginDecisions.v2`: JSON object id -> bool; an absent id means no choice (contract, P1).
- `hermes.desktop.disabledPlugins.v1`: a legacy JSON list of ids, read once: each becomes False (contract, P2).
- `plugins.folders`: JSON object folder -> what was last known of the plugin in it; its `id` decides who owns an id when
  two folders claim it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Protocol, cast

DECISIONS_KEY = "hermes.desktop.pluginDecisions.v2"
LEGACY_KEY = "hermes.desktop.disabledPlugins.v1"
FOLDERS_KEY = "plugins.folders"
SCOPE = "shell"


class DecisionStorage(Protocol):
    """What decisions need of the storage."""

    def text(self, scope: str, key: str) -> str | None:
        """The stored JSON text of a key, unparsed; None when absent."""
        ...

    def submit(self, scope: str, key: str, value: object) -> Future[None]:
        """Queue a write; the future resolves when it is on disk."""
        ...

    def submit_remove(self, scope: str, key: str) -> Future[None]:
        """Queue a removal; the future resolves when it is on disk."""
        ...

    def set_aside(self, scope: str, key: str, text: str) -> None:
        """Keep a text that cannot be used, under another key, and report it once."""
        ...


class Decisions:
    """Decisions and remembered folders, held in memory and written through.

    Args:
        storage: where they are kept. Read once, here.
    """

    def __init__(self, storage: DecisionStorage) -> None:
        self._storage = storage
        self._decisions = _booleans(self._load(DECISIONS_KEY))
        self._folders = _objects(self._load(FOLDERS_KEY))
        self._owners: dict[str, str] | None = None
        self._migrate()

    def all(self) -> dict[str, bool]:
        """A copy of all decisions: plugin id -> enabled."""
        return dict(self._decisions)

    def get(self, plugin: str) -> bool | None:
        """The decision for one plugin id, None when the user never chose."""
        return self._decisions.get(plugin)

    def set(self, plugin: str, enabled: bool) -> Future[None]:
        """Decide for one plugin id, known or not (contract, P4).

        Args:
            plugin: the plugin id.
            enabled: the choice. It holds at once in this process.

        Returns:
            A future that resolves when the choice is on disk, and fails with StorageError when it could not be saved.
            Wait for it before telling the user that the choice is saved.
        """
        self._decisions[plugin] = enabled
        return self._storage.submit(SCOPE, DECISIONS_KEY, dict(self._decisions))

    def owners(self) -> dict[str, str]:
        """The remembered plugin id -> folder map; the first folder in code-point order wins a shared id."""
        if self._owners is None:  # asked once a row, and a page has a row for every plugin
            self._owners = {}
            for folder in sorted(self._folders):
                plugin = self._folders[folder].get("id")
                if isinstance(plugin, str):
                    self._owners.setdefault(plugin, folder)
        return dict(self._owners)

    def meta(self, folder: str) -> dict[str, object] | None:
        """A copy of what was last remembered of a folder, None when it is unknown."""
        known = self._folders.get(folder)
        return None if known is None else dict(known)

    def remember(self, folder: str, meta: Mapping[str, object]) -> Future[None] | None:
        """Remember what a page reported of the plugin in a folder.

        Args:
            folder: the folder's name.
            meta: JSON values such as `id`, `name`, `description`, `default_enabled`. Replaces the old record.

        Returns:
            A future of the write, or None when nothing changed.
        """
        record = dict(meta)
        if self._folders.get(folder) == record:
            return None
        self._folders[folder] = record
        self._owners = None
        return self._storage.submit(SCOPE, FOLDERS_KEY, dict(self._folders))

    def forget(self, folder: str) -> Future[None] | None:
        """Forget a folder that is gone for good; the decision for its plugin stays."""
        if self._folders.pop(folder, None) is None:
            return None
        self._owners = None
        return self._storage.submit(SCOPE, FOLDERS_KEY, dict(self._folders))

    def _load(self, key: str) -> dict[str, object]:
        """Read an object; a text of any other shape is kept aside and counts as empty (contract, P3)."""
        text = self._storage.text(SCOPE, key)
        if text is None:
            return {}
        value = _parsed(text)
        if isinstance(value, dict):
            found = cast("dict[str, object]", value)
            wanted = bool if key == DECISIONS_KEY else dict
            if all(isinstance(item, wanted) for item in found.values()):
                return found
            self._storage.set_aside(SCOPE, key, text)
            return found
        self._storage.set_aside(SCOPE, key, text)
        return {}

    def _migrate(self) -> None:
        text = self._storage.text(SCOPE, LEGACY_KEY)
        if text is None:
            return
        value = _parsed(text)
        if isinstance(value, list):
            for plugin in cast("list[object]", value):
                if isinstance(plugin, str):
                    self._decisions.setdefault(plugin, False)
            self._storage.submit(SCOPE, DECISIONS_KEY, dict(self._decisions))
        else:
            self._storage.set_aside(SCOPE, LEGACY_KEY, text)
        self._storage.submit_remove(SCOPE, LEGACY_KEY)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _booleans(found: dict[str, object]) -> dict[str, bool]:
    return {plugin: enabled for plugin, enabled in found.items() if isinstance(enabled, bool)}


def _objects(found: dict[str, object]) -> dict[str, dict[str, object]]:
    return {folder: cast("dict[str, object]", meta) for folder, meta in found.items() if isinstance(meta, dict)}
