"""What a window has of one turn; finds what changed without reading what did not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hermes_shell.transcript.block_stream import BlockStream
from hermes_shell.transcript.groups import Group, groups_of, rail_rows
from hermes_shell.transcript.rendering import (
    QuestionHtml,
    failure_html,
    question_html,
    rail_html,
    reasoning_html,
    row_html,
    status_html,
    status_stamp,
)
from hermes_shell.transcript.turns import Asked, Failure, Prose, Reasoning, Turn

if TYPE_CHECKING:
    from hermes_shell.transcript.view import Part, Put


@dataclass(slots=True)
class _Blocks:
    """Blocks of a text as they were sent: `closed` of them can change no more, `last` is the one behind them."""

    name: str
    epoch: int = 0
    closed: int = 0
    last: str = ""

    def ids(self) -> list[str]:
        return [self.id_of(at) for at in range(self.closed + bool(self.last))]

    def id_of(self, at: int) -> str:
        return f"{self.name}.{self.epoch}.{at}"


@dataclass(slots=True)
class _Shown:
    """A group as it was sent."""

    kind: str
    revision: int
    blocks: _Blocks | None = None
    rows: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    head: object = None


class ShownTurn:
    """One turn in one window.

    Args:
        turn: the turn.
        card: HTML of a question that waits.
        ordinal: place of the user's message in the gateway's history.
    """

    def __init__(self, turn: Turn, card: QuestionHtml, ordinal: Callable[[], int | None]) -> None:
        self.revision = -1
        self.turn = turn
        self._card = card
        self._ordinal = ordinal
        self._groups: dict[str, _Shown] = {}
        self._user: object = None
        self._status: object = None

    def everything(self, user: Callable[[], str]) -> tuple[str, str]:
        """HTML of the user's message and of the answer."""
        self._groups, self._status = {}, None
        parts = self._arrange()
        html = "".join(put["html"] for put in reversed(parts[0]["put"])) if parts else ""
        self._user = self._user_stamp()
        return user() if self.turn.user else "", html

    def forget(self) -> None:
        """Let go of what was made for the window."""
        for part in self.turn.parts:
            if isinstance(part, Prose | Reasoning):
                part.blocks.forget()

    def changes(self, user: Callable[[], str]) -> list[Part]:
        """What is different since the last call of one of these."""
        parts: list[Part] = []
        stamp = self._user_stamp()
        if stamp != self._user:
            self._user = stamp
            name = f"user:{self.turn.id}"
            html = user()
            item = f"{self.turn.id}u"
            put: list[Put] = [{"id": item, "html": html, "before": None}] if html else []
            parts.append({"list": name, "remove": [] if html else [item], "put": put})
        return parts + self._arrange()

    def _arrange(self) -> list[Part]:
        turn = self.turn
        self.revision = turn.revision
        groups = list(groups_of(turn))
        names = {group.id for group in groups}
        remove = [item for name in list(self._groups) if name not in names for item in self._drop(name)]
        put: list[Put] = []
        inner: list[Part] = []
        successor = self._put_status(put, remove)
        for group in reversed(groups):
            shown = self._groups.get(group.id)
            if shown is not None and shown.kind != group.kind:
                remove += [item for item in self._drop(group.id) if item != group.id]
                shown = None
            if shown is None or shown.revision != group.revision:
                if shown is None:
                    shown = self._groups[group.id] = _Shown(group.kind, group.revision)
                    fresh = True
                else:
                    fresh = False
                shown.revision = group.revision
                self._put_group(group, shown, successor, put, remove, inner, fresh=fresh)
            successor = self._first_id(group.id, shown) or successor
        if not put and not remove:
            return inner
        kept = {one["id"] for one in put}
        gone = [item for item in remove if item not in kept]
        return [{"list": f"parts:{turn.id}a", "remove": gone, "put": put}, *inner]

    def _put_group(
        self,
        group: Group,
        shown: _Shown,
        successor: str | None,
        put: list[Put],
        remove: list[str],
        inner: list[Part],
        *,
        fresh: bool,
    ) -> None:
        part = group.parts[0]
        match part:
            case Prose():
                self._put_blocks(part.blocks, shown, part.id, successor, put, remove)
            case Reasoning():
                self._put_reasoning(part, shown, successor, put, inner, fresh=fresh)
            case Failure():
                put.append({"id": part.id, "html": failure_html(self.turn, part, self._ordinal()), "before": successor})
            case Asked() if group.kind == "question":
                put.append({"id": part.id, "html": question_html(part, self._card), "before": successor})
            case _:
                self._put_rail(group, shown, successor, put, inner, fresh=fresh)

    def _put_blocks(
        self, blocks: BlockStream, shown: _Shown, name: str, successor: str | None, put: list[Put], remove: list[str]
    ) -> None:
        """New and changed blocks of a text, the last first."""
        blocks.settle()
        sent = shown.blocks
        if sent is None or sent.epoch != blocks.epoch:
            if sent is not None:
                remove += sent.ids()
            sent = shown.blocks = _Blocks(name, blocks.epoch)
        had = sent.closed + bool(sent.last)
        now = len(blocks.closed) + bool(blocks.last)
        remove += [sent.id_of(at) for at in range(now, had)]
        before = successor
        for at in range(now - 1, sent.closed - 1, -1):
            html = blocks.closed[at] if at < len(blocks.closed) else blocks.last
            if at != sent.closed or html != sent.last:
                put.append({"id": sent.id_of(at), "html": block_item(sent.id_of(at), html), "before": before})
            before = sent.id_of(at)
        sent.closed, sent.last = len(blocks.closed), blocks.last

    def _put_reasoning(
        self, part: Reasoning, shown: _Shown, successor: str | None, put: list[Put], inner: list[Part], *, fresh: bool
    ) -> None:
        head = part.seconds
        if fresh or head != shown.head:
            shown.head, shown.blocks = head, None
            blocks: list[Put] = []
            self._put_blocks(part.blocks, shown, f"{part.id}t", None, blocks, [])
            inside = "".join(one["html"] for one in reversed(blocks))
            put.append({"id": part.id, "html": reasoning_html(part, inside), "before": successor})
            return
        blocks, gone = list[Put](), list[str]()
        self._put_blocks(part.blocks, shown, f"{part.id}t", None, blocks, gone)
        if blocks or gone:
            inner.append({"list": f"thought:{part.id}", "remove": gone, "put": blocks})

    def _put_rail(
        self, group: Group, shown: _Shown, successor: str | None, put: list[Put], inner: list[Part], *, fresh: bool
    ) -> None:
        rows = list(rail_rows(group.parts))
        if fresh:
            put.append({"id": group.id, "html": rail_html(group.id, "".join(map(row_html, rows))), "before": successor})
        else:
            gone = [name for name in shown.rows if name not in {row.id for row in rows}]
            changed: list[Put] = []
            before: str | None = None
            for row in reversed(rows):
                if shown.rows.get(row.id) != (row.revision, len(row.parts)):
                    changed.append({"id": row.id, "html": row_html(row), "before": before})
                before = row.id
            if gone or changed:
                inner.append({"list": f"rail:{group.id}", "remove": gone, "put": changed})
        # With the number of its steps: a row that stands for one more is another one, whenever that step changed.
        shown.rows = {row.id: (row.revision, len(row.parts)) for row in rows}

    def _put_status(self, put: list[Put], remove: list[str]) -> str | None:
        """The line under the turn, which stands last; returns its id when there is one."""
        stamp = status_stamp(self.turn)
        item = f"{self.turn.id}s"
        if stamp is None:
            if self._status is not None:
                remove.append(item)
        elif stamp != self._status:
            put.append({"id": item, "html": status_html(self.turn), "before": None})
        self._status = stamp
        return None if stamp is None else item

    def _drop(self, name: str) -> Sequence[str]:
        shown = self._groups.pop(name)
        if shown.kind == "prose":
            return shown.blocks.ids() if shown.blocks else []
        return [name]

    def _first_id(self, name: str, shown: _Shown) -> str | None:
        if shown.kind != "prose":
            return name
        return shown.blocks.id_of(0) if shown.blocks and (shown.blocks.closed or shown.blocks.last) else None

    def _user_stamp(self) -> object:
        user = self.turn.user
        return (user.text, user.status, user.error, user.attachments, user.client_id) if user else None


def block_item(item: str, html: str) -> str:
    """A block of a text as an item of its list."""
    return f'<div class="hs-prose" data-item="{item}">{html}</div>'
