"""The Plugins page: every plugin and every part of the shell, with state, errors and switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from hermes_shell.areas.rendering import macro, render
from hermes_shell.contribution import Contribution
from hermes_shell.core import plugins_verbs
from hermes_shell.core.live_page import LivePage
from hermes_shell.core.plugin_contributions import Contributed, by_plugin, in_areas
from hermes_shell.core.plugin_filter import SHOWN, PluginFilter
from hermes_shell.core.plugin_rows import RowView, row_html, row_view, surface_view
from hermes_shell.core.shell import CoreContext, Shell

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

_LABELS = {"all": "All", "loaded": "Loaded", "off": "Off", "errors": "Errors"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One segment of the status filter."""

    id: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Tools:
    """The row above the lists."""

    text: str
    choices: tuple[Choice, ...]
    reload_on_save: bool


@dataclass(frozen=True, slots=True)
class PluginsView:
    """What the frame of the page depends on.

    Attributes:
        root: the plugins folder.
        state: `rows`, `empty` or `scanning`.
    """

    root: str
    state: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A strip above the lists that is about no single plugin."""

    tone: str
    text: str


def register(ctx: CoreContext) -> None:
    """Contribute the page at `/capabilities`, and what it calls."""
    ctx.register(
        Contribution(area="routes", id="capabilities", title="Plugins", data={"path": "/capabilities"}, render=page)
    )
    plugins_verbs.register(ctx)


def page(window: Window) -> LivePage:
    """The page as this window shows it: counts are of its own realm, the filter is in its address."""
    shell = window.shell
    wanted = PluginFilter.read(window.address)
    rows = shell.loader.rows()
    contributed = by_plugin(window.mirror.held())
    plugins = [row_view(row, contributed.get(row["id"] or "", ()), wanted, safe=shell.safe_mode) for row in rows]
    plugins.sort(key=lambda view: (view.name.casefold(), view.folder))
    surfaces = surfaces_of(shell, wanted)
    shown = [view for view in plugins if is_shown(view, wanted)]
    core = [view for view in surfaces if is_shown(view, wanted)]
    state = "rows" if rows or shell.loader.problem else "empty" if shell.loader.scanned else "scanning"
    tools = Tools(wanted.text, choices(plugins, wanted), shell.preferences.is_on("plugins.reloadOnSave"))
    head = partial(_part, "head")
    return LivePage(
        render("core/plugins.html", view=PluginsView(str(shell.settings.home.plugins), state)),
        {
            "plugins-summary": summary(plugins, shell.loader.problem),
            "plugins-notices": _part("notices", notices_of(shell)),
            "plugins-tools": _part("tools", tools),
            "plugins-home-head": head("In this home", len(shown)) if state == "rows" else "",
            "plugins-none": _part("nothing", wanted) if state == "rows" and not shown and not core else "",
            "plugins-core-head": head("Part of the shell", len(core)) if core else "",
        },
        {
            "plugins-home": {view.folder: row_html(view) for view in shown},
            "plugins-core": {view.folder: row_html(view) for view in core},
        },
    )


def is_shown(view: RowView, wanted: PluginFilter) -> bool:
    """Whether a row passes the filter."""
    match wanted.show:
        case "loaded":
            fits = view.status == "loaded"
        case "off":
            fits = view.status == "disabled"
        case "errors":
            fits = view.has_error
        case _:
            fits = True
    return fits and wanted.matches(view.words)


def choices(rows: Sequence[RowView], wanted: PluginFilter) -> tuple[Choice, ...]:
    """The segments with the numbers of plugins that each would show without a search."""
    counts = {show: sum(is_shown(row, PluginFilter(show)) for row in rows) for show in SHOWN}
    return tuple(Choice(show, _LABELS[show], counts[show], show == wanted.show) for show in SHOWN)


def summary(rows: Sequence[RowView], problem: str | None) -> str:
    """One line that counts the plugins by state."""
    if not rows:
        return "The plugins folder cannot be read" if problem else "None installed"
    loaded = sum(row.status == "loaded" for row in rows)
    off = sum(row.status == "disabled" for row in rows)
    errors = sum(row.has_error for row in rows)
    parts = [f"{len(rows)} installed", f"{loaded} loaded"]
    if off:
        parts.append(f"{off} off")
    if errors:
        parts.append(f"{errors} with an error")
    return ", ".join(parts)


def notices_of(shell: Shell) -> tuple[Notice, ...]:
    """What concerns all plugins at once."""
    found: list[Notice] = []
    if shell.loader.problem is not None:
        found.append(Notice("bad", f"{shell.loader.problem} What ran before still runs."))
    if shell.safe_mode:
        found.append(Notice("warn", "Safe mode: no plugin of this home is evaluated."))
    return tuple(found)


def surfaces_of(shell: Shell, wanted: PluginFilter) -> list[RowView]:
    """One row for each part of the shell that contributes something."""
    held: dict[str, dict[str, list[str]]] = {}
    for area in shell.registry.areas():
        for entry in shell.registry.get_area(area):
            held.setdefault(entry.surface, {}).setdefault(area, []).append(entry.id)
    found: Mapping[str, Contributed] = {name: in_areas(areas) for name, areas in held.items()}
    return [surface_view(name, text, found[name], wanted) for name, text in shell.surfaces.items() if found.get(name)]


def _part(name: str, *values: object) -> str:
    return str(macro("core/plugins_parts.html", name)(*values))
