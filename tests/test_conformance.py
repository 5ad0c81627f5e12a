"""The conformance report counts a rule only when tests named after it exist and pass."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tools.conformance import CHECKLIST, PLACEHOLDERS, Outcomes, read_checklist, read_placeholders, rules_of


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_R5_order", {"R5"}),
        ("test_K5_K6_digits", {"K5", "K6"}),
        ("test_P_1_sanitising", {"P-1"}),
        ("test_P1_decisions[x]", {"P1"}),
        ("test_RO1_paths[/a]", {"RO1"}),
        ("test_plain_name", set[str]()),
        ("test_R5x", set[str]()),
    ],
)
def test_a_tests_name_says_which_rules_it_is_about(name: str, rules: set[str]) -> None:
    assert rules_of(name) == rules


def test_the_checklist_has_every_rule_once() -> None:
    rules = read_checklist(CHECKLIST)
    assert len(rules) == 187
    assert all(rule.text for rule in rules)
    assert {rule.origin for rule in rules} == {"T", "S", "D"}


def test_every_placeholder_says_why() -> None:
    found = read_placeholders(PLACEHOLDERS)
    assert len(found) == PLACEHOLDERS.read_text().count("{ name: '")
    assert all(entry.why for entry in found)


def test_a_rule_holds_only_with_tests_that_all_ran_and_passed() -> None:
    outcomes = Outcomes(frozenset({"R1", "R2", "R3", "R4"}))
    outcomes.tests = {"R1": ["a"], "R2": ["b", "c"], "R3": ["never run"]}
    for node, when, passed in (
        ("a", "call", True),
        ("a", "teardown", True),
        ("b", "call", True),
        ("c", "call", True),
        ("c", "teardown", False),
    ):
        outcomes.pytest_runtest_logreport(cast("Any", SimpleNamespace(nodeid=node, when=when, passed=passed)))
    assert [outcomes.holds(rule) for rule in ("R1", "R2", "R3", "R4")] == [True, False, False, False]
