"""The hub: every chat of this process, and the way of prompts and events between them and the gateway.

It owns which chats are live. Windows show chats (`chat.show`), the gateway tells about them (events with live ids), and
whoever wants to know subscribes. Source: reference of the gateway, session identity, whole turns, reconnecting.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from hermes_shell.contribution import Dispose
from hermes_shell.core.chat.actions import Actions
from hermes_shell.core.chat.chat import Chat, is_new
from hermes_shell.core.chat.delivery import Delivery
from hermes_shell.core.chat.hearing import Hearing
from hermes_shell.core.chat.letting_go import LettingGo
from hermes_shell.core.chat.opening import Opener
from hermes_shell.core.chat.roster import Roster
from hermes_shell.core.chat.shown_prompts import ShownPrompts
from hermes_shell.core.chat.strangers import Strangers
from hermes_shell.core.outbox_store import Beside, nothing_beside
from hermes_shell.errors import GatewayError

if TYPE_CHECKING:
    from hermes_shell.core.chat.cuts import Cuts
    from hermes_shell.core.chat.prompt import Prompt
    from hermes_shell.core.outbox import Outbox
    from hermes_shell.core.outbox_entries import Said
    from hermes_shell.gateway import Event, Gateway

log = logging.getLogger(__name__)

What = Literal["state", "transcript", "moved", "question", "gone", "left", "title"]
"""What changed about a chat. `moved`: it has another key now (`Chat.former` is the old one); `gone`: it was deleted;
`left`: a new one that nobody used is not there any more; `state`: anything that `Chat.facts` tells."""

Listener = Callable[[Chat, What], None]


class ChatHub:
    """Server-side owner of chats; `shell.chats`. Everything happens on the event loop.

    Args:
        gateway: where the sessions live.
        outbox: where prompts wait.
        cuts: where branches end whose gateway has more.
        clock: seconds since the epoch.
    """

    def __init__(self, gateway: Gateway, outbox: Outbox, cuts: Cuts, clock: Callable[[], float] = time.time) -> None:
        self.gateway = gateway
        self.outbox = outbox
        self.cuts = cuts
        self.clock = clock
        self.opener = Opener(self)
        self.actions = Actions(self)
        self.letting_go = LettingGo(self)
        self._delivery = Delivery(self)
        self._strangers = Strangers(self)
        self.hearing = Hearing(self)
        self._prompts = ShownPrompts(self)
        self.roster = Roster()
        self._listeners: list[Listener] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._epoch = 0
        self._disposers: list[Dispose] = []

    # The life of the hub

    def start(self) -> None:
        """Follow the gateway from now on. Call on the event loop, before it connects."""
        self._disposers = [
            self.gateway.subscribe(self._hear),
            self.gateway.on_state(self._on_state),
            self.outbox.subscribe(self._prompts.changed),
        ]
        self.outbox.start(self)
        self._on_state()

    async def close(self) -> None:
        """Follow nothing any more."""
        for dispose in self._disposers:
            dispose()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.outbox.close()

    # What others ask

    def chats(self) -> tuple[Chat, ...]:
        """Every chat that is known in this process."""
        return self.roster.all()

    def chat(self, key: str) -> Chat | None:
        """The chat of a key, also of one that it had once; None while nobody has opened it."""
        return self.roster.get(key)

    def by_live(self, live: str) -> Chat | None:
        """The chat of a live id."""
        return self.roster.by_live(live)

    def subscribe(self, listener: Listener) -> Dispose:
        """Hear what changes; called at once, must return at once.

        Returns:
            Ends the subscription.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def ensure(self, key: str) -> Chat:
        """The chat of a key, made where it is not known; nothing is asked of the gateway."""
        chat = self.chat(key)
        if chat is None:
            from hermes_shell.transcript.transcript import Transcript  # late: no chat is opened before the first page

            chat = Chat(key, Transcript(key, self.clock), loaded=is_new(key), kept=not is_new(key))
            chat.cut = self.cuts.of(key)
            self.roster.add(chat)
            for entry in self.outbox.of(key):
                self._prompts.show(chat, entry, entry.state)
            self.tell(chat, "state")
        return chat

    async def open(self, key: str) -> Chat:
        """Bring a chat to life: resume its session and load its messages, unless both is done.

        Raises:
            GatewayError: that did not work; the chat says why.
        """
        chat = self.ensure(key)
        if not is_new(chat.key) and chat.kept and not (chat.loaded and self.opener.is_fresh(chat)):
            await self.opener.resume(chat)
        return chat

    async def submit(self, key: str, prompt: Prompt, beside: Beside = nothing_beside) -> Chat:
        """Take a prompt; returns when it is on disk. A client id that came before is not sent again.

        Args:
            key: of the chat.
            prompt: the prompt.
            beside: as for `Outbox.put`.

        Raises:
            ShellError: it could not be kept.
        """
        chat = self.ensure(key)
        await self.outbox.put(chat.key, prompt, beside)
        return chat

    def set_asking(self, key: str, asks: bool) -> None:
        """Say whether a question of a chat waits for the user."""
        chat = self.chat(key)
        if chat is not None and chat.asks != asks:
            chat.asks = asks
            self.tell(chat, "state")
            self.tell(chat, "question")

    def set_shown(self, chat: Chat, window: str, *, shown: bool) -> None:
        """Note that a window shows a chat, or does not any more."""
        if shown:
            chat.shown.add(window)
            if chat.unread:
                chat.unread = False
                self.tell(chat, "state")
        else:
            chat.shown.discard(window)

    def forget(self, key: str) -> None:
        """Drop a chat that was deleted."""
        chat = self.roster.drop(key)
        if chat is not None:
            self.unbind(chat)
            self.cuts.change(key, None)
            chat.gone = True
            self.tell(chat, "gone")

    # What the outbox asks (`outbox.Carrier`)

    async def said(self, key: str, *, fresh: bool) -> Said:
        """The user's messages that the gateway has of a chat."""
        return await self._delivery.said(key, fresh=fresh)

    async def deliver(self, key: str, prompt: Prompt) -> Literal["sent", "later"]:
        """Submit one prompt of a chat."""
        return await self._delivery.deliver(key, prompt)

    # What the parts of the hub ask

    def tell(self, chat: Chat, what: What) -> None:
        """Tell everybody that something changed."""
        for listener in tuple(self._listeners):
            try:
                listener(chat, what)
            except Exception:
                log.exception("a listener of chats failed on %s of %s", what, chat.key)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run something beside, as long as the hub lives."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def bind(self, chat: Chat, live: str) -> None:
        """Let events of a live id go to a chat."""
        self.roster.bind(chat, live)
        chat.epoch = self.gateway.epoch
        for event in self._strangers.taken(live):
            self.hearing.take(chat, event)

    def unbind(self, chat: Chat) -> None:
        """Forget the live id of a chat."""
        self.roster.unbind(chat)

    def learned(self, live: str, stored: str) -> Chat:
        """Note which chat a live id belongs to."""
        chat = self.roster.by_session(live, stored) or self.ensure(stored)
        if chat.live != live:
            was_fresh = chat.epoch
            self.bind(chat, live)
            # The session's events come to whoever resumed it last, which was not this connection.
            chat.epoch = was_fresh if not chat.loaded else 0
        return chat

    @contextmanager
    def creating(self) -> Generator[None]:
        """Know no new chat by its events while a session is made whose answer may come after them."""
        self._strangers.creating += 1
        try:
            yield
        finally:
            self._strangers.creating -= 1
            if not self._strangers.creating:
                self._strangers.settle()

    async def settle_key(self, chat: Chat) -> None:
        """Give a chat the stored id of the session that was made for it."""
        if chat.stored is None or chat.stored == chat.key:
            return
        await self.outbox.rekey(chat.key, chat.stored)
        self.move(chat, chat.stored)

    def move(self, chat: Chat, key: str) -> None:
        """Give a chat another key; everybody hears of it before anything else about the new key."""
        if key == chat.key:
            return
        other = self.roster.other(chat, key)
        if other is not None:
            chat.shown |= other.shown
            self.forget(key)
        self.roster.rename(chat, key)
        self.tell(chat, "moved")
        self.tell(chat, "state")

    def turn_ended(self, chat: Chat) -> None:
        """A turn is over: whoever waits for that goes on."""
        chat.idle.set()
        chat.idle.clear()
        chat.last_active = self.clock()
        if not chat.shown:
            chat.unread = True
        self.tell(chat, "state")
        self.outbox.wake(chat.key)

    # What the gateway tells

    def _hear(self, event: Event) -> None:
        live = event.get("session_id")
        if not isinstance(live, str) or not live:
            return
        chat = self.roster.by_live(live)
        if chat is None:
            self._strangers.take(live, event)
        else:
            self.hearing.take(chat, event)

    def _on_state(self) -> None:
        if self.gateway.state != "open" or self.gateway.epoch == self._epoch:
            return
        self._epoch = self.gateway.epoch
        self._strangers.clear()
        self.spawn(self.opener.reconnect(), "chats reconnect")

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, GatewayError) else logging.ERROR
            log.log(level, "%s failed", task.get_name(), exc_info=error)
