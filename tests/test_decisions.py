from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from hermes_shell.decisions import DECISIONS_KEY, FOLDERS_KEY, LEGACY_KEY, Decisions
from hermes_shell.storage import Storage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "storage.sqlite3"


@pytest.fixture
def storage(path: Path) -> Iterator[Storage]:
    store = Storage.open(path)
    yield store
    store.close()


def put_text(storage: Storage, path: Path, key: str, text: str) -> Storage:
    """Write a raw text as only another program can, and open the store again."""
    storage.set("shell", key, 0)
    storage.close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE entries SET value = ? WHERE key = ?", (text, key))
    other.close()
    return Storage.open(path)


def test_P1_decision_is_saved_under_its_key(storage: Storage) -> None:
    decisions = Decisions(storage)
    assert decisions.all() == {}
    assert decisions.get("a") is None
    decisions.set("a", False).result(10)
    decisions.set("b", True).result(10)
    assert storage.get("shell", DECISIONS_KEY) == {"a": False, "b": True}
    assert Decisions(storage).all() == {"a": False, "b": True}


def test_P2_legacy_list_becomes_false_once(storage: Storage) -> None:
    storage.set("shell", DECISIONS_KEY, {"kept": True})
    storage.set("shell", LEGACY_KEY, ["kept", "old", 7, None])
    assert Decisions(storage).all() == {"kept": True, "old": False}
    decisions = Decisions(storage)
    decisions.set("old", True).result(10)
    assert storage.text("shell", LEGACY_KEY) is None
    assert Decisions(storage).all() == {"kept": True, "old": True}


@pytest.mark.parametrize("text", ["{oops", "[]", '"text"', "null", "12"])
def test_P3_malformed_decisions_are_empty_and_kept_aside(storage: Storage, path: Path, text: str) -> None:
    reopened = put_text(storage, path, DECISIONS_KEY, text)
    decisions = Decisions(reopened)
    assert decisions.all() == {}
    assert len(reopened.incidents) == 1
    decisions.set("a", True).result(10)
    assert reopened.get("set-aside", f"shell/{DECISIONS_KEY}") == text
    assert Decisions(reopened).all() == {"a": True}
    reopened.close()


def test_P3_values_that_are_no_choice_are_left_out_and_kept_aside(storage: Storage) -> None:
    storage.set("shell", DECISIONS_KEY, {"a": True, "b": "yes", "c": 0})
    assert Decisions(storage).all() == {"a": True}
    assert len(storage.incidents) == 1


def test_P4_decision_for_an_unknown_plugin_is_kept(storage: Storage) -> None:
    Decisions(storage).set("never seen", False).result(10)
    assert Decisions(storage).all() == {"never seen": False}


def test_all_returns_a_copy(storage: Storage) -> None:
    decisions = Decisions(storage)
    decisions.all()["a"] = True
    assert decisions.all() == {}


def test_first_folder_in_code_point_order_owns_an_id(storage: Storage) -> None:
    decisions = Decisions(storage)
    for folder in ("b", "a", "Z"):
        decisions.remember(folder, {"id": "shared", "name": folder})
    decisions.remember("broken", {"name": "no id"})
    assert decisions.owners() == {"shared": "Z"}
    decisions.forget("Z")
    assert decisions.owners() == {"shared": "a"}


def test_remembered_folders_survive_and_equal_ones_write_nothing(storage: Storage) -> None:
    decisions = Decisions(storage)
    first = decisions.remember("a", {"id": "x", "default_enabled": False})
    assert first is not None
    first.result(10)
    assert decisions.remember("a", {"id": "x", "default_enabled": False}) is None
    assert Decisions(storage).meta("a") == {"id": "x", "default_enabled": False}
    assert Decisions(storage).meta("b") is None
    assert decisions.forget("b") is None


def test_malformed_folders_are_kept_aside(storage: Storage) -> None:
    storage.set("shell", FOLDERS_KEY, {"a": {"id": "x"}, "b": 3})
    assert Decisions(storage).owners() == {"x": "a"}
    assert len(storage.incidents) == 1


def test_malformed_legacy_list_is_kept_aside(storage: Storage) -> None:
    storage.set("shell", LEGACY_KEY, {"a": True})
    assert Decisions(storage).all() == {}
    assert len(storage.incidents) == 1
