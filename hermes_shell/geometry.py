"""The size of the window, kept from one start to the next.

The place is not kept: a screen may be gone, and the window manager knows where windows go.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

MINIMUM_SIZE = (480, 320)
MAXIMUM_SIDE = 20_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Geometry:
    """The size of a window that is not maximized, in logical pixels, and whether it is."""

    width: int = 1280
    height: int = 820
    maximized: bool = False


class KeptGeometry:
    """Follows the events of one window.

    Args:
        geometry: what the window starts with.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def resized(self, width: float, height: float) -> None:
        """The window got a size; the one it has while maximized is not its own."""
        if not self.geometry.maximized and _is_sound(width, height):
            self.geometry = replace(self.geometry, width=int(width), height=int(height))

    def maximized(self) -> None:
        """The window fills the screen."""
        self.geometry = replace(self.geometry, maximized=True)

    def restored(self) -> None:
        """The window has its own size again."""
        self.geometry = replace(self.geometry, maximized=False)


def read_geometry(file: Path) -> Geometry:
    """The size of the last window; the default when the file is absent, unusable or absurd."""
    try:
        found = cast("dict[str, Any]", json.loads(file.read_bytes()[:4096]))
        width, height = found["width"], found["height"]
        if _is_sound(width, height):
            return Geometry(int(width), int(height), found["maximized"] is True)
        _log.warning("The window size %r x %r in %s is absurd", width, height, file)
    except FileNotFoundError:
        pass
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        _log.warning("The window size in %s is not usable: %s", file, error)
    return Geometry()


def write_geometry(file: Path, geometry: Geometry) -> None:
    """Keep a size, in one step. A home that cannot be written is logged, not raised."""
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.write_text(json.dumps(asdict(geometry)), "utf-8")
        os.replace(fresh, file)
    except OSError as error:
        _log.warning("The window size was not kept: %s", error)


def _is_sound(width: float, height: float) -> bool:
    return MINIMUM_SIZE[0] <= width <= MAXIMUM_SIDE and MINIMUM_SIZE[1] <= height <= MAXIMUM_SIDE
