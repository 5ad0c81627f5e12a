from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from pathlib import Path

import pytest

from hermes_shell.core.keybind_store import KEY, MAX_ACTIONS, SCOPE, KeybindStore
from hermes_shell.core.setting_kinds import SettingError
from hermes_shell.storage import ASIDE_SCOPE, Storage


@pytest.fixture
def storage(tmp_path: Path) -> Generator[Storage]:
    storage = Storage.open(tmp_path / "s.sqlite3")
    yield storage
    storage.close()


def aside(storage: Storage) -> object:
    """What was kept aside of the key bindings, parsed; None when nothing was."""
    text = storage.get(ASIDE_SCOPE, f"{SCOPE}/{KEY}")
    return None if text is None else json.loads(str(text))


async def test_changes_of_some_actions_leave_the_others(storage: Storage) -> None:
    store = KeybindStore(storage)
    await store.replace({"a": ["mod+x", "mod+x"], "b": []})
    assert await store.change({"a": None, "late:plugin": ["pagedown"]}) == {"b": [], "late:plugin": ["pagedown"]}
    assert KeybindStore(storage).overrides() == {"b": [], "late:plugin": ["pagedown"]}


async def test_changes_of_two_windows_at_once_are_both_kept(storage: Storage) -> None:
    store = KeybindStore(storage)
    await asyncio.gather(*(store.change({f"a{one}": ["f1"]}) for one in range(20)))
    assert len(store.overrides()) == len(KeybindStore(storage).overrides()) == 20
    assert store.overrides() == KeybindStore(storage).overrides()


BAD: list[tuple[object, str]] = [
    (["mod+k"], "an object of action id -> combos"),
    (None, "an object of action id -> combos"),
    ({"a": "mod+k"}, "the combos of 'a' are a list of texts"),
    ({"a": ["mod+k", 5]}, "the combos of 'a' are a list of texts"),
    ({"a": {"0": "mod+k"}}, "the combos of 'a' are a list of texts"),
    ({"": []}, "is no id of an action"),
    ({"x" * 501: []}, "is no id of an action"),
    ({"a": ["x" * 101]}, "at most 50 combos of at most 100 characters"),
    ({"a": [f"f{one}" for one in range(51)]}, "at most 50 combos of at most 100 characters"),
    ({str(one): [] for one in range(MAX_ACTIONS + 1)}, "at most 5000 actions"),
]


@pytest.mark.parametrize(("given", "message"), BAD)
async def test_a_bad_payload_is_refused_with_its_place_and_changes_nothing(
    storage: Storage, given: object, message: str
) -> None:
    store = KeybindStore(storage)
    await store.replace({"mine": ["f5"]})
    for write in (store.replace, store.change):
        with pytest.raises(SettingError, match=message):
            await write(given)
    assert KeybindStore(storage).overrides() == {"mine": ["f5"]}


async def test_null_is_no_binding_where_all_are_given(storage: Storage) -> None:
    with pytest.raises(SettingError, match="the combos of 'a' are a list of texts"):
        await KeybindStore(storage).replace({"a": None})


@pytest.mark.parametrize("stored", ["none", 5, ["mod+k"], None])
async def test_a_stored_value_that_is_no_map_is_kept_aside_before_it_is_written_over(
    storage: Storage, stored: object
) -> None:
    storage.set(SCOPE, KEY, stored)
    store = KeybindStore(storage)
    assert store.overrides() == {}
    assert json.loads(storage.text(SCOPE, KEY) or "") == stored
    await store.change({"a": ["f5"]})
    assert store.overrides() == {"a": ["f5"]}
    assert aside(storage) == stored


async def test_entries_that_cannot_be_used_stay_until_their_action_gets_other_keys(storage: Storage) -> None:
    stored = {"bad": "mod+k", "half": ["mod+k", 5], "good": ["f5"], "future": {"when": "chat"}}
    storage.set(SCOPE, KEY, stored)
    store = KeybindStore(storage)
    assert store.overrides() == {"half": ["mod+k"], "good": ["f5"]}
    await store.change({"good": ["f6"]})
    assert storage.get(SCOPE, KEY) == {**stored, "good": ["f6"]}
    assert aside(storage) is None
    await store.change({"half": ["f7"]})
    assert storage.get(SCOPE, KEY) == {**stored, "good": ["f6"], "half": ["f7"]}
    assert aside(storage) == {**stored, "good": ["f6"]}


async def test_entries_that_cannot_be_used_are_kept_aside_when_all_are_replaced(storage: Storage) -> None:
    storage.set(SCOPE, KEY, {"bad": "mod+k"})
    await KeybindStore(storage).replace({"a": []})
    assert storage.get(SCOPE, KEY) == {"a": []}
    assert aside(storage) == {"bad": "mod+k"}
