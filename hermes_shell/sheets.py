"""The style sheets of the page as one text: a sheet that waits for no other one paints earlier than a chain of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

LAYERS = "@layer theme, base, kit, utilities;"
"""The order of the cascade layers. It stands before everything else (architecture, section 7)."""
BASE_SHEETS = ("vendor/tailwind/preflight.css",)
"""Sheets that are no layer by themselves and become part of `base`."""

_IMPORT = re.compile(r"""@import\s+url\(\s*["']?([^"')]+)["']?\s*\)\s*layer\(([\w-]+)\)\s*;""")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*\n\s*")
_URL = re.compile(r"""url\(\s*["']?(?!data:|https?:|#|/)([^"')]+)["']?\s*\)""")


def joined(root: Path, sheets: tuple[str, ...], prefix: str) -> str:
    """One sheet that says what these say in this order, with what they import in its place.

    Args:
        root: the directory of the sheets.
        sheets: their paths below it.
        prefix: what leads from where the text stands to `root`, with a slash at the end.

    Raises:
        OSError: a sheet, or one that it imports, cannot be read.
        ValueError: a sheet reaches outside of `root`.
    """
    parts = [LAYERS, *(f"@layer base {{\n{_text(root, sheet, prefix)}\n}}" for sheet in BASE_SHEETS)]
    parts += (_text(root, sheet, prefix) for sheet in sheets)
    return "\n".join(parts)


def without_comments(sheet: str) -> str:
    """A sheet without what only people read. Nothing in our sheets looks like a comment without being one."""
    return _SPACE.sub("\n", _COMMENT.sub("", sheet))


def _text(root: Path, sheet: str, prefix: str) -> str:
    folder = PurePosixPath(sheet).parent

    def place(reference: str) -> str:
        path, mark, query = reference.partition("?")
        target = (root / folder / path).resolve()
        return target.relative_to(root.resolve()).as_posix() + mark + query

    def imported(match: re.Match[str]) -> str:
        return f"@layer {match[2]} {{\n{_text(root, place(match[1]), prefix)}\n}}"

    # Pieces in turn: what an import brings has its addresses already.
    text = (root / sheet).read_text("utf-8")
    pieces: list[str] = []
    end = 0
    for match in _IMPORT.finditer(text):
        pieces += (_addressed(text[end : match.start()], place, prefix), imported(match))
        end = match.end()
    pieces.append(_addressed(text[end:], place, prefix))
    return "".join(pieces)


def _addressed(text: str, place: Callable[[str], str], prefix: str) -> str:
    return _URL.sub(lambda match: f'url("{prefix}{place(match[1])}")', text)
