"""What the Plugins page calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.bridge import Bridge
from hermes_shell.core.shell import Shell
from hermes_shell.errors import PluginError, ProtocolError
from tests.shell_parts import FakeLoader, connect, row


async def test_load_asks_for_one_folder(shell: Shell, loader: FakeLoader) -> None:
    window, _, _ = connect(shell)
    assert await window.call("plugins.load", {"folder": "p"}) is True
    assert loader.runs == ["start", "load p"]
    with pytest.raises(ProtocolError):
        await window.call("plugins.load", {"folder": 3})


async def test_open_folder_makes_the_root(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def reveal(self: Bridge, path: str) -> bool:
        del self
        asked.append(path)
        return False

    monkeypatch.setattr(Bridge, "reveal_path", reveal)
    root = shell.settings.home.plugins
    root.rmdir()
    window, _, _ = connect(shell)
    assert await window.call("plugins.openFolder", {}) == {"opened": False, "path": str(root)}
    assert root.is_dir()
    assert asked == [str(root)]
    root.rmdir()
    root.write_text("a file stands here")
    with pytest.raises(PluginError, match="cannot be created"):
        await window.call("plugins.openFolder", {})


async def test_add_sample_copies_and_scans(shell: Shell, loader: FakeLoader) -> None:
    window, _, _ = connect(shell)
    assert await window.call("plugins.addSample", {}) == "my-first-plugin"
    assert (shell.settings.home.plugins / "my-first-plugin" / "plugin.js").is_file()
    assert loader.runs[-1] == "rescan"


async def test_rescan_tells_what_is_new_and_gone(shell: Shell, loader: FakeLoader) -> None:
    window, _, _ = connect(shell)
    assert await window.call("plugins.rescan", {}) == {"found": [], "gone": [], "total": 0}
    del loader


async def test_folder_is_named_like_its_id(shell: Shell, loader: FakeLoader) -> None:
    root = shell.settings.home.plugins
    (root / "kanban").mkdir()
    loader.inventory = [row("kanban", id="board"), row("other", id=None)]
    window, _, _ = connect(shell)
    assert await window.call("plugins.renameFolder", {"folder": "kanban"}) == "board"
    assert [entry.name for entry in root.iterdir()] == ["board"]
    with pytest.raises(PluginError, match="no plugin folder"):
        await window.call("plugins.renameFolder", {"folder": "other"})
    with pytest.raises(PluginError, match="no plugin folder"):
        await window.call("plugins.renameFolder", {"folder": "absent"})


@pytest.mark.parametrize("plugin", ["../evil", "a/b", ".hidden", "a\\b"])
async def test_id_that_is_no_name_of_a_folder_is_refused(shell: Shell, loader: FakeLoader, plugin: str) -> None:
    root: Path = shell.settings.home.plugins
    (root / "p").mkdir()
    loader.inventory = [row("p", id=plugin)]
    window, _, _ = connect(shell)
    with pytest.raises(PluginError, match="cannot be named"):
        await window.call("plugins.renameFolder", {"folder": "p"})
    assert (root / "p").is_dir()


async def test_taken_name_stays_with_its_owner(shell: Shell, loader: FakeLoader) -> None:
    root = shell.settings.home.plugins
    (root / "p").mkdir()
    (root / "q").mkdir()
    loader.inventory = [row("p", id="q")]
    window, _, _ = connect(shell)
    with pytest.raises(PluginError, match="is there already"):
        await window.call("plugins.renameFolder", {"folder": "p"})
