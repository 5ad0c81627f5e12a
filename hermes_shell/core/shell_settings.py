"""Settings of the shell itself; plugins neither read nor change them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hermes_shell.core.setting_kinds import Setting, choice, flag, number, text, texts

LEAST_ZOOM: Final = 50
MOST_ZOOM: Final = 300

SHELL_SETTINGS: Final[Mapping[str, Setting]] = MappingProxyType(
    {
        "appearance.density": choice("compact", "relaxed"),
        "appearance.zoom": number(100, LEAST_ZOOM, MOST_ZOOM),
        "appearance.reduceMotion": flag(False),
        "window.closeToTray": flag(False),
        "window.startHidden": flag(False),
        "notifications.enabled": flag(True),
        "notifications.plugins": flag(True),
        "notifications.toasts": choice("all", "warnings", "errors"),
        "notifications.questions": flag(True),
        "notifications.turns": flag(True),
        "notifications.sound": choice("off", "questions", "all"),
        "chat.enterWhileBusy": choice("queue", "steer", "interrupt"),
        "plugins.reloadOnSave": flag(True),
        "plugins.announceOff": flag(True),
        "editor.command": text(1_000),
        "statusBar.hidden": texts(500, 500),
        "sidebarNav.hidden": texts(500, 500),
    }
)
"""Key -> the setting; the key is also where it lies in the store. Zoom is in percent."""
