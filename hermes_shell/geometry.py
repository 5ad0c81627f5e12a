"""The place of a window, kept from one start to the next, and corrected for the screens that are there.

All numbers are logical pixels. The file is never overwritten before a window moves: a damaged one is set aside, and
one that cannot be read stays as it is.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from hermes_shell.damaged_file import set_aside

MINIMUM_SIZE = (480, 320)
MAXIMUM_SIDE = 20_000
CASCADE = 24
"""How far a further window stands from the one before it."""
_FAR = 100_000
_SIZE_LIMIT = 4096

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Screen:
    """The part of a screen that windows may use."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Geometry:
    """Where a window is when it is not maximized, and whether it is.

    Attributes:
        x: of its left upper corner; None = not known, as on Wayland.
        y: likewise.
        width: without the frame that the desktop draws.
        height: likewise.
        maximized: it fills its screen.
    """

    width: int = 1280
    height: int = 820
    x: int | None = None
    y: int | None = None
    maximized: bool = False

    def fitted(self, screens: Sequence[Screen]) -> Geometry:
        """The same, wholly on a screen that exists and at most as large as that.

        Args:
            screens: the first one is the main one; none = they are not known, and nothing changes.
        """
        if not screens:
            return self
        screen = self._screen(screens)
        width, height = min(self.width, screen.width), min(self.height, screen.height)
        if self.x is None or self.y is None or self._overlap(screen) == 0:
            x, y = screen.x + (screen.width - width) // 2, screen.y + (screen.height - height) // 2
        else:
            x = min(max(self.x, screen.x), screen.x + screen.width - width)
            y = min(max(self.y, screen.y), screen.y + screen.height - height)
        return replace(self, width=width, height=height, x=x, y=y)

    def cascaded(self, steps: int = 1) -> Geometry:
        """Where a further window stands; it is not maximized."""
        if self.x is None or self.y is None:
            return replace(self, maximized=False)
        return replace(self, x=self.x + steps * CASCADE, y=self.y + steps * CASCADE, maximized=False)

    def _screen(self, screens: Sequence[Screen]) -> Screen:
        """The screen that shows most of it, else the main one."""
        return max(screens, key=self._overlap) if self.x is not None else screens[0]

    def _overlap(self, screen: Screen) -> int:
        x, y = self.x or 0, self.y or 0
        width = min(x + self.width, screen.x + screen.width) - max(x, screen.x)
        height = min(y + self.height, screen.y + screen.height) - max(y, screen.y)
        return max(width, 0) * max(height, 0)


class KeptGeometry:
    """The geometry of one home, in memory and in its file.

    Args:
        file: where it is kept.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._writable = True
        self.geometry = self._read()
        self._written = self.geometry

    def remember(self, geometry: Geometry) -> None:
        """Take where a window is now; an absurd size is ignored."""
        if _is_sound(geometry.width, geometry.height):
            self.geometry = geometry

    def save(self) -> None:
        """Write what changed, in one step. A home that cannot be written is logged, not raised."""
        if self.geometry == self._written or not self._writable:
            return
        fresh = self._file.with_name(f"{self._file.name}.{os.getpid()}.new")
        try:
            fresh.write_text(json.dumps(asdict(self.geometry)), "utf-8")
            os.replace(fresh, self._file)
        except OSError as error:
            _log.warning("The place of the window was not kept: %s", error)
            return
        self._written = self.geometry

    def _read(self) -> Geometry:
        try:
            with self._file.open("rb") as stream:
                raw = stream.read(_SIZE_LIMIT)
        except (FileNotFoundError, NotADirectoryError):
            return Geometry()
        except OSError as error:
            self._writable = False  # what cannot be read is not known, so it is not replaced
            _log.warning("%s cannot be read (%s); the window starts where it starts", self._file, error.strerror)
            return Geometry()
        try:
            return _decoded(json.loads(raw))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            self._set_aside(str(error))
            return Geometry()

    def _set_aside(self, reason: str) -> None:
        try:
            kept = set_aside(self._file)
        except OSError as error:
            self._writable = False
            _log.warning("%s is damaged (%s) and cannot be set aside: %s", self._file, reason, error.strerror)
            return
        _log.warning("%s is damaged (%s); it is kept as %s", self._file, reason, kept.name)


def _decoded(found: object) -> Geometry:
    """Raises ValueError, TypeError or KeyError for what is no geometry. Fields that are not known are ignored."""
    fields = cast("dict[str, Any]", found)
    width, height = fields["width"], fields["height"]
    if not _is_sound(width, height):
        raise ValueError(f"a size of {width!r} x {height!r}")
    x, y = fields.get("x"), fields.get("y")
    placed = isinstance(x, int) and isinstance(y, int) and abs(x) < _FAR and abs(y) < _FAR
    return Geometry(
        int(width), int(height), x if placed else None, y if placed else None, fields.get("maximized") is True
    )


def _is_sound(width: float, height: float) -> bool:
    return MINIMUM_SIZE[0] <= width <= MAXIMUM_SIDE and MINIMUM_SIZE[1] <= height <= MAXIMUM_SIDE
