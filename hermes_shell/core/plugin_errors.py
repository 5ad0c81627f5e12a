"""What a page may ask about the error of a plugin: the lines around it, and an editor at its place."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Mapping
from typing import Any

from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.editor import EditorError, Place, editor_command
from hermes_shell.errors import ProtocolError
from hermes_shell.plugins.excerpt import Excerpt, excerpt

_log = logging.getLogger(__name__)


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("plugins.excerpt", show_excerpt)
    ctx.verb("os.openEditor", open_editor)


async def show_excerpt(window: Window, args: Mapping[str, Any]) -> Excerpt | None:
    """The lines around a place: `{folder, rev, line, column?}`; null when that revision is gone or has no such line."""
    folder, rev = text_arg(args, "folder", "plugins.excerpt"), text_arg(args, "rev", "plugins.excerpt")
    line, column = _number(args, "line", "plugins.excerpt"), _number(args, "column", "plugins.excerpt")
    record = window.shell.loader.record(folder)
    data = record.data(rev) if record else None
    if data is None or line is None:
        return None
    return await asyncio.to_thread(excerpt, data, line, column)


async def open_editor(window: Window, args: Mapping[str, Any]) -> bool:
    """Open a plugin's file in an editor: `{folder, line?, column?}`.

    Raises:
        EditorError: no such plugin, no editor, or one that does not start.
    """
    folder = text_arg(args, "folder", "os.openEditor")
    record = window.shell.loader.record(folder)
    if record is None:
        raise EditorError(f'There is no plugin folder "{folder}" any more.')
    place = Place(
        record.file, _number(args, "line", "os.openEditor") or 1, _number(args, "column", "os.openEditor") or 1
    )
    chosen = window.shell.preferences.preference("editor.command")
    command = await asyncio.to_thread(editor_command, place, str(chosen), os.environ, sys.platform)
    if not await window.shell.bridge.start(command):
        _log.warning("The editor did not start: %s", command[0])
        raise EditorError(f"{command[0]} did not start. Open {record.file} by hand, or name an editor in the settings.")
    return True


def _number(args: Mapping[str, Any], name: str, verb: str) -> int | None:
    value = args.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 10**9:
        raise ProtocolError(f"{verb}: {name} is a number from 1")
    return value
