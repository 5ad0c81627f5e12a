"""Themes: the seed colours, and the text that paints them before the first frame.

A theme is two palettes of *seeds*. Everything else that the window paints derives from them in `static/css/tokens.css`
(`--theme-*` to `--ui-*` to `--dt-*` to `--color-*`), so a theme that changes at run time only writes seeds on the root.
Colour literals live here and in `tokens.css`, nowhere else.
"""

import logging
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

Mode = Literal["light", "dark", "system"]
"""What the user chose. `system` follows the desktop's preference."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Palette:
    """The seeds of one mode, each a `#rrggbb` literal.

    The four planes are, from the window frame inwards, `chrome`, `sidebar`, `background` (content, the brightest plane)
    and `card`; `elevated` is everything that floats. An `on_` field is text on the fill of that name.
    """

    foreground: str
    accent: str
    on_accent: str
    chrome: str
    sidebar: str
    background: str
    card: str
    elevated: str
    warm: str
    on_warm: str
    red: str
    on_red: str
    orange: str
    yellow: str
    green: str
    cyan: str
    blue: str
    purple: str

    def declarations(self) -> dict[str, str]:
        """Return the CSS variables that this palette sets on `:root`, by name with its leading dashes."""
        return {name: getattr(self, seed) for name, seed in _SEED_OF_VARIABLE.items()}


@dataclass(frozen=True, slots=True)
class Theme:
    """A named pair of palettes; `name` is what is stored, `label` and `description` are shown."""

    name: str
    label: str
    description: str
    light: Palette
    dark: Palette


_SEED_OF_VARIABLE: Final = MappingProxyType(
    {
        "--theme-foreground": "foreground",
        "--theme-primary": "accent",
        "--theme-midground": "accent",
        "--theme-secondary": "accent",
        "--theme-accent-soft": "accent",
        "--theme-bubble-seed": "accent",
        "--theme-warm": "warm",
        "--theme-background-seed": "background",
        "--theme-sidebar-seed": "sidebar",
        "--theme-card-seed": "card",
        "--theme-elevated-seed": "elevated",
        "--theme-neutral-chrome": "chrome",
        "--theme-neutral-sidebar": "sidebar",
        "--theme-neutral-card": "card",
        "--ui-red": "red",
        "--ui-orange": "orange",
        "--ui-yellow": "yellow",
        "--ui-green": "green",
        "--ui-cyan": "cyan",
        "--ui-blue": "blue",
        "--ui-purple": "purple",
        "--dt-primary-foreground": "on_accent",
        "--dt-destructive-foreground": "on_red",
        "--hs-on-warm": "on_warm",
    }
)

HARBOUR: Final = Theme(
    name="harbour",
    label="Harbour",
    description="Petrol accent, cool neutrals, copper for attention",
    light=Palette(
        foreground="#12181c",
        accent="#0b6a88",
        on_accent="#ffffff",
        chrome="#e9edef",
        sidebar="#f3f5f6",
        background="#ffffff",
        card="#f8fafa",
        elevated="#ffffff",
        warm="#9c430c",
        on_warm="#ffffff",
        red="#b3263f",
        on_red="#ffffff",
        orange="#9c430c",
        yellow="#755300",
        green="#126c47",
        cyan="#0b6a88",
        blue="#2759ad",
        purple="#6d49a8",
    ),
    dark=Palette(
        foreground="#e9eef1",
        accent="#62c3e0",
        on_accent="#06222c",
        chrome="#0d1113",
        sidebar="#11161a",
        background="#161c20",
        card="#1a2126",
        elevated="#1f272c",
        warm="#f0a274",
        on_warm="#2a1505",
        red="#f28a99",
        on_red="#2b0a10",
        orange="#f0a274",
        yellow="#d8bd62",
        green="#5fc497",
        cyan="#62c3e0",
        blue="#86b3f7",
        purple="#bda4ee",
    ),
)

DEFAULT: Final = HARBOUR
"""The theme that is painted when the stored name cannot be resolved."""

BUILT_IN: Final = MappingProxyType({theme.name: theme for theme in (HARBOUR,)})
"""Themes that come with the shell, by name. A contributed theme cannot shadow one of them (contract, themes)."""


def resolve(name: str) -> Theme:
    """Return the theme called `name`, or the default one when there is none.

    The fallback is only painted: whoever stores theme names keeps the one the user chose, because the plugin that
    brings it may be back at the next start. A miss is reported in the log.
    """
    theme = BUILT_IN.get(name)
    if theme is None:
        logger.warning("theme %r is not available, painting %r instead; the choice is kept", name, DEFAULT.name)
        return DEFAULT
    return theme


@cache
def root_style(name: str, mode: Mode) -> str:
    """Return the CSS rules, selectors included, that put the seeds of theme `name` on `:root`.

    Both palettes are always present, so a change of mode is one class on the root and no new text. For mode `system`
    the desktop's preference decides as long as `boot_script` has not run.
    """
    theme = resolve(name)
    light, night = _block(theme.light), _block(theme.dark)
    rules = [f":root{{{light}}}", f":root.dark{{{night}}}"]
    if mode == "system":
        rules.append(f"@media (prefers-color-scheme:dark){{:root:not([data-hermes-mode]){{{night}}}}}")
    return "".join(rules)


def boot_script() -> str:
    """Return the text of the inline script that settles light or dark before the first paint.

    The choice is read from `html[data-hs-mode]`; `.dark`, `data-hermes-mode` (the painted mode) and
    `color-scheme` follow it, now, at every later write of the choice, and when the desktop's preference changes.
    """
    return _BOOT_SCRIPT


_BOOT_SCRIPT: Final = (
    "(()=>{"
    "const root=document.documentElement,night=matchMedia('(prefers-color-scheme: dark)');"
    "root.dataset.hsMode??=root.dataset.hermesMode||'system';"
    "const paint=()=>{"
    "const choice=root.dataset.hsMode;"
    "const dark=choice==='dark'||(choice!=='light'&&night.matches);"
    "root.classList.toggle('dark',dark);"
    "root.dataset.hermesMode=root.style.colorScheme=dark?'dark':'light'"
    "};"
    "paint();"
    "night.addEventListener('change',paint);"
    "new MutationObserver(paint).observe(root,{attributes:true,attributeFilter:['data-hs-mode']})"
    "})()"
)


def _block(palette: Palette) -> str:
    return ";".join(f"{name}:{value}" for name, value in palette.declarations().items())


assert set(_SEED_OF_VARIABLE.values()) == {field.name for field in fields(Palette)}, "every seed reaches the page"
