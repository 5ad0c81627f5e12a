"""Columns: JavaScript engines, pages and editors count them in UTF-16 units, Python strings in code points."""

from __future__ import annotations


def units(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def column_of(line: str, index: int) -> int:
    """The column, from 1 and in UTF-16 units, of an index in a line."""
    return units(line[:index]) + 1


def index_of(line: str, column: int) -> int:
    """The index in a line of a column that counts UTF-16 units from 1; behind the end for a column that is."""
    if line.isascii():
        return column - 1
    before = line.encode("utf-16-le", "surrogatepass")[: 2 * (column - 1)]
    missing = column - 1 - len(before) // 2
    return len(before.decode("utf-16-le", "ignore")) + missing
