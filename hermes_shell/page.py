"""The first HTML of a window: frame, styles, preload links and the boot snapshot.

The server does not know the address behind the #, so the workspace stays empty until the channel's `hello` brings it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

from hermes_shell import themes
from hermes_shell.areas import PLACED
from hermes_shell.areas.rendering import render
from hermes_shell.core.boot_snapshot import boot_snapshot
from hermes_shell.core.root_attributes import RootAttributes, root_attributes
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.first_frame import BOUNDARY
from hermes_shell.page_modules import page_modules
from hermes_shell.sheets import joined, without_comments

STATIC = Path(__file__).resolve().parent / "static"
SHEETS = (
    "css/tokens.css",
    "css/base.css",
    "css/kit_signs.css",
    "css/kit_button.css",
    "css/kit_fields.css",
    "css/kit_floating.css",
    "css/kit_states.css",
    "css/kit_rows.css",
    "css/frame.css",
    "css/zones.css",
    "css/sashes.css",
    "css/floating.css",
    "css/sessions.css",
    "css/session_row.css",
    "css/pane_menu.css",
    "css/drop.css",
    "css/status_bar.css",
    "css/pages.css",
    "css/chat.css",
    "css/transcript.css",
    "css/preview.css",
    "css/prose.css",
    "css/code.css",
    "css/work_rail.css",
    "css/composer.css",
    "css/composer_files.css",
    "css/composer_menus.css",
    "css/palette.css",
    "css/find.css",
    "css/toasts.css",
    "css/error_overlay.css",
    "css/plugins_page.css",
    "css/safe_start.css",
    "css/questions.css",
    "css/first_run.css",
    "css/settings.css",
    "css/settings_lists.css",
    "css/shortcuts.css",
    "css/density.css",
    "css/narrow.css",
)
LATER_SHEETS = frozenset(
    {
        "css/drop.css",
        "css/pane_menu.css",
        "css/pages.css",
        "css/chat.css",
        "css/transcript.css",
        "css/preview.css",
        "css/prose.css",
        "css/code.css",
        "css/work_rail.css",
        "css/composer.css",
        "css/composer_files.css",
        "css/composer_menus.css",
        "css/palette.css",
        "css/find.css",
        "css/toasts.css",
        "css/error_overlay.css",
        "css/plugins_page.css",
        "css/safe_start.css",
        "css/questions.css",
        "css/first_run.css",
        "css/settings.css",
        "css/settings_lists.css",
        "css/shortcuts.css",
    }
)
"""Sheets of which the frame shows nothing: an engine takes a millisecond for every two or three kilobytes of rules."""
SHEET = "css/all.css"
"""Where the sheets stand joined."""


@dataclass(frozen=True, slots=True)
class PageView:
    """What the page template prints. `mode` is empty when the desktop's preference decides."""

    nonce: str
    locale: str
    static: str
    theme: str
    mode: str
    mode_choice: str
    root: RootAttributes
    root_style: Markup
    boot_script: Markup
    sheet: str
    inline_sheet: Markup
    boundary: Markup
    styles_url: str
    styles_hash: str
    modules: tuple[str, ...]
    snapshot: Markup
    areas: Mapping[str, Markup]
    tree: Markup
    sidebar_size: int
    sidebar_hidden: bool
    palette_keys: tuple[str, ...]


def page_html(shell: Shell, nonce: str, *, inline: bool = False) -> str:
    """The whole page.

    Args:
        shell: the parts of the shell.
        nonce: of the response's policy.
        inline: the sheet stands in the page: what is before `BOUNDARY` can be painted while nothing else answers.
    """
    snapshot = boot_snapshot(shell)
    preload = page_modules(STATIC, shell.static_version, shell.settings.home.cache).preload
    theme = shell.preferences.theme()
    mode = themes_mode(theme["mode"])
    window = Window(shell)
    window.everything()
    styles = shell.styles.as_json()
    view = PageView(
        nonce=nonce,
        locale="en",
        static=shell.static,
        theme=theme["name"],
        mode="" if mode == "system" else mode,
        mode_choice=mode,
        root=root_attributes(shell),
        root_style=Markup(themes.root_style(theme["name"], mode)),
        boot_script=Markup(themes.boot_script()),
        sheet=SHEET,
        inline_sheet=Markup(_frame_sheet(shell) if inline else ""),
        boundary=Markup(BOUNDARY),
        styles_url=styles["url"],
        styles_hash=styles["hash"],
        modules=(*(shell.static + module for module in preload), *plugin_modules(shell)),
        snapshot=Markup(json_for_script(snapshot)),
        areas={area.id: Markup(window.fragment(area.id)) for area in PLACED},
        tree=Markup(window.zones().tree()),
        sidebar_size=window.layout.sidebar.size,
        sidebar_hidden="left" in window.layout.hidden_sides,
        palette_keys=("⌘", "K") if snapshot["platform"] == "darwin" else ("Ctrl", "K"),
    )
    return render("page.html", page=view)


def _frame_sheet(shell: Shell) -> str:
    sheets = tuple(sheet for sheet in SHEETS if sheet not in LATER_SHEETS)
    return without_comments(joined(STATIC, sheets, shell.static))


def themes_mode(mode: str) -> themes.Mode:
    """The mode as the theme module names it; anything else follows the desktop."""
    match mode:
        case "light":
            return "light"
        case "dark":
            return "dark"
        case _:
            return "system"


def json_for_script(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def plugin_modules(shell: Shell) -> Iterator[str]:
    """Addresses of plugin.js and SDK facade of every plugin that will be imported at once.

    The numbers of the first incarnations follow the inventory: the page counts in the same way.
    """
    if shell.safe_mode:
        return
    for load, row in enumerate(shell.loader.rows(), start=1):
        source_error = row["error"] is not None and row["error"]["phase"] in ("read", "lint")
        if row["rev"] is None or row["enabled"] is False or source_error:
            continue
        folder = quote(row["folder"], safe="")
        yield f"{shell.base}plugins/{folder}/plugin.js?rev={row['rev']}&load={load}"
        yield f"{shell.base}plugins/{folder}/sdk.js?load={load}"


def made_file(name: str, version: str, cache: Path | None = None) -> bytes | None:
    """What is served below static/ and is made of several files, or differs from its file.

    Args:
        name: the path below static/.
        version: of the static files.
        cache: see `page_modules`.
    """
    if name == SHEET:
        return joined(STATIC, SHEETS, "../").encode()
    text = page_modules(STATIC, version, cache).files.get(name) if name.endswith(".js") else None
    return None if text is None else text.encode()
