"""The table and the JSON file of a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from benchmarks.budgets import BUDGETS
from benchmarks.measurement import Measurement

HEADINGS = ("claim", "budget", "median", "p95", "unit", "verdict")


def table(measurements: Iterable[Measurement]) -> str:
    """The run as aligned text; notes that a reader needs (failures) stand below."""
    rows = [HEADINGS, *(_row(measurement) for measurement in measurements)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = [_line(row, widths) for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def failures(measurements: Iterable[Measurement]) -> list[str]:
    """One line for each measurement that failed, with its cause."""
    return [f"{each.name}: {each.note}" for each in measurements if each.verdict == "failed"]


def write_json(path: Path, machine: Mapping[str, object], measurements: Iterable[Measurement], *, quick: bool) -> None:
    """Write the run to `path`, directories included."""
    results = [
        {"claim": BUDGETS[each.name].claim, "judged": BUDGETS[each.name].judged}
        | asdict(each)
        | {"verdict": each.verdict}
        for each in measurements
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    document = {"quick": quick, "machine": dict(machine), "measurements": results}
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _row(measurement: Measurement) -> tuple[str, ...]:
    budget = BUDGETS[measurement.name]
    limit = "–" if measurement.budget is None else f"{_number(measurement.budget)}{_statistic(budget.judged)}"
    p50, p95 = _number(measurement.p50), _number(measurement.p95)
    if budget.judged == "only":
        p95 = ""
    elif budget.judged == "max" and measurement.value is not None:
        p95 = f"max {_number(measurement.value)}"
    return (budget.claim, limit, p50, p95, measurement.unit, measurement.verdict)


def _statistic(judged: str) -> str:
    return f" {judged}" if judged in {"p95", "max"} else ""


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.2f}" if abs(value) < 10 else f"{value:,.1f}"


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [row[0].ljust(widths[0])]
    cells += [row[column].rjust(widths[column]) for column in (1, 2, 3)]
    cells += [row[column].ljust(widths[column]) for column in (4, 5)]
    return "  ".join(cells).rstrip()
