from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.geometry import Geometry, KeptGeometry, read_geometry, write_geometry


def test_size_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "window.json"
    assert read_geometry(file) == Geometry()
    write_geometry(file, Geometry(900, 700, True))
    assert read_geometry(file) == Geometry(900, 700, True)
    assert [path.name for path in tmp_path.iterdir()] == ["window.json"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "{}", '{"width": 1, "height": 1, "maximized": false}', "[" * 5_000),
        *('{"width": "a", "height": 700, "maximized": false}', '{"width": 1e9, "height": 700, "maximized": false}'),
        '{"width": NaN, "height": 700, "maximized": false}',
    ],
)
def test_unusable_file_means_the_default(tmp_path: Path, text: str) -> None:
    file = tmp_path / "window.json"
    file.write_text(text)
    assert read_geometry(file) == Geometry()


def test_home_that_cannot_be_written_is_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    write_geometry(tmp_path / "state" / "window.json", Geometry())
    assert read_geometry(tmp_path / "state" / "window.json") == Geometry()


def test_size_of_a_maximized_window_is_not_its_own() -> None:
    kept = KeptGeometry(Geometry(900, 700))
    kept.resized(1000, 800)
    kept.maximized()
    kept.resized(1920, 1080)
    assert kept.geometry == Geometry(1000, 800, True)
    kept.restored()
    kept.resized(0, 0)
    assert kept.geometry == Geometry(1000, 800, False)
