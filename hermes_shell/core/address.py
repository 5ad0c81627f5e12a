"""Where a window is: its address with its patience, the page of the workspace, and the page that lies over the window.

An overlay page covers the window while the workspace below it stays where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from hermes_shell.areas.kinds import AreaContext
from hermes_shell.areas.routes import RESERVED, ROUTES, Resolution, path_of, resolve
from hermes_shell.areas.sidebar_nav import NAV, NavRowView, arrange
from hermes_shell.contribution import Contribution, FieldWarning
from hermes_shell.core.known_pages import KnownPage
from hermes_shell.core.pages import Page, is_chat, overlay_of, page_of
from hermes_shell.core.shell import Shell
from hermes_shell.core.shown_areas import Part
from hermes_shell.plugins.row import is_on, key_of

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

WAIT_SECONDS = 3.0
"""How long an unknown address may wait for plugins that still load."""
SETTLE_SECONDS = 0.25
"""How long a page may come after the report of its plugin."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What looks different after an address was resolved again."""

    workspace: bool
    overlay: bool


class Address:
    """The address of one window.

    Attributes:
        route: what stands behind the # in the page, with its query.
        below: the workspace's address: the route, or the last one before an overlay page came.
        page: what the workspace shows.
        overlay: what lies over the window; None = nothing.

    Args:
        window: whose address it is.
        show: called when the address may mean something else by now.
    """

    def __init__(self, window: Window, show: Callable[[], None]) -> None:
        self._window = window
        self._show = show
        self.route = "/"
        self.below = "/"
        self.page = Page("", "")
        self._sent = self.page
        self.overlay: Page | None = None
        self.titled_by_row = False
        self._resolution = Resolution("waiting", "/")
        self._title: str | None = None
        self._reported: set[str] = set()
        self._on: set[str] | None = None
        self._patient = True
        self._timer: asyncio.TimerHandle | None = None

    @property
    def on_page(self) -> bool:
        """The workspace shows a page: no chat, not the home page, and no notice instead of one."""
        kind, path = self._resolution.kind, self._resolution.path
        return kind == "extension" or (kind == "core" and path != "/")

    def go(self, route: str, below: str | None = None) -> None:
        """Take another address; it is shown by the next `resolve`.

        Args:
            route: what stands behind the #.
            below: the workspace's address, where the page knows it; it counts only below an overlay page.
        """
        self.route = route
        overlays = overlay_paths(self._window.shell)
        if path_of(route) not in overlays:
            self.below = route
        elif below is not None and path_of(below) not in overlays:
            self.below = below
        self._be_patient()

    def forget_reports(self) -> None:
        """Wait for every plugin again: another page stands behind the channel."""
        self._reported = set()

    def reported(self, folders: set[str]) -> None:
        """Plugins have loaded or failed, so an address that waits for one of them may be known."""
        self._reported |= folders

    def settle(self) -> None:
        """Look again soon: a report may be ahead of the delta with the page that this address waits for."""
        if self._resolution.kind == "waiting":
            self._wait(SETTLE_SECONDS, self._show_again)

    def close(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def resolve(self, warnings: list[FieldWarning], *, anew: bool = True) -> Moved:
        """Find out what the address shows now.

        Args:
            warnings: gets what the arrangement of the routes leaves out.
            anew: render the pages also when the address means what it meant before.
        """
        arrangement = self._window.arrange(ROUTES)
        warnings.extend(arrangement.warnings)
        entries = {entry.id: entry for entry in self._window.contributions(ROUTES)}
        core: dict[str, str] = {}
        contributed: dict[str, str] = {}
        for item in arrangement.items:
            pages = core if entries[item.id].is_core else contributed
            pages[cast("str", item.view)] = item.id
        self._learn(entries, contributed)
        workspace = self._resolve_workspace(entries, core, contributed, anew=anew)
        return Moved(workspace, self._resolve_overlay(entries, core, anew=anew))

    def everything(self) -> list[Part]:
        """The parts that show workspace and overlay as a whole."""
        self._sent = Page("", "")
        return self.changes(Moved(workspace=True, overlay=True))

    def changes(self, moved: Moved) -> list[Part]:
        """The parts that show what `resolve` found to look different."""
        parts: list[Part] = []
        if moved.workspace:
            parts += self.page.changes(self._sent)
            self._sent = self.page
        if moved.overlay:
            parts.append({"target": "#overlay-page", "html": self.overlay.html if self.overlay else ""})
        return parts

    def _resolve_workspace(
        self,
        entries: Mapping[str, Contribution],
        core: Mapping[str, str],
        contributed: Mapping[str, str],
        *,
        anew: bool,
    ) -> bool:
        path = path_of(self.below)
        answers = path in core or path in contributed or path in RESERVED
        known = None if answers else self._window.shell.known_pages.get(path)
        waiting = not answers and self._is_waiting(known)
        chat = is_chat(self._window.shell, path)
        resolution = resolve(path, contributed, core, waiting=waiting, known=known is not None, chat=chat)
        entry = entries.get(resolution.id or "")
        title = self._page_title(entry, path) if entry else known.title if known else None
        self.titled_by_row = entry is not None and not entry.title
        if not anew and (resolution, title) == (self._resolution, self._title):
            return False
        self._resolution, self._title = resolution, title
        page = page_of(self._window, resolution, title)
        changed, self.page = page != self.page, page
        return changed

    def _resolve_overlay(self, entries: Mapping[str, Contribution], core: Mapping[str, str], *, anew: bool) -> bool:
        path = path_of(self.route)
        wanted = path in overlay_paths(self._window.shell)
        if not anew and wanted == (self.overlay is not None):
            return False
        overlay = overlay_of(self._window, entries[core[path]]) if wanted else None
        changed, self.overlay = overlay != self.overlay, overlay
        return changed

    def _page_title(self, entry: Contribution, path: str) -> str | None:
        """The title of a page: its own, else the label of the first navigation row that leads to it."""
        return entry.title or self._labels().get(path)

    def _labels(self) -> dict[str, str]:
        """Path -> label of the first navigation row that leads there, hidden or not."""
        labels: dict[str, str] = {}
        for item in arrange(self._window.contributions(NAV), AreaContext()).items:
            row = cast("NavRowView", item.view)
            if row.path:
                labels.setdefault(path_of(row.path), row.label)
        return labels

    def _learn(self, entries: Mapping[str, Contribution], contributed: Mapping[str, str]) -> None:
        """Keep whose pages these are. What `<Contribute>` adds names no plugin and is not kept."""
        pages = {path: entries[page] for path, page in contributed.items() if entries[page].source != "core"}
        if not pages:
            return
        labels: Mapping[str, str] = {} if all(entry.title for entry in pages.values()) else self._labels()
        titles = {path: entry.title or labels.get(path) or path.strip("/") for path, entry in pages.items()}
        self._window.shell.known_pages.learn(
            {path: KnownPage(entry.plugin, titles[path]) for path, entry in pages.items()}
        )

    def _is_waiting(self, known: KnownPage | None = None) -> bool:
        """Whether a page may still come: plugins are loading, or the one that had it needs a moment more."""
        shell = self._window.shell
        if not shell.loader.scanned:
            return True
        rows = shell.loader.rows()
        on = {row["folder"] for row in rows if row["rev"] and is_on(row)}
        if self._on is not None and on - self._on:
            # Turned on just now: what it said before it was off does not count.
            self._reported -= on - self._on
            self._be_patient()
        self._on = on
        if not self._patient or shell.safe_mode:
            return False
        expected = {row["folder"] for row in rows if row["rev"] and row["enabled"] is not False}
        if not expected <= self._reported:
            return True
        owner = next((row for row in rows if known is not None and key_of(row) == known.plugin), None)
        return owner is not None and owner["folder"] in on and owner["error"] is None

    def _be_patient(self) -> None:
        self._patient = True
        self._wait(WAIT_SECONDS, self._lose_patience)

    def _lose_patience(self) -> None:
        self._patient = False
        self._show_again()

    def _show_again(self) -> None:
        if self._resolution.kind != "waiting":
            return
        known = self._window.shell.known_pages.get(self._resolution.path)
        if not self._is_waiting(known):
            self._patient = False
        elif self._patient:
            self._wait(WAIT_SECONDS, self._lose_patience)
        self._show()

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)


def overlay_paths(shell: Shell) -> frozenset[str]:
    """Paths of the core pages that lie over the window."""
    pages = shell.registry.get_area(ROUTES)
    return frozenset(str(entry.data["path"]) for entry in pages if entry.data.get("overlay") is True)
