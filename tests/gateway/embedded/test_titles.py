from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded import titles


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("  A  trip\tto\nRome ", "A trip to Rome"),
        ("a\x00b\x07c", "abc"),
        ("say \x1b[31mred\x1b[0m and \x1b]8;;https://a.b\x07link\x1b]8;;\x07", "say red and link"),
        ("safe\u202etxt.exe\u200b", "safetxt.exe"),
        ("", None),
        (" \u200b ", None),
    ],
)
def test_clean(title: str, expected: str | None) -> None:
    assert titles.clean(title) == expected


def test_a_long_title_is_refused() -> None:
    assert titles.clean("x" * 100) == "x" * 100
    with pytest.raises(GatewayError) as refused:
        titles.clean("x" * 101)
    assert refused.value.code == 4022


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Plan a trip", "Plan a trip"),
        ("\n\n## Plan\nthe rest", "Plan"),
        ("> - quoted", "quoted"),
        ("", None),
        ("###", None),
        ("one two three four five " * 4, "one two three four five one two three four five one two…"),
    ],
)
def test_a_title_of_a_prompt(prompt: str, expected: str | None) -> None:
    assert titles.from_prompt(prompt) == expected


@given(st.text(max_size=300))
def test_a_title_of_any_prompt_is_a_clean_one(prompt: str) -> None:
    title = titles.from_prompt(prompt)
    if title is not None:
        assert titles.clean(title) == title
        assert len(title) <= titles.LONGEST_AUTOMATIC + 1


@pytest.mark.parametrize(
    ("wanted", "taken", "expected"),
    [
        ("Trip", [], "Trip"),
        ("Trip", ["Trip"], "Trip #2"),
        ("Trip #2", ["Trip", "Trip #2"], "Trip #3"),
        ("Trip", ["Trip #7"], "Trip #8"),
        ("Trip", ["Trip #x", "Trips"], "Trip"),
    ],
)
def test_the_next_free_title(wanted: str, taken: list[str], expected: str) -> None:
    assert titles.next_free(wanted, taken) == expected
