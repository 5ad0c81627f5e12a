"""Questions of the agent over all sessions: approvals, clarifications, passwords and secret values.

The gateway asks once and does not repeat itself, so the question is kept here by its id until it is answered, or is
known to be over: its tool or turn ended, its time is up, or the gateway has no such session any more. What a user
answers is handed on and kept nowhere.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from hermes_shell.contribution import Dispose
from hermes_shell.core.question_answers import answer_of
from hermes_shell.core.question_facts import approval_seconds, busy_sessions
from hermes_shell.errors import GatewayError, ShellError
from hermes_shell.storage import Storage
from hermes_shell.transcript.payload import mapping
from hermes_shell.transcript.questions import KINDS, TIMEOUTS, Question, question_of

if TYPE_CHECKING:
    from hermes_shell.gateway import Event, Gateway

SCOPE: Final = "questions"
MOST_OPEN: Final = 200
"""Questions that are kept; the oldest goes, which only a gateway that runs wild can reach."""
_WORDS: Final = {"expired": "Not answered in time"}
_TURN: Final = frozenset({"message.start", "message.delta", "reasoning.delta", "tool.generating"})
"""Events that tell that a turn runs."""
_OVER: Final = frozenset({4001, 4009})
"""Codes for: no such session, no such request."""

Outcome = Literal["open", "answered", "denied", "expired", "gone"]
"""What became of a question; `gone`: the tool or the turn that asked has ended."""

Listener = Callable[[Question, Outcome, str], None]
"""Gets a question, what became of it, and that in two or three words; empty where the transcript knows better."""

log = logging.getLogger(__name__)


class QuestionError(ShellError):
    """A question is not open any more, or an answer does not fit it."""


@dataclass(slots=True)
class _Asked:
    """An open question, and the event that asked it.

    `tool` is the one that ran then, empty = not known; None = no turn ran, so the end of one says nothing.
    """

    question: Question
    tool: str | None
    event: Event


class Questions:
    """The open questions; `shell.questions`. Everything happens on the event loop.

    Args:
        gateway: where questions come from and answers go.
        storage: keeps what was asked (never what was answered) over a restart, which the session of a gateway elsewhere
            survives; scope `questions`.
        chat_of: the chat key of a live id; None while it is not known.
        clock: seconds of the epoch.
    """

    def __init__(
        self,
        gateway: Gateway,
        storage: Storage,
        chat_of: Callable[[str], str | None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._storage = storage
        self._gateway = gateway
        self._chat_of = chat_of
        self._clock = clock
        self._open: dict[str, _Asked] = {}
        self._answering: set[str] = set()
        self._tools: dict[str, str] = {}  # live id -> the tool that runs; empty between two tools of a turn
        self._listeners: list[Listener] = []
        self._disposes: list[Dispose] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._epoch = 0
        self._untold: list[str] = []  # of an earlier run
        self._patience = TIMEOUTS["approval"]

    def start(self) -> None:
        """Follow the gateway. Call once, on the event loop."""
        for name, kept in self._storage.items(SCOPE).items():
            self._remember(name, kept)
        self._watch()
        self._disposes += [self._gateway.subscribe(self.hear), self._gateway.on_state(self._on_state)]
        self._on_state()

    async def close(self) -> None:
        """Follow no longer."""
        for dispose in self._disposes:
            dispose()
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def reconciled(self) -> None:
        """Return when the sessions of the newest connection were looked at."""
        await asyncio.gather(*self._tasks)

    def all(self) -> tuple[Question, ...]:
        """The open questions of every session, the oldest first."""
        return tuple(self._current(one) for one in self._open.values())

    def of(self, key: str) -> tuple[Question, ...]:
        """The open questions of a chat, the oldest first."""
        return tuple(question for question in self.all() if question.key == key)

    def event_of(self, question_id: str) -> Event | None:
        """The event that asked an open question."""
        one = self._open.get(question_id)
        return None if one is None else one.event

    def get(self, question_id: str) -> Question | None:
        """One open question."""
        one = self._open.get(question_id)
        return None if one is None else self._current(one)

    def forget_chat(self, key: str) -> None:
        """A chat is gone, and what it asked with it."""
        for question in self.of(key):
            self._end(question.id, "gone")

    def subscribe(self, listener: Listener) -> Dispose:
        """Hear of every question and of what becomes of it; called at once, must return at once."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def answer(self, question_id: str, reply: Mapping[str, Any]) -> None:
        """Hand an answer to the gateway.

        Args:
            question_id: of an open question.
            reply: `choice` for an approval, `answer` for a clarification, `password` or `value`; an empty text denies.

        Raises:
            QuestionError: it is not open any more, is answered just now, or another one comes first.
            ProtocolError: the answer does not fit.
            GatewayError: the gateway could not be asked; the question stays open.
        """
        one = self._open.get(question_id)
        if one is None:
            raise QuestionError("This question is not open any more.")
        if question_id in self._answering:
            # Where the gateway goes by the session only, a second answer would be one to the next question.
            raise QuestionError("This question has an answer that is on its way.")
        question = one.question
        if not question.request_id and self._is_behind_another(question):
            raise QuestionError("Another question of this chat comes first.")
        answer = answer_of(question, reply)
        self._answering.add(question_id)
        try:
            result = await self._gateway.request(answer.method, answer.params)
        except GatewayError as error:
            if error.code in _OVER:
                self._end(question_id, "gone")
                raise QuestionError("This question is not open any more.") from error
            raise
        finally:
            self._answering.discard(question_id)
        fields = mapping(result)
        if fields.get("resolved") == 0 or fields.get("status") == "expired":
            self._end(question_id, "expired")
            raise QuestionError("This question is not open any more.")
        self._end(question_id, "denied" if answer.denies else "answered", answer.words)

    def hear(self, event: Event) -> None:
        """Follow one event of the gateway."""
        kind, live = str(event.get("type", "")), str(event.get("session_id") or "")
        fields = mapping(event.get("payload"))
        asks, dot, what = kind.partition(".")
        if dot and what == "request" and asks in KINDS:
            self._ask(event, asks, live)
        elif kind.endswith(".expire"):
            self._end(str(fields.get("request_id")), "expired")
        elif kind == "tool.start":
            self._tools[live] = str(fields.get("tool_id", ""))
        elif kind in _TURN:
            self._tools.setdefault(live, "")
        elif kind == "tool.complete":
            tool = str(fields.get("tool_id", ""))
            self._tools[live] = ""
            self._end_of(live, tool)
        elif kind in ("message.complete", "error"):
            self._tools.pop(live, None)
            self._end_of(live, None)

    def _ask(self, event: Event, kind: str, live: str) -> None:
        timeout = self._patience if kind == "approval" else None
        question = question_of(event, self._chat_of(live) or "", self._clock(), timeout)
        if question is None or question.id in self._open or (not question.request_id and kind != "approval"):
            return
        while len(self._open) >= MOST_OPEN:
            self._end(next(iter(self._open)), "gone")
        one = self._open[question.id] = _Asked(question, self._tools.get(live), event)
        self._storage.submit(SCOPE, question.id, {"event": dict(event), "asked": question.asked_at, "timeout": timeout})
        self._watch()
        self._tell(one.question, "open")

    def _remember(self, name: str, kept: object) -> None:
        """Take up a question of an earlier run; the first connection tells whether it still waits."""
        fields = mapping(kept)
        event, asked, timeout = mapping(fields.get("event")), fields.get("asked"), fields.get("timeout")
        usable = isinstance(asked, (int, float)) and isinstance(timeout, int | float | None)
        question = question_of(event, "", cast("float", asked), timeout) if usable else None
        if question is None or question.id != name or question.deadline <= self._clock():
            self._storage.submit_remove(SCOPE, name)
        else:
            self._open[name] = _Asked(question, "", event)
            self._untold.append(name)

    def _end_of(self, live: str, tool: str | None) -> None:
        """Questions of a session end with the tool that asked, or with the turn (None)."""
        for one in tuple(self._open.values()):
            if one.question.live == live and one.tool is not None and (tool is None or one.tool in ("", tool)):
                self._end(one.question.id, "gone")

    def _end(self, question_id: str, outcome: Outcome, words: str = "") -> None:
        one = self._open.pop(question_id, None)
        if one is not None:
            self._storage.submit_remove(SCOPE, question_id)
            self._tell(self._current(one), outcome, words or _WORDS.get(outcome, ""))

    def _is_behind_another(self, question: Question) -> bool:
        """An approval that goes by its session only answers the oldest one there."""
        first = next(
            one.question.id
            for one in self._open.values()
            if one.question.kind == "approval" and one.question.live == question.live
        )
        return first != question.id

    def _current(self, one: _Asked) -> Question:
        """A question with the chat it belongs to now: a new one gets its stored id while it asks."""
        key = self._chat_of(one.question.live)
        if key and key != one.question.key:
            one.question = replace(one.question, key=key)
        return one.question

    # Time and connections

    def _watch(self) -> None:
        """Wake when the next question's time is up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadlines = [one.question.deadline for one in self._open.values()]
        if deadlines:
            pause = max(0.0, min(deadlines) - self._clock())
            self._timer = asyncio.get_running_loop().call_later(pause, self.expire)

    def expire(self) -> None:
        """End the questions whose time is up."""
        self._timer = None
        for one in tuple(self._open.values()):
            if one.question.deadline <= self._clock():
                self._end(one.question.id, "expired")
        self._watch()

    def _on_state(self) -> None:
        if self._gateway.state != "open" or self._gateway.epoch == self._epoch:
            return
        self._epoch = self._gateway.epoch
        self._tools.clear()
        task = asyncio.get_running_loop().create_task(self._reconcile(), name="questions after a reconnect")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reconcile(self) -> None:
        """After a new connection: which sessions still wait, and how long an approval may take there."""
        try:
            if self._open:
                listed = await self._gateway.request("session.active_list", {})
                waiting = busy_sessions(listed)
                for one in tuple(self._open.values()):
                    if one.question.live not in waiting:
                        self._end(one.question.id, "gone")
            told = await self._gateway.request("config.get", {"key": "full"})
            self._patience = approval_seconds(told)
        except GatewayError as error:  # an older gateway, or one that is lost again: the questions stay
            log.info("questions: %s", error.message)
        untold, self._untold = self._untold, []
        for name in untold:
            if name in self._open:
                self._tell(self._current(self._open[name]), "open")

    def _tell(self, question: Question, outcome: Outcome, words: str = "") -> None:
        for listener in tuple(self._listeners):
            try:
                listener(question, outcome, words)
            except Exception:
                log.exception("a listener of the questions failed")
