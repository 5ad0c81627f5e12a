from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hermes_shell.core.palette_recent import KEY, LONGEST, MOST, recent_rows
from hermes_shell.core.settings_store import SCOPE
from hermes_shell.core.shell import Shell
from hermes_shell.errors import ProtocolError
from tests.shell_parts import connect


async def test_the_row_that_was_run_last_comes_first_and_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, Any]] = []
    monkeypatch.setattr(shell, "announce", lambda kind, **data: heard.append((kind, data["rows"])))  # pyright: ignore
    window, _, _ = connect(shell)
    for key in ("core:a", "plugin:p:b", "core:a"):
        await window.call("palette.used", {"key": key})
    assert recent_rows(shell) == ["core:a", "plugin:p:b"]
    assert heard[-1] == ("palette-recent", ["core:a", "plugin:p:b"])
    assert await window.call("palette.clearRecent", {}) == []
    assert recent_rows(shell) == []


async def test_only_so_many_rows_are_remembered(shell: Shell) -> None:
    window, _, _ = connect(shell)
    for number in range(MOST + 3):
        await window.call("palette.used", {"key": f"core:{number}"})
    assert recent_rows(shell) == [f"core:{number}" for number in range(MOST + 2, 2, -1)]


async def test_rows_that_are_run_at_once_are_all_remembered(shell: Shell) -> None:
    windows = [connect(shell, name)[0] for name in ("w1", "w2")]
    keys = [f"core:{number}" for number in range(6)]
    await asyncio.gather(*(windows[at % 2].call("palette.used", {"key": key}) for at, key in enumerate(keys)))
    assert recent_rows(shell) == keys[::-1]


@pytest.mark.parametrize("key", [None, "", 7, "x" * (LONGEST + 1)])
async def test_what_is_no_key_is_refused(shell: Shell, key: object) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError, match="key"):
        await window.call("palette.used", {"key": key})


@pytest.mark.parametrize("stored", ["text", {"a": 1}, [1, "", "core:a", "x" * 501]])
async def test_what_is_stored_and_no_list_of_keys_counts_as_none(shell: Shell, stored: object) -> None:
    await shell.storage.write(SCOPE, KEY, stored)
    assert recent_rows(shell) == (["core:a"] if isinstance(stored, list) else [])
