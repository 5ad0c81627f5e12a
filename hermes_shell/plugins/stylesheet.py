"""What the utility compiler is given besides class names: the app's tokens, variants and utilities as one text."""

from __future__ import annotations

from pathlib import Path

TAILWIND = Path(__file__).parent.parent / "static" / "vendor" / "tailwind"

# One order for every sheet of the page; a utility always wins over the kit (architecture, section 7).
LAYERS = "@layer theme, base, kit, utilities;"

_COLORS = [
    "background",
    "foreground",
    "card",
    "card-foreground",
    "muted",
    "muted-foreground",
    "popover",
    "popover-foreground",
    "primary",
    "primary-foreground",
    "secondary",
    "secondary-foreground",
    "accent",
    "accent-foreground",
    "border",
    "input",
    "ring",
    "destructive",
    "destructive-foreground",
    "midground",
    "midground-foreground",
]
_SIDEBAR = [
    "sidebar",
    "sidebar-foreground",
    "sidebar-primary",
    "sidebar-primary-foreground",
    "sidebar-accent",
    "sidebar-accent-foreground",
    "sidebar-border",
    "sidebar-ring",
]
_SAME_NAME = [
    "font-sans",
    "font-mono",
    "radius-xs",
    "radius-sm",
    "radius-md",
    "radius-lg",
    "radius-xl",
    "radius-2xl",
    "radius-3xl",
    "radius-4xl",
    "shadow-xs",
    "shadow-sm",
    "shadow-md",
    "shadow-lg",
    "shadow-nous",
    "shadow-composer",
]

_VARIANTS = """
@custom-variant hover (&:hover);
@custom-variant dark (&:where(.dark, .dark *));
@custom-variant compact (@media (max-height: 768px));
"""

# Named in the contract, Theme tokens and Tailwind; the kit's own sheet has `row-hover`, `desktop-input-chrome` and
# `dt-portal-scrollbar`.
_UTILITIES = """
@utility dither {
  background-image: radial-gradient(currentColor 0.5px, transparent 0.5px);
  background-size: 3px 3px;
}
@utility arc-border { border: 1px solid var(--ui-stroke-secondary); border-radius: var(--radius-lg); }
@utility decode-cursor-blink { animation: decode-cursor-blink 1s steps(2, jump-none) infinite; }
@utility titlebar-icon-button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  width: var(--titlebar-control-size);
  height: var(--titlebar-control-height);
  border-radius: var(--radius-md);
  color: var(--ui-text-secondary);
  &:hover { background-color: var(--chrome-action-hover); color: var(--ui-text-primary); }
}
@utility ref { color: var(--ui-accent); text-decoration: underline; text-underline-offset: 2px; }
"""

_KEYFRAMES = "@keyframes decode-cursor-blink { from { opacity: 1; } to { opacity: 0; } }"


def input_css() -> str:
    """The compiler's input. The theme block is `reference`: the page's own sheets define the variables."""
    tokens = [f"--color-{name}: var(--dt-{name});" for name in _COLORS]
    tokens += [f"--color-{name}: var(--{name});" for name in _SIDEBAR]
    tokens += [f"--{name}: var(--{name});" for name in _SAME_NAME]
    tokens.append("--spacing: calc(0.25rem * var(--spacing-mul, 1));")
    # A theme may make everything square, also what is round.
    tokens.append("--radius-full: calc(9999px * var(--radius-scalar, 1));")
    return "\n".join(
        (
            LAYERS,
            "@layer theme {",
            (TAILWIND / "theme.css").read_text(encoding="utf-8"),
            "}",
            "@layer utilities {",
            (TAILWIND / "utilities.css").read_text(encoding="utf-8"),
            "}",
            "@theme inline reference {",
            *tokens,
            "}",
            _VARIANTS,
            _UTILITIES,
            _KEYFRAMES,
        )
    )
