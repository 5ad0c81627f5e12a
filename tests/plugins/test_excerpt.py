"""The lines around an error, as a page prints them."""

from __future__ import annotations

import pytest

from hermes_shell.plugins.columns import column_of
from hermes_shell.plugins.excerpt import LINE_CHARS, LINES, excerpt

SIX = b"one\ntwo\nthree\nfour\nfive\nsix"


@pytest.mark.parametrize(
    ("line", "first", "lines"),
    [
        (1, 1, ["one", "two", "three", "four"]),
        (3, 1, ["one", "two", "three", "four"]),
        (4, 2, ["two", "three", "four", "five"]),
        (6, 3, ["three", "four", "five", "six"]),
    ],
)
def test_two_lines_stand_before_and_one_behind_where_there_are_any(line: int, first: int, lines: list[str]) -> None:
    assert excerpt(SIX, line, 2) == {"first": first, "lines": lines, "line": line, "column": 2}


def test_short_source_gives_what_it_has() -> None:
    assert excerpt(b"let a", 1, None) == {"first": 1, "lines": ["let a"], "line": 1, "column": None}
    assert excerpt(b"", 1, 1) == {"first": 1, "lines": [""], "line": 1, "column": 1}


@pytest.mark.parametrize("line", [0, -1, 7, 10**12])
def test_line_that_is_not_there_gives_none(line: int) -> None:
    assert excerpt(SIX, line, 1) is None


def test_lines_end_where_an_engine_ends_them() -> None:
    found = excerpt("a\r\nb\rc\u2028d\u2029e".encode(), 5, 1)
    assert found is not None
    assert found["lines"] == ["b", "c", "d", "e"]


def test_long_lines_are_cut_around_the_column_at_one_place() -> None:
    source = b"short\n" + b"x" * 50_000 + b"HERE" + b"y" * 50_000 + b"\n" + b"z" * 60_000
    found = excerpt(source, 2, 50_001)
    assert found is not None
    assert found["column"] is not None
    short, hit, below = found["lines"]
    assert hit[found["column"] - 1 :].startswith("HERE")
    assert hit.startswith("…x")
    assert hit.endswith("y…")
    assert short == ""
    assert below == f"…{'z' * LINE_CHARS}…"
    assert all(len(line) <= LINE_CHARS + 2 for line in found["lines"])


def test_long_line_without_a_column_shows_its_start() -> None:
    found = excerpt(b"x" * 1000, 1, None)
    assert found is not None
    assert found["lines"] == [f"{'x' * LINE_CHARS}…"]


def test_columns_count_as_engines_and_pages_do() -> None:
    line = "let a = '🎉é'; boom()"
    column = column_of(line, line.index("boom"))
    found = excerpt(line.encode(), 1, column)
    assert found is not None
    assert found["column"] == column


def test_column_behind_the_line_is_its_end() -> None:
    found = excerpt(b"let a\nlet b", 1, 10**9)
    assert found is not None
    assert found["column"] == 6


def test_characters_that_show_nothing_or_move_others_are_made_visible_and_move_no_column() -> None:
    found = excerpt("\u202ea\u2066b\x1b\u200b\u00ad\tc\u00a0\u200d".encode(), 1, 8)
    assert found is not None
    assert found["lines"] == ["\ufffda\ufffdb\u241b\ufffd\ufffd\tc \u200d"]
    assert found["column"] == 8


def test_bytes_that_are_no_text_and_a_byte_order_mark_do_no_harm() -> None:
    found = excerpt(b"\xef\xbb\xbfa\xff\x00", 1, 1)
    assert found is not None
    assert found["lines"] == ["a\ufffd\u2400"]
    assert len(found["lines"]) <= LINES
