"""Runs one turn, from a stored prompt to `message.complete`."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.answer_row import AnswerRow
from hermes_shell.gateway.embedded.chat_store import ChatStore
from hermes_shell.gateway.embedded.history import entries_of
from hermes_shell.gateway.embedded.live_session import LiveSession, Turn
from hermes_shell.gateway.embedded.message_rows import Status
from hermes_shell.gateway.embedded.models.model_choice import ModelChoice
from hermes_shell.gateway.embedded.models.pieces import (
    Ending,
    Entry,
    Model,
    ModelFailure,
    Notice,
    Reasoning,
    Request,
    Text,
)
from hermes_shell.gateway.embedded.preferences import Preferences
from hermes_shell.gateway.embedded.session_info import usage_payload
from hermes_shell.gateway.embedded.session_rows import Usage

NO_REPLY = "⚠️ No reply: the model gave no text."

_BUG = "The built-in gateway failed. The log says more."

_log = logging.getLogger(__name__)


@dataclass
class _Reading:
    """How one answer of the model was read: what failed, None = nothing, and how it ended."""

    failure: str | None = None
    ending: Ending = field(default_factory=Ending)


class TurnRun:
    """Runs turns whose prompt is stored.

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
        self._preferences = preferences
        self._announce = announce

    async def run(self, session: LiveSession, turn: Turn) -> list[str]:
        """Run a turn to its end; never raises. The session is idle when its last event is sent.

        Returns:
            Notes that were steered in too late, to be sent as prompts.
        """
        try:
            try:
                model = await self._choice.model(session.model, session.provider)
            except GatewayError as error:
                await self._close_prompt(turn, error.message)
                session.turn = None
                session.emit("error", {"message": error.message})
                return turn.steered
            session.emit("message.start")
            self._announce(session)
            return await self._answer(session, turn, model)
        except Exception:
            _log.exception("A turn failed")
            session.turn = None
            payload: dict[str, Any] = {"text": _BUG, "usage": {}, "status": "error", "error": _BUG}
            session.emit("message.complete", payload)
            self._announce(session)
            return []

    async def _answer(self, session: LiveSession, turn: Turn, model: Model) -> list[str]:
        """Let the model answer, and answer on after each note that was steered in."""
        total = Usage()
        while True:  # as often as `Turns.steer` takes a note
            row = AnswerRow(self._store, session.stored)
            reading = await self._read(session, turn, model, row)
            total = total.plus(reading.ending.usage)
            text, reasoning = "".join(turn.texts[turn.part :]), "".join(turn.reasoning)
            notes, turn.steered = turn.steered, []
            if not notes or reading.failure is not None or turn.interrupted:
                break
            session.emit("message.interim", {"text": text, "already_streamed": True})
            await self._keep_steered(session, turn, row, text, reasoning, notes)
        status: Status = "interrupted" if turn.interrupted else "error" if reading.failure else "complete"
        failure = reading.failure if status == "error" else None
        if status == "complete" and not text.strip():
            status, failure = "error", NO_REPLY
        payload: dict[str, Any] = {"text": _shown(text, status, failure), "status": status}
        if reasoning:
            payload["reasoning"] = reasoning
        if failure:
            payload["error"] = failure
        if reading.ending.warning:
            payload["warning"] = reading.ending.warning
        try:
            session.usage = await self._store.run(
                lambda: self._finish(session, turn, row, text, reasoning, status, failure, total)
            )
        except GatewayError as error:
            payload["warning"] = f"{error.message} This answer is not kept."
        session.turn = None
        notes += turn.steered  # while the answer was stored
        session.emit("message.complete", {**payload, "usage": usage_payload(session.usage, model.name)})
        self._announce(session)
        return notes

    async def _read(self, session: LiveSession, turn: Turn, model: Model, row: AnswerRow) -> _Reading:
        """Read one answer of the model to its end, or until somebody interrupts."""
        reading = _Reading()
        try:
            history = await self._store.run(lambda: self._store.messages.of(session.stored))
        except GatewayError as error:
            reading.failure = error.message
            return reading
        effort = session.effort if session.effort is not None else self._preferences.effort
        entries = [Entry("system", self._preferences.instructions), *entries_of(history)]
        request = Request(entries, effort, session.questions.ask)
        if turn.interrupted:
            return reading
        turn.reader = asyncio.get_running_loop().create_task(self._hear(session, turn, model, request, row, reading))
        await asyncio.wait({turn.reader})
        if turn.reader.cancelled():
            return reading
        error = turn.reader.exception()
        if isinstance(error, ModelFailure):
            reading.failure, reading.ending = str(error), Ending(error.usage)
        elif isinstance(error, GatewayError):
            reading.failure = error.message
        elif error is not None:
            _log.error("A model's answer failed", exc_info=error)
            reading.failure = _BUG
        return reading

    async def _hear(
        self, session: LiveSession, turn: Turn, model: Model, request: Request, row: AnswerRow, reading: _Reading
    ) -> None:
        async with aclosing(model.answer(request)) as pieces:
            async for piece in pieces:
                match piece:
                    case Text(text):
                        turn.texts.append(text)
                        session.deltas.add("message.delta", text)
                    case Reasoning(text):
                        turn.reasoning.append(text)
                        session.deltas.add("reasoning.delta", text)
                    case Notice(text):
                        session.emit("status.update", {"kind": "lifecycle", "text": text})
                    case Ending():
                        reading.ending = piece
                if row.due:
                    await row.save("".join(turn.texts[turn.part :]), "".join(turn.reasoning), "streaming")

    async def _keep_steered(
        self, session: LiveSession, turn: Turn, row: AnswerRow, text: str, reasoning: str, notes: Sequence[str]
    ) -> None:
        """Store the answer so far, and the notes behind it; the answer goes on in a new segment."""

        def keep() -> None:
            row.write(text, reasoning, "complete")
            self._store.messages.set_status(turn.row, "complete")
            for note in notes:
                turn.row = self._store.messages.add(session.stored, "user", note, at=time.time(), status="waiting")

        await self._store.run(keep)
        turn.reasoning.clear()
        if turn.texts:
            turn.texts.append("\n\n")
            session.deltas.add("message.delta", "\n\n")
        turn.part = len(turn.texts)

    def _finish(
        self,
        session: LiveSession,
        turn: Turn,
        row: AnswerRow,
        text: str,
        reasoning: str,
        status: Status,
        failure: str | None,
        total: Usage,
    ) -> Usage:
        """Store how the turn ended, and return the session's tokens; in the database's thread."""
        row.write(text, reasoning, status)
        self._store.messages.set_status(turn.row, status, failure)
        self._store.sessions.add_usage(session.stored, total)
        self._store.sessions.touch(session.stored, time.time())
        return self._store.sessions.usage(session.stored)

    async def _close_prompt(self, turn: Turn, failure: str) -> None:
        try:
            await self._store.run(lambda: self._store.messages.set_status(turn.row, "error", failure))
        except GatewayError:
            _log.exception("How a turn ended was not stored")


def _shown(text: str, status: Status, failure: str | None) -> str | None:
    """The text of `message.complete`: the last segment of the answer, or what failed; what was streamed stays."""
    if failure is not None:
        return failure
    return text if text or status != "interrupted" else None
