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
    store = SettingsStore(storage)
    assert store.all()["tabStripDefault"] == "auto"
    assert store.theme() == {"name": "harbour", "mode": "system"}
    assert storage.get("shell", "hermes.desktop.tabStripDefault") == "sometimes"


async def test_the_name_of_a_theme_that_no_page_can_print_is_neither_stored_nor_used(storage: Storage) -> None:
    store = SettingsStore(storage)
    with pytest.raises(SettingError, match=r"theme\.set: the name of a theme is a text"):
        await store.set_theme("half an emoji \ud83c", None)
    storage.set("shell", "theme", {"name": "\ud83c", "mode": "dark"})
    assert store.theme() == {"name": "harbour", "mode": "dark"}


async def test_theme_parts_are_checked_and_kept_apart(storage: Storage) -> None:
    store = SettingsStore(storage)
    await store.set_theme(None, "dark")
    await store.set_theme("of-a-plugin", None)
    assert store.theme() == {"name": "of-a-plugin", "mode": "dark"}
    for name, mode in ((5, None), ("", None), (None, "dim")):
        with pytest.raises(SettingError):
            await store.set_theme(name, mode)


async def test_the_shells_own_settings_have_defaults_and_are_stored(storage: Storage) -> None:
    store = SettingsStore(storage)
    assert store.preference("appearance.zoom") == 100
    assert store.is_on("notifications.enabled")
    assert await store.set("appearance.zoom", 124.6) == 125
    await store.set("statusBar.hidden", ["statusBar.right|p:clock"])
    assert store.preferences()["statusBar.hidden"] == ["statusBar.right|p:clock"]
    assert SettingsStore(storage).preference("appearance.zoom") == 125
    assert set(store.all()).isdisjoint(store.preferences())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("appearance.density", "airy"),
        ("appearance.zoom", 49),
        ("appearance.zoom", 301),
        ("appearance.zoom", "100"),
        ("appearance.zoom", True),
        ("appearance.zoom", float("nan")),
        ("appearance.reduceMotion", 1),
        ("notifications.toasts", None),
        ("editor.command", "code\n--goto"),
        ("editor.command", "x" * 1_001),
        ("statusBar.hidden", ["a", "a"]),
        ("statusBar.hidden", ["a", 1]),
        ("statusBar.hidden", {"a": True}),
        ("statusBar.hidden", [str(one) for one in range(501)]),
    ],
)
async def test_a_value_that_the_shell_cannot_use_is_refused(storage: Storage, key: str, value: object) -> None:
    with pytest.raises(SettingError, match=f"Invalid value for desktop setting: {key}"):
        await SettingsStore(storage).set(key, value)
    assert storage.items("shell") == {}


async def test_rows_of_wrong_type_and_of_the_future_are_kept(storage: Storage) -> None:
    rows: dict[str, object] = {
        "appearance.density": ["relaxed"],
        "appearance.zoom": "wide",
        "statusBar.hidden": "all",
        "appearance.aurora": {"of": "the future"},
        "theme": {"name": "of-a-plugin", "mode": "sepia", "accent": "red"},
    }
    for key, value in rows.items():
        storage.set("shell", key, value)
    store = SettingsStore(storage)
    assert store.preference("appearance.density") == "compact"
    assert store.preference("appearance.zoom") == 100
    assert store.theme() == {"name": "of-a-plugin", "mode": "system"}
    assert "appearance.aurora" not in store.preferences()
    assert storage.items("shell") == rows
    await store.set_theme("harbour", None)
    assert storage.get("shell", "theme") == {"name": "harbour", "mode": "sepia", "accent": "red"}
