"""The user's own key bindings of one home: only what differs from the defaults (contract 5.1, rules K13 and K14).

What is stored and cannot be used is neither used nor lost: entries that nobody changes stay as they are, and before an
unusable one is written over, the whole text is kept aside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, cast

from hermes_shell.core.setting_kinds import SettingError
from hermes_shell.storage import Storage

SCOPE: Final = "shell"
KEY: Final = "hermes.desktop.keybinds"
MAX_ACTIONS: Final = 5_000
MAX_COMBOS: Final = 50
"""The most combos of one action."""
LONGEST_ID: Final = 500
LONGEST_COMBO: Final = 100


class KeybindStore:
    """Key bindings of one home.

    Args:
        storage: where they are kept.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._writing: dict[str, object] | None = None
        """What is on its way to the disk: the next change starts from it."""

    def overrides(self) -> dict[str, list[str]]:
        """Action id -> combos, also for actions that are not there now. `[]` is unbound on purpose."""
        return _usable(self._stored())

    async def replace(self, overrides: object) -> dict[str, list[str]]:
        """Store these bindings and no others.

        Raises:
            SettingError: not an object of action ids with lists of texts, or too many.
        """
        wanted = {action: combos for action, combos in _read(overrides, "overrides").items() if combos is not None}
        damaged = bool(_unusable(self._stored()))
        return await self._write(dict(wanted), damaged=damaged)

    async def change(self, changes: object) -> dict[str, list[str]]:
        """Store the bindings of some actions; the others stay, so two windows do not undo each other's.

        Args:
            changes: action id -> combos; None = back to the defaults.

        Raises:
            SettingError: as for `replace`.
        """
        wanted = _read(changes, "changes")
        stored = self._stored()
        damaged = not stored.keys().isdisjoint(wanted) and not _unusable(stored).isdisjoint(wanted)
        kept: dict[str, object] = {action: value for action, value in stored.items() if action not in wanted}
        kept.update((action, combos) for action, combos in wanted.items() if combos is not None)
        return await self._write(kept, damaged=damaged)

    async def _write(self, kept: dict[str, object], *, damaged: bool) -> dict[str, list[str]]:
        if len(kept) > MAX_ACTIONS:
            raise SettingError(f"keybinds.set: at most {MAX_ACTIONS} actions can have keys of their own")
        text = self._storage.text(SCOPE, KEY)
        if text is not None and (damaged or not _is_object(text)):
            self._storage.set_aside(SCOPE, KEY, text)
        self._writing = kept
        try:
            await self._storage.write(SCOPE, KEY, kept)
        finally:
            if self._writing is kept:
                self._writing = None
        return _usable(kept)

    def _stored(self) -> dict[str, object]:
        if self._writing is not None:
            return self._writing
        stored = self._storage.get(SCOPE, KEY)
        return cast("dict[str, object]", stored) if isinstance(stored, dict) else {}


def _read(given: object, name: str) -> dict[str, list[str] | None]:
    if not isinstance(given, dict):
        raise SettingError(f"keybinds.set: the {name} are an object of action id -> combos")
    read: dict[str, list[str] | None] = {}
    for action, combos in cast("Mapping[str, object]", given).items():
        shown = action if len(action) <= LONGEST_ID else f"{action[:40]}…"
        if not action or len(action) > LONGEST_ID:
            raise SettingError(f"keybinds.set: {shown!r} is no id of an action; it has 1 to {LONGEST_ID} characters")
        if combos is None and name == "changes":
            read[action] = None
            continue
        if not isinstance(combos, list) or not all(isinstance(one, str) for one in cast("list[object]", combos)):
            raise SettingError(f"keybinds.set: the combos of {shown!r} are a list of texts")
        texts = cast("list[str]", combos)
        if len(texts) > MAX_COMBOS or any(len(one) > LONGEST_COMBO for one in texts):
            raise SettingError(
                f"keybinds.set: {shown!r} can have at most {MAX_COMBOS} combos of at most {LONGEST_COMBO} characters"
            )
        read[action] = list(dict.fromkeys(texts))
    return read


def _usable(stored: Mapping[str, object]) -> dict[str, list[str]]:
    return {
        action: [combo for combo in cast("list[object]", combos) if isinstance(combo, str)]
        for action, combos in stored.items()
        if isinstance(combos, list)
    }


def _unusable(stored: Mapping[str, object]) -> set[str]:
    """The actions whose stored combos are not, or not all, used."""
    used = _usable(stored)
    return {action for action, combos in stored.items() if used.get(action) != combos}


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
