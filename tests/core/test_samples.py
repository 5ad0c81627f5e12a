"""The sample: copied as a whole, never over anything."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hermes_shell.core import samples
from hermes_shell.core.samples import NAME, SAMPLE, SampleError, add_sample
from hermes_shell.plugins.discover import discover


def test_sample_is_copied_into_a_root_that_is_made(tmp_path: Path) -> None:
    root = tmp_path / "home" / "desktop-plugins"
    folder = add_sample(root)
    assert (folder / "plugin.js").read_bytes() == (SAMPLE / "plugin.js").read_bytes()
    assert f"id: '{NAME}'" in (folder / "plugin.js").read_text("utf-8")
    assert [entry.name for entry in root.iterdir()] == [NAME]


def test_sample_of_a_package_that_cannot_be_written_can_be_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = shutil.copytree(SAMPLE, tmp_path / "package")
    (package / "plugin.js").chmod(0o444)
    package.chmod(0o555)
    monkeypatch.setattr(samples, "SAMPLE", package)
    folder = add_sample(tmp_path / "root")
    assert (folder.stat().st_mode & 0o777, (folder / "plugin.js").stat().st_mode & 0o777) == (0o755, 0o644)
    package.chmod(0o755)


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_what_is_there_stays(tmp_path: Path, kind: str) -> None:
    place = tmp_path / NAME
    if kind == "folder":
        place.mkdir()
        (place / "mine.txt").write_text("kept")
    elif kind == "file":
        place.write_text("kept")
    else:
        place.symlink_to(tmp_path / "nowhere")
    with pytest.raises(SampleError, match="is there already"):
        add_sample(tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == [NAME]


def test_copy_that_breaks_off_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(source: Path, target: Path, **_: object) -> Path:
        target.mkdir()
        (target / "plugin.js").write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copytree", broken)
    with pytest.raises(SampleError, match="No space left"):
        add_sample(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_root_that_is_a_file_is_told(tmp_path: Path) -> None:
    root = tmp_path / "desktop-plugins"
    root.write_text("")
    with pytest.raises(SampleError, match="cannot be copied"):
        add_sample(root)


def test_staging_is_no_plugin(tmp_path: Path) -> None:
    staging = tmp_path / f".{NAME}.staging-x" / NAME
    staging.mkdir(parents=True)
    (staging / "plugin.js").write_text("export default {}")
    assert discover(tmp_path).entries == ()
