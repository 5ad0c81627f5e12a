"""Which core surfaces exist, in the order in which they register."""

from __future__ import annotations

from hermes_shell.core import (
    attention,
    commands,
    completions,
    drafts,
    first_run,
    frame,
    gateway_door,
    gateway_settings,
    gateway_verbs,
    home_page,
    idle_memory,
    layout_verb,
    navigation,
    notify,
    outbox_door,
    palette_recent,
    plugin_errors,
    plugins_page,
    question_door,
    safe_start,
    sessions,
    settings_page,
    status,
    transcript_warm,
    verbs,
    window_verbs,
)
from hermes_shell.core.chat import chats
from hermes_shell.core.shell import CoreContext, CoreSurface, Shell

SURFACES: tuple[CoreSurface, ...] = (
    frame,
    navigation,
    home_page,
    plugins_page,
    safe_start,
    settings_page,
    status,
    commands,
    palette_recent,
    verbs,
    notify,
    plugin_errors,
    layout_verb,
    gateway_door,
    gateway_settings,
    gateway_verbs,
    chats,
    transcript_warm,
    idle_memory,
    window_verbs,
    outbox_door,
    question_door,
    attention,
    first_run,
    drafts,
    completions,
    sessions,
)


def register_all(shell: Shell) -> None:
    """Let every core surface contribute; the first line of its docstring says what it is."""
    for surface in SURFACES:
        name = surface.__name__.rpartition(".")[2]
        shell.surfaces[name] = (surface.__doc__ or "").partition("\n")[0].replace("`", "")
        surface.register(CoreContext(shell, name))
