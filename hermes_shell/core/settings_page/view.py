"""What the Settings page shows of one window: a tab, a plugin's page, or what a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlsplit

from hermes_shell.core.settings_page.about import AboutView, about_view
from hermes_shell.core.settings_page.rows import ALIASES, ROWS, TABS, SettingRow, Tab
from hermes_shell.core.shell import Shell, plugin_errors

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

PLUGIN = "plugin:"
LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class RowView:
    """One setting with its value now; `note` says why it has no effect here."""

    row: SettingRow
    value: object
    note: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """Settings of one tab; `link` leads to it, where a search found it."""

    tab: Tab
    rows: tuple[RowView, ...]
    link: str


@dataclass(frozen=True, slots=True)
class PluginPageView:
    """A navigation row of a plugin's page."""

    title: str
    href: str
    tone: str
    label: str
    current: bool


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The whole page.

    `current` is the tab that shows, None for a plugin's page and for a search; `target` names the plugin's page and
    `child` its sub-page; `search` is what was typed.
    """

    tabs: tuple[Tab, ...]
    current: Tab | None
    groups: tuple[GroupView, ...]
    plugins: tuple[PluginPageView, ...]
    plugin_errors: int
    target: str
    child: str
    search: str
    about: AboutView | None


def settings_view(window: Window) -> SettingsView:
    """What the page shows at the window's address.

    The query holds `tab` (a tab, or `plugin:` and what names a plugin's page), `page` (a sub-page of it) and `q` (a
    search). An unknown tab is the first one.
    """
    query = {key: values[0] for key, values in parse_qs(urlsplit(window.place.route).query).items()}
    wanted = query.get("tab", "")
    search = query.get("q", "").strip()[:LONGEST_SEARCH]
    target = wanted.removeprefix(PLUGIN) if wanted.startswith(PLUGIN) and not search else ""
    name = ALIASES.get(wanted, wanted)
    current = None if target or search else next((tab for tab in TABS if tab.id == name), TABS[0])
    return SettingsView(
        tabs=TABS,
        current=current,
        groups=_found(window.shell, search) if search else _groups(window.shell, [current] if current else []),
        plugins=_plugin_pages(window, target),
        plugin_errors=plugin_errors(window.shell.loader.rows()),
        target=target,
        child=query.get("page", "") if target else "",
        search=search,
        about=about_view(window.shell) if current is not None and current.id == "about" else None,
    )


def _groups(shell: Shell, tabs: Iterable[Tab]) -> tuple[GroupView, ...]:
    return tuple(GroupView(tab, _rows(shell, [row for row in ROWS if row.tab == tab.id]), "") for tab in tabs)


def _rows(shell: Shell, rows: Iterable[SettingRow]) -> tuple[RowView, ...]:
    shared = shell.preferences.all()
    return tuple(RowView(row, _value(shell, row.key, shared), _note(shell, row)) for row in rows)


def _value(shell: Shell, key: str, shared: Mapping[str, object]) -> object:
    """A setting of the shell, or one that it shares with plugins."""
    return shared[key] if key in shared else shell.preferences.preference(key)


def _note(shell: Shell, row: SettingRow) -> str:
    if row.needs != "tray":
        return ""
    if shell.desktop.engine is None:
        return "Has no effect here: this page is open in a browser, not in a window of the shell."
    fault = shell.tray_fault()
    return f"Has no effect now. {fault}" if fault else ""


def _found(shell: Shell, search: str) -> tuple[GroupView, ...]:
    """The tabs and settings that hold every word of a search."""
    words = search.casefold().split()
    groups: list[GroupView] = []
    for tab in TABS:
        whole = _holds(words, tab.title, tab.description, tab.words)
        rows = [row for row in ROWS if row.tab == tab.id and _holds(words, row.label, row.description, row.words)]
        if rows or whole:
            groups.append(GroupView(tab, _rows(shell, rows), f"#/settings?tab={tab.id}"))
    return tuple(groups)


def _holds(words: Iterable[str], *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def _plugin_pages(window: Window, target: str) -> tuple[PluginPageView, ...]:
    """Pages of plugins by order, then title (contract, areas 4.16); one without a title is left out."""
    entries = [entry for entry in window.contributions("settings.plugins") if entry.title]
    entries.sort(key=lambda entry: (entry.order, (entry.title or "").casefold()))
    rows = {row["id"]: row for row in window.shell.loader.rows()}
    pages: list[PluginPageView] = []
    chosen = next((entry for entry in entries if target in (entry.id, entry.plugin)), None)
    for entry in entries:
        row = rows.get(entry.plugin)
        tone, label = "good", "loaded"
        if row is not None and row["error"] is not None:
            tone, label = "bad", "has an error"
        elif row is not None and row["warnings"]:
            tone, label = "warn", "has a warning"
        href = f"#/settings?tab={PLUGIN}{quote(entry.id, safe='')}"
        pages.append(PluginPageView(entry.title or "", href, tone, label, entry is chosen))
    return tuple(pages)
