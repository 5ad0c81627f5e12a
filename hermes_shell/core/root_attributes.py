"""What settings put on the root element: right in the first HTML, kept current by the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from hermes_shell.core.shell import Shell


@dataclass(frozen=True, slots=True)
class RootAttributes:
    """Attributes of the root element, and declarations for its `style`."""

    attributes: Markup
    style: Markup


def root_attributes(shell: Shell) -> RootAttributes:
    """What density, motion and zoom put on `html`.

    `data-density` is compact or relaxed, `data-reduce-motion` true or false, `--hs-zoom` a factor that is absent for 1.
    """
    settings = shell.preferences
    zoom = settings.preference("appearance.zoom")
    motion = "true" if settings.is_on("appearance.reduceMotion") else "false"
    density = escape(settings.preference("appearance.density"))
    return RootAttributes(
        attributes=Markup(f'data-density="{density}" data-reduce-motion="{motion}"'),
        style=Markup("" if zoom == 100 or not isinstance(zoom, int) else f"--hs-zoom:{zoom / 100:g}"),
    )
