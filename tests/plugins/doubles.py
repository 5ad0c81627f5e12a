"""Stand-ins for the loader's neighbours."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

DEADLINE_SECONDS = 20.0


class MemoryDecisions:
    """Decisions and remembered folders without a disk."""

    def __init__(self) -> None:
        self.choices: dict[str, bool] = {}
        self.folders: dict[str, dict[str, object]] = {}

    def all(self) -> dict[str, bool]:
        return dict(self.choices)

    def owners(self) -> dict[str, str]:
        owners: dict[str, str] = {}
        for folder in sorted(self.folders):
            plugin = self.folders[folder].get("id")
            if isinstance(plugin, str):
                owners.setdefault(plugin, folder)
        return owners

    def meta(self, folder: str) -> dict[str, object] | None:
        return self.folders.get(folder)

    def remember(self, folder: str, meta: Mapping[str, object]) -> Future[None] | None:
        self.folders[folder] = dict(meta)
        return None

    def forget(self, folder: str) -> Future[None] | None:
        self.folders.pop(folder, None)
        return None


class Announced:
    """Collects announcements; a test waits for one instead of for a time."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self._more = asyncio.Event()

    def __call__(self, kind: str, /, **data: Any) -> int:
        self.messages.append({"kind": kind, **data})
        self._more.set()
        return len(self.messages)

    async def wait(self, kind: str, test: Callable[[dict[str, Any]], bool] = bool, *, after: int = 0) -> dict[str, Any]:
        """The first message of a kind from position `after` on that passes the test."""
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                for message in self.messages[after:]:
                    if message["kind"] == kind and test(message):
                        return message
                self._more.clear()
                await self._more.wait()

    def kinds(self, after: int = 0) -> list[str]:
        return [message["kind"] for message in self.messages[after:]]
