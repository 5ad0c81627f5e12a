"""What plugins have stored, as pages take it in."""

from __future__ import annotations

from hermes_shell.core.shell import Shell
from hermes_shell.storage import PLUGIN_PREFIX


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
