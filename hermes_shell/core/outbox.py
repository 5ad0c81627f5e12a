"""The outbox: every prompt is on disk before it goes to the gateway, and stays there until the gateway has answered.

Prompts of a chat leave in their order, each once: one whose call was not answered is sent again only when the gateway
does not have it. While the gateway is not open they wait, and the user can take them back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hermes_shell.contribution import Dispose
from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.outbox_carrier import Carrier
from hermes_shell.core.outbox_entries import Entry, State, Status, was_taken
from hermes_shell.core.outbox_store import Beside, OutboxStore, nothing_beside
from hermes_shell.errors import GatewayError, ShellError, StorageError
from hermes_shell.storage import Storage

if TYPE_CHECKING:
    from hermes_shell.gateway import Gateway

MOST_ENTRIES: Final = 200
PAUSES: Final = (1.0, 4.0, 15.0)
"""Seconds before a prompt is tried again that an open gateway did not answer for."""

Listener = Callable[[Entry, Status], None]

log = logging.getLogger(__name__)


class OutboxError(ShellError):
    """The outbox refuses: it is full, or a prompt is on its way already."""


class Outbox:
    """The outbox of one home; `shell.outbox`. Everything happens on the event loop.

    Args:
        storage: where the entries are kept.
        gateway: entries leave while it is open.
    """

    def __init__(self, storage: Storage, gateway: Gateway) -> None:
        self._store = OutboxStore(storage)
        self._gateway = gateway
        self._carrier: Carrier | None = None
        self._senders: dict[str, asyncio.Task[None]] = {}
        self._pauses: set[asyncio.TimerHandle] = set()
        self._in_flight: set[str] = set()
        self._keeping: dict[str, asyncio.Task[None]] = {}
        self._listeners: list[Listener] = []
        self._dispose: Dispose | None = None
        self._was_open = False

    # What the hub asks

    def start(self, carrier: Carrier) -> None:
        """Send from now on through `carrier`, whenever the gateway is open."""
        self._carrier = carrier
        self._dispose = self._gateway.on_state(self._on_state)
        self._on_state()

    async def put(self, key: str, prompt: Prompt, beside: Beside = nothing_beside) -> bool:
        """Keep a prompt; returns when it is on disk, and sends it as soon as that can be.

        Args:
            key: of the chat.
            prompt: the prompt.
            beside: gives what is written to the storage in the same step, such as the draft without the prompt.

        Returns:
            False when a prompt of this client id is here, or was once: nothing happens then.

        Raises:
            OutboxError: it is full.
            StorageError: the prompt could not be kept; it is not sent.
        """
        client = prompt.client_id
        keeping = self._keeping.get(client)
        if keeping is not None:
            await asyncio.shield(keeping)
        if keeping is not None or self._store.was_here(client):
            await self._store.keep(*beside())
            return False
        entries = self._store.entries()
        if len(entries) >= MOST_ENTRIES:
            raise OutboxError(f"{MOST_ENTRIES} prompts wait already. Send or take back some of them first.")
        entry = Entry(entries[-1].number + 1 if entries else 1, key, prompt)
        self._store.hold(entry)
        # A window that leaves while the disk writes takes its call along, not the prompt.
        keeping = self._keeping[client] = asyncio.create_task(self._keep(entry, beside), name=f"outbox keeps {client}")
        keeping.add_done_callback(lambda task: self._kept(client, task))
        await asyncio.shield(keeping)
        return True

    def of(self, key: str) -> tuple[Entry, ...]:
        """The entries of a chat, in order."""
        return tuple(entry for entry in self._store.entries() if entry.key == key)

    def keys(self) -> tuple[str, ...]:
        """Chats that have entries, the one with the oldest first."""
        return tuple(dict.fromkeys(entry.key for entry in self._store.entries()))

    def attachments(self) -> set[str]:
        """The ids of all files that go with a prompt that is here."""
        return {one.id for entry in self._store.entries() for one in entry.prompt.attachments}

    def entry(self, client_id: str) -> Entry | None:
        """One entry; None when the prompt has left, or never was here."""
        return self._store.entry(client_id)

    async def took(self, client_id: str) -> bool:
        """Whether a prompt is on disk here, or was once: its text is no draft any more."""
        keeping = self._keeping.get(client_id)
        if keeping is not None:
            await asyncio.wait((keeping,))
        return self._store.was_here(client_id)

    def done(self, client_id: str) -> None:
        """The gateway has a prompt: forget its text, and remember that it was sent. Does nothing a second time."""
        entry = self._store.drop(client_id)
        if entry is not None:
            self._tell(entry, "sent")

    async def rekey(self, old: str, new: str) -> None:
        """A new chat has its stored id; returns when that is on disk.

        Raises:
            StorageError: it could not be kept; the entries stay where they were.
        """
        sender = self._senders.pop(old, None)
        if sender is not None and not sender.done():
            self._senders[new] = sender
        moved: list[Entry] = []
        try:
            while more := self.of(old):  # what is put under the old key while the disk writes moves too
                moved += more
                for entry in more:
                    entry.key = new
                await asyncio.gather(*(self._store.write(entry) for entry in more))
        except StorageError:
            for entry in moved:
                entry.key = old
            if sender is not None and not sender.done():
                self._senders[old] = self._senders.pop(new, sender)
            raise

    def wake(self, key: str | None = None) -> None:
        """Look whether prompts can leave now: of a chat whose turn has ended, or of all."""
        for chat in self.keys() if key is None else (key,):
            for entry in self.of(chat):
                entry.held = False
            running = self._senders.get(chat)
            if self._can_send() and (running is None or running.done()):
                self._senders[chat] = asyncio.create_task(self._empty(chat), name=f"outbox {chat}")

    # What the user asks

    async def take_back(self, client_id: str, beside: Beside = nothing_beside) -> Prompt:
        """Take a prompt out, to edit it; returns when that is on disk. It is never sent (again).

        Args:
            client_id: of the prompt.
            beside: as for `put`; asked only when the prompt can be taken out.

        Raises:
            OutboxError: it has left, or is on its way now.
            StorageError: it could not be taken out.
        """
        entry = self.entry(client_id)
        if entry is None:
            raise OutboxError("This prompt has been sent already.")
        if client_id in self._in_flight:
            raise OutboxError("This prompt is on its way to the agent.")
        await self._store.take_out(entry, beside)
        self._tell(entry, "taken-back")
        return entry.prompt

    async def retry(self, client_id: str) -> None:
        """Send a refused prompt once more.

        Raises:
            OutboxError: it has left.
            StorageError: that could not be kept.
        """
        entry = self.entry(client_id)
        if entry is None:
            raise OutboxError("This prompt has been sent already.")
        if entry.state == "failed":
            await self._become(entry, "sending" if entry.before is not None else "waiting")
        self.wake(entry.key)

    def subscribe(self, listener: Listener) -> Dispose:
        """Hear of every change of an entry; `listener` is called at once and must return at once."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def close(self) -> None:
        """Stop sending. What was on its way is looked up at the next start."""
        if self._dispose is not None:
            self._dispose()
            self._dispose = None
        self._carrier = None
        for pause in self._pauses:
            pause.cancel()
        senders = [sender for sender in self._senders.values() if not sender.done()]
        for sender in senders:
            sender.cancel()
        await asyncio.gather(*senders, *self._keeping.values(), return_exceptions=True)

    # Keeping and sending

    async def _keep(self, entry: Entry, beside: Beside) -> None:
        await self._store.add(entry, beside)
        self._tell(entry, "waiting")
        self.wake(entry.key)

    def _kept(self, client: str, task: asyncio.Task[None]) -> None:
        del self._keeping[client]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("outbox: %s", error)  # whoever put the prompt in hears it too, unless they left

    def _on_state(self) -> None:
        is_open = self._gateway.state == "open"
        if is_open and not self._was_open:
            self.wake()
        self._was_open = is_open

    def _can_send(self) -> bool:
        return self._carrier is not None and self._gateway.state == "open"

    async def _empty(self, key: str) -> None:
        """Send what a chat has, one after the other, as long as that is possible. Its key may change meanwhile."""
        entry = self._next(key)
        while entry is not None and self._can_send():
            try:
                if not await self._send(entry):
                    return
            except StorageError as error:
                await self._refused(entry, f"The prompt could not be kept: {error.message}")
            except Exception:
                log.exception("a prompt could not be sent")
                await self._refused(entry, "The shell failed to send this. The log has the details.")
            entry = self._next(entry.key)

    def _next(self, key: str) -> Entry | None:
        """The entry that goes next: the oldest; one that ends the running turn passes those that wait for its end."""
        waiting = [entry for entry in self.of(key) if entry.state != "failed"]
        if waiting and waiting[0].held:
            found = next((entry for entry in waiting if entry.prompt.mode == "interrupt" and not entry.held), None)
        else:
            found = waiting[0] if waiting else None
        # One that is on its way already has a sender, which comes to the others after it.
        return None if found is None or found.prompt.client_id in self._in_flight else found

    async def _send(self, entry: Entry) -> bool:
        """Send one; False when the chat must wait before it goes on."""
        carrier, client = self._carrier, entry.prompt.client_id
        assert carrier is not None, "the outbox was not started"
        self._in_flight.add(client)
        try:
            if entry.before is not None:
                now = await carrier.said(entry.key, fresh=True)
                if was_taken(entry.prompt.text, entry.before, now):
                    self.done(client)
                    return True
            else:
                now = await carrier.said(entry.key, fresh=False)
            entry.before = now
            await self._become(entry, "sending")
            answer = await carrier.deliver(entry.key, entry.prompt)
        except GatewayError as error:
            return await self._unanswered(entry) if error.code is None else await self._refused(entry, error.message)
        finally:
            self._in_flight.discard(client)
        entry.tries = 0
        if answer == "sent":
            self.done(client)
            return True
        entry.before, entry.held = None, True
        await self._become(entry, "waiting")
        return True

    async def _unanswered(self, entry: Entry) -> bool:
        """Nobody answered: the next connection tells more, or the next try where the gateway is still open."""
        if self._gateway.state != "open":
            self._tell(entry, "waiting")
        elif entry.tries < len(PAUSES):
            self._tell(entry, "waiting")
            loop = asyncio.get_running_loop()
            pause = loop.call_later(PAUSES[entry.tries], self._again, entry)
            self._pauses = {one for one in self._pauses if not one.cancelled() and one.when() > loop.time()} | {pause}
            entry.tries += 1
        else:
            entry.tries = 0
            return await self._refused(entry, "The gateway does not answer.", doubtful=True)
        return False

    def _again(self, entry: Entry) -> None:
        if self.entry(entry.prompt.client_id) is not None:
            self.wake(entry.key)

    async def _refused(self, entry: Entry, error: str, *, doubtful: bool = False) -> bool:
        if not doubtful:
            entry.before = None
        entry.error = error
        try:
            await self._become(entry, "failed", error)
        except StorageError as problem:  # it is refused all the same; the next start tries it once more
            log.warning("outbox: %s", problem)
        return True

    async def _become(self, entry: Entry, state: State, error: str | None = None) -> None:
        entry.state, entry.error = state, error
        self._tell(entry, state)
        await self._store.write(entry)

    def _tell(self, entry: Entry, status: Status) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(entry, status)
            except Exception:
                log.exception("a listener of the outbox failed")
