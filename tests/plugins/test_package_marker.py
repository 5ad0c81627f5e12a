"""Markers of agent packages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hermes_shell.plugins.package_marker import MARKER, read_package


def write(folder: Path, content: object) -> None:
    (folder / MARKER).write_text(content if isinstance(content, str) else json.dumps(content))


def test_folder_without_a_marker_is_a_plugin_of_its_own(tmp_path: Path) -> None:
    assert read_package(tmp_path) is None
    assert read_package(tmp_path / "absent") is None


def test_marker_names_package_and_origin(tmp_path: Path) -> None:
    write(tmp_path, {"package": "board", "source": "/x", "repo": "https://x/y", "sha": "abc", "catalogName": "Board"})
    assert read_package(tmp_path) == {"name": "board", "repo": "https://x/y", "sha": "abc", "catalog": "Board"}
    write(tmp_path, {"package": "board", "repo": 7, "sha": None})
    assert read_package(tmp_path) == {"name": "board", "repo": None, "sha": None, "catalog": None}


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", '{"package": 3}', '{"package": " "}', "[" * 5_000, "x" * 100_000]
)
def test_U11_malformed_marker_is_a_plugin_of_its_own(tmp_path: Path, content: str) -> None:
    write(tmp_path, content)
    assert read_package(tmp_path) is None


def test_marker_that_cannot_be_read_turns_nothing_on(tmp_path: Path) -> None:
    (tmp_path / MARKER).mkdir()
    package = read_package(tmp_path)
    assert package is not None
    assert package["name"] == tmp_path.name
