from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from hermes_shell.core.settings_store import SettingError, SettingsStore
from hermes_shell.storage import Storage


@pytest.fixture
def storage(tmp_path: Path) -> Generator[Storage]:
    storage = Storage.open(tmp_path / "s.sqlite3")
    yield storage
    storage.close()


async def test_defaults_and_stored_values(storage: Storage) -> None:
    store = SettingsStore(storage)
    assert store.all()["sessionListDensity"] == "compact"
    await store.set("sessionListDensity", "detailed")
    assert store.all()["sessionListDensity"] == "detailed"
    assert storage.get("shell", "hermes.desktop.sessionListDensity") == "detailed"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("sessionListDensity", "huge"),
        ("user-bubble-transparency.v1", 101),
        ("user-bubble-transparency.v1", "60"),
        ("user-bubble-transparency.v1", True),
        ("toolView.technical", True),
        ("backdrop.v1", 1),
    ],
)
async def test_value_that_does_not_fit_is_refused(storage: Storage, key: str, value: object) -> None:
    store = SettingsStore(storage)
    with pytest.raises(SettingError, match=f"Invalid value for desktop setting: {key}"):
        await store.set(key, value)
    assert storage.items("shell") == {}


@pytest.mark.parametrize("key", ["unknown", "toString", "constructor", ""])
async def test_unknown_setting_is_refused(storage: Storage, key: str) -> None:
    with pytest.raises(SettingError, match="Unsupported desktop setting"):
        await SettingsStore(storage).set(key, True)


async def test_stored_rubbish_is_not_used_and_not_overwritten(storage: Storage) -> None:
    storage.set("shell", "hermes.desktop.tabStripDefault", "sometimes")
    storage.set("shell", "theme", ["dark"])
    storage.set("shell", "hermes.desktop.keybinds", "none")
    store = SettingsStore(storage)
    assert store.all()["tabStripDefault"] == "auto"
    assert store.theme() == {"name": "harbour", "mode": "system"}
    assert store.keybinds() == {}
    assert storage.get("shell", "hermes.desktop.tabStripDefault") == "sometimes"


async def test_theme_parts_are_checked_and_kept_apart(storage: Storage) -> None:
    store = SettingsStore(storage)
    await store.set_theme(None, "dark")
    await store.set_theme("of-a-plugin", None)
    assert store.theme() == {"name": "of-a-plugin", "mode": "dark"}
    for name, mode in ((5, None), ("", None), (None, "dim")):
        with pytest.raises(SettingError):
            await store.set_theme(name, mode)
    with pytest.raises(SettingError):
        await store.set_keybinds(["mod+k"])
