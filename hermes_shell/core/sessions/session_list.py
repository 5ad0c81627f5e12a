"""The sessions of the gateway as the shell has read them, kept current; `shell.sessions`.

What could not be read is a failure with a reason, never an empty list (known fault 71). A pinned session that no page
brought is read by its id (known fault 67).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from hermes_shell.contribution import Dispose
from hermes_shell.core.chat.turns import payload_of
from hermes_shell.core.sessions.days import DayWatch
from hermes_shell.core.sessions.marks import Marks
from hermes_shell.core.sessions.metadata import SessionMetadata
from hermes_shell.core.sessions.row import SessionRow
from hermes_shell.core.sessions.source import PAGE, read_many, read_pages
from hermes_shell.errors import ShellError
from hermes_shell.gateway import Event

if TYPE_CHECKING:
    from hermes_shell.core.shell import Shell

log = logging.getLogger(__name__)

REFRESH_SECONDS = 0.25
"""What happens within it leads to one look at the list."""
RETRY_SECONDS = (1.0, 4.0, 15.0, 60.0)
"""How long after a look that failed the next one is made; after the last of them, what happens or the user decides."""
_LOOK = frozenset({"session.info", "session.title", "message.complete"})
"""Events after which a session may stand elsewhere or be called otherwise."""


class SessionList:
    """Every session that is known, with the user's marks.

    Attributes:
        status: `idle` before the gateway was open, `loading`, `ok`, or `failed`: the last look at the list failed.
        reason: why it failed, one sentence.
        complete: every page was read; false while the rest of a long list is on its way.
        revision: counts what `subscribe` told.
        metadata: pins, order, colours, tags, folders.
        marks: running, waiting, unread.

    Args:
        shell: gateway and storage.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self.status: Literal["idle", "loading", "ok", "failed"] = "idle"
        self.reason = ""
        self.complete = False
        self.revision = 0
        self.metadata = SessionMetadata(shell.storage)
        self.marks = Marks(self.changed, self.refresh_soon)
        self._days = DayWatch(self.changed)
        self._rows: dict[str, SessionRow] = {}
        self._names: dict[str, str] = {}  # any id of a lineage -> the id of its row
        self._sorted: list[SessionRow] | None = None
        self._listeners: list[Callable[[], None]] = []
        self._opened: list[Callable[[], None]] = []
        self._epoch = 0
        self._is_reading = False
        self._again = False
        self._anew = False  # all pages are wanted, also where a look at them is under way
        self._failures = 0  # looks that failed in succession
        self._timer: asyncio.TimerHandle | None = None
        self._telling: asyncio.Handle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Follow the gateway from now on. Call once, when everybody who wants to hear has subscribed."""
        self._shell.gateway.on_state(self._on_state)
        self._shell.gateway.subscribe(self._on_event)
        self._days.look()
        self._on_state()

    # Reading

    def rows(self) -> list[SessionRow]:
        """Every row that the list shows, the one used last first."""
        if self._sorted is None:
            self._sorted = sorted(self._rows.values(), key=lambda row: (-row.last_active, row.id))
        return self._sorted

    def row(self, stored: str) -> SessionRow | None:
        """The row of a session by any id of its lineage."""
        return self._rows.get(self._names.get(stored, stored))

    def root(self, stored: str) -> str:
        """The first id of a session's lineage; an id that no row has stays as it is (contract, host.sessions)."""
        row = self.row(stored)
        return row.root if row is not None else stored

    def is_shown(self, row: SessionRow) -> bool:
        """Whether a row may stand in the list: it is neither hidden nor on its way to be deleted."""
        marks = self.metadata
        return row.id not in marks.deleting and row.id not in marks.hidden and row.root not in marks.hidden

    def subscribe(self, listener: Callable[[], None]) -> Dispose:
        """Hear that rows or marks changed; changes of one round of the loop are told together."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def on_open(self, listener: Callable[[], None]) -> None:
        """Hear that the gateway is open anew; called after the list began to be read."""
        self._opened.append(listener)

    # Changing

    def changed(self) -> None:
        """Tell that something looks different now."""
        self.revision += 1
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_soon(self._tell)

    def put(self, row: SessionRow) -> None:
        """Take over one row, for example a title before the gateway lists it."""
        self._keep(row)
        self.changed()

    def drop(self, stored: str) -> None:
        """Forget the row of a session that left the list."""
        row = self.row(stored)
        if row is not None:
            self._forget(row)
            self.changed()

    def reload(self) -> None:
        """Read the whole list anew."""
        self.complete, self._anew, self._failures = False, True, 0
        if self.status in ("idle", "failed"):
            self.status, self.reason = "loading", ""
            self.changed()
        self._read()

    def refresh_soon(self) -> None:
        """Look at the first page again: what changed stands there."""
        if self.status != "idle" and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(REFRESH_SECONDS, self._refresh)

    def run(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Let something run beside; `close` ends it."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ran)

    async def close(self) -> None:
        """End what runs."""
        self._days.close()
        for handle in (self._timer, self._telling):
            if handle is not None:
                handle.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)

    # Following the gateway

    def _on_state(self) -> None:
        gateway = self._shell.gateway
        if gateway.state == "open" and gateway.epoch != self._epoch:
            self._epoch = gateway.epoch
            self.reload()
            for listener in tuple(self._opened):
                listener()
        self.changed()

    def _on_event(self, event: Event) -> None:
        if event["type"] not in _LOOK:
            return
        payload = payload_of(event)
        stored, title = payload.get("session_id") or payload.get("stored_session_id"), payload.get("title")
        row = self.row(stored) if isinstance(stored, str) else None
        if row is not None and isinstance(title, str) and title and title != row.title:
            self.put(replace(row, title=title))
        self.refresh_soon()

    def _refresh(self) -> None:
        self._timer = None
        self._read()

    def _read(self) -> None:
        if self._is_reading:
            self._again = True
            return
        self._is_reading = True
        self.run(self._look(), "sessions")

    async def _look(self) -> None:
        try:
            while True:
                self._again = False
                await self._look_once()
                if not self._again:
                    return
        except Exception:
            log.exception("the list of sessions could not be taken in")
            self.status, self.reason = "failed", "The shell failed on the list of sessions. The log has the details."
            self.changed()
        finally:
            self._is_reading = False

    async def _look_once(self) -> None:
        whole, self._anew = not self.complete, False
        seen: dict[str, SessionRow] = {}
        try:
            pages = 0
            async for page in read_pages(self._shell.gateway):
                for row in page:
                    seen[row.id] = row
                    self._keep(row)
                pages += 1
                if pages == 1:
                    self.status, self.reason = "ok", ""
                    self._leave_out(seen, whole=len(page) < PAGE)
                    self.changed()
                    await self._read_pins([root for root in self.metadata.pinned if self.row(root) is None])
                    if not whole or len(page) < PAGE:
                        break
                elif pages % 10 == 0:
                    self.changed()
            if whole:
                self._leave_out(seen, whole=True)
                self.complete = not self._anew
                listed = {row.root for row in seen.values()}
                await self._read_pins([root for root in self.metadata.pinned if root not in listed])
        except ShellError as error:
            log.warning("the list of sessions could not be read: %s", error)
            self.status, self.reason = "failed", str(error)
            self._look_later()
        else:
            self._failures = 0
        self.changed()

    def _look_later(self) -> None:
        """Look again behind a failure: nobody else may ever ask for the pages that are missing."""
        if self._shell.gateway.state != "open" or self._failures >= len(RETRY_SECONDS):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(RETRY_SECONDS[self._failures], self._refresh)
        self._failures += 1

    async def _read_pins(self, roots: list[str]) -> None:
        """Read pinned sessions that the list did not bring; one that is gone leaves, one that is unread stays."""
        for root, row in (await read_many(self._shell.gateway, roots)).items():
            known = self.row(root)
            if row is not None:
                self._keep(row)
            elif known is not None:
                self._forget(known)

    def _leave_out(self, seen: dict[str, SessionRow], *, whole: bool) -> None:
        """Drop what the gateway lists no longer: it is newer than the oldest row of the page and not on it."""
        oldest = min((row.last_active for row in seen.values()), default=0.0)
        pinned = set(self.metadata.pinned)
        for row in tuple(self._rows.values()):
            if row.id in seen or row.root in pinned:
                continue
            if whole or row.last_active > oldest:
                self._forget(row)

    def _keep(self, row: SessionRow) -> None:
        known = self._rows.get(self._names.get(row.root, row.root))
        if known is not None and known.root == row.root:
            lineage = tuple(dict.fromkeys((*known.lineage, *row.lineage)))
            row = replace(row, lineage=lineage)
            if known.id != row.id:
                del self._rows[known.id]
        self._rows[row.id] = row
        self._sorted = None
        for name in row.lineage:
            self._names[name] = row.id

    def _forget(self, row: SessionRow) -> None:
        self._rows.pop(row.id, None)
        self._sorted = None
        for name in row.lineage:
            if self._names.get(name) == row.id:
                del self._names[name]

    def _tell(self) -> None:
        self._telling = None
        for listener in tuple(self._listeners):
            listener()
