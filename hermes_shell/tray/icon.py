"""The tray icon as pixels, for desktops that do not find it by its name."""

from __future__ import annotations

from functools import cache

from hermes_shell import themes

_PALETTE = themes.DEFAULT.light
_SAMPLES = 4
"""Per pixel and direction."""
_EDGE, _RADIUS = 4 / 64, 13 / 64
_STROKE = 2.5 / 64
_STEMS, _TOP, _BOTTOM, _BAR = (22 / 64, 42 / 64), 18 / 64, 46 / 64, 32 / 64
"""The letter of `static/icons/hermes-shell.svg`, whose picture is 64 units wide."""


@cache
def pixmap(size: int) -> bytes:
    """The icon in ARGB32 with the most significant byte first, as StatusNotifierItem wants it.

    Args:
        size: width and height in pixels.
    """
    ground, letter = (_rgb(colour) for colour in (_PALETTE.accent, _PALETTE.on_accent))
    pixels = bytearray()
    for y in range(size):
        for x in range(size):
            inside = lettered = 0
            for at in range(_SAMPLES * _SAMPLES):
                place = ((x + (at % _SAMPLES + 0.5) / _SAMPLES) / size, (y + (at // _SAMPLES + 0.5) / _SAMPLES) / size)
                inside += _in_square(*place)
                lettered += _in_letter(*place)
            share = lettered / max(inside, 1)
            mixed = (round(low + (high - low) * share) for low, high in zip(ground, letter, strict=True))
            pixels += bytes((round(255 * inside / _SAMPLES**2), *mixed))
    return bytes(pixels)


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _in_square(x: float, y: float) -> bool:
    """Whether a point is inside the square with round corners; coordinates from 0 to 1."""
    low, high = _EDGE + _RADIUS, 1 - _EDGE - _RADIUS
    across, down = x - min(max(x, low), high), y - min(max(y, low), high)
    return across * across + down * down <= _RADIUS * _RADIUS


def _in_letter(x: float, y: float) -> bool:
    return any(_near(x, y, stem, stem, _TOP, _BOTTOM) for stem in _STEMS) or _near(x, y, *_STEMS, _BAR, _BAR)


def _near(x: float, y: float, left: float, right: float, top: float, bottom: float) -> bool:
    """Whether a point is within a stroke's half width of a line."""
    across, down = x - min(max(x, left), right), y - min(max(y, top), bottom)
    return across * across + down * down <= _STROKE * _STROKE
