"""One window: the mirror of its realm, its address, its layout, and what its page shows of all that.

A window lives as long as its channel. Everything in here runs on the event loop and returns at once, except storage
writes and verbs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import merge
from operator import attrgetter
from typing import Any, cast

from pydantic import ValidationError

from hermes_shell.areas import AREAS, PLACED, READERS, WIRE_MODELS, AreaContext, Arrangement
from hermes_shell.areas.panes import PANES, WORKSPACE, PaneView
from hermes_shell.areas.rendering import RenderedList
from hermes_shell.areas.routes import ROUTES, Resolution, path_of, resolve
from hermes_shell.areas.sidebar_nav import NAV, NavRowView
from hermes_shell.channel import Channel
from hermes_shell.channel_messages import Delta, Hello, Store
from hermes_shell.contribution import Contribution, FieldWarning
from hermes_shell.core import saved_layout
from hermes_shell.core.pages import Page, page_of
from hermes_shell.core.shell import Shell, plugin_errors
from hermes_shell.core.zones import RenderedZones
from hermes_shell.errors import ProtocolError
from hermes_shell.layout import LayoutState, adopt, enforce
from hermes_shell.plugins.report import Report
from hermes_shell.realm_mirror import RealmMirror

log = logging.getLogger(__name__)

Part = dict[str, object]
Outgoing = Mapping[str, object]

WAIT_SECONDS = 3.0
"""How long an unknown address may wait for plugins that still load."""
SETTLE_SECONDS = 0.25
"""How long a page may come after the report of its plugin."""
_place = attrgetter("order", "seq")


class Window:
    """A window behind its channel; `WindowDoor` of `hermes_shell.channel`.

    Args:
        shell: the parts of the shell.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.id = ""
        self.address = "/"
        self.mirror = RealmMirror(WIRE_MODELS)
        self.layout: LayoutState = saved_layout.load(shell.storage)
        self._enforced: frozenset[str] = frozenset()
        self._channel: Channel | None = None
        self._lists = {area.id: RenderedList(area) for area in PLACED}
        self._zones = RenderedZones()
        self._page = Page("", "")
        self._resolution = Resolution("waiting", "/")
        self._errors = 0
        self._reported: set[str] = set()
        self._patient = True
        self._timer: asyncio.TimerHandle | None = None

    # What the channel asks

    def hello(self, channel: Channel, hello: Hello) -> Outgoing:
        """Take over a whole realm and show everything anew."""
        self._channel = channel
        self._adopt_id(hello.window)
        self.address = hello.route
        self.mirror = RealmMirror(WIRE_MODELS)
        applied = self.mirror.apply(hello.realm)
        self._be_patient()
        self.report(hello.reports)
        parts = self.everything()
        news = self.shell.announcements
        seen = hello.epoch == news.epoch and hello.number == news.number
        return {
            "t": "welcome",
            "epoch": news.epoch,
            "number": news.number,
            "snapshot": None if seen else news.hello(),
            "parts": parts,
            "warnings": [warning.as_json() for warning in applied.warnings],
            "incidents": self.shell.take_incidents(),
        }

    def delta(self, delta: Delta) -> Outgoing:
        """Apply a delta; only what it touched is arranged and sent."""
        applied = self.mirror.apply(delta.put, delta.remove)
        warnings = list(applied.warnings)
        parts = self.update(applied.touched, warnings)
        return {
            "t": "frame",
            "seq": delta.seq,
            "parts": parts,
            "warnings": [warning.as_json() for warning in warnings],
        }

    def route(self, path: str) -> Outgoing:
        """Show another address; the result is the frame."""
        self.address = path
        self._be_patient()
        return frame(self.update((ROUTES, "sidebar.nav", "workspace.pageHeader")))

    def report(self, reports: Sequence[object]) -> None:
        """Hand reports on to the loader; one that does not fit is refused alone."""
        accepted: list[Report] = []
        for raw in reports:
            try:
                accepted.append(Report.model_validate(raw))
            except ValidationError as error:
                log.warning("window %s: a plugin report was refused: %s", self.id, error)
        if accepted:
            self._reported.update(report.folder for report in accepted if report.status != "pending")
            self.shell.loader.report(self.id, accepted)
        if self._resolution.kind == "waiting" and self._channel is not None:
            # A report may be ahead of the delta with the page that this address waits for.
            self._wait(SETTLE_SECONDS, self._show_route)

    async def store(self, write: Store) -> None:
        """Write one key of a plugin's storage, then tell the other windows; also when this one leaves meanwhile."""
        scope = f"plugin:{write.plugin}"
        message: dict[str, object] = {"t": "storage", "plugin": write.plugin, "key": write.key}
        if write.removes:
            submitted = self.shell.storage.submit_remove(scope, write.key)
            message["remove"] = True
        else:
            submitted = self.shell.storage.submit(scope, write.key, write.value)
            message["value"] = write.value

        def saved(done: asyncio.Future[None]) -> None:
            if done.cancelled() or done.exception() is not None:
                return
            for other in tuple(self.shell.windows.values()):
                if other is not self:
                    other.send(message)

        written = asyncio.wrap_future(submitted)
        # One step later: the receipts of this and earlier writes come first, so every page sees the server's order.
        loop = asyncio.get_running_loop()
        written.add_done_callback(lambda done: loop.call_soon(saved, done))
        await asyncio.shield(written)

    async def call(self, verb: str, args: Mapping[str, Any]) -> object:
        """Run a verb.

        Raises:
            ProtocolError: no such verb.
        """
        run = self.shell.verbs.get(verb)
        if run is None:
            raise ProtocolError(f"There is no verb {verb}.")
        return await run(self, args)

    def closed(self) -> None:
        """Forget the window; its realm ends with its channel."""
        if self._timer is not None:
            self._timer.cancel()
        self._channel = None
        if self.shell.windows.get(self.id) is self:
            del self.shell.windows[self.id]
            self.shell.loader.window_gone(self.id)

    # What the core asks

    def send(self, message: Outgoing) -> None:
        """Queue a message for the page; nothing happens once the channel is gone."""
        if self._channel is not None:
            self._channel.send(message)

    def push(self, parts: list[Part]) -> None:
        """Send a frame of parts that no delta caused; nothing is sent for none."""
        if parts:
            self.send(frame(parts))

    async def stop(self) -> None:
        """Say that the server stops and end the channel."""
        if self._channel is not None:
            await self._channel.stop()

    def refresh(self) -> None:
        """Show what changed outside this window: the inventory, or the core's contributions."""
        self.push(self.update(("sidebar.nav", "statusBar.left", "statusBar.right", ROUTES)))

    def operate(self, change: Callable[[LayoutState, Sequence[PaneView]], LayoutState]) -> None:
        """Change the layout, keep it, and send what the change moved.

        Args:
            change: a pure function of the layout and the registered panes.
        """
        self.layout = change(self.layout, self.panes())
        saved_layout.save(self.shell.storage, self.layout)
        self.push(self._layout_parts([]))

    def panes(self) -> tuple[PaneView, ...]:
        """The registered panes beside the workspace, in registry order."""
        views = (cast("PaneView", item.view) for item in self.arrange(PANES).items)
        return tuple(view for view in views if view.id != WORKSPACE)

    # Rendering

    def contributions(self, area: str) -> Sequence[Contribution]:
        """The core's and this window's shown contributions of an area, in registry order."""
        core, own = self.shell.registry.get_area(area), self.mirror.area(area)
        if not core or not own:
            return core or own
        return tuple(merge(core, own, key=_place))

    def arrange(self, area: str) -> Arrangement:
        """An area as this window shows it."""
        context = AreaContext(
            path=path_of(self.address),
            on_page=self._resolution.kind != "session",
            plugin_errors=self._errors,
            contributions=self.contributions,
        )
        return AREAS[area].arrange(self.contributions(area), context)

    def everything(self) -> list[Part]:
        """Every area as a whole, for a page that connects."""
        self._errors = plugin_errors(self.shell.loader.rows())
        self._resolve([])
        parts: list[Part] = [
            {"target": f'[data-area="{area}"]', "html": rendered.replace(self.arrange(area).items)}
            for area, rendered in self._lists.items()
        ]
        self._zones = RenderedZones()
        parts += self._layout_parts([])
        parts.append(self._workspace())
        return parts

    def fragment(self, area: str) -> str:
        """One printed area as a whole."""
        return RenderedList(AREAS[area]).replace(self.arrange(area).items)

    def zones(self) -> RenderedZones:
        """The zones as they were last rendered."""
        return self._zones

    def update(self, touched: Iterable[str], warnings: list[FieldWarning] | None = None) -> list[Part]:
        """The parts that the touched areas change.

        Args:
            touched: area ids.
            warnings: gets what the arrangements leave out.
        """
        told = [] if warnings is None else warnings
        areas = set(touched)
        for area in tuple(areas):
            areas.update(READERS.get(area, ()))
        if "sidebar.nav" in areas:
            self._errors = plugin_errors(self.shell.loader.rows())
        # A page without a title of its own is titled by its navigation row.
        page_changed = (ROUTES in areas and self._resolve(told)) or (NAV in areas and self._resolve([]))
        if page_changed:
            areas.update(("sidebar.nav", "workspace.pageHeader"))
        parts: list[Part] = []
        for area, rendered in self._lists.items():
            if area in areas:
                arrangement = self.arrange(area)
                told.extend(arrangement.warnings)
                part = rendered.update(arrangement.items)
                if part is not None:
                    parts.append(part)
        if PANES in areas or page_changed:
            parts += self._layout_parts(told)
        if page_changed:
            parts.append(self._workspace())
        return parts

    def _resolve(self, warnings: list[FieldWarning]) -> bool:
        """Find out what the address shows now; True when the page looks different."""
        arrangement = self.arrange(ROUTES)
        warnings.extend(arrangement.warnings)
        core: dict[str, str] = {}
        contributed: dict[str, str] = {}
        entries = {entry.id: entry for entry in self.contributions(ROUTES)}
        for item in arrangement.items:
            pages = core if entries[item.id].is_core else contributed
            pages[cast("str", item.view)] = item.id
        path = path_of(self.address)
        self._resolution = resolve(path, contributed, core, waiting=self._is_waiting())
        entry = entries.get(self._resolution.id or "")
        page = page_of(self.shell, self._resolution, self._page_title(entry, path) if entry else None)
        changed, self._page = page != self._page, page
        return changed

    def _page_title(self, entry: Contribution, path: str) -> str | None:
        """The title of a page: its own, else the label of the first navigation row that leads to it."""
        if entry.title:
            return entry.title
        rows = (cast("NavRowView", item.view) for item in self.arrange(NAV).items)
        return next((row.label for row in rows if row.path == path), None)

    def _workspace(self) -> Part:
        return {"target": "#workspace", "html": self._page.html}

    def _layout_parts(self, warnings: list[FieldWarning]) -> list[Part]:
        arrangement = self.arrange(PANES)
        warnings.extend(arrangement.warnings)
        panes = self.panes()
        placed = adopt(self.layout, panes)
        self.layout, self._enforced = enforce(placed, panes, self._enforced)
        return self._zones.update(self.layout, panes, self._page.title)

    def _is_waiting(self) -> bool:
        if not self.shell.loader.scanned:
            return True
        if not self._patient:
            return False
        rows = self.shell.loader.rows()
        expected = {row["folder"] for row in rows if row["rev"] and row["enabled"] is not False}
        return not expected <= self._reported

    def _be_patient(self) -> None:
        """Let an unknown address wait for plugins, but not for ever."""
        self._patient = True
        self._wait(WAIT_SECONDS, self._lose_patience)

    def _lose_patience(self) -> None:
        self._patient = False
        self._show_route()

    def _show_route(self) -> None:
        if not self._is_waiting():
            self._patient = False
        elif self._patient:
            self._wait(WAIT_SECONDS, self._lose_patience)
        self.push(self.update((ROUTES,)))

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def _adopt_id(self, window: str) -> None:
        if self.id and self.id != window and self.shell.windows.get(self.id) is self:
            del self.shell.windows[self.id]
            self.shell.loader.window_gone(self.id)
        self.id = window
        self._reported = set()
        self.shell.windows[window] = self


def frame(parts: list[Part]) -> Outgoing:
    """A frame that answers no delta."""
    return {"t": "frame", "seq": None, "parts": parts, "warnings": []}
