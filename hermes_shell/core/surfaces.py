"""Which core surfaces exist, in the order in which they register."""

from __future__ import annotations

from hermes_shell.core import (
    commands,
    frame,
    gateway_door,
    home_page,
    layout_verb,
    navigation,
    plugin_errors,
    plugins_page,
    safe_start,
    status,
    verbs,
)
from hermes_shell.core.shell import CoreContext, CoreSurface, Shell

SURFACES: tuple[CoreSurface, ...] = (
    frame,
    navigation,
    home_page,
    plugins_page,
    safe_start,
    status,
    commands,
    verbs,
    plugin_errors,
    layout_verb,
    gateway_door,
)


def register_all(shell: Shell) -> None:
    """Let every core surface contribute."""
    ctx = CoreContext(shell)
    for surface in SURFACES:
        surface.register(ctx)
