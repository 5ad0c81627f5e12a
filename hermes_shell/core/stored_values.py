"""What plugins have stored, as pages take it in."""

from __future__ import annotations

from hermes_shell.core.shell import Shell
from hermes_shell.storage import PLUGIN_PREFIX


def plugin_storage(shell: Shell) -> dict[str, dict[str, object]]:
    """Plugin id -> its stored values."""
    found = shell.storage.snapshot(shell.storage.scopes(PLUGIN_PREFIX))
    return {scope.removeprefix(PLUGIN_PREFIX): values for scope, values in found.items()}
