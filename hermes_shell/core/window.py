"""One window: the mirror of its realm, its address, its layout, and what its page shows of all that.

A window lives as long as its channel. Everything in here runs on the event loop and returns at once, except storage
writes and verbs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import merge
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from hermes_shell.areas import AREAS, READERS, WIRE_MODELS, AreaContext, Arrangement
from hermes_shell.areas.panes import PANES, PaneView
from hermes_shell.areas.rendering import RenderedList
from hermes_shell.areas.routes import ROUTES, path_of
from hermes_shell.areas.sidebar_nav import NAV
from hermes_shell.channel import Channel
from hermes_shell.channel_messages import Delta, Hello, Store
from hermes_shell.contribution import Contribution, FieldWarning
from hermes_shell.core.address import Address, Moved
from hermes_shell.core.closed_panes import ClosedPanes
from hermes_shell.core.placed_panes import Change, PlacedPanes
from hermes_shell.core.shell import Shell, plugin_errors
from hermes_shell.core.shown_areas import PLACE, Part, ShownAreas
from hermes_shell.core.stored_values import plugin_storage, write_value
from hermes_shell.core.zones import RenderedZones
from hermes_shell.errors import ProtocolError
from hermes_shell.layout import LayoutState
from hermes_shell.plugins.report import Report
from hermes_shell.realm_mirror import RealmMirror

log = logging.getLogger(__name__)

Outgoing = Mapping[str, object]

FOLLOW_SECONDS = 0.1
"""How often at most a page that shows what plugins contributed is looked at anew."""


class Window:
    """A window behind its channel; `WindowDoor` of `hermes_shell.channel`.

    Args:
        shell: the parts of the shell.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.id = ""
        self.native: str | None = None  # the key of the native window that the page is in, once it has told
        self.place = Address(self, self._show_address)
        self.mirror = RealmMirror(WIRE_MODELS)
        self._placed = PlacedPanes(shell.storage)
        self.before_reset: LayoutState | None = None  # the layout that the last reset ended
        self.closed_panes = ClosedPanes()
        self._channel: Channel | None = None
        self._areas = ShownAreas(self)
        self._errors = 0
        self._follow: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The address of the workspace, with its query."""
        return self.place.below

    @property
    def layout(self) -> LayoutState:
        """Where every pane stands."""
        return self._placed.layout

    # What the channel asks

    def hello(self, channel: Channel, hello: Hello) -> Outgoing:
        """Take over a whole realm and show everything anew."""
        self._channel = channel
        self._adopt_id(hello.window)
        self.mirror = RealmMirror(WIRE_MODELS)
        applied = self.mirror.apply(hello.realm)
        self.place.go(hello.route, hello.below)
        self.report(hello.reports)
        parts = self.everything()
        news = self.shell.announcements
        seen = hello.epoch == news.epoch and hello.number == news.number
        # What another page wrote as it went away may have come after this page was made, and before its plugins start.
        missed = hello.stored is not None and (hello.epoch, hello.stored) != (news.epoch, self.shell.stored)
        return {
            "t": "welcome",
            "epoch": news.epoch,
            "number": news.number,
            "snapshot": None if seen else news.hello(),
            "storage": plugin_storage(self.shell) if missed else None,
            "parts": parts,
            "warnings": [warning.as_json() for warning in applied.warnings],
            "incidents": self.shell.take_incidents(),
        }

    def welcomed(self) -> None:
        """Let the core tell the page what it must know from the beginning."""
        for listener in tuple(self.shell.welcome_listeners):
            listener(self)

    def delta(self, delta: Delta) -> Outgoing:
        """Apply a delta; only what it touched is arranged and sent."""
        applied = self.mirror.apply(delta.put, delta.remove)
        warnings = list(applied.warnings)
        parts = self.update(applied.touched, warnings, single=applied.touched)
        follows = self.place.page.live is not None or self.place.overlay is not None
        if applied.touched and follows and self._follow is None:
            self._follow = asyncio.get_running_loop().call_later(FOLLOW_SECONDS, self._follow_realm)
        return {
            "t": "frame",
            "seq": delta.seq,
            "parts": parts,
            "warnings": [warning.as_json() for warning in warnings],
        }

    def route(self, path: str) -> Outgoing:
        """Show another address; the result is the frame."""
        self.place.go(path)
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
            self.place.reported({report.folder for report in accepted if report.status != "pending"})
            self.shell.loader.report(self.id, accepted)
        if self._channel is not None:
            self.place.settle()

    async def store(self, write: Store) -> None:
        """Write one key of a plugin's storage, then tell the other windows; also when this one leaves meanwhile."""
        await write_value(self, write)

    async def call(self, verb: str, args: Mapping[str, Any]) -> object:
        """Run a verb.

        Raises:
            ProtocolError: no such verb.
        """
        run = self.shell.verbs.get(verb)
        if run is None:
            raise ProtocolError(f"There is no verb {verb}.")
        return await run(self, args)

    def tell(self, topic: str, args: Mapping[str, Any]) -> None:
        """Hand on what the page tells.

        Raises:
            ProtocolError: nobody listens to this, or the arguments do not fit.
        """
        hear = self.shell.topics.get(topic)
        if hear is None:
            raise ProtocolError(f"There is no topic {topic}.")
        hear(self, args)

    def closed(self) -> None:
        """Forget the window; its realm ends with its channel."""
        self.place.close()
        if self._follow is not None:
            self._follow.cancel()
        self._channel = None
        if self.shell.windows.get(self.id) is self:
            del self.shell.windows[self.id]
            self.shell.loader.window_gone(self.id)
            for listener in tuple(self.shell.gone_listeners):
                listener(self.id)

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

    def operate(self, change: Change) -> None:
        """Change the layout, keep it, and send what the change moved.

        Args:
            change: a pure function of the layout and the registered panes.
        """
        if self._placed.operate(change, self.contributions(PANES)):
            self.push(self._layout_parts([]))

    def panes(self) -> tuple[PaneView, ...]:
        """The registered panes beside the workspace, in registry order."""
        return self._placed.panes(self.contributions(PANES))

    # Rendering

    def contributions(self, area: str) -> Sequence[Contribution]:
        """The core's and this window's shown contributions of an area, in registry order."""
        core, own = self.shell.registry.get_area(area), self.mirror.area(area)
        if not core or not own:
            return core or own
        return tuple(merge(core, own, key=PLACE))

    def arrange(self, area: str) -> Arrangement:
        """An area as this window shows it."""
        return AREAS[area].arrange(self.contributions(area), self.context())

    def context(self) -> AreaContext:
        """What an arrangement may know of this window."""
        return AreaContext(
            path=path_of(self.address),
            on_page=self.place.on_page,
            plugin_errors=self._errors,
            nav_hidden=self.shell.nav_hidden,
            contributions=self.contributions,
        )

    def everything(self) -> list[Part]:
        """Every area as a whole, for a page that connects."""
        self._errors = plugin_errors(self.shell.loader.rows())
        self.place.resolve([])
        self._placed.forget_rendered()
        return [*self._areas.everything(), *self._layout_parts([]), *self.place.everything()]

    def fragment(self, area: str) -> str:
        """One printed area as a whole."""
        return RenderedList(AREAS[area]).replace(self.arrange(area).items)

    def zones(self) -> RenderedZones:
        """The zones as they were last rendered."""
        return self._placed.zones

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
        moved = Moved(workspace=False, overlay=False)
        # A page without a title of its own is titled by its navigation row.
        if ROUTES in areas or (NAV in areas and self.place.titled_by_row):
            moved = self.place.resolve(told if ROUTES in areas else [], anew=anew)
        if moved.workspace:
            areas.update(("sidebar.nav", "workspace.pageHeader"))
        parts = self._areas.update(areas, read, single, told)
        if PANES in areas or moved.workspace:
            parts += self._layout_parts(told)
        return [*parts, *self.place.changes(moved)]

    def _layout_parts(self, warnings: list[FieldWarning]) -> list[Part]:
        return self._placed.parts(self.contributions(PANES), self.place.page.title, warnings)

    def _follow_realm(self) -> None:
        self._follow = None
        self._show_address()

    def _show_address(self) -> None:
        self.push(self.update((ROUTES,), anew=True))

    def _adopt_id(self, window: str) -> None:
        if self.id and self.id != window and self.shell.windows.get(self.id) is self:
            del self.shell.windows[self.id]
            self.shell.loader.window_gone(self.id)
        self.id = window
        self.place.forget_reports()
        self.shell.windows[window] = self


def frame(parts: list[Part]) -> Outgoing:
    """A frame that answers no delta."""
    return {"t": "frame", "seq": None, "parts": parts, "warnings": []}
