"""The rows of the palette that were run last, kept for this home: the newest first."""

from __future__ import annotations

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
    ctx.verb("palette.used", use)
    ctx.verb("palette.clearRecent", clear)


def recent_rows(shell: Shell) -> list[str]:
    """Keys of the rows that were run last; what is stored and is no such list counts as none."""
    stored = shell.storage.get(SCOPE, KEY)
    entries = cast("list[object]", stored) if isinstance(stored, list) else []
    return [entry for entry in entries if isinstance(entry, str) and 0 < len(entry) <= LONGEST][:MOST]


async def use(window: Window, args: Mapping[str, Any]) -> list[str]:
    """Note that a row was run: `{key}`; returns the rows as they are now."""
    key = text_arg(args, "key", "palette.used")
    if len(key) > LONGEST:
        raise ProtocolError(f"palette.used: key has at most {LONGEST} characters")
    return await _keep(window.shell, [key, *(other for other in recent_rows(window.shell) if other != key)][:MOST])


async def clear(window: Window, args: Mapping[str, Any]) -> list[str]:
    """Forget the rows that were run."""
    del args
    return await _keep(window.shell, [])


async def _keep(shell: Shell, rows: list[str]) -> list[str]:
    await shell.storage.write(SCOPE, KEY, rows)
    shell.announce("palette-recent", rows=rows)
    return rows
