"""Questions that a turn waits for: asked, answered, expired, and asked again after a lost connection."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hermes_shell.gateway.embedded.models.pieces import QuestionKind

TIMEOUTS: dict[QuestionKind, float] = {"approval": 60.0, "clarify": 300.0, "sudo": 120.0, "secret": 300.0}
"""Seconds for which a question of a kind waits, as long as the gateway's own."""


@dataclass(frozen=True)
class Question:
    """One open question.

    Attributes:
        id: its request id.
        kind: what is asked for.
        payload: of its event.
        answer: resolved with the answer; None = there is none.
    """

    id: str
    kind: QuestionKind
    payload: dict[str, Any]
    answer: asyncio.Future[str | None]


class Questions:
    """The open questions of one session.

    Args:
        emit: sends an event of the session.
    """

    def __init__(self, emit: Callable[[str, dict[str, Any]], None]) -> None:
        self._emit = emit
        self._open: dict[str, Question] = {}

    def __len__(self) -> int:
        return len(self._open)

    async def ask(self, kind: QuestionKind, payload: dict[str, Any]) -> str | None:
        """Ask and wait; None when nobody answered in time or the turn was interrupted."""
        request = f"{kind}_{secrets.token_hex(6)}"
        asked = {**payload, "request_id": request, "timeout_s": TIMEOUTS[kind]}
        question = Question(request, kind, asked, asyncio.get_running_loop().create_future())
        self._open[request] = question
        self._emit(f"{kind}.request", question.payload)
        try:
            async with asyncio.timeout(TIMEOUTS[kind]):
                return await question.answer
        except TimeoutError:
            self._emit(f"{kind}.expire", {"request_id": request})
            return None
        finally:
            self._open.pop(request, None)

    def has(self, request: str, kind: QuestionKind) -> bool:
        """Whether a question is open."""
        return request in self._open and self._open[request].kind == kind

    def answer(self, request: str, value: str) -> None:
        """Answer an open question."""
        answer = self._open[request].answer
        if not answer.done():
            answer.set_result(value)

    def answer_approvals(self, choice: str, request: str, every: bool) -> int:
        """Answer the approval with a request id, the oldest when that is empty or unknown, or all.

        Returns:
            How many were answered.
        """
        waiting = [q for q in self._open.values() if q.kind == "approval" and not q.answer.done()]
        if not every:
            waiting = [question for question in waiting if question.id == request] or waiting[:1]
        for question in waiting:
            question.answer.set_result(choice)
        return len(waiting)

    def drop(self) -> None:
        """Leave all questions without an answer, because their turn was interrupted."""
        for question in self._open.values():
            if not question.answer.done():
                question.answer.set_result(None)

    def repeat(self) -> None:
        """Send all open questions again, for a connection that may not have seen them."""
        for question in self._open.values():
            if not question.answer.done():
                self._emit(f"{question.kind}.request", question.payload)
