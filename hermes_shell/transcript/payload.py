"""Reads fields of what a gateway sends, which can be anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def mapping(value: object) -> Mapping[str, Any]:
    """A JSON object; anything else is an empty one."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def text_of(payload: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that is a text with something in it; else an empty one."""
    for name in names:
        value = payload.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def number(payload: Mapping[str, Any], name: str) -> float | None:
    """A field that is a finite number, else None."""
    value = payload.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e15 else None


def texts(value: object) -> list[str]:
    """What is text in a list; anything else is an empty list."""
    return [entry for entry in cast("list[object]", value) if isinstance(entry, str)] if isinstance(value, list) else []
