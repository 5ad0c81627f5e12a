"""Starts, steers, queues and ends turns: one at a time in a session, a task each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded import titles
from hermes_shell.gateway.embedded.chat_store import ChatStore
from hermes_shell.gateway.embedded.live_session import QUEUE_LIMIT, LiveSession, Prompt, Turn
from hermes_shell.gateway.embedded.models.model_choice import ModelChoice
from hermes_shell.gateway.embedded.preferences import Preferences
from hermes_shell.gateway.embedded.session_rows import NewSession
from hermes_shell.gateway.embedded.turn_run import TurnRun

END_SECONDS = 1.0

STEERS = 20
"""How often one turn may be steered."""


class Turns:
    """Starts, steers and ends turns.

    Args:
        store: the chats.
        choice: makes the models.
        preferences: of all sessions.
        announce: sends a session's `session.info`.
    """

    def __init__(
        self,
        store: ChatStore,
        choice: ModelChoice,
        preferences: Preferences,
        announce: Callable[[LiveSession], None],
    ) -> None:
        self._store = store
        self._choice = choice
        self._runner = TurnRun(store, choice, preferences, announce)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, session: LiveSession, prompt: Prompt, cut_at: int | None = None) -> None:
        """Store a prompt and start its turn. The session must be idle; it is busy when this returns.

        Args:
            session: where.
            prompt: what was sent.
            cut_at: number of the message from which on the history is cut first.

        Raises:
            GatewayError: the prompt was not stored, and no turn started.
        """
        assert session.turn is None, "one turn at a time"
        session.turn = turn = Turn(prompt)
        await self._to_the_end(self._begin(session, turn, cut_at))

    async def queue(self, session: LiveSession, prompt: Prompt) -> None:
        """Keep a prompt until the running turn has ended.

        Raises:
            GatewayError: too many wait, or it was not stored.
        """
        if len(session.queue) >= QUEUE_LIMIT:
            raise GatewayError(4009, f"{QUEUE_LIMIT} prompts wait in this session already.")
        await self._to_the_end(self._add_to_queue(session, prompt))

    def steer(self, session: LiveSession, text: str) -> bool:
        """Give a note to the running turn: the model gets it when its answer is done, and goes on; False = too late."""
        turn = session.turn
        if turn is None or turn.interrupted or turn.steers >= STEERS:
            return False
        turn.steers += 1
        turn.steered.append(text)
        return True

    async def interrupt(self, session: LiveSession) -> list[str]:
        """End the running turn and forget what waits behind it.

        Returns:
            The texts that are not sent any more.
        """
        dropped = list(session.queue)
        session.queue.clear()
        notes: list[str] = []
        if session.turn is not None:
            notes, session.turn.steered = session.turn.steered, []
        self.stop(session)
        if dropped:
            await self._store.run(lambda: [self._store.messages.set_status(row, "interrupted") for _, row in dropped])
        return [*notes, *[prompt.text for prompt, _ in dropped]]

    def stop(self, session: LiveSession) -> None:
        """End the running turn; what waits behind it comes next."""
        session.questions.drop()
        if session.turn is not None:
            session.turn.interrupt()

    async def end(self, session: LiveSession) -> None:
        """End the running turn, and come back when what it wrote is stored, or after a second."""
        await self.interrupt(session)
        if session.task is not None:
            await asyncio.wait({session.task}, timeout=END_SECONDS)

    async def finish(self, seconds: float) -> None:
        """Wait for the ends of all turns, at most some seconds."""
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=seconds)
        for task in tuple(self._tasks):
            task.cancel()

    async def _begin(self, session: LiveSession, turn: Turn, cut_at: int | None) -> None:
        try:
            await self._keep_prompt(session, turn, cut_at=cut_at)
        except BaseException:
            session.turn = None
            raise
        self._supervise(session, self._run(session, turn))

    async def _add_to_queue(self, session: LiveSession, prompt: Prompt) -> None:
        add = self._store.messages.add_queued
        row = await self._store.run(lambda: add(session.stored, prompt.text, prompt.sent, prompt.images, time.time()))
        session.queue.append((prompt, row))
        self._start_next(session)  # the turn may have ended meanwhile

    async def _to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work that must not stop half-way when its caller leaves: a prompt that is stored has its turn."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    async def _keep_prompt(
        self, session: LiveSession, turn: Turn, cut_at: int | None = None, queued: int | None = None
    ) -> None:
        """Store a turn's prompt, and the session with its first one.

        Args:
            session: where.
            turn: gets the number of its message.
            cut_at: number of the message from which on the history is cut first.
            queued: number of the message that stands for it in the queue.

        Raises:
            GatewayError: nothing was stored.
        """
        prompt = turn.prompt
        now = time.time()
        wanted = session.title or titles.from_prompt(prompt.text) or ""
        model, provider = self._choice.name(session.model, session.provider), self._choice.provider(session.provider)

        def keep() -> str:
            sessions, messages = self._store.sessions, self._store.messages
            if not session.in_database:
                sessions.add(
                    NewSession(session.stored, session.source, model, provider, session.cwd, session.parent), now
                )
                for role, text in session.seed:
                    messages.add(session.stored, "assistant" if role == "assistant" else "user", text, at=now)
            if cut_at is not None:
                messages.cut(session.stored, cut_at)
            if queued is not None:
                messages.remove(queued)
            turn.row = messages.add(
                session.stored, "user", prompt.text, at=now, status="waiting", sent=prompt.sent, images=prompt.images
            )
            sessions.set_model(session.stored, model, provider)
            sessions.touch(session.stored, now)
            title = sessions.title(session.stored)
            if not title and wanted:
                title = sessions.free_title(wanted)
                sessions.set_title(session.stored, title)
            return title

        before, session.title = session.title, await self._store.run(keep)
        session.in_database, session.seed = True, []
        session.last_active, session.preview = now, session.preview or prompt.text[:200]
        if session.title != before:
            session.emit("session.title", {"session_id": session.stored, "title": session.title})

    async def _run(self, session: LiveSession, turn: Turn) -> None:
        notes = await self._runner.run(session, turn)
        session.last_active = time.time()
        try:
            for note in notes:
                await self.queue(session, Prompt(note))
        except GatewayError as error:
            session.emit("error", {"message": error.message})
        self._start_next(session)

    def _start_next(self, session: LiveSession) -> None:
        """Start the next queued prompt, if there is one and nothing runs."""
        if session.turn is not None or not session.queue:
            return
        prompt, row = session.queue.popleft()
        session.turn = Turn(prompt)
        self._supervise(session, self._run_queued(session, session.turn, row))

    async def _run_queued(self, session: LiveSession, turn: Turn, row: int) -> None:
        try:
            await self._keep_prompt(session, turn, queued=row)
        except GatewayError as error:
            session.turn = None
            session.emit("error", {"message": error.message})
            self._start_next(session)
            return
        await self._run(session, turn)

    def _supervise(self, session: LiveSession, work: Coroutine[Any, Any, None]) -> None:
        session.task = task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
