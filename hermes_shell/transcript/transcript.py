"""One chat as turns: everything the gateway tells about it is folded into this."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hermes_shell.transcript.fold import Fold
from hermes_shell.transcript.history import LOST, read_history, taken_over
from hermes_shell.transcript.questions import Question
from hermes_shell.transcript.turns import Asked, Failure, Step, Turn, UserMessage, size_of

NEAR = 100
"""Turns whose ordinals are counted and kept together: all that a window has, and not those of thousands of others."""


class Transcript:
    """The messages of one chat. Not safe for threads; does no I/O.

    Args:
        key: the chat's key, for its questions; set it anew when the chat moves.
        clock: seconds since the epoch.
    """

    def __init__(self, key: str = "", clock: Callable[[], float] = time.time) -> None:
        self._fold = Fold(key, clock)
        # One pass for all turns of a screen, and not one for each; of the newest, or near one that was asked for.
        self._counted = -1
        self._ordinals: dict[str, int] = {}
        self._sized = -1
        self._size = 0

    @property
    def key(self) -> str:
        """The chat's key."""
        return self._fold.key

    @key.setter
    def key(self, key: str) -> None:
        self._fold.key = key

    @property
    def revision(self) -> int:
        """Grows with every change."""
        return self._fold.revision

    @property
    def structure(self) -> int:
        """The revision in which turns came, went or moved last."""
        return self._fold.structure

    @property
    def turns(self) -> Sequence[Turn]:
        """All turns, the oldest first. Prompts that wait stand at the end."""
        return self._fold.turns

    @property
    def size(self) -> int:
        """Bytes that the turns take, about: what they say, and what holds it."""
        if self._sized != self.revision:
            self._sized, self._size = self.revision, sum(size_of(turn) for turn in self.turns)
        return self._size

    @property
    def running(self) -> bool:
        """Whether a turn runs."""
        return self._fold.running is not None

    def load(
        self,
        messages: Sequence[Mapping[str, Any]],
        inflight: Mapping[str, Any] | None = None,
        queued: Mapping[str, Any] | None = None,
        running: bool = False,
    ) -> None:
        """Take over what the gateway has of the chat, after the first opening and after every lost connection.

        Turns that are here already stay what they are, with the times and details that a history lacks; prompts that no
        turn has taken up stay too. What follows as events is not doubled.

        Args:
            messages: of `session.resume` (`role`, `text`) or of the REST door (`role`, `content`).
            inflight: of `session.resume` while a turn runs: `user`, `assistant`.
            queued: of `session.resume` when a prompt waits: `user`.
            running: whether a turn runs.
        """
        self._fold.take_history(taken_over(self._fold, read_history(self._fold, messages), inflight, running), queued)

    def apply(self, event: Mapping[str, Any]) -> bool:
        """Fold one gateway event of this chat's session.

        Args:
            event: `type`, `session_id` and `payload`; unknown types are ignored.

        Returns:
            True when something that is shown changed.
        """
        before = self._fold.revision
        self._fold.apply(event)
        return self._fold.revision != before

    def said(self, prompt_text: str, client_id: str, attachments: Sequence[str] = (), status: str = "sending") -> None:
        """Show what the user sent before the gateway confirms it. Saying the same client id again changes nothing.

        Args:
            prompt_text: as it is shown.
            client_id: of the prompt.
            attachments: names of what goes with it.
            status: `sending`, `waiting` (for a connection) or `queued`.
        """
        self._fold.said(UserMessage(prompt_text, client_id, status, attachments=tuple(attachments)))

    def status(self, client_id: str, status: str, error: str | None = None) -> bool:
        """Tell how it goes with a prompt.

        Args:
            client_id: of the prompt; an unknown one changes nothing.
            status: `sending`, `sent`, `queued`, `waiting`, `failed`; `steered`: its text went into the running turn;
                `gone`: the user took it back.
            error: why it failed.

        Returns:
            Whether there is such a prompt that no turn has taken up.
        """
        return self._fold.prompt_status(client_id, status, error or "")

    def steered(self, text: str) -> None:
        """Show a note that the running turn took; no event of the gateway tells of it."""
        self._fold.steered(text)

    def lost(self) -> None:
        """The gateway does not know of the running turn any more, nor of a prompt that it took: they have no answer."""
        fold = self._fold
        if fold.running is None and any(turn.user and turn.user.status == "sent" for turn in fold.turns):
            fold.start()
        turn = fold.running
        if turn is not None:
            fold.put(turn, Failure(fold.new_id("p"), text=LOST))
            fold.end(turn, "failed")

    def answered(self, question_id: str, outcome: str, refused: bool = False) -> bool:
        """Collapse a question to a row of the rail.

        Args:
            question_id: `Question.id`.
            outcome: what was decided, two or three words: "Allowed once".
            refused: whether it was not allowed, or not answered in time.

        Returns:
            Whether such a question waited.
        """
        return self._fold.answered(question_id, outcome, refused)

    def open_questions(self) -> list[Question]:
        """Questions that wait, the oldest first."""
        parts = (part for turn in self.turns for part in turn.parts)
        return [part.question for part in parts if isinstance(part, Asked) and part.question and not part.outcome]

    def ordinal(self, turn_id: str) -> int | None:
        """How many messages of the user the gateway's history has before this turn's; None when it has none of its own.

        It is what `prompt.submit` takes as `truncate_before_user_ordinal`.
        """
        if self._counted != self.revision:
            self._counted, self._ordinals = self.revision, {}
            self._count_until(None)
        if turn_id not in self._ordinals:
            self._count_until(turn_id)
        return self._ordinals.get(turn_id)

    def _count_until(self, turn_id: str | None) -> None:
        """Note the ordinals of the turns before one and near it, which are shown with it; None = behind the last."""
        end = next((at for at, turn in enumerate(self.turns, 1) if turn.id == turn_id), len(self.turns))
        count = 0
        for at, turn in enumerate(self.turns[:end]):
            if at >= end - NEAR and is_known(turn):
                self._ordinals[turn.id] = count
            count += turn.hidden_user or is_known(turn)

    def truncate(self, ordinal: int) -> None:
        """Drop the turn of this message of the user and all behind it, as an edited prompt does; what waits stays."""
        self._fold.truncate(self.turn_at(ordinal))

    def undo(self) -> Turn | None:
        """Drop the last turn that the gateway has; returns it."""
        known = [turn for turn in self.turns if turn.state != "waiting" and (turn.user or turn.hidden_user)]
        if not known:
            return None
        self._fold.truncate(known[-1])
        return known[-1]

    def turn_at(self, ordinal: int) -> Turn | None:
        """The turn of a message of the user, by its place in the gateway's history."""
        count = 0
        for turn in self.turns:
            if count == ordinal and is_known(turn):
                return turn
            count += turn.hidden_user or is_known(turn)
        return None

    def ordinal_behind(self, turn_id: str) -> int | None:
        """The place of the first message of the user behind a turn, in the gateway's history; None: there is none."""
        count, passed = 0, False
        for turn in self.turns:
            if passed and is_known(turn):
                return count
            count += turn.hidden_user or is_known(turn)
            passed = passed or turn.id == turn_id
        return None

    def turn(self, turn_id: str) -> Turn | None:
        """A turn by its id."""
        return next((turn for turn in reversed(self.turns) if turn.id == turn_id), None)

    def step(self, part_id: str) -> Step | None:
        """A tool call by the id of its row, for what a row shows only in part."""
        for turn in reversed(self.turns):
            for part in turn.parts:
                if part.id == part_id and isinstance(part, Step):
                    return part
        return None


def is_known(turn: Turn) -> bool:
    """Whether the gateway's history has a message that the user wrote for this turn."""
    return turn.user is not None and turn.user.status == "done"
