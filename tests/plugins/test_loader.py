"""The loader as its neighbours see it: files in, announcements and sources out."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_shell.paths import Home
from hermes_shell.plugins import loader as loader_module
from hermes_shell.plugins import reading as reading_module
from hermes_shell.plugins.discover import Discovery
from hermes_shell.plugins.loader import PluginLoader
from hermes_shell.plugins.sources import Source, SpecifierUrls
from hermes_shell.plugins.styles import StyleCompiler
from hermes_shell.plugins.watch import Signal, Watch
from tests.plugins.doubles import DEADLINE_SECONDS, Announced, MemoryDecisions
from tests.plugins.loader_shell import GOOD, Shell, write

URLS = SpecifierUrls("/w/s/", "/w/s/static/1/")

Start = Callable[[], "asyncio.Future[PluginLoader]"]


async def test_first_scan_announces_every_plugin_in_folder_order_of_ranks_and_then_its_end(shell: Shell) -> None:
    for folder in ("b", "a", "C"):
        write(shell.root, folder)
    (shell.root / "empty").mkdir()
    await shell.loader.start()
    assert shell.loader.rows() == []
    assert not shell.loader.scanned
    await shell.announced.wait("scan-ended")
    assert shell.loader.scanned
    assert [(row["folder"], row["rank"], row["status"]) for row in shell.loader.rows()] == [
        ("C", 0, "pending"),
        ("a", 1, "pending"),
        ("b", 2, "pending"),
    ]
    assert sorted(shell.announced.kinds()) == ["plugin-changed"] * 3 + ["scan-ended"]


async def test_start_does_not_wait_for_a_slow_disk(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    release = asyncio.Event()
    loop = asyncio.get_running_loop()
    real = loader_module.discover

    def slow(root: Path | None) -> Discovery:
        asyncio.run_coroutine_threadsafe(release.wait(), loop).result(DEADLINE_SECONDS)
        return real(root)

    monkeypatch.setattr(loader_module, "discover", slow)
    await asyncio.wait_for(shell.loader.start(), 1)
    assert not shell.loader.scanned
    release.set()
    await shell.announced.wait("scan-ended")


async def test_save_is_announced_with_its_revision_and_served(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    after = shell.save("a", GOOD + "// é")
    row = await shell.changed("a", after=after)
    source = shell.loader.source("a", row["rev"], 5, URLS)
    assert source == (GOOD + "// é").replace("'@hermes/plugin-sdk'", '"/w/s/plugins/a/sdk.js?load=5"').encode()
    assert 'hostFor("a", 5)' in shell.loader.facade("a", 5, URLS)
    assert shell.loader.source("a", "0" * 64, 5, URLS) is None
    assert shell.loader.source("unknown", row["rev"], 5, URLS) is None


async def test_saves_are_seen_after_the_watch_has_failed(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failed = Watch.next, asyncio.Event()

    async def fail_once(watch: Watch) -> Signal:
        if not failed.is_set():
            failed.set()
            raise FileNotFoundError("a link that is gone")
        return await real(watch)

    monkeypatch.setattr(Watch, "next", fail_once)
    monkeypatch.setattr(loader_module, "_WATCH_PAUSE_SECONDS", 0)
    await shell.start()
    assert await shell.changed("a", after=shell.save("a"))
    assert failed.is_set()


async def test_save_of_the_same_bytes_is_not_announced(shell: Shell) -> None:
    write(shell.root, "a")
    write(shell.root, "b")
    await shell.start()
    after = shell.save("a")
    await shell.changed("b", after=shell.save("b", GOOD + "//"))
    await shell.loader.rescan()
    assert [one["plugin"]["folder"] for one in shell.announced.messages[after:]] == ["b"]


async def test_L6_removing_only_plugin_js_drops_the_row_and_the_folder_is_found_again(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    after = len(shell.announced.messages)
    (shell.root / "a" / "plugin.js").unlink()
    assert await shell.announced.wait("plugin-removed", after=after) == {"kind": "plugin-removed", "folder": "a"}
    assert shell.loader.rows() == []
    row = await shell.changed("a", after=shell.save("a"))
    assert row["rank"] == 0


async def test_removed_folder_is_retired_and_forgotten(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    shell.reports("a")
    assert shell.decisions.folders["a"]["id"] == "a"
    shutil.rmtree(shell.root / "a")
    await shell.announced.wait("plugin-removed")
    assert shell.decisions.folders == {}


async def test_folder_replaced_in_two_steps_is_a_change_and_no_removal(shell: Shell, tmp_path: Path) -> None:
    write(shell.root, "a")
    await shell.start()
    write(tmp_path, "next", GOOD + "// new")
    after = len(shell.announced.messages)
    (shell.root / "a").rename(tmp_path / "old")
    (tmp_path / "next").rename(shell.root / "a")
    await shell.changed("a", after=after)
    assert "plugin-removed" not in shell.announced.kinds()
    await shell.changed("a", after=shell.save("a", GOOD + "// newer"))


async def test_root_that_is_created_later_is_found(home: Home, announced: Announced) -> None:
    home.plugins.rmdir()
    loader = PluginLoader(home, MemoryDecisions(), announced)
    await loader.start()
    await announced.wait("scan-ended")
    home.plugins.mkdir()
    write(home.plugins, "a")
    await announced.wait("plugin-changed")
    await loader.stop()


async def test_L12_refused_import_is_an_error_row_with_its_place_and_is_not_served(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    shell.reports("a")
    good = shell.loader.rows()[0]["rev"]
    row = await shell.changed("a", after=shell.save("a", "let a\nimport x from 'lodash'"), error=True)
    assert row["status"] == "error"
    assert row["error"] == {
        "message": 'unsupported import: "lodash" — runtime plugins may only import @hermes/plugin-sdk and react',
        "phase": "lint",
        "line": 2,
        "column": 15,
        "source_line": "import x from 'lodash'",
    }
    assert (row["good_rev"], row["stale"], row["name"]) == (good, True, "a")
    assert shell.loader.source("a", row["rev"], 1, URLS) is None
    assert shell.loader.source("a", good or "", 1, URLS) is not None
    fixed = await shell.changed("a", after=shell.save("a", GOOD + "// fixed"))
    assert (fixed["error"], fixed["stale"]) == (None, False)


@pytest.mark.parametrize(
    ("data", "message"), [(b"", "empty"), (b"\xff", "UTF-8"), (b"a\0", "NUL"), (b"\xff\xfe", "UTF-16")]
)
async def test_unusable_file_is_an_error_row_and_stops_no_other(shell: Shell, data: bytes, message: str) -> None:
    write(shell.root, "a", data)
    write(shell.root, "b")
    await shell.start()
    first, second = shell.loader.rows()
    assert first["error"] is not None
    assert (first["status"], first["error"]["phase"]) == ("error", "read")
    assert message in first["error"]["message"]
    assert second["error"] is None
    assert (await shell.changed("a", after=shell.save("a")))["status"] == "pending"


async def test_unreadable_root_keeps_the_rows_and_is_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    write(shell.root, "a")
    await shell.start()

    def unreadable(_: Path | None) -> Discovery:
        return Discovery(problem="The plugins folder cannot be read.")

    monkeypatch.setattr(loader_module, "discover", unreadable)
    await shell.loader.rescan()
    assert [row["folder"] for row in shell.loader.rows()] == ["a"]
    assert shell.loader.problem == "The plugins folder cannot be read."


async def test_L25_rescan_reads_no_known_file_and_reload_reads_every_one(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("a", "b"):
        write(shell.root, folder)
    await shell.start()
    read: list[str] = []
    real = reading_module.read_source

    def reading(file: Path) -> Source:
        read.append(file.parent.name)
        return real(file)

    monkeypatch.setattr(reading_module, "read_source", reading)
    after = len(shell.announced.messages)
    await shell.loader.rescan()
    assert read == []
    await shell.loader.reload()
    assert sorted(read) == ["a", "b"]
    assert shell.announced.kinds(after) == ["plugins-reload"]


async def test_L25_reload_in_the_middle_of_a_scan_still_reads_everything(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    scans = [asyncio.create_task(shell.loader.rescan()) for _ in range(5)]
    await shell.loader.reload()
    await asyncio.gather(*scans)
    assert shell.announced.kinds().count("plugins-reload") == 1


async def test_touched_file_that_no_event_told_of_is_found_by_a_rescan(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(shell.root, "a")
    await shell.loader.rescan()  # without start() nothing watches
    after = shell.save("a", GOOD + "// missed")
    await shell.loader.rescan()
    await shell.changed("a", after=after)


async def test_storm_of_saves_ends_with_the_last_bytes(shell: Shell) -> None:
    write(shell.root, "a")
    await shell.start()
    for number in range(100):
        write(shell.root, "a", f"{GOOD}// {number}")
    shell.save("a", f"{GOOD}// last")
    await shell.announced.wait(
        "plugin-changed",
        lambda one: b"// last" in (shell.loader.source("a", one["plugin"]["rev"], 1, URLS) or b""),
    )


async def test_L24_plugin_decided_off_is_disabled_and_not_styled(
    home: Home, decisions: MemoryDecisions, announced: Announced
) -> None:
    decisions.folders["a"] = {"id": "a", "name": "A", "description": "", "default_enabled": None}
    decisions.choices["a"] = False
    write(home.plugins, "a", GOOD + "'p-2'")
    write(home.plugins, "b", GOOD + "'m-2'")
    styles = StyleCompiler(home.cache / "styles.json", announced, lambda found: f"/{found}.css")
    loader = PluginLoader(home, decisions, announced, styles)
    await loader.start()
    await announced.wait("styles")
    assert loader.rows()[0]["status"] == "disabled"
    assert b".m-2" in styles.current.css
    assert b".p-2" not in styles.current.css
    decisions.choices["a"] = True
    after = len(announced.messages)
    loader.report("w", [{"folder": "a", "id": "a", "status": "loaded", "rev": loader.rows()[0]["rev"]}])
    await announced.wait("styles", after=after)
    assert b".p-2" in styles.current.css
    await loader.stop()
    await styles.close()
