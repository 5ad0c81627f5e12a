"""The loader: what windows report of plugins, and engines that fail."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hermes_shell.paths import Home
from hermes_shell.plugins import loader as loader_module
from hermes_shell.plugins import watch as watch_module
from hermes_shell.plugins.discover import Discovery
from hermes_shell.plugins.jsengine import EngineError, JsEngine
from hermes_shell.plugins.loader import PluginLoader
from hermes_shell.plugins.sources import SpecifierUrls
from tests.plugins.doubles import DEADLINE_SECONDS, Announced, MemoryDecisions
from tests.plugins.loader_shell import GOOD, Shell, write

URLS = SpecifierUrls("/w/s/", "/w/s/static/1/")


async def out_of_memory(*_: object) -> str:
    raise EngineError("out of memory")


async def test_report_is_remembered_and_published_once(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    after = len(shell.announced.messages)
    shell.reports("a", name="Board", description="d", default_enabled=True)
    shell.reports("a", name="Board", description="d", default_enabled=True)
    assert shell.announced.kinds(after) == ["plugin-report"]
    row = shell.announced.messages[after]["plugin"]
    assert (row["status"], row["name"], row["good_rev"]) == ("loaded", "Board", row["rev"])
    assert shell.decisions.folders["a"] == {
        "id": "a",
        "name": "Board",
        "description": "d",
        "version": None,
        "default_enabled": True,
    }
    shell.loader.window_gone("w")
    assert shell.announced.messages[-1]["plugin"]["status"] == "pending"


async def test_unusable_report_is_passed_over_and_the_others_count(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    rev = shell.loader.rows()[0]["rev"]
    shell.loader.report("w", [{"folder": 3}, {"folder": "a", "id": "a", "rev": rev, "status": "loaded"}])
    assert shell.loader.rows()[0]["status"] == "loaded"


async def test_syntax_error_that_a_window_reports_gets_its_place(shell: Shell) -> None:
    write(shell.root, "a", "import React from 'react'\nexport default { render: () => <div/> }\n")
    await shell.start()
    after = len(shell.announced.messages)
    shell.reports("a", "error", id=None, error={"message": "Unexpected token '<'", "phase": "evaluate"})
    message = await shell.announced.wait("plugin-report", lambda one: one["plugin"]["error"]["line"], after=after)
    assert message["plugin"]["error"] == {
        "message": "Unexpected token '<'",
        "phase": "evaluate",
        "line": 2,
        "column": 32,
        "source_line": "export default { render: () => <div/> }",
    }


async def test_thrown_error_is_located_in_the_revision_on_disk(shell: Shell) -> None:
    write(shell.root, "a", "import React from 'react'; boom()\n")
    await shell.start()
    rev = shell.loader.rows()[0]["rev"] or ""
    served = shell.loader.source("a", rev, 3, URLS) or b""
    stack = f"ReferenceError: boom\n at http://h/w/s/plugins/a/plugin.js?rev={rev}&load=3:1:{served.index(b'boom') + 1}"
    place = await shell.loader.locate("a", rev, stack)
    assert place is not None
    assert (place["line"], place["column"]) == (1, 28)
    assert await shell.loader.locate("a", "other", stack) is None


async def test_lint_results_are_kept_between_runs(home: Home, announced: Announced) -> None:
    write(home.plugins, "a")
    for _ in range(2):
        after = len(announced.messages)
        loader = PluginLoader(home, MemoryDecisions(), announced)
        await loader.start()
        await announced.wait("scan-ended", after=after)
        await loader.stop()
    assert len(list((home.cache / "lint").iterdir())) == 1


async def test_engine_that_fails_is_an_error_row_and_the_next_reading_tries_again(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(shell.root, "a")
    with monkeypatch.context() as patch:
        patch.setattr(JsEngine, "call", out_of_memory)
        await shell.start()
        error = shell.loader.rows()[0]["error"]
        assert error is not None
        assert error["message"] == "plugin.js could not be checked: out of memory"
    await shell.loader.reload()
    assert shell.loader.rows()[0]["error"] is None


async def test_loading_again_after_an_engine_failure_checks_the_file_again(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(shell.root, "a")
    with monkeypatch.context() as patch:
        patch.setattr(JsEngine, "call", out_of_memory)
        await shell.start()
        for _ in range(5):
            await shell.loader.rescan()
        assert shell.loader.rows()[0]["error"] is not None
    await shell.loader.rescan()
    assert shell.loader.rows()[0]["error"] is None


async def test_sweeps_ask_an_engine_that_keeps_failing_a_few_times_only(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looked = 0
    swept = asyncio.Event()
    loop = asyncio.get_running_loop()
    real = loader_module.discover

    async def failing(*_: object) -> str:
        nonlocal asked
        asked += 1
        raise EngineError("out of memory")

    def look(root: Path | None) -> Discovery:
        nonlocal looked
        looked += 1
        if looked == 20:
            loop.call_soon_threadsafe(swept.set)
        return real(root)

    write(shell.root, "a")
    monkeypatch.setattr(JsEngine, "call", failing)
    monkeypatch.setattr(loader_module, "discover", look)
    monkeypatch.setattr(watch_module, "_HOT_SWEEP", 0.001)
    await shell.start()
    async with asyncio.timeout(DEADLINE_SECONDS):
        await swept.wait()
    assert 1 < asked < 5


async def test_last_good_bytes_are_kept_and_older_ones_are_not(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    revs: list[str] = []
    for number in range(4):
        row = await shell.changed("a", after=shell.save("a", f"{GOOD}// {number}"))
        revs.append(row["rev"])
        if number < 3:
            shell.reports("a")
    served = [shell.loader.source("a", rev, 1, URLS) is not None for rev in revs]
    assert served == [False, True, True, True]


async def test_file_that_is_put_back_after_an_engine_failure_is_free_of_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(shell.root, "a")
    await shell.start()
    monkeypatch.setattr(JsEngine, "call", out_of_memory)
    await shell.changed("a", after=shell.save("a", f"{GOOD}// other"), error=True)
    row = await shell.changed("a", after=shell.save("a", GOOD))
    assert (row["error"], row["status"]) == (None, "pending")
