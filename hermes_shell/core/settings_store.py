"""The settings of one home: those that plugins share, the shell's own, the theme and the key bindings.

A stored value that does not fit is neither used nor overwritten: the default holds until the user chooses again. Rows
that this version does not know stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeGuard, cast

from hermes_shell import themes
from hermes_shell.core.keybind_store import KeybindStore
from hermes_shell.core.plugin_settings import PLUGIN_SETTINGS, PREFIX
from hermes_shell.core.setting_kinds import Setting, SettingError
from hermes_shell.core.shell_settings import SHELL_SETTINGS
from hermes_shell.storage import Storage

SCOPE: Final = "shell"
THEME_KEY: Final = "theme"
MODES: Final = ("light", "dark", "system")

_HALF: Final = re.compile("[\ud800-\udfff]")


class SettingsStore:
    """Settings, theme and key bindings of one home.

    Args:
        storage: where they are kept.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._keybinds = KeybindStore(storage)

    def all(self) -> dict[str, object]:
        """Every setting that plugins share, with its stored value, else its default."""
        stored = self._storage.items(SCOPE)
        return {key: _usable(setting, stored.get(PREFIX + key)) for key, setting in PLUGIN_SETTINGS.items()}

    def preferences(self) -> dict[str, object]:
        """Every setting of the shell with its stored value, else its default."""
        stored = self._storage.items(SCOPE)
        return {key: _usable(setting, stored.get(key)) for key, setting in SHELL_SETTINGS.items()}

    def preference(self, key: str) -> object:
        """One setting of the shell: its stored value, else its default."""
        return _usable(SHELL_SETTINGS[key], self._storage.get(SCOPE, key))

    def is_on(self, key: str) -> bool:
        """One setting of the shell that is true or false."""
        value = self.preference(key)
        assert isinstance(value, bool), f"{key} is no flag"
        return value

    async def set(self, key: str, value: object) -> object:
        """Store one setting, of the plugins or of the shell.

        Returns:
            The value as stored: numbers are rounded.

        Raises:
            SettingError: no such setting, or a value that does not fit.
        """
        setting = PLUGIN_SETTINGS.get(key) or SHELL_SETTINGS.get(key)
        if setting is None:
            raise SettingError(f"Unsupported desktop setting: {key}")
        if not setting.fits(value):
            raise SettingError(f"Invalid value for desktop setting: {key}")
        stored = round(value) if isinstance(value, float) else value
        await self._storage.write(SCOPE, PREFIX + key if key in PLUGIN_SETTINGS else key, stored)
        return stored

    def theme(self) -> dict[str, str]:
        """Name and mode of the chosen theme; the name is kept also when nobody provides that theme now."""
        stored = self._storage.get(SCOPE, THEME_KEY)
        return _theme(cast("Mapping[str, object]", stored) if isinstance(stored, dict) else {})

    async def set_theme(self, name: object, mode: object) -> dict[str, str]:
        """Store the chosen theme; what is not given stays.

        Raises:
            SettingError: the name is no text, or the mode is none of light, dark and system.
        """
        stored = self._storage.get(SCOPE, THEME_KEY)
        chosen = dict(cast("Mapping[str, object]", stored)) if isinstance(stored, dict) else {}
        if name is not None:
            if not _is_theme_name(name):
                raise SettingError("theme.set: the name of a theme is a text")
            chosen["name"] = name
        if mode is not None:
            if not isinstance(mode, str) or mode not in MODES:
                raise SettingError("theme.set: the mode is light, dark or system")
            chosen["mode"] = mode
        await self._storage.write(SCOPE, THEME_KEY, chosen)
        return _theme(chosen)

    def keybinds(self) -> dict[str, list[str]]:
        """The user's own key bindings: action id -> combos, also for actions that are not there now (K13, K14)."""
        return self._keybinds.overrides()

    async def set_keybinds(self, overrides: object) -> dict[str, list[str]]:
        """Store these key bindings of the user and no others.

        Raises:
            SettingError: not an object of action ids with lists of texts, or too many.
        """
        return await self._keybinds.replace(overrides)

    async def change_keybinds(self, changes: object) -> dict[str, list[str]]:
        """Store the key bindings of some actions; None = its defaults. All bindings are answered.

        Raises:
            SettingError: as for `set_keybinds`.
        """
        return await self._keybinds.change(changes)


def _usable(setting: Setting, stored: object) -> object:
    return stored if stored is not None and setting.fits(stored) else setting.default


def _is_theme_name(name: object) -> TypeGuard[str]:
    """Half a character is none: the page that must print it could not be sent."""
    return isinstance(name, str) and bool(name.strip()) and len(name) <= 500 and not _HALF.search(name)


def _theme(stored: Mapping[str, object]) -> dict[str, str]:
    name, mode = stored.get("name"), stored.get("mode")
    return {
        "name": name if _is_theme_name(name) else themes.DEFAULT.name,
        "mode": mode if isinstance(mode, str) and mode in MODES else "system",
    }
