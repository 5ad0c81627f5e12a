"""Saves that are not loaded by themselves, single plugins loaded anew, needs and packages in rows."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from hermes_shell.errors import SourceError
from hermes_shell.paths import Home
from hermes_shell.plugins.loader import PluginLoader
from hermes_shell.plugins.sources import SpecifierUrls
from tests.plugins.doubles import Announced, MemoryDecisions
from tests.plugins.loader_shell import GOOD, Shell

URLS = SpecifierUrls("/w/s/", "/w/s/static/1/")


class Choice:
    """The setting that the loader asks for."""

    on = False


@pytest.fixture
def choice() -> Choice:
    return Choice()


@pytest_asyncio.fixture
async def shell(home: Home, decisions: MemoryDecisions, announced: Announced, choice: Choice) -> AsyncIterator[Shell]:
    loader = PluginLoader(home, decisions, announced, developer=True, reload_on_save=lambda: choice.on)
    made = Shell(home, decisions, announced, loader)
    made.save("a")
    await made.start()
    yield made
    await loader.stop()


async def waits(shell: Shell, after: int, *, changed: bool = True) -> dict[str, Any]:
    message = await shell.announced.wait("plugin-report", lambda one: one["plugin"]["changed"] is changed, after=after)
    return message["plugin"]


async def test_save_waits_and_what_runs_is_still_served(shell: Shell) -> None:
    before = shell.loader.rows()[0]
    row = await waits(shell, shell.save("a", GOOD + "// 2"))
    assert row["rev"] == before["rev"]
    assert "plugin-changed" not in shell.announced.kinds(2)
    assert shell.loader.source("a", str(row["rev"]), 1, URLS) is not None


async def test_file_that_is_put_back_waits_no_longer(shell: Shell) -> None:
    await waits(shell, shell.save("a", GOOD + "// 2"))
    await waits(shell, shell.save("a"), changed=False)


async def test_new_folder_is_loaded_at_once(shell: Shell) -> None:
    row = await shell.changed("b", after=shell.save("b"))
    assert row["changed"] is False


async def test_load_takes_the_waiting_save(shell: Shell) -> None:
    old = await waits(shell, shell.save("a", GOOD + "// 2"))
    after = len(shell.announced.messages)
    await shell.loader.load("a")
    row = await shell.changed("a", after=after)
    assert row["rev"] != old["rev"]
    assert row["changed"] is False
    assert "plugin-load" not in shell.announced.kinds(after), "a new revision is evaluated anyway"


async def test_load_of_the_same_bytes_evaluates_them_anew(shell: Shell) -> None:
    after = len(shell.announced.messages)
    await shell.loader.load("a")
    assert shell.announced.kinds(after) == ["plugin-load"]
    with pytest.raises(SourceError, match="no plugin folder b"):
        await shell.loader.load("b")


async def test_reload_takes_every_waiting_save(shell: Shell) -> None:
    await waits(shell, shell.save("a", GOOD + "// 2"))
    after = len(shell.announced.messages)
    await shell.loader.reload()
    await shell.changed("a", after=after)
    assert not shell.loader.rows()[0]["changed"]


async def test_waiting_saves_are_loaded_once_the_setting_is_on(shell: Shell, choice: Choice) -> None:
    await waits(shell, shell.save("a", GOOD + "// 2"))
    after, choice.on = len(shell.announced.messages), True
    await shell.loader.rescan()
    row = await shell.changed("a", after=after)
    assert row["changed"] is False


async def test_needs_stand_in_the_row_of_their_revision(shell: Shell, choice: Choice) -> None:
    choice.on = True
    after = shell.save("a", GOOD + "require('electron')\n")
    message = await shell.announced.wait("plugin-report", lambda one: bool(one["plugin"]["needs"]), after=after)
    assert message["plugin"]["needs"] == ['require("electron") (line 3)']
    after = shell.save("a", GOOD)
    assert (await shell.changed("a", after=after))["needs"] == []


async def test_package_of_a_folder_stands_in_its_row(shell: Shell) -> None:
    (shell.root / "half").mkdir()
    (shell.root / "half" / ".hermes-package.json").write_text('{"package": "board"}')
    row = await shell.changed("half", after=shell.save("half"))
    assert row["package"] == {"name": "board", "repo": None, "sha": None, "catalog": None}


async def test_root_that_cannot_be_read_is_announced_once_each_way(shell: Shell, tmp_path: Path) -> None:
    aside, after = tmp_path / "aside", len(shell.announced.messages)
    shell.root.rename(aside)
    shell.root.write_text("a file stands here")
    told = await shell.announced.wait("plugins-root", lambda one: one["problem"] is not None, after=after)
    assert "cannot be read: Not a directory" in told["problem"]
    assert [row["folder"] for row in shell.loader.rows()] == ["a"]
    shell.root.unlink()
    shutil.move(aside, shell.root)
    await shell.announced.wait("plugins-root", lambda one: one["problem"] is None, after=after)
    await shell.loader.rescan()
    assert shell.announced.kinds(after).count("plugins-root") == 2
