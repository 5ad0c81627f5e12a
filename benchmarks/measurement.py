"""One measured claim, and how samples become one."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.budgets import BUDGETS

Verdict = Literal["met", "missed", "measured", "failed"]


@dataclass(frozen=True)
class Options:
    """How to measure.

    Attributes:
        quick: fewer repetitions, for a look; the numbers are rougher.
        directory: a directory for everything temporary; the runner removes it.
    """

    quick: bool
    directory: Path

    def times(self, full: int, quick: int) -> int:
        """How often to repeat."""
        return quick if self.quick else full


@dataclass(frozen=True)
class Measurement:
    """One row of the table.

    Attributes:
        name: name of its budget.
        budget: the most that meets the claim; None = for the record.
        value: the value that is compared with the budget; None = not measured, `note` says why.
        p50: median of the samples.
        p95: 95th percentile of the samples.
        unit: unit of all of them.
        note: how it was measured, or why it was not.
    """

    name: str
    budget: float | None
    value: float | None
    p50: float | None
    p95: float | None
    unit: str
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        """Whether the claim holds; `measured` where nothing is claimed."""
        if self.value is None:
            return "failed"
        if self.budget is None:
            return "measured"
        return "met" if self.value <= self.budget else "missed"


def measured(name: str, samples: Sequence[float], note: str = "") -> Measurement:
    """Judge samples by the budget of that name.

    Raises:
        ValueError: there is no sample.
    """
    if not samples:
        raise ValueError(f"{name}: no sample")
    budget = BUDGETS[name]
    p50, p95 = statistics.median(samples), percentile(samples, 95)
    value = {"median": p50, "p95": p95, "max": max(samples), "only": samples[-1]}[budget.judged]
    if len(samples) > 1:
        note = ", ".join(part for part in (note, f"n={len(samples)}") if part)
    return Measurement(name, budget.limit, value, p50, p95, budget.unit, note)


def not_measured(name: str, cause: str) -> Measurement:
    """The row of a measurement that failed."""
    budget = BUDGETS[name]
    return Measurement(name, budget.limit, None, None, None, budget.unit, cause)


def attempt(names: Sequence[str], measure: Callable[[], Sequence[Measurement]]) -> list[Measurement]:
    """Run one part of a script. When it fails, each of `names` gets a row with the cause: later parts still run."""
    try:
        return list(measure())
    except Exception as error:
        cause = " ".join(f"{type(error).__name__}: {error}".split())
        return [not_measured(name, cause[:400]) for name in names]


def percentile(samples: Sequence[float], percent: float) -> float:
    """The nearest-rank percentile."""
    ordered = sorted(samples)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
