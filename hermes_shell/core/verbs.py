"""What a page may call on its channel beside the layout."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.log import plugin_logger

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warn": logging.WARNING, "warning": logging.WARNING}
LOG_LIMIT = 4_000
"""Characters of one line that a plugin writes to the log."""


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("plugins.decide", decide)
    ctx.verb("plugins.reload", reload)
    ctx.verb("plugins.rescan", rescan)
    ctx.verb("plugins.locate", locate)
    ctx.verb("os.openExternal", open_external)
    ctx.verb("os.writeClipboard", write_clipboard)
    ctx.verb("os.revealPath", reveal_path)
    ctx.verb("settings.set", set_setting)
    ctx.verb("theme.set", set_theme)
    ctx.verb("keybinds.set", set_keybinds)
    ctx.verb("log", write_log)


async def decide(window: Window, args: Mapping[str, Any]) -> object:
    """Turn a plugin on or off: `{id, enabled}`."""
    enabled = args.get("enabled")
    if not isinstance(enabled, bool):
        raise ProtocolError("plugins.decide: enabled is true or false")
    await window.shell.decide(text_arg(args, "id", "plugins.decide"), enabled)
    return True


async def reload(window: Window, args: Mapping[str, Any]) -> object:
    """Read every plugin file again and evaluate every enabled plugin anew."""
    del args
    await window.shell.loader.reload()
    return True


async def rescan(window: Window, args: Mapping[str, Any]) -> object:
    """Look for new, changed and removed plugins.

    Returns:
        `{found, gone, total}`: the folders that are new, those that have gone, and how many there are.
    """
    del args
    loader = window.shell.loader
    before = {row["folder"] for row in loader.rows()}
    await loader.rescan()
    now = {row["folder"] for row in loader.rows()}
    return {"found": sorted(now - before), "gone": sorted(before - now), "total": len(now)}


async def locate(window: Window, args: Mapping[str, Any]) -> object:
    """Find line and column of an error: `{folder, rev, message}`; null when there is none to find."""
    return await window.shell.loader.locate(
        text_arg(args, "folder", "plugins.locate"),
        text_arg(args, "rev", "plugins.locate"),
        text_arg(args, "message", "plugins.locate"),
    )


async def open_external(window: Window, args: Mapping[str, Any]) -> bool:
    """Open a URL outside: `{url}`."""
    return await window.shell.bridge.open_external(text_arg(args, "url", "os.openExternal"))


async def write_clipboard(window: Window, args: Mapping[str, Any]) -> bool:
    """Put text on the clipboard: `{text}`."""
    return await window.shell.bridge.write_clipboard(text_arg(args, "text", "os.writeClipboard", empty=True))


async def reveal_path(window: Window, args: Mapping[str, Any]) -> bool:
    """Show a file or folder in the file manager: `{path}`."""
    return await window.shell.bridge.reveal_path(text_arg(args, "path", "os.revealPath"))


async def set_setting(window: Window, args: Mapping[str, Any]) -> object:
    """Store one setting: `{key, value}`."""
    key = text_arg(args, "key", "settings.set")
    value = await window.shell.preferences.set(key, args.get("value"))
    window.shell.announce("setting", key=key, value=value)
    for listener in window.shell.setting_listeners:
        listener(key)
    return value


async def set_theme(window: Window, args: Mapping[str, Any]) -> object:
    """Store the chosen theme: `{name?, mode?}`."""
    chosen = await window.shell.preferences.set_theme(args.get("name"), args.get("mode"))
    window.shell.announce("theme", **chosen)
    return chosen


async def set_keybinds(window: Window, args: Mapping[str, Any]) -> object:
    """Store the user's key bindings: all, `{overrides}`, or those of some actions, `{changes}` (null: its defaults)."""
    if len(args.keys() & {"changes", "overrides"}) != 1:
        raise ProtocolError("keybinds.set: it takes either changes or overrides")
    preferences = window.shell.preferences
    if "changes" in args:
        overrides = await preferences.change_keybinds(args["changes"])
    else:
        overrides = await preferences.set_keybinds(args["overrides"])
    window.shell.announce("keybinds", overrides=overrides)
    return overrides


async def write_log(window: Window, args: Mapping[str, Any]) -> object:
    """Write a line to the log: `{level, plugin, message}`."""
    del window
    level = _LEVELS.get(str(args.get("level")), logging.ERROR)
    plugin, message = str(args.get("plugin") or "core"), str(args.get("message"))
    # Further lines are indented, so that a text cannot pass for a line of the log.
    plugin_logger(plugin).log(level, "%s", "\n    ".join(message[:LOG_LIMIT].splitlines()))
    return True
