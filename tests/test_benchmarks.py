"""The benchmarks fit together: every budget has a script, every row prints. No test here looks at a time."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import plugins
from benchmarks.__main__ import SCRIPTS, main, run_script
from benchmarks.budgets import BUDGETS, names_of
from benchmarks.frame_times import MARK, frames_of
from benchmarks.measurement import Options, attempt, measured, not_measured, percentile
from benchmarks.report import failures, table, write_json


def test_every_budget_belongs_to_a_script_and_every_script_has_one() -> None:
    assert {name.split(".")[0] for name in BUDGETS} == set(SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_can_be_run(script: str) -> None:
    assert callable(import_module(f"benchmarks.{script}").run)


def test_a_measurement_without_a_budget_is_refused() -> None:
    with pytest.raises(KeyError):
        measured("version.colour", [1.0])


def test_a_value_at_its_limit_is_met_and_one_above_is_missed() -> None:
    limit = BUDGETS["version.time"].limit
    assert limit is not None
    assert measured("version.time", [limit]).verdict == "met"
    assert measured("version.time", [limit + 1]).verdict == "missed"


def test_what_has_no_limit_is_only_measured() -> None:
    assert measured("startup.window", [1.0]).verdict == "measured"


def test_the_budget_says_which_statistic_is_judged() -> None:
    samples = [float(number) for number in range(1, 101)]
    assert measured("version.time", samples).value == 50.5
    assert measured("hot_reload.small", samples).value == 95
    assert measured("toggle.residue", samples).value == 100


def test_no_sample_is_not_a_measurement() -> None:
    with pytest.raises(ValueError, match="no sample"):
        measured("version.time", [])


def test_the_95th_of_few_samples_is_the_largest() -> None:
    assert percentile([3.0, 1.0, 2.0], 95) == 3


def test_a_part_that_fails_gives_a_row_with_the_cause_for_each_of_its_names() -> None:
    def fail() -> list[object]:
        raise RuntimeError("no browser\nhere")

    rows = attempt(["version.time", "version.imports"], fail)  # pyright: ignore[reportArgumentType]
    assert [row.verdict for row in rows] == ["failed", "failed"]
    assert failures(rows)[0] == "version.time: RuntimeError: no browser here"


def test_the_table_prints_every_budget_met_missed_and_failed() -> None:
    rows = [
        not_measured(name, "why") if index % 3 == 0 else measured(name, [(budget.limit or 0) + index % 3 - 1])
        for index, (name, budget) in enumerate(BUDGETS.items())
    ]
    lines = table(rows).splitlines()
    assert len(lines) == len(BUDGETS) + 2
    assert lines[0].split() == ["claim", "budget", "median", "p95", "unit", "verdict"]
    for line, budget in zip(lines[2:], BUDGETS.values(), strict=True):
        assert line.startswith(budget.claim)
        assert line.rsplit(maxsplit=1)[-1] in {"met", "missed", "measured", "failed"}


def test_what_a_script_does_not_deliver_is_a_failed_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(options: Options) -> list[object]:
        del options
        return [measured("version.time", [1.0])]

    monkeypatch.setattr("benchmarks.version.run", run)
    rows = run_script("version", Options(quick=True, directory=tmp_path / "version"))
    assert {row.name: row.verdict for row in rows} == {"version.time": "met", "version.imports": "failed"}


@pytest.mark.parametrize(("delivered", "code"), [(names_of("version"), 0), (["version.time"], 1)])
def test_only_a_failed_measurement_fails_a_run(
    delivered: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(options: Options) -> list[object]:
        del options
        return [measured(name, [1e6]) for name in delivered]  # missed by far

    monkeypatch.setattr("benchmarks.version.run", run)
    path = tmp_path / "deep" / "result.json"
    assert main(["version", "--quick", "--json", str(path)]) == code
    assert "missed" in capsys.readouterr().out
    written = json.loads(path.read_text())
    assert written["quick"] is True
    assert written["machine"]["cores"]
    assert [row["name"] for row in written["measurements"]] == names_of("version")


def test_an_unknown_script_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["speed"])
    assert "no benchmark is called speed" in capsys.readouterr().err


def test_the_file_keeps_the_statistic_and_the_note(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    write_json(path, {"cores": 2}, [measured("hot_reload.small", [1.0, 2.0], "why")], quick=False)
    (row,) = json.loads(path.read_text())["measurements"]
    assert row["judged"] == "p95"
    assert row["note"] == "why, n=2"


@pytest.mark.parametrize("size", [1_000, 40_000, 74_000])
def test_a_plugin_has_about_the_size_that_was_asked_for(size: int) -> None:
    assert size <= len(plugins.chip("one", "text", size=size)) < size + 500
    assert size <= len(plugins.component("text", size)) < size + 500


def test_the_same_plugin_is_made_the_same_way() -> None:
    assert plugins.chip("one", "text", size=5_000) == plugins.chip("one", "text", size=5_000)


def test_a_frame_has_its_own_thread_s_work_once() -> None:
    def event(name: str, ts: int, dur: int = 0, tid: int = 1) -> dict[str, object]:
        return {"name": name, "pid": 1, "tid": tid, "ts": ts, "dur": dur, "tdur": dur}

    def frame(ts: int) -> dict[str, object]:
        return {"name": MARK, "pid": 1, "tid": 1, "ts": ts}

    times = frames_of(
        [
            event("EventDispatch", 500, 9_000),
            frame(10_000),
            event("FunctionCall", 10_100, 2_000),
            event("Layout", 10_200, 1_000),
            event("Layout", 13_000, 3_000),
            event("FunctionCall", 10_100, 8_000, tid=2),
            frame(26_000),
        ]
    )
    assert (times.script, times.work, times.intervals) == ([2.0], [5.0], [16.0])


def test_a_trace_without_a_frame_is_not_a_measurement() -> None:
    with pytest.raises(ValueError, match="no frame"):
        frames_of([])
