"""A small reader of the style sheets: custom properties, `var()`, products in `calc()`, `color-mix(in srgb, …)`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ROOT_RULE = re.compile(r"(?<![\w)\]]):root(\.dark)?\s*\{([^}]*)\}")
DECLARATION = re.compile(r"(--[\w-]+)\s*:\s*([^;]+)")


@dataclass(frozen=True)
class Colour:
    """An sRGB colour, channels 0 to 255, alpha 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @classmethod
    def parse(cls, text: str) -> "Colour":
        if text == "transparent":
            return cls(0, 0, 0, 0)
        assert re.fullmatch(r"#[0-9a-f]{6}", text), text
        return cls(*(int(text[at : at + 2], 16) for at in (1, 3, 5)))

    def over(self, plane: "Colour") -> "Colour":
        """Return what is seen when this colour is painted on an opaque `plane`."""
        assert plane.alpha == 1, "the lowest plane is opaque"
        mixed = (
            self.alpha * mine + (1 - self.alpha) * below
            for mine, below in zip(self.channels(), plane.channels(), strict=True)
        )
        return Colour(*mixed)

    def channels(self) -> tuple[float, float, float]:
        return self.red, self.green, self.blue

    def hex(self) -> str:
        """Return the opaque colour as `#rrggbb`."""
        return "#" + "".join(f"{round(channel):02x}" for channel in self.channels())


def without_comments(css: str) -> str:
    """Return `css` without its comments."""
    return COMMENT.sub("", css)


def root_properties(css: str, *, dark: bool) -> dict[str, str]:
    """Return the custom properties that `css` puts on `:root`, by name, as an engine would see them in that mode."""
    found: dict[str, str] = {}
    rules = list(ROOT_RULE.finditer(without_comments(css).split("@media")[0]))
    for night in (False, True) if dark else (False,):
        for rule in rules:
            if bool(rule[1]) is night:
                found.update((name, value.strip()) for name, value in DECLARATION.findall(rule[2]))
    return found


def colour(properties: Mapping[str, str], value: str) -> Colour:
    """Return the colour of a CSS value, following `var()` and `color-mix()` through `properties`."""
    value = value.strip()
    if value.startswith("var("):
        return colour(properties, properties[value[4:-1].strip()])
    if value.startswith("color-mix("):
        space, first, second = split_arguments(value[len("color-mix(") : -1])
        assert space == "in srgb", space
        words = split_words(first)
        share = fraction(properties, words[1])
        return _mix(colour(properties, words[0]), share, colour(properties, second))
    return Colour.parse(value)


def fraction(properties: Mapping[str, str], value: str) -> float:
    """Return a percentage as a number from 0 to 1, following `var()` and `calc(a * b)`."""
    value = value.strip()
    if value.startswith("var("):
        return fraction(properties, properties[value[4:-1].strip()])
    if value.startswith("calc("):
        left, right = value[5:-1].split("*")
        return fraction(properties, left) * float(right)
    assert value.endswith("%"), value
    return float(value[:-1]) / 100


def split_arguments(text: str) -> list[str]:
    """Split at the commas that stand outside brackets."""
    return _split(text, ",")


def split_words(text: str) -> list[str]:
    """Split at the spaces that stand outside brackets."""
    return [word for word in _split(text, " ") if word]


def _split(text: str, separator: str) -> list[str]:
    parts, depth, start = list[str](), 0, 0
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == separator and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _mix(first: Colour, share: float, second: Colour) -> Colour:
    alpha = first.alpha * share + second.alpha * (1 - share)
    if alpha == 0:
        return Colour(0, 0, 0, 0)
    red, green, blue = (
        (mine * first.alpha * share + other * second.alpha * (1 - share)) / alpha
        for mine, other in zip(first.channels(), second.channels(), strict=True)
    )
    return Colour(red, green, blue, alpha)


def contrast(first: str, second: str) -> float:
    """Return the WCAG 2 contrast ratio, 1 to 21, of two opaque `#rrggbb` colours in either order."""
    brighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return the WCAG 2 relative luminance, 0 to 1, of an opaque `#rrggbb` colour.

    Raises `ValueError` when `colour` is written in another form.
    """
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"not a #rrggbb colour: {colour!r}")
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
