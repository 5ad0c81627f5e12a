"""Tables that server and page both hold: the page answers from its own at once, so the two must agree."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.actions import PLUGIN_ACTIONS
from hermes_shell.core.settings_store import SettingError, SettingsStore
from hermes_shell.storage import Storage

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

OFFERED = (
    *("compact", "comfortable", "detailed", "auto", "always", "never", "ask", "off", "simple", "advanced"),
    *("left", "right", "product", "technical", "x", "60", True, False, None, 0, 42.4, 100, 101, -1),
)


async def test_plugins_may_run_the_same_actions_in_the_same_order(run: Run) -> None:
    assert await run("return sdk.PLUGIN_APP_ACTIONS") == [action.id for action in PLUGIN_ACTIONS]


async def test_settings_have_the_same_keys_defaults_and_values(run: Run, tmp_path: Path) -> None:
    storage = Storage.open(tmp_path / "storage.sqlite3")
    store = SettingsStore(storage)
    defaults = store.all()
    taken: dict[str, list[object]] = {key: [] for key in defaults}
    for key in defaults:
        for value in OFFERED:
            try:
                taken[key].append(await store.set(key, value))
            except SettingError:
                continue
    storage.close()
    page = await run(
        """const { getSetting, setSetting } = await load('sdk/settings.js'), taken = {}, defaults = {}
        for (const key of argument[0]) {
          defaults[key] = getSetting(key); taken[key] = []
          for (const value of argument[1]) {
            try { setSetting(key, value); taken[key].push(getSetting(key)) } catch (error) { continue }
          }
        }
        return [defaults, taken]""",
        [list(defaults), list(OFFERED)],
    )
    assert page == [{**defaults, "sessionListDensity": "detailed"}, taken], "the snapshot of these tests has one"
