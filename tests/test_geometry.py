from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from hermes_shell.geometry import Geometry, KeptGeometry, Screen

MAIN = Screen(0, 0, 1280, 800)
SECOND = Screen(1280, 0, 1920, 1080)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "window.json"


def test_place_comes_back(file: Path) -> None:
    kept = KeptGeometry(file)
    assert kept.geometry == Geometry()
    kept.remember(Geometry(900, 700, 40, -30, maximized=True))
    kept.save()
    assert KeptGeometry(file).geometry == Geometry(900, 700, 40, -30, maximized=True)
    assert [path.name for path in file.parent.iterdir()] == ["window.json"]


def test_absurd_size_is_not_remembered(file: Path) -> None:
    kept = KeptGeometry(file)
    kept.remember(Geometry(0, 0, 5, 5))
    kept.save()
    assert not file.exists()


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "{}", '{"width": 1, "height": 1, "maximized": false}', "[" * 5_000),
        *('{"width": "a", "height": 700, "maximized": false}', '{"width": 1e9, "height": 700, "maximized": false}'),
        '{"width": NaN, "height": 700, "maximized": false}',
    ],
)
def test_damaged_file_is_set_aside_and_told(file: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    file.write_text(text)
    with caplog.at_level(logging.WARNING):
        kept = KeptGeometry(file)
    assert kept.geometry == Geometry()
    assert [path.read_text() for path in file.parent.glob("window.json.damaged-*")] == [text]
    assert "is damaged" in caplog.text
    kept.save()
    assert not file.exists()  # nothing is written before a window moves
    kept.remember(Geometry(800, 600))
    kept.save()
    assert KeptGeometry(file).geometry == Geometry(800, 600)


def test_file_that_cannot_be_read_is_left_alone(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    file.mkdir()  # reading a directory fails for root too
    kept = KeptGeometry(file)
    kept.remember(Geometry(800, 600))
    kept.save()
    assert file.is_dir()
    assert "cannot be read" in caplog.text
    assert [path.name for path in file.parent.iterdir()] == ["window.json"]


def test_place_that_makes_no_sense_is_left_out_and_fields_of_the_future_are_ignored(file: Path) -> None:
    record = {"width": 800, "height": 600, "maximized": "yes", "x": "left", "y": 3, "zoom": {"of": "the future"}}
    file.write_text(json.dumps(record))
    assert KeptGeometry(file).geometry == Geometry(800, 600)


def test_home_that_cannot_be_written_is_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    kept = KeptGeometry(tmp_path / "state" / "window.json")
    kept.remember(Geometry(800, 600))
    kept.save()


@pytest.mark.parametrize(
    ("wanted", "screens", "shown"),
    [
        # Inside: it stays.
        (Geometry(900, 700, 40, 30), [MAIN], Geometry(900, 700, 40, 30)),
        (Geometry(900, 700, 1400, 30), [MAIN, SECOND], Geometry(900, 700, 1400, 30)),
        # Partly outside: pushed in, onto the screen that shows most of it.
        (Geometry(900, 700, -50, 300), [MAIN], Geometry(900, 700, 0, 100)),
        (Geometry(900, 700, 1000, 30), [MAIN, SECOND], Geometry(900, 700, 1280, 30)),
        # Its screen is gone, or it has no place: in the middle of the main one.
        (Geometry(900, 700, 1400, 30), [MAIN], Geometry(900, 700, 190, 50)),
        (Geometry(900, 700), [MAIN, SECOND], Geometry(900, 700, 190, 50)),
        (Geometry(900, 700, 5000, 5000), [SECOND, MAIN], Geometry(900, 700, 1790, 190)),
        # Larger than the screen: as large as that.
        (Geometry(3000, 2000, 0, 0), [MAIN], Geometry(1280, 800, 0, 0)),
        (Geometry(), [Screen(10, 20, 640, 400)], Geometry(640, 400, 10, 20)),
        # Screens that are not known change nothing.
        (Geometry(3000, 2000, 9000, 0), [], Geometry(3000, 2000, 9000, 0)),
    ],
)
def test_window_is_wholly_on_a_screen(wanted: Geometry, screens: list[Screen], shown: Geometry) -> None:
    assert wanted.fitted(screens) == shown


def test_maximized_state_outlives_the_correction() -> None:
    assert Geometry(900, 700, 5000, 0, maximized=True).fitted([MAIN]).maximized


def test_further_window_stands_a_step_aside() -> None:
    assert Geometry(900, 700, 10, 20, maximized=True).cascaded(2) == Geometry(900, 700, 58, 68)
    assert Geometry(900, 700, maximized=True).cascaded() == Geometry(900, 700)
