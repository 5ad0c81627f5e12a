"""What counts as a plugin on the disk (contract, loader L1 to L4)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hermes_shell.plugins.discover import discover


def plugin(root: Path, folder: str) -> Path:
    file = root / folder / "plugin.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("export default {}", "utf-8")
    return file


def folders(root: Path | None) -> list[str]:
    return [entry.folder for entry in discover(root).entries]


def test_L1_only_folders_directly_in_the_root_count(tmp_path: Path) -> None:
    plugin(tmp_path / "desktop-plugins", "a")
    plugin(tmp_path / "desktop-plugins", "a/nested")
    plugin(tmp_path / "plugins", "backend")
    (tmp_path / "desktop-plugins" / "plugin.js").write_text("", "utf-8")
    assert folders(tmp_path / "desktop-plugins") == ["a"]


def test_L2_without_a_root_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: object) -> list[str]:
        raise AssertionError("a directory was read")

    monkeypatch.setattr(os, "listdir", never)
    assert folders(None) == []


def test_L3_folder_without_entry_is_passed_over_but_watched(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    plugin(tmp_path, "full")
    found = discover(tmp_path)
    assert [entry.folder for entry in found.entries] == ["full"]
    assert found.directories[tmp_path / "empty"] == {"empty"}
    assert found.problem is None


def test_L4_directory_named_plugin_js_is_no_entry(tmp_path: Path) -> None:
    (tmp_path / "odd" / "plugin.js").mkdir(parents=True)
    assert folders(tmp_path) == []


def test_missing_root_is_empty_and_no_problem(tmp_path: Path) -> None:
    found = discover(tmp_path / "absent")
    assert (found.entries, found.problem) == ((), None)


def test_unreadable_root_is_a_problem_and_not_empty(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    problem = discover(tmp_path / "file").problem
    assert problem is not None
    assert "cannot be read" in problem


def test_folders_come_in_code_point_order_and_hidden_ones_not_at_all(tmp_path: Path) -> None:
    for name in ("b", "Z", "a", "é", "😀", "10", "9", ".hidden"):
        plugin(tmp_path, name)
    assert folders(tmp_path) == ["10", "9", "Z", "a", "b", "é", "😀"]


def test_links_are_followed_and_watched_where_they_lead(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    plugin(tmp_path, "elsewhere")
    (tmp_path / "single.js").write_text("export default {}", "utf-8")
    (root / "folder-link").symlink_to(tmp_path / "elsewhere")
    (root / "file-link").mkdir()
    (root / "file-link" / "plugin.js").symlink_to(tmp_path / "single.js")
    found = discover(root)
    assert [entry.folder for entry in found.entries] == ["file-link", "folder-link"]
    assert found.directories[tmp_path / "elsewhere"] == {"folder-link"}
    assert found.directories[tmp_path] == {"file-link"}


def test_two_links_to_one_folder_are_both_told(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    plugin(tmp_path, "elsewhere")
    for name in ("one", "two"):
        (root / name).symlink_to(tmp_path / "elsewhere")
    assert discover(root).directories[tmp_path / "elsewhere"] == {"one", "two"}


def test_loops_and_broken_links_are_harmless(tmp_path: Path) -> None:
    plugin(tmp_path, "good")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    (tmp_path / "up").symlink_to(tmp_path)
    (tmp_path / "file-loop").mkdir()
    (tmp_path / "file-loop" / "plugin.js").symlink_to("plugin.js")
    found = discover(tmp_path)
    assert [entry.folder for entry in found.entries if entry.problem is None] == ["good"]


def test_folder_that_cannot_be_entered_has_a_problem_and_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin(tmp_path, "a")
    plugin(tmp_path, "b")
    real = Path.stat

    def stat(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if self == tmp_path / "a" / "plugin.js":
            raise PermissionError(13, "Permission denied")
        return real(self, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)
    first, second = discover(tmp_path).entries
    assert first.problem == "plugin.js cannot be read: Permission denied."
    assert second.problem is None


@pytest.mark.skipif(os.name == "nt", reason="names are always Unicode there")
def test_name_that_is_no_unicode_is_named_in_a_problem(tmp_path: Path) -> None:
    try:
        os.mkdir(os.fsencode(tmp_path) + b"/caf\xe9")
    except OSError:
        pytest.skip("this file system takes no such name")
    (entry,) = discover(tmp_path).entries
    assert entry.folder == "caf\ufffd"
    assert entry.problem is not None
    assert "UTF-8" in entry.problem


def test_signature_changes_with_the_file(tmp_path: Path) -> None:
    file = plugin(tmp_path, "a")
    before = discover(tmp_path).entries[0].signature
    assert discover(tmp_path).entries[0].signature == before
    other = tmp_path / "a" / "other"
    other.write_bytes(file.read_bytes())
    other.replace(file)
    assert discover(tmp_path).entries[0].signature != before
