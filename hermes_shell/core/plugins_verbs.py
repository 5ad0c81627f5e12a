"""What the Plugins page calls beside the switches: one plugin anew, the folder, the sample, a folder's name."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hermes_shell.core.samples import add_sample
from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import PluginError


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("plugins.load", load)
    ctx.verb("plugins.openFolder", open_folder)
    ctx.verb("plugins.addSample", add_the_sample)
    ctx.verb("plugins.renameFolder", rename_folder)


async def load(window: Window, args: Mapping[str, Any]) -> object:
    """Read one plugin's file and evaluate it anew in every window: `{folder}`."""
    await window.shell.loader.load(text_arg(args, "folder", "plugins.load"))
    return True


async def open_folder(window: Window, args: Mapping[str, Any]) -> object:
    """Show the plugins folder in the file manager; it is created when it is missing.

    Returns:
        `{opened, path}`: whether a file manager took it, and where it is.

    Raises:
        PluginError: it cannot be created.
    """
    del args
    root = window.shell.settings.home.plugins
    try:
        await asyncio.to_thread(root.mkdir, parents=True, exist_ok=True)
    except OSError as error:
        raise PluginError(f"The plugins folder {root} cannot be created: {error.strerror}.") from error
    return {"opened": await window.shell.bridge.reveal_path(str(root)), "path": str(root)}


async def add_the_sample(window: Window, args: Mapping[str, Any]) -> object:
    """Copy the sample plugin into the home and load it; the result is its folder's name."""
    del args
    folder = await asyncio.to_thread(add_sample, window.shell.settings.home.plugins)
    await window.shell.loader.rescan()
    return folder.name


async def rename_folder(window: Window, args: Mapping[str, Any]) -> object:
    """Name a plugin's folder like its id: `{folder}`; the result is the new name.

    Raises:
        PluginError: there is no such plugin, the id cannot be a folder's name, or something has that name.
    """
    folder, root = text_arg(args, "folder", "plugins.renameFolder"), window.shell.settings.home.plugins
    row = next((one for one in window.shell.loader.rows() if one["folder"] == folder), None)
    if row is None or row["id"] is None:
        raise PluginError(f"There is no plugin folder {folder} whose id is known.", plugin=folder)
    await asyncio.to_thread(_rename, root, folder, row["id"])
    await window.shell.loader.rescan()
    return row["id"]


def _rename(root: Path, folder: str, plugin: str) -> None:
    target = root / plugin
    if plugin.startswith(".") or plugin in (folder, "") or any(one in plugin for one in "/\\\0"):
        raise PluginError(f'A folder cannot be named "{plugin}". Rename {root / folder} by hand.', plugin=plugin)
    try:
        if os.path.lexists(target):
            raise PluginError(f"{target} is there already. Move one of the two folders away.", plugin=plugin)
        os.rename(root / folder, target)
    except OSError as error:
        raise PluginError(f"{root / folder} cannot be renamed: {error.strerror}.", plugin=plugin) from error
