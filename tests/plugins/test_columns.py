from __future__ import annotations

import pytest

from hermes_shell.plugins.columns import column_of, index_of, units


@pytest.mark.parametrize("line", ["let a = 1", "é = '🎉🎉' + b", "🎉"])
def test_columns_and_indexes_belong_to_each_other(line: str) -> None:
    assert [index_of(line, column_of(line, index)) for index in range(len(line) + 1)] == list(range(len(line) + 1))
    assert column_of(line, len(line)) == len(line.encode("utf-16-le")) // 2 + 1 == units(line) + 1


def test_column_inside_a_pair_is_that_of_its_letter() -> None:
    assert index_of("a🎉b", 3) == 1


@pytest.mark.parametrize("line", ["ab", "é🎉"])
def test_column_behind_the_end_stays_behind_it(line: str) -> None:
    assert index_of(line, 100) >= len(line)
