"""What commands print: plain text that is safe on a terminal, colour only where it is wanted, and JSON."""

from __future__ import annotations

import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TextIO

Style = Literal["good", "bad", "warn", "faint", "strong"]

_CODES: Mapping[Style, str] = {"good": "32", "bad": "31", "warn": "33", "faint": "2", "strong": "1"}


@dataclass(frozen=True)
class Terminal:
    """Where a command prints.

    Attributes:
        stream: usually standard output.
        colour: whether to colour.
        width: columns that a line may have; None = as long as it is.
    """

    stream: TextIO
    colour: bool = False
    width: int | None = None

    @classmethod
    def of(cls, stream: TextIO | None = None, environment: Mapping[str, str] = os.environ) -> Terminal:
        """A stream of this process: coloured and cut only when a person looks at it.

        Args:
            stream: None = standard output.
            environment: `NO_COLOR` (no-color.org) and `TERM=dumb` turn colour off.
        """
        chosen: TextIO = sys.stdout if stream is None else stream
        person = chosen.isatty()
        colour = person and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
        return cls(chosen, colour, shutil.get_terminal_size().columns if person else None)

    def paint(self, text: str, style: Style) -> str:
        """The text in a style, where there is colour."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour and text else text

    def line(self, text: str = "") -> None:
        """Print one line; characters that the stream cannot say become escapes."""
        encoding = getattr(self.stream, "encoding", None) or "utf-8"
        safe = text.encode(encoding, "backslashreplace").decode(encoding)
        print(safe, file=self.stream)

    def table(self, rows: Sequence[Sequence[str]], styles: Sequence[Sequence[Style | None]]) -> None:
        """Print columns; the last one is cut to the terminal's width.

        Args:
            rows: cells, all rows equally long.
            styles: a style for every cell.
        """
        widths = (
            [max((columns(row[index]) for row in rows), default=0) for index in range(len(rows[0]))] if rows else []
        )
        for row, look in zip(rows, styles, strict=True):
            cells: list[str] = []
            used = 0
            for index, cell in enumerate(row):
                last = index == len(row) - 1
                shown = self._cut(cell, used) if last else cell
                used += widths[index] + 2
                space = "" if last else " " * (widths[index] - columns(cell) + 2)
                style = look[index]
                cells.append((self.paint(shown, style) if style else shown) + space)
            self.line("".join(cells).rstrip())

    def _cut(self, text: str, used: int) -> str:
        room = None if self.width is None else max(self.width - used, 20)
        if room is None or columns(text) <= room:
            return text
        return f"{text[: room - 1].rstrip()}…"


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)


def plain(text: str) -> str:
    """A text of a plugin's for one line of a terminal: control and direction characters would speak to the terminal."""
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else "\ufffd" for letter in text)


def print_json(value: object) -> None:
    """Print a value for programs, on standard output, in ASCII so that no locale can spoil it."""
    print(json.dumps(value, indent=2))
