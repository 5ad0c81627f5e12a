"""What one window has of a transcript: the newest turns at once, older ones on demand, and after that what changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, TypedDict

from hermes_shell.areas.rendering import staying
from hermes_shell.transcript.rendering import QuestionHtml, question_card, turn_html, user_html
from hermes_shell.transcript.shown_turn import ShownTurn
from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.turns import Turn

MOST = 200
"""Messages that a window has of a chat, unless its user asked for older ones."""
NEWEST = 30
"""Messages that a window gets when it shows a chat."""
SLACK = 40
"""Messages above that before the oldest go, so that not every turn takes one away."""
OLDER = "older"
"""The item that stands first while there is more."""
EMPTY = "empty"
"""The item of a chat without messages."""


class Put(TypedDict):
    """One item of a list: `html` with this `data-item`, in front of `before`, None = last."""

    id: str
    html: str
    before: str | None


class Part(TypedDict):
    """The changes of one list of a page, as a frame carries them: removed ids first, then what is put, in order."""

    list: str
    remove: list[str]
    put: list[Put]


class TranscriptView:
    """The transcript as one window shows it.

    Lists: `chat:<key>` holds turns (`section[data-turn]`), `user:<turn>` the user's message of one, `parts:<turn>a`
    what the agent did, `rail:<group>` the rows of a rail, `thought:<part>` the blocks of what the model thought.

    Args:
        transcript: of the chat.
        key: of the chat.
        newest: messages that `everything` gives.
        card: HTML of a question that waits.
    """

    def __init__(
        self, transcript: Transcript, key: str, newest: int = NEWEST, card: QuestionHtml = question_card
    ) -> None:
        self._transcript = transcript
        self._key = key
        self._newest = newest
        self._card = card
        self._limit = MOST
        self._seen = -1
        self._shown: dict[str, ShownTurn] = {}
        self._order: list[str] = []

    @property
    def has_older(self) -> bool:
        """Whether there are turns before those the window has."""
        return OLDER in self._order

    def everything(self) -> list[Part]:
        """The newest messages, for a list that is empty."""
        self._shown, self._order = {}, []
        self._limit = MOST
        self._seen = self._transcript.revision
        parts: list[Part] = []
        self._arrange(self._newest_turns(self._newest), parts)
        return parts or [{"list": self._list, "remove": [], "put": []}]

    def changes(self) -> list[Part]:
        """What is different since the last call of any of these; empty when nothing is."""
        if self._seen == self._transcript.revision:
            return []
        same_turns = self._seen >= self._transcript.structure
        self._seen = self._transcript.revision
        parts: list[Part] = []
        if same_turns:
            for shown in self._shown.values():
                if shown.revision != shown.turn.revision:
                    parts += shown.changes(self._user(shown.turn))
            return parts
        self._arrange(self._turns_to_show(), parts)
        return parts

    def changed_turns(self) -> Sequence[Turn]:
        """The turns that `changes` would look at."""
        if self._seen == self._transcript.revision:
            return ()
        if self._seen < self._transcript.structure:
            return [turn for turn in self._turns_to_show() if self._is_behind(turn)]
        return [shown.turn for shown in self._shown.values() if shown.revision != shown.turn.revision]

    def turns_with_older(self, count: int = 60) -> Sequence[Turn]:
        """The turns that the window has after `older`."""
        return last_messages(self._transcript.turns, _messages(self._turns_from_first()) + count)

    def older(self, count: int = 60) -> list[Part]:
        """Messages before those the window has.

        Args:
            count: how many, more or less.
        """
        parts = self.changes()
        wanted = self.turns_with_older(count)
        self._limit = max(self._limit, _messages(wanted))
        self._arrange(wanted, parts)
        return parts

    def rekey(self, key: str) -> None:
        """The chat has another key now; the page has renamed its list."""
        self._key = key

    @property
    def _list(self) -> str:
        return f"chat:{self._key}"

    def _arrange(self, turns: Sequence[Turn], parts: list[Part]) -> None:
        """Let the window have exactly these turns; adds what that changes."""
        order = [turn.id for turn in turns] or ([] if is_new(self._key) else [EMPTY])
        more = bool(turns) and bool(self._transcript.turns) and self._transcript.turns[0] is not turns[0]
        if more:
            order.insert(0, OLDER)
        by_id = {turn.id: turn for turn in turns}
        gone = [item for item in self._order if item not in by_id and item not in order]
        for item in gone:
            left = self._shown.pop(item, None)
            if left is not None:
                left.forget()
        stay = staying(self._order, order)
        put: list[Put] = []
        inner: list[Part] = []
        before: str | None = None
        for item in reversed(order):
            turn = by_id.get(item)
            shown = self._shown.get(item)
            if turn is None:
                if item not in stay:
                    put.append({"id": item, "html": _OTHERS[item](self._key), "before": before})
            elif shown is None or item not in stay:
                put.append({"id": item, "html": self._fresh(turn), "before": before})
            elif shown.revision != turn.revision:
                inner += shown.changes(self._user(turn))
            before = item
        if gone or put:
            parts.append({"list": self._list, "remove": gone, "put": put})
        parts += inner
        self._order = order

    def _fresh(self, turn: Turn) -> str:
        shown = ShownTurn(turn, self._card, lambda: self._transcript.ordinal(turn.id))
        self._shown[turn.id] = shown
        return turn_html(turn, *shown.everything(self._user(turn)))

    def _user(self, turn: Turn) -> Callable[[], str]:
        def html() -> str:
            return user_html(turn, turn.user, self._transcript.ordinal(turn.id)) if turn.user else ""

        return html

    def _is_behind(self, turn: Turn) -> bool:
        shown = self._shown.get(turn.id)
        return shown is None or shown.revision != turn.revision

    def _turns_to_show(self) -> Sequence[Turn]:
        turns = self._turns_from_first()
        return last_messages(turns, self._limit) if _messages(turns) > self._limit + SLACK else turns

    def _newest_turns(self, count: int) -> Sequence[Turn]:
        return last_messages(self._transcript.turns, count)

    def _turns_from_first(self) -> Sequence[Turn]:
        """The turns from the first one on that the window has, at least a first screen of them; the newest ones when
        it has none, as when it was shown before its messages were read."""
        turns = self._transcript.turns
        newest = self._newest_turns(self._newest)
        first = next((at for at, turn in enumerate(turns) if turn.id in self._shown), None)
        if first is None or (len(turns) - first < len(newest) and not self.has_older):
            return newest
        return turns[first:]


def is_new(key: str) -> bool:
    """Whether a chat is not one of the gateway yet: it has core's own page, and nothing of plugins (contract, 4.15)."""
    return key.startswith("new:")


def _messages(turns: Sequence[Turn]) -> int:
    return sum(1 + (turn.user is not None) for turn in turns)


def last_messages(turns: Sequence[Turn], count: int = NEWEST) -> Sequence[Turn]:
    """The last turns, with so many messages or a few more."""
    at = len(turns)
    while at and count > 0:
        at -= 1
        count -= 1 + (turns[at].user is not None)
    return turns[at:]


def _older(_key: str) -> str:
    return (
        f'<div class="hs-older" data-item="{OLDER}"><button type="button" data-slot="button" data-variant="ghost" '
        f'data-size="sm" data-chat-action="older">Load older messages</button></div>'
    )


def _empty(key: str) -> str:
    """What plugins show in a chat without messages."""
    args = escape(json.dumps({"sessionId": key}))
    return (
        f'<div class="hs-chat-empty" data-item="{EMPTY}"><hermes-slot area="chat.empty" cid="" '
        f'instance="{escape(key)}" args="{args}" hx-morph-skip-children></hermes-slot></div>'
    )


_OTHERS: dict[str, Callable[[str], Any]] = {OLDER: _older, EMPTY: _empty}
