"""What a setting may hold: a default, and whether a value fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from hermes_shell.errors import ShellError


class SettingError(ShellError):
    """A setting that does not exist, or a value that does not fit; nothing was written."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Attributes:
        default: what holds while nothing usable is stored.
        fits: whether a value, as parsed from JSON, can be stored and used.
    """

    default: object
    fits: Callable[[object], bool]


def flag(default: bool) -> Setting:
    """True or false."""
    return Setting(default, lambda value: isinstance(value, bool))


def choice(*options: str) -> Setting:
    """One of several texts; the first is the default."""
    return Setting(options[0], lambda value: isinstance(value, str) and value in options)


def number(default: int, least: int, most: int) -> Setting:
    """A number within bounds, both included; it is stored as a whole one."""
    return Setting(default, lambda value: _is_number(value) and least <= cast("float", value) <= most)


def text(most: int) -> Setting:
    """A text of one line with at most `most` characters; empty by default."""
    return Setting("", lambda value: _is_line(value, most))


def texts(count: int, most: int) -> Setting:
    """A list of at most `count` different texts of at most `most` characters each; empty by default."""

    def fits(value: object) -> bool:
        if not isinstance(value, list):
            return False
        entries = cast("list[object]", value)
        lines = all(_is_line(entry, most) and entry for entry in entries)
        return lines and len(entries) <= count and len(set(map(str, entries))) == len(entries)

    return Setting([], fits)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_line(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.isprintable()
