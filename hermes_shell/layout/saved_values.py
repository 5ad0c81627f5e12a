"""What single values of a saved layout say; a damaged one counts as not given."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, cast

from hermes_shell.layout.state import MAX_PANES, clamp
from hermes_shell.layout.tree import bounded


def weight_of(value: object) -> float:
    """The weight of a child; 1 where it is no positive number."""
    number = number_of(value)
    return bounded(number) if number is not None and number > 0 else 1.0


def number_of(value: object) -> float | None:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if isfinite(number) else None


def whole_of(value: object) -> int:
    """A whole number from 1 on; 1 where it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9 else 1


def size_of(value: object, least: int, most: int) -> int | None:
    """A number as whole px within bounds."""
    number = number_of(value)
    return None if number is None else clamp(max(-1e9, min(1e9, number)), least, most)


def given_or(value: int | None, other: int) -> int:
    """A size, or another one where there is none."""
    return other if value is None else value


def object_of(value: object) -> Mapping[str, Any]:
    """An object; an empty one where it is none."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def entries_of(value: object) -> list[object]:
    """The entries of a list, as many as a layout has panes at most."""
    return cast("list[object]", value)[:MAX_PANES] if isinstance(value, list) else []


def texts_of(value: object) -> list[str]:
    """The texts of a list that say something."""
    return [entry for entry in entries_of(value) if isinstance(entry, str) and entry]
