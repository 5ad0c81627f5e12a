"""What the core needs of what makes plugins run: their loader, and the compiler of their utility classes."""

from __future__ import annotations

from typing import Literal, Protocol

from hermes_shell.plugins.record import Record
from hermes_shell.plugins.report import Report
from hermes_shell.plugins.row import Row
from hermes_shell.plugins.sources import SpecifierUrls


class Loader(Protocol):
    """What the core needs of the plugin loader."""

    scanned: bool
    problem: str | None

    @property
    def watch_mode(self) -> Literal["off", "polling", "hot", "idle"]:
        """How changes of files are seen now."""
        ...

    def rows(self) -> list[Row]:
        """The inventory."""
        ...

    def record(self, folder: str) -> Record | None:
        """What is known of a folder, None when there is no such plugin."""
        ...

    async def name_unknown(self) -> None:
        """Let plugins that no page has evaluated go by the id that their source says."""
        ...

    def report(self, window: str, reports: list[Report]) -> None:
        """Take what a window says of its plugins."""
        ...

    def window_gone(self, window: str) -> None:
        """Forget what a window said."""
        ...

    def source(self, folder: str, rev: str, load: int, urls: SpecifierUrls) -> bytes | None:
        """A plugin.js with its specifiers replaced; None when the revision is neither current nor last good."""
        ...

    def facade(self, folder: str, load: int, urls: SpecifierUrls) -> str:
        """The SDK facade of one incarnation."""
        ...

    async def start(self) -> None:
        """Start watching and scanning."""
        ...

    async def stop(self) -> None:
        """Stop everything that runs."""
        ...

    async def rescan(self) -> object:
        """Look for new, changed and removed folders."""
        ...

    async def reload(self) -> object:
        """Read every file again."""
        ...

    async def load(self, folder: str) -> None:
        """Read one file again and have every window evaluate it anew."""
        ...

    async def locate(self, folder: str, rev: str, message: str) -> object:
        """Find the place of an error that an engine told without one."""
        ...


class Styles(Protocol):
    """What the core needs of the utility compiler."""

    def as_json(self) -> dict[str, str]:
        """Hash and address of the newest sheet."""
        ...

    def sheet(self, wanted: str) -> bytes | None:
        """One of the last few sheets by hash."""
        ...
