"""The rows of the palette that were run last, kept for this home: the newest first."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final, cast

from hermes_shell.core.settings_store import SCOPE
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError

KEY: Final = "palette.recent"
MOST: Final = 20
"""Rows that are remembered; the palette shows fewer, because some of them may be gone for a while."""
LONGEST: Final = 500
"""Characters of a row's key: `<source>:<contribution id>`."""


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    recent = RecentRows()
    ctx.verb("palette.used", recent.use)
    ctx.verb("palette.clearRecent", recent.clear)


def recent_rows(shell: Shell) -> list[str]:
    """Keys of the rows that were run last; what is stored and is no such list counts as none."""
    stored = shell.storage.get(SCOPE, KEY)
    entries = cast("list[object]", stored) if isinstance(stored, list) else []
    return [entry for entry in entries if isinstance(entry, str) and 0 < len(entry) <= LONGEST][:MOST]


class RecentRows:
    """What changes the rows; one change after the other, so that rows that are run at once are all kept."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def use(self, window: Window, args: Mapping[str, Any]) -> list[str]:
        """Note that a row was run: `{key}`; returns the rows as they are now.

        Raises:
            ProtocolError: the key is no text, empty or too long.
        """
        key = text_arg(args, "key", "palette.used")
        if len(key) > LONGEST:
            raise ProtocolError(f"palette.used: key has at most {LONGEST} characters")
        async with self._turn:
            others = (other for other in recent_rows(window.shell) if other != key)
            return await _keep(window.shell, [key, *others][:MOST])

    async def clear(self, window: Window, args: Mapping[str, Any]) -> list[str]:
        """Forget the rows that were run."""
        del args
        async with self._turn:
            return await _keep(window.shell, [])


async def _keep(shell: Shell, rows: list[str]) -> list[str]:
    await shell.storage.write(SCOPE, KEY, rows)
    shell.announce("palette-recent", rows=rows)
    return rows
