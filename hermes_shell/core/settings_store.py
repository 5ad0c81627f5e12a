"""Settings that the page reads and plugins may change (contract, host.settings 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, cast

from hermes_shell import themes
from hermes_shell.errors import ShellError
from hermes_shell.storage import Storage

SCOPE: Final = "shell"
PREFIX: Final = "hermes.desktop."
THEME_KEY: Final = "theme"
KEYBINDS_KEY: Final = "hermes.desktop.keybinds"
MODES: Final = ("light", "dark", "system")
MAX_OVERRIDES: Final = 5_000


class SettingError(ShellError):
    """A setting that does not exist, or a value that does not fit; nothing was written."""


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _choice(*options: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in options


def _percent(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 100


_KEYS: Mapping[str, tuple[object, Callable[[object], bool]]] = MappingProxyType(
    {
        "backdrop.v1": (False, _flag),
        "composerPopout.gesturesEnabled": (True, _flag),
        "intro-splash.v1": (True, _flag),
        "reasoning.collapsedByDefault": (False, _flag),
        "sessionListDensity": ("compact", _choice("compact", "comfortable", "detailed")),
        "tabStripDefault": ("auto", _choice("auto", "always", "never")),
        "embed-mode": ("ask", _choice("ask", "always", "off")),
        "hideThreadTimeline": (False, _flag),
        "interfaceMode.v1": ("advanced", _choice("simple", "advanced")),
        "titlebarAppActions": ("right", _choice("left", "right")),
        "toolView.technical": ("product", _choice("product", "technical")),
        "toolView.hideCodeDiffs": (False, _flag),
        "user-bubble-transparency.v1": (0, _percent),
    }
)
"""Setting -> its default, and whether a value fits."""


class SettingsStore:
    """Settings, theme and key bindings of one home.

    A stored value that does not fit is not used and not overwritten: the default shows until the user chooses again.

    Args:
        storage: where they are kept.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def all(self) -> dict[str, object]:
        """Every setting with its stored value, else its default."""
        stored = self._storage.items(SCOPE)
        values: dict[str, object] = {}
        for key, (default, fits) in _KEYS.items():
            value = stored.get(PREFIX + key)
            values[key] = value if value is not None and fits(value) else default
        return values

    async def set(self, key: str, value: object) -> object:
        """Store one setting.

        Returns:
            The value as stored: numbers are rounded.

        Raises:
            SettingError: no such setting, or a value that does not fit.
        """
        if key not in _KEYS:
            raise SettingError(f"Unsupported desktop setting: {key}")
        if not _KEYS[key][1](value):
            raise SettingError(f"Invalid value for desktop setting: {key}")
        stored = round(value) if isinstance(value, float) else value
        await self._storage.write(SCOPE, PREFIX + key, stored)
        return stored

    def theme(self) -> dict[str, str]:
        """Name and mode of the chosen theme; the name is kept also when nobody provides that theme now."""
        stored = self._storage.get(SCOPE, THEME_KEY)
        given: Mapping[str, object] = cast("Mapping[str, object]", stored) if isinstance(stored, dict) else {}
        name, mode = given.get("name"), given.get("mode")
        return {
            "name": name if isinstance(name, str) and name else themes.DEFAULT.name,
            "mode": mode if isinstance(mode, str) and mode in MODES else "system",
        }

    async def set_theme(self, name: object, mode: object) -> dict[str, str]:
        """Store the chosen theme; what is not given stays.

        Raises:
            SettingError: the name is no text, or the mode is none of light, dark and system.
        """
        chosen = self.theme()
        if name is not None:
            if not isinstance(name, str) or not name.strip() or len(name) > 500:
                raise SettingError("theme.set: the name of a theme is a text")
            chosen["name"] = name
        if mode is not None:
            if not isinstance(mode, str) or mode not in MODES:
                raise SettingError("theme.set: the mode is light, dark or system")
            chosen["mode"] = mode
        await self._storage.write(SCOPE, THEME_KEY, chosen)
        return chosen

    def keybinds(self) -> dict[str, list[str]]:
        """The user's own key bindings: action id -> combos, also for actions that are not there now (K13, K14)."""
        stored = self._storage.get(SCOPE, KEYBINDS_KEY)
        return _overrides(cast("Mapping[str, object]", stored)) if isinstance(stored, dict) else {}

    async def set_keybinds(self, overrides: object) -> dict[str, list[str]]:
        """Store the user's key bindings; entries that are no lists of texts are dropped.

        Raises:
            SettingError: not an object, or more than 5,000 actions.
        """
        if not isinstance(overrides, dict):
            raise SettingError("keybinds.set: the overrides are an object of action id -> combos")
        kept = _overrides(cast("Mapping[str, object]", overrides))
        if len(kept) > MAX_OVERRIDES:
            raise SettingError(f"keybinds.set: at most {MAX_OVERRIDES} actions can have keys of their own")
        await self._storage.write(SCOPE, KEYBINDS_KEY, kept)
        return kept


def _overrides(given: Mapping[str, object]) -> dict[str, list[str]]:
    kept: dict[str, list[str]] = {}
    for action, combos in given.items():
        if isinstance(combos, list):
            kept[action] = [combo for combo in cast("list[object]", combos) if isinstance(combo, str)]
    return kept
