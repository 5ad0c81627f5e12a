"""Which core surfaces exist, in the order in which they register."""

from __future__ import annotations

from hermes_shell.core import (
    commands,
    frame,
    home_page,
    layout_verb,
    navigation,
    plugins_page,
    status,
    verbs,
)
from hermes_shell.core.shell import CoreContext, CoreSurface, Shell

SURFACES: tuple[CoreSurface, ...] = (
    frame,
    navigation,
    home_page,
    plugins_page,
    status,
    commands,
    verbs,
    layout_verb,
)


def register_all(shell: Shell) -> None:
    """Let every core surface contribute."""
    ctx = CoreContext(shell)
    for surface in SURFACES:
        surface.register(ctx)
