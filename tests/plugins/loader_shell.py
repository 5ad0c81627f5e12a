"""A loader on a home of its own, with what it announced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hermes_shell.paths import Home
from hermes_shell.plugins.loader import PluginLoader
from tests.plugins.doubles import Announced, MemoryDecisions

GOOD = "import { cn } from '@hermes/plugin-sdk'\nexport default { id: 'ID', register() {} }\n"


class Shell:
    """A loader on a home, with what it announced."""

    def __init__(self, home: Home, decisions: MemoryDecisions, announced: Announced, loader: PluginLoader) -> None:
        self.root = home.plugins
        self.decisions = decisions
        self.announced = announced
        self.loader = loader

    async def start(self) -> None:
        await self.loader.start()
        await self.announced.wait("scan-ended")

    def save(self, folder: str, text: str | bytes = GOOD) -> int:
        """Write a plugin.js; returns the position of the next announcement."""
        position = len(self.announced.messages)
        write(self.root, folder, text)
        return position

    async def changed(self, folder: str, *, after: int, error: bool = False) -> dict[str, Any]:
        """Wait for the announcement of a changed plugin and return its row."""
        message = await self.announced.wait(
            "plugin-changed",
            lambda one: one["plugin"]["folder"] == folder and (one["plugin"]["error"] is not None) is error,
            after=after,
        )
        return message["plugin"]

    def reports(self, folder: str, status: str = "loaded", window: str = "w", **more: Any) -> None:
        row = self.loader.row(folder)
        assert row is not None
        report = {"folder": folder, "id": folder, "rev": row["rev"], "status": status, **more}
        self.loader.report(window, [report])


def write(root: Path, folder: str, text: str | bytes = GOOD) -> None:
    file = root / folder / "plugin.js"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
