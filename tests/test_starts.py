from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.starts import MOST_FOLDERS, SILENT_SECONDS, Starts


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "starts.json"


@pytest.fixture
def clock() -> Clock:
    return Clock()


def read(file: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(file.read_text())
    return record


async def killed(starts: Starts) -> None:
    """What is on disk when the process is killed after its last write."""
    while starts._pacing is not None:  # pyright: ignore[reportPrivateUsage]
        await starts._pacing  # pyright: ignore[reportPrivateUsage]


async def bad_start(file: Path, *folders: str, entered: str | None = None) -> Starts:
    starts = Starts(file)
    starts.hear("w", begun=folders, entered=entered)
    await killed(starts)
    return starts


async def test_two_kills_while_plugins_evaluate_hold_plugins_back(file: Path) -> None:
    assert (await bad_start(file, "a", "b")).mode == "usual"
    second = await bad_start(file, "a", "b", entered="b")
    assert (second.mode, second.bad) == ("usual", 1)
    third = Starts(file)
    assert (third.mode, third.bad, third.suspects()) == ("held", 2, ["b"])


async def test_plugins_that_both_starts_name_are_suspected(file: Path) -> None:
    await bad_start(file, "a", "b", "c")
    await bad_start(file, "b", "c", "d")
    assert Starts(file).suspects() == ["b", "c"]


async def test_without_a_common_plugin_those_of_the_last_start_are_suspected(file: Path) -> None:
    await bad_start(file, "a")
    await bad_start(file, "b")
    assert Starts(file).suspects() == ["b"]


async def test_a_page_that_comes_to_rest_ends_the_row(file: Path) -> None:
    await bad_start(file, "a")
    starts = Starts(file)
    starts.hear("w", begun=["a"])
    starts.hear("w", ended=["a"], settled=True)
    await killed(starts)
    again = Starts(file)
    assert (again.mode, again.bad, again.suspects()) == ("usual", 0, [])


async def test_a_plugin_that_ends_the_page_while_it_is_drawn_is_suspected(file: Path) -> None:
    for _ in range(2):
        starts = Starts(file)
        starts.hear("w", begun=["a"], entered="a")
        starts.hear("w", ended=["a"])
        await killed(starts)
    assert (Starts(file).mode, Starts(file).suspects()) == ("held", ["a"])


async def test_a_start_without_a_page_that_evaluates_counts_neither_way(file: Path) -> None:
    await bad_start(file, "a")
    starts = Starts(file)
    starts.hear("w")
    starts.hear("w", entered="a")
    await starts.close()
    assert Starts(file).bad == 1


async def test_a_page_that_leaves_in_good_order_is_not_counted(file: Path) -> None:
    starts = Starts(file)
    starts.hear("w", begun=["a"])
    starts.hear("w", left=True)
    starts.page_gone("w")
    await starts.close()
    assert Starts(file).bad == 0


async def test_a_page_that_dies_counts_when_the_next_one_opens(file: Path) -> None:
    starts = Starts(file)
    starts.hear("w1", begun=["a", "b"], entered="a")
    starts.page_gone("w1")
    starts.page_opens()
    assert (starts.mode, starts.bad) == ("usual", 1)
    starts.hear("w2", begun=["a", "b"], entered="a")
    starts.page_gone("w2")
    starts.page_opens()
    assert (starts.mode, starts.bad, starts.suspects()) == ("held", 2, ["a"])


async def test_a_page_that_comes_back_on_a_new_channel_is_alive(file: Path) -> None:
    starts = Starts(file)
    starts.hear("w", begun=["a"])
    starts.page_gone("w")
    starts.hear("w", begun=["a"])
    starts.page_opens()
    assert starts.bad == 0


async def test_a_clean_stop_counts_only_a_page_that_hangs(file: Path, clock: Clock) -> None:
    for silence, bad in ((SILENT_SECONDS - 0.1, 0), (SILENT_SECONDS + 0.1, 1)):
        starts = Starts(file, clock=clock)
        starts.hear("w", begun=["a"])
        clock.now += 60
        starts.hear("w")
        clock.now += silence
        starts.stop()
        starts.page_gone("w")
        await starts.close()
        assert Starts(file).bad == bad


async def test_a_page_that_died_before_a_clean_stop_counts(file: Path) -> None:
    starts = Starts(file)
    starts.hear("w", begun=["a"])
    starts.page_gone("w")
    starts.stop()
    await starts.close()
    assert Starts(file).bad == 1


async def test_the_choice_holds_for_the_process_and_the_next_bad_start_asks_again(file: Path) -> None:
    await bad_start(file, "a")
    await bad_start(file, "a")
    starts = Starts(file)
    starts.choose("usual")
    starts.page_opens()
    assert starts.mode == "usual"
    starts.hear("w", begun=["b"])
    await killed(starts)
    assert (Starts(file).mode, Starts(file).suspects()) == ("held", ["b"])


def test_safe_mode_asks_nothing(file: Path) -> None:
    file.write_text(json.dumps({"version": 1, "bad": 5, "suspects": [["a"]], "pages": []}))
    assert Starts(file, safe_mode=True).mode == "safe"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        '{"bad": 1}',
        '{"bad": 1, "suspects": [1], "pages": []}',
        '{"bad": Infinity, "suspects": [], "pages": []}',
        '{"bad": 1e9, "suspects": [], "pages": []}',
        '{"bad": "2", "suspects": [], "pages": []}',
    ],
)
def test_a_damaged_record_is_kept_aside(file: Path, text: str) -> None:
    file.write_text(text)
    assert Starts(file).mode == "usual"
    [kept] = file.parent.glob("starts.json.damaged-*")
    assert kept.read_text() == text
    assert not file.exists()


async def test_a_record_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "starts.json"
    folder.mkdir()
    starts = Starts(folder)
    starts.hear("w", begun=["a"])
    await starts.close()
    assert starts.mode == "usual"
    assert folder.is_dir()


async def test_a_record_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    starts = Starts(tmp_path / "missing" / "starts.json")
    starts.hear("w", begun=["a"])
    await killed(starts)
    starts.hear("w", ended=["a"], settled=True)
    await starts.close()
    assert Starts(tmp_path / "missing" / "starts.json").bad == 0


async def test_a_page_cannot_fill_the_record(file: Path) -> None:
    starts = Starts(file)
    starts.hear("w", begun=[f"p{number}" for number in range(MOST_FOLDERS + 10)])
    for number in range(200):
        starts.hear(f"w{number}", begun=["a"])
    await killed(starts)
    record = read(file)
    assert (len(record["pages"]), len(record["pages"][0]["begun"])) == (100, MOST_FOLDERS)
