"""One window: the mirror of its realm, its address, its layout, and what its page shows of all that.

A window lives as long as its channel. Everything in here runs on the event loop and returns at once, except storage
writes and verbs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from operator import attrgetter
from types import MappingProxyType
from typing import Any, cast

from pydantic import ValidationError

from hermes_shell.areas import AREAS, PLACED, READERS, WIRE_MODELS, AreaContext, Arrangement, Item
from hermes_shell.areas.panes import PANES, WORKSPACE, PaneArranger, PaneView
from hermes_shell.areas.rendering import RenderedList
from hermes_shell.areas.routes import RESERVED, ROUTES, Resolution, path_of, resolve
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
FOLLOW_SECONDS = 0.1
"""How often at most a page that shows what plugins contributed is looked at anew."""
_place = attrgetter("order", "seq")


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the last whole arrangement of an area rests on.

    Attributes:
        core: the core's contributions of it.
        core_ids: their ids.
        circumstances: of the window.
        core_only: no plugin's item was shown.
        behind: the core's item behind the plugins' block.
    """

    core: Sequence[Contribution]
    core_ids: set[str]
    circumstances: tuple[object, ...]
    core_only: bool
    behind: str | None


class Window:
    """A window behind its channel; `WindowDoor` of `hermes_shell.channel`.

    Args:
        shell: the parts of the shell.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.id = ""
        self.native: str | None = None  # the key of the native window that the page is in, once it has told
        self.address = "/"
        self.mirror = RealmMirror(WIRE_MODELS)
        self.layout: LayoutState = saved_layout.load(shell.storage)
        self._enforced: frozenset[str] = frozenset()
        self._channel: Channel | None = None
        self._lists = {area.id: RenderedList(area) for area in PLACED}
        self._shown: dict[str, _Shown] = {}
        self._arrange_panes = PaneArranger()
        self._zones = RenderedZones()
        self._page = Page("", "")
        self._shown_page = self._page
        self._resolution = Resolution("waiting", "/")
        self._title: str | None = None
        self._titled_by_row = False
        self._errors = 0
        self._reported: set[str] = set()
        self._patient = True
        self._timer: asyncio.TimerHandle | None = None
        self._follow: asyncio.TimerHandle | None = None

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
        parts = self.update(applied.touched, warnings, single=applied.touched)
        if applied.touched and self._page.live is not None and self._follow is None:
            self._follow = asyncio.get_running_loop().call_later(FOLLOW_SECONDS, self._follow_realm)
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
        return frame(self.update((ROUTES, "sidebar.nav", "workspace.pageHeader"), anew=True))

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
        for timer in (self._timer, self._follow):
            if timer is not None:
                timer.cancel()
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
        self._errors = plugin_errors(self.shell.loader.rows())
        self.push(self.update(("sidebar.nav", "statusBar.left", "statusBar.right", ROUTES), anew=True))

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
        return _without_workspace(self._arrange_panes(self.contributions(PANES)))

    # Rendering

    def contributions(self, area: str) -> Sequence[Contribution]:
        """The core's and this window's shown contributions of an area, in registry order."""
        core, own = self.shell.registry.get_area(area), self.mirror.area(area)
        if not core or not own:
            return core or own
        return tuple(merge(core, own, key=_place))

    def arrange(self, area: str) -> Arrangement:
        """An area as this window shows it."""
        return AREAS[area].arrange(self.contributions(area), self._context())

    def _context(self) -> AreaContext:
        return AreaContext(
            path=path_of(self.address),
            on_page=self._resolution.kind != "session",
            plugin_errors=self._errors,
            contributions=self.contributions,
        )

    def everything(self) -> list[Part]:
        """Every area as a whole, for a page that connects."""
        self._errors = plugin_errors(self.shell.loader.rows())
        self._resolve([])
        parts: list[Part] = [
            {"target": f'[data-area="{area}"]', "html": rendered.replace(self._arrange_whole(area).items)}
            for area, rendered in self._lists.items()
        ]
        self._zones = RenderedZones()
        parts += self._layout_parts([])
        parts += self._page.changes(Page("", ""))
        self._shown_page = self._page
        return parts

    def fragment(self, area: str) -> str:
        """One printed area as a whole."""
        return RenderedList(AREAS[area]).replace(self.arrange(area).items)

    def zones(self) -> RenderedZones:
        """The zones as they were last rendered."""
        return self._zones

    def update(
        self,
        touched: Iterable[str],
        warnings: list[FieldWarning] | None = None,
        *,
        single: Mapping[str, Collection[str]] = MappingProxyType({}),
        anew: bool = False,
    ) -> list[Part]:
        """The parts that the touched areas change.

        Args:
            touched: area ids.
            warnings: gets what the arrangements leave out.
            single: the contributions that changed in an area, where nothing else did.
            anew: the page may look different though its address means the same.
        """
        told = [] if warnings is None else warnings
        areas = set(touched)
        read = {reader for area in areas for reader in READERS.get(area, ())}
        areas |= read
        # A page without a title of its own is titled by its navigation row.
        page_changed = (ROUTES in areas and self._resolve(told, anew=anew)) or (
            NAV in areas and self._titled_by_row and self._resolve([], anew=anew)
        )
        if page_changed:
            areas.update(("sidebar.nav", "workspace.pageHeader"))
        parts: list[Part] = []
        for area, rendered in self._lists.items():
            if area not in areas:
                continue
            if area in single and area not in read and self._is_patchable(area, single[area]):
                part = rendered.patch(*self._patch(area, single[area], told))
            else:
                arrangement = self._arrange_whole(area)
                told.extend(arrangement.warnings)
                part = rendered.update(arrangement.items)
            if part is not None:
                parts.append(part)
        if PANES in areas or page_changed:
            parts += self._layout_parts(told)
        if page_changed:
            parts += self._page.changes(self._shown_page)
            self._shown_page = self._page
        return parts

    def _arrange_whole(self, area: str) -> Arrangement:
        """A placed area as a whole; what it rests on is kept for the next single change."""
        arrangement = self.arrange(area)
        core = self.shell.registry.get_area(area)
        own = {entry.id for entry in core}
        last = next((at for at, item in reversed(list(enumerate(arrangement.items))) if item.id not in own), None)
        behind = arrangement.items[last + 1 : last + 2] if last is not None else ()
        self._shown[area] = _Shown(core, own, self._circumstances(), last is None, behind[0].id if behind else None)
        return arrangement

    def _circumstances(self) -> tuple[object, ...]:
        return (self.address, self._resolution.kind, self._errors)

    def _is_patchable(self, area: str, changed: Collection[str]) -> bool:
        """Whether the changed contributions can be arranged alone: all else is as it was, and their place is known."""
        shown = self._shown.get(area)
        return (
            AREAS[area].single is not None
            and shown is not None
            and (AREAS[area].merged or not shown.core_only)
            and shown.core is self.shell.registry.get_area(area)
            and shown.circumstances == self._circumstances()
            and shown.core_ids.isdisjoint(changed)
        )

    def _patch(
        self, area: str, changed: Collection[str], told: list[FieldWarning]
    ) -> tuple[list[str], Iterator[tuple[Item, str | None]]]:
        """What `RenderedList.patch` takes for the changed contributions of an area."""
        single = AREAS[area].single
        assert single is not None, f"{area} cannot be arranged in parts"
        context = self._context()
        items: list[tuple[Contribution, Item]] = []
        for entry in filter(None, (self.mirror.shown(area, key) for key in changed)):
            item = single(entry, context, told)
            if item is not None:
                items.append((entry, item))
        items.sort(key=lambda pair: (pair[0].order, pair[0].seq, pair[0].id), reverse=True)
        gone = [key for key in changed if key not in {item.id for _, item in items}]
        # Lazily: the successor of an item may be one that was put just before it.
        return gone, ((item, self._successor(area, entry)) for entry, item in items)

    def _successor(self, area: str, entry: Contribution) -> str | None:
        """The item behind a plugin's item; what stands there is rendered already."""
        rendered, shown = self._lists[area], self._shown[area]
        following = next((other for other in self.mirror.behind(entry) if other.id in rendered), None)
        if not AREAS[area].merged:
            return following.id if following is not None else shown.behind
        core = next((other for other in shown.core if _place(other) > _place(entry)), None)
        if core is not None and (following is None or _place(core) <= _place(following)):
            return core.id
        return following.id if following is not None else None

    def _resolve(self, warnings: list[FieldWarning], *, anew: bool = True) -> bool:
        """Find out what the address shows now; True when the page looks different.

        Args:
            warnings: gets what the arrangement of the routes leaves out.
            anew: render the page also when the address means what it meant before.
        """
        arrangement = self.arrange(ROUTES)
        warnings.extend(arrangement.warnings)
        core: dict[str, str] = {}
        contributed: dict[str, str] = {}
        entries = {entry.id: entry for entry in self.contributions(ROUTES)}
        for item in arrangement.items:
            pages = core if entries[item.id].is_core else contributed
            pages[cast("str", item.view)] = item.id
        path = path_of(self.address)
        known = path in core or path in contributed or path in RESERVED
        resolution = resolve(path, contributed, core, waiting=not known and self._is_waiting())
        entry = entries.get(resolution.id or "")
        title = self._page_title(entry, path) if entry else None
        self._titled_by_row = entry is not None and not entry.title
        if not anew and (resolution, title) == (self._resolution, self._title):
            return False
        self._resolution, self._title = resolution, title
        page = page_of(self, resolution, title)
        changed, self._page = page != self._page, page
        return changed

    def _page_title(self, entry: Contribution, path: str) -> str | None:
        """The title of a page: its own, else the label of the first navigation row that leads to it."""
        if entry.title:
            return entry.title
        rows = (cast("NavRowView", item.view) for item in self.arrange(NAV).items)
        return next((row.label for row in rows if row.path == path), None)

    def _layout_parts(self, warnings: list[FieldWarning]) -> list[Part]:
        arrangement = self._arrange_panes(self.contributions(PANES))
        warnings.extend(arrangement.warnings)
        panes = _without_workspace(arrangement)
        placed = adopt(self.layout, panes)
        self.layout, self._enforced = enforce(placed, panes, self._enforced)
        return self._zones.update(self.layout, panes, self._page.title)

    def _follow_realm(self) -> None:
        self._follow = None
        self.push(self.update((ROUTES,), anew=True))

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
        self.push(self.update((ROUTES,), anew=True))

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


def _without_workspace(panes: Arrangement) -> tuple[PaneView, ...]:
    views = (cast("PaneView", item.view) for item in panes.items)
    return tuple(view for view in views if view.id != WORKSPACE)


def frame(parts: list[Part]) -> Outgoing:
    """A frame that answers no delta."""
    return {"t": "frame", "seq": None, "parts": parts, "warnings": []}
