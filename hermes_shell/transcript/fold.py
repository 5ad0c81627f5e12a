"""Folds gateway events into turns (gateway reference, events, whole turns and surprises)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any, TypeVar

from hermes_shell.transcript import fold_steps, fold_text
from hermes_shell.transcript.payload import mapping, number, text_of
from hermes_shell.transcript.turns import (
    PENDING,
    Asked,
    Note,
    Part,
    Prose,
    Reasoning,
    Step,
    Turn,
    UserMessage,
)

P = TypeVar("P", bound=Part)


class Fold:
    """The state behind a transcript, changed by events and by what the user does.

    Attributes:
        turns: begun ones in order, then prompts that wait.
        structure: the revision in which the order of turns changed last.
        running: the turn the agent works on.
        errored: a turn that an `error` ended; what follows without a start belongs to it.
        total: tokens of the session so far, None = unknown.
    """

    def __init__(self, key: str, clock: Callable[[], float]) -> None:
        self.key = key
        self.clock = clock
        self.revision = 0
        self.structure = 0
        self.turns: list[Turn] = []
        self.running: Turn | None = None
        self.errored: Turn | None = None
        self.total: float | None = 0
        self.steps: dict[str, tuple[Turn, Step]] = {}
        self._serial = 0
        self._name = token_hex(3)

    def apply(self, event: Mapping[str, Any]) -> None:
        """Fold one event; an unknown type changes nothing."""
        handler = _HANDLERS.get(str(event.get("type", "")))
        if handler is not None:
            handler(self, mapping(event.get("payload")), event)

    # --- turns -------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin a turn: the next prompt's, or one that nobody submitted. A doubled start changes nothing."""
        if self.running is not None:
            if self.running.doubtful or not has_answer(self.running):
                return
            self.end(self.running, "done")
        self.begin()

    def begin(self) -> Turn:
        """The turn that what comes now belongs to, taken from what waits or made."""
        turn = self._next_waiting() or self.add(Turn(self.new_id("t")))
        if turn.user is not None:
            turn.user.status = "done"
        turn.state = "running"
        turn.started = self.clock()
        self._move_before_waiting(turn)
        self.running, self.errored = turn, None
        self.changed(turn)
        return turn

    def current(self) -> Turn:
        """The running turn; what comes without a start begins one, or belongs to the one that an error ended."""
        if self.running is not None:
            return self.running
        if self.errored is not None:
            turn, self.errored = self.errored, None
            turn.state, turn.ended = "running", 0
            self.running = turn
            return turn
        turn = self.begin()
        turn.doubtful = True
        return turn

    def last_begun(self) -> Turn | None:
        """The newest turn that is not only a waiting prompt."""
        return next((turn for turn in reversed(self.turns) if turn.state != "waiting"), None)

    def nearby(self) -> Turn | None:
        """Where something belongs that can come outside of a turn."""
        return self.running or next((turn for turn in self.turns[-1:] if turn.state == "waiting"), self.last_begun())

    def end(self, turn: Turn, state: str) -> None:
        """End a turn: nothing in it goes on but sub-agents and processes."""
        self.end_reasoning(turn)
        for part in list(turn.parts):
            if isinstance(part, Prose) and not part.closed:
                self.close(turn, part)
            elif isinstance(part, Asked) and not part.outcome:
                self._settle(turn, part, "Stopped" if state == "interrupted" else "No answer", refused=True)
            elif isinstance(part, Step) and part.kind == "tool" and part.state in ("generating", "running"):
                fold_steps.leave(self, turn, part, state)
        turn.state, turn.ended, turn.doubtful = state, self.clock(), False
        if self.running is turn:
            self.running = None
        self.changed(turn)

    def add(self, turn: Turn) -> Turn:
        """Put a new turn before the prompts that wait; a waiting one at the end."""
        at = len(self.turns) if turn.state == "waiting" and turn.user is not None else self._first_waiting()
        self.turns.insert(at, turn)
        self.changed(turn)
        self.structure = self.revision
        return turn

    def truncate(self, first: Turn | None) -> None:
        """Drop a turn and all behind it; prompts that wait stay."""
        if first is None or first not in self.turns:
            return
        at = self.turns.index(first)
        self.turns[at:] = [turn for turn in self.turns[at:] if turn.state == "waiting" and turn is not first]
        if self.running is not None and self.running not in self.turns:
            self.running = None
        self.errored = None
        self.revision += 1
        self.structure = self.revision

    def take_history(self, turns: Sequence[Turn], queued: Mapping[str, Any] | None) -> None:
        """Replace all begun turns by these; prompts that wait stay, but for those that a turn has taken up."""
        taken = {turn.user.client_id for turn in turns if turn.user and turn.user.client_id}
        waiting = [turn for turn in self.turns if turn.state == "waiting" and turn not in turns]
        waiting = [turn for turn in waiting if not (turn.user and turn.user.client_id in taken)]
        self.turns = [*turns, *waiting]
        self.running = next((turn for turn in reversed(turns) if turn.running), None)
        self.errored = None
        self.total = None if turns else 0
        self.revision += 1
        self.structure = self.revision
        text = text_of(queued or {}, "user")
        if text and not any(turn.user and turn.user.text == text for turn in waiting):
            self.add(Turn(self.new_id("t"), UserMessage(text, status="queued")))

    # --- prompts -----------------------------------------------------------------------------------------------------

    def said(self, user: UserMessage) -> None:
        """Add a prompt that waits for its turn, once."""
        if any(turn.user and turn.user.client_id == user.client_id for turn in self.turns if user.client_id):
            return
        user.written_at = self.clock()
        self.add(Turn(self.new_id("t"), user))

    def prompt_status(self, client_id: str, status: str, error: str) -> bool:
        """Change the state of a prompt that waits."""
        turns = (turn for turn in self.turns if turn.user and turn.user.client_id == client_id)
        turn = next((turn for turn in turns if turn.state == "waiting"), None)
        if turn is None or turn.user is None:
            return False
        if status in ("gone", "steered"):
            self.turns.remove(turn)
            self.structure = self.revision + 1
            if status == "steered":
                self.steered(turn.user.text)
        else:
            turn.user.status, turn.user.error = status, error
        self.changed(turn)
        return True

    def steered(self, text: str) -> None:
        """Put what the user said into the turn that runs, or ended a moment ago."""
        begun = next((turn for turn in reversed(self.turns) if turn.state != "waiting"), None)
        self.put(self.running or begun or self.current(), Note(self.new_id("p"), kind="steer", text=text))

    # --- parts -------------------------------------------------------------------------------------------------------

    def put(self, turn: Turn, part: P, at: int | None = None) -> P:
        """Add a part to a turn, at the end or at a place; thinking is over then."""
        if not isinstance(part, Reasoning):
            self.end_reasoning(turn)
        turn.parts.insert(len(turn.parts) if at is None else at, part)
        self.changed(turn, part)
        return part

    def close(self, turn: Turn, prose: Prose) -> None:
        """Nothing is appended to a text any more."""
        prose.closed = True
        prose.blocks.finish()
        self.changed(turn, prose)

    def end_reasoning(self, turn: Turn) -> None:
        """The model has begun with something else."""
        for part in reversed(turn.parts):
            if isinstance(part, Reasoning):
                if part.seconds is None:
                    part.seconds = max(0.0, self.clock() - part.started)
                    part.blocks.finish()
                    self.changed(turn, part)
                return

    def answered(self, question_id: str, outcome: str, refused: bool) -> bool:
        """Collapse a waiting question."""
        for turn in reversed(self.turns):
            for part in turn.parts:
                if isinstance(part, Asked) and part.question and part.question.id == question_id and not part.outcome:
                    self._settle(turn, part, outcome, refused)
                    return True
        return False

    def changed(self, turn: Turn, part: Part | None = None) -> None:
        """Note that a turn, and one of its parts, look different now."""
        self.revision += 1
        turn.revision = self.revision
        if part is not None:
            part.revision = self.revision

    def new_id(self, kind: str) -> str:
        """An id that is used once in all transcripts: a window shows several."""
        self._serial += 1
        return f"{self._name}{kind}{self._serial}"

    def _settle(self, turn: Turn, part: Asked, outcome: str, refused: bool) -> None:
        part.outcome, part.refused = outcome, refused
        self.changed(turn, part)

    def _next_waiting(self) -> Turn | None:
        """What the next start begins: a turn that was announced, else the first prompt the gateway has or gets."""
        waiting = [turn for turn in self.turns[self._first_waiting() :] if turn.state == "waiting"]
        announced = next((turn for turn in waiting if turn.user is None), None)
        return announced or next((turn for turn in waiting if turn.user and turn.user.status in PENDING), None)

    def _first_waiting(self) -> int:
        at = len(self.turns)
        while at and self.turns[at - 1].state == "waiting":
            at -= 1
        return at

    def _move_before_waiting(self, turn: Turn) -> None:
        """A begun turn stands behind the last one that began, whatever waits before it."""
        self.structure = self.revision + 1
        self.turns.remove(turn)
        self.turns.insert(self._first_waiting(), turn)


def has_answer(turn: Turn) -> bool:
    """Whether anything came after its start."""
    return any(not isinstance(part, Note) for part in turn.parts)


def _start(fold: Fold, _payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    fold.start()


def _error(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """A turn that cannot start has only this, once or twice (surprise 8)."""
    text = text_of(payload, "message") or "The agent reported an error without a text."
    turn = fold.running or fold.errored or fold.begin()
    fold_text.fail(fold, turn, text)
    fold.end(turn, "failed")
    fold.errored = turn


def _info(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """The session's tokens before a turn, so that its own can be told."""
    total = number(mapping(payload.get("usage")), "total")
    if total is not None and fold.running is None:
        fold.total = total


Handler = Callable[[Fold, Mapping[str, Any], Mapping[str, Any]], None]
_HANDLERS: dict[str, Handler] = {
    "message.start": _start,
    "error": _error,
    "session.info": _info,
    **fold_text.HANDLERS,
    **fold_steps.HANDLERS,
}
