"""What plugins store: how pages take it in, and how it is written."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hermes_shell.channel_messages import Store
from hermes_shell.core.shell import Shell
from hermes_shell.storage import PLUGIN_PREFIX

if TYPE_CHECKING:
    from hermes_shell.core.window import Window


def plugin_storage(shell: Shell) -> dict[str, dict[str, object]]:
    """Plugin id -> its stored values, with those on their way to the disk: a page must not start without them."""
    found = shell.storage.snapshot(shell.storage.scopes(PLUGIN_PREFIX))
    stored = {scope.removeprefix(PLUGIN_PREFIX): values for scope, values in found.items()}
    for (plugin, key), write in shell.storing.items():
        values = stored.setdefault(plugin, {})
        if write.removes:
            values.pop(key, None)
        else:
            values[key] = write.value
    return stored


async def write_value(window: Window, write: Store) -> None:
    """Write one key of a plugin's storage, then tell the other windows, also when this one leaves meanwhile.

    Args:
        window: whose page writes.
        write: the key and its new value.

    Raises:
        StorageError: it was not written.
    """
    shell = window.shell
    scope = f"{PLUGIN_PREFIX}{write.plugin}"
    message: dict[str, object] = {"t": "storage", "plugin": write.plugin, "key": write.key}
    if write.removes:
        submitted = shell.storage.submit_remove(scope, write.key)
        message["remove"] = True
    else:
        submitted = shell.storage.submit(scope, write.key, write.value)
        message["value"] = write.value
    place = (write.plugin, write.key)
    shell.storing[place] = write
    shell.stored += 1

    def saved(done: asyncio.Future[None]) -> None:
        if shell.storing.get(place) is write:
            del shell.storing[place]
        if done.cancelled() or done.exception() is not None:
            return
        for other in tuple(shell.windows.values()):
            if other is not window:
                other.send(message)

    written = asyncio.wrap_future(submitted)
    # One step later: the receipts of this and earlier writes come first, so every page sees the server's order.
    loop = asyncio.get_running_loop()
    written.add_done_callback(lambda done: loop.call_soon(saved, done))
    await asyncio.shield(written)
