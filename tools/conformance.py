"""Run the tests of the plugin contract and say which of its rules hold.

`tests/contract/checklist.tsv` lists the rules, one a row: id, group, origin (T upstream test, S source, D guide) and
wording. A rule holds when at least one test is named after its id (`test_R5_…`; `test_P_1_…` for `P-1`; `test_K5_K6_…`
for both) and every such test passes. Names of the SDK that are not real yet are listed in
`hermes_shell/static/sdk/placeholders.js`.

Usage: `python -m tools.conformance`. The last line is `conformance: N of M`.
"""

from __future__ import annotations

import csv
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CHECKLIST = ROOT / "tests" / "contract" / "checklist.tsv"
PLACEHOLDERS = ROOT / "hermes_shell" / "static" / "sdk" / "placeholders.js"

_RULES = re.compile(r"^test((?:_(?:P_\d+|[A-Z]+\d+))+)(?:_|\[|$)")
_CONSTANT = re.compile(r"^const (?P<name>[A-Z]+) = '(?P<text>[^']*)'", re.MULTILINE)
_PLACEHOLDER = re.compile(
    r"\{ name: '(?P<name>[^']+)', kind: '(?P<kind>[^']+)', gives: '(?P<gives>[^']+)', "
    r"why: (?:'(?P<why>[^']*)'|(?P<constant>[A-Z]+)) \}"
)


@dataclass(frozen=True)
class Rule:
    """One rule of the contract."""

    id: str
    group: str
    origin: str
    text: str


@dataclass(frozen=True)
class Placeholder:
    """A name of the SDK that is not real yet: what it gives instead, and why."""

    name: str
    kind: str
    gives: str
    why: str


@dataclass(eq=False)  # pytest keeps its plugins in sets
class Outcomes:
    """A pytest plugin: keeps only tests named after a rule and collects how they ended."""

    rules: frozenset[str]
    tests: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    passed: set[str] = field(default_factory=set[str])
    failed: set[str] = field(default_factory=set[str])

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Deselect what is not named after a rule."""
        kept: list[pytest.Item] = []
        dropped: list[pytest.Item] = []
        for item in items:
            rules = rules_of(item.name) & self.rules
            (kept if rules else dropped).append(item)
            for rule in rules:
                self.tests.setdefault(rule, []).append(item.nodeid)
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember tests whose body ran and passed, and tests that failed or were skipped in any phase."""
        if not report.passed:
            self.failed.add(report.nodeid)
        elif report.when == "call":
            self.passed.add(report.nodeid)

    def holds(self, rule: str) -> bool:
        """Whether `rule` has tests, and all of them ran and passed."""
        tests = set(self.tests.get(rule, ()))
        return bool(tests) and tests <= self.passed - self.failed


def main() -> int:
    """Run the contract's tests and print the report.

    Returns:
        0 when every test that is named after a rule passed, 1 otherwise.
    """
    rules = read_checklist(CHECKLIST)
    outcomes = Outcomes(frozenset(rule.id for rule in rules))
    status = pytest.main(
        ["-q", "--no-header", "-p", "no:cacheprovider", str(ROOT / "tests"), str(ROOT / "e2e")], [outcomes]
    )
    print_report(rules, outcomes, read_placeholders(PLACEHOLDERS))
    return 0 if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else 1


def print_report(rules: list[Rule], outcomes: Outcomes, placeholders: list[Placeholder]) -> None:
    """Print placeholders, failing rules, rules without a test and, last, the count."""
    print("\nNot real yet in the SDK:")
    for entry in placeholders:
        print(f"  {entry.name} ({entry.kind}) gives {entry.gives}: {entry.why}")
    failing = [rule for rule in rules if rule.id in outcomes.tests and not outcomes.holds(rule.id)]
    if failing:
        print("\nFailing:")
        for rule in failing:
            print(f"  {rule.id}: {rule.text}")
    print("\nWithout a test:")
    for rule in rules:
        if rule.id not in outcomes.tests:
            print(f"  {rule.id}: {rule.text}")
    passing = [rule.id for rule in rules if outcomes.holds(rule.id)]
    print(f"\nHolding: {' '.join(passing)}")
    print(f"conformance: {len(passing)} of {len(rules)}")


def rules_of(test_name: str) -> frozenset[str]:
    """Return the rule ids that a test's name starts with."""
    match = _RULES.match(test_name)
    if match is None:
        return frozenset()
    return frozenset(rule.replace("P_", "P-") for rule in re.findall(r"P_\d+|[A-Z]+\d+", match[1]))


def read_checklist(path: Path) -> list[Rule]:
    """Read the checklist.

    Raises:
        ValueError: when an id occurs twice.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    rules = [Rule(row["id"], row["group"], row["origin"], row["rule"]) for row in rows]
    if len({rule.id for rule in rules}) != len(rules):
        raise ValueError(f"{path}: an id occurs twice")
    return rules


def read_placeholders(path: Path) -> list[Placeholder]:
    """Return every entry of the SDK's placeholder list."""
    text = path.read_text(encoding="utf-8")
    constants = {match["name"]: match["text"] for match in _CONSTANT.finditer(text)}
    return [
        Placeholder(match["name"], match["kind"], match["gives"], match["why"] or constants[match["constant"]])
        for match in _PLACEHOLDER.finditer(text)
    ]


if __name__ == "__main__":
    sys.exit(main())
