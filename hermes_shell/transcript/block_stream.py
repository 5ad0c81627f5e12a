"""A Markdown text that grows: what a delta costs depends on the last block, not on the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hermes_shell.transcript.plain_text import safe, visible
from hermes_shell.transcript.tool_results import without_escapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hermes_shell.transcript.markdown import Block, Env

PATIENT = 30_000
"""Characters of an open block from which on its growth is shown as plain text, until it is a twentieth of the block."""
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)\n")
_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{0,9}[.)]?)[ \t]*")
_LISTS = ("bullet_list_open", "ordered_list_open")
_WHOLE = ("fence", "heading_open", "hr")
"""Blocks that no line behind them can become a part of."""
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:", re.MULTILINE)


class _Reading:
    """What was made of a text: as much as the blocks that cannot change, and the block that can."""

    __slots__ = ("closed", "env", "fresh", "last", "open", "parsed", "parsed_html", "settled")

    def __init__(self, text: str) -> None:
        self.closed: list[str] = []
        self.last = ""
        self.env: Env = {}
        self.fresh = [text]  # what was not read yet
        self.open = ""
        self.parsed = 0
        self.parsed_html = ""
        self.settled = False


class BlockStream:
    """The blocks of one text. Nothing is parsed before somebody asks for blocks.

    Attributes:
        epoch: another number whenever blocks that were closed are so no longer.
        finished: nothing is appended any more.

    Args:
        text: what there is of it.
    """

    # A session of 5,000 messages has as many of these, most of which nobody reads: what is not needed is not made.
    __slots__ = ("_reading", "_tail", "_text", "epoch", "finished")

    def __init__(self, text: str = "") -> None:
        self.epoch = 0
        self.finished = False
        self._text = text
        self._tail: list[str] | None = None  # what came behind `_text`
        self._reading: _Reading | None = None  # None = nothing was read

    @property
    def closed(self) -> Sequence[str]:
        """HTML of blocks that cannot change any more; as of the last `settle`."""
        return () if self._reading is None else self._reading.closed

    @property
    def last(self) -> str:
        """HTML of the block that can; empty when there is none."""
        return "" if self._reading is None else self._reading.last

    @property
    def text(self) -> str:
        """All of it."""
        if self._tail:
            self._text = "".join((self._text, *self._tail))
            self._tail = None
        return self._text

    def append(self, text: str) -> None:
        """Add text at the end."""
        if self._tail is None:
            self._tail = []
        self._tail.append(text)
        self.finished = False
        if self._reading is not None:
            self._reading.fresh.append(text)
            self._reading.settled = False

    def replace(self, text: str) -> None:
        """Take another text."""
        self._text, self._tail = text, None
        self._restart()

    def finish(self) -> None:
        """Nothing is appended any more."""
        if self.finished:
            return
        self.finished = True
        reading = self._reading
        if reading is None:
            return
        reading.settled = False
        if reading.closed and _DEFINITION.search(self.text):
            self._restart()  # a definition at the end is one for the links before it
        elif len(reading.open) + sum(map(len, reading.fresh)) > PATIENT:
            self._restart()  # its last block is long: as one that nobody has read, it can be read elsewhere

    def forget(self) -> None:
        """Let go of the HTML of a text that nobody shows; it is made again when somebody does, and is the same then."""
        if self.finished and self._reading is not None and self._reading.settled:
            self._reading = None

    @property
    def is_unread(self) -> bool:
        """Whether it is finished and nothing of it was made into blocks."""
        return self.finished and self._reading is None

    def take_over(self, made: BlockStream) -> None:
        """Have the blocks that were made elsewhere of a copy, unless this is another text meanwhile, or was read.

        Args:
            made: finished and settled; not used by anybody else.
        """
        if self.is_unread and made.text == self.text:
            self._reading = made._reading

    def settle(self) -> None:
        """Bring `closed` and `last` up to date."""
        if self._reading is None:
            self._reading = _Reading(self.text)
        reading = self._reading
        if reading.settled:
            return
        reading.settled = True
        fresh = "".join(reading.fresh)
        reading.fresh = []
        grown = self._grown_fence(reading, fresh)
        reading.open += fresh
        if grown is not None:
            reading.last = grown
        elif self._can_wait(reading):
            rest = safe(reading.open[reading.parsed :])
            reading.last = f'{reading.parsed_html}<p class="hs-plain">{rest}</p>'
        else:
            self._parse(reading)
            reading.parsed, reading.parsed_html = len(reading.open), reading.last

    def _parse(self, reading: _Reading) -> None:
        from hermes_shell.transcript.markdown import block_html, blocks_of  # late: nothing is parsed before a start

        text = visible(without_escapes(reading.open))
        env = reading.env
        blocks = blocks_of(text, env)
        final = blocks if self.finished else blocks[: _sure(text, blocks)]
        for block in final:
            reading.closed.append(block_html(block, env))
        rest = blocks[len(final) :]
        reading.last = "".join(block_html(block, env, growing=True) for block in rest)
        if self.finished:
            reading.open = ""
        elif final:
            reading.open = "\n".join(text.split("\n")[final[-1].end :])

    def _can_wait(self, reading: _Reading) -> bool:
        size, tail = len(reading.open), len(reading.open) - reading.parsed
        return not self.finished and size > PATIENT and reading.parsed > 0 and tail * 20 < size

    def _grown_fence(self, reading: _Reading, fresh: str) -> str | None:
        """The HTML of an open code block that only grows: no Markdown is read for it."""
        from hermes_shell.transcript.code import figure

        fence = _FENCE.match(reading.open)
        if fence is None or self.finished:
            return None
        at = reading.open.rfind("\n") + 1
        end = rf"^ {{0,3}}{re.escape(fence[1][0])}{{{len(fence[1])},}}"
        if re.search(end, reading.open[at:] + fresh, re.MULTILINE):
            return None
        body = visible(without_escapes(reading.open[fence.end() :] + fresh))
        return figure(body, fence[2], growing=True)

    def _restart(self) -> None:
        """Read all of it anew."""
        self.epoch += 1
        self._reading = None


def _sure(text: str, blocks: list[Block]) -> int:
    """How many blocks cannot change whatever comes: all but the last, and one less when that can become a part of the
    block before it, as `1` can, which is a paragraph until it is `1.`"""
    if len(blocks) < 2:
        return 0
    before, last = blocks[-2:]
    if text.endswith("\n") or last.first < text.count("\n"):
        return len(blocks) - 1
    line = text[text.rfind("\n") + 1 :]
    touches = before.end == last.first and before.tokens[0].type not in _WHOLE
    may_join = before.tokens[0].type in _LISTS and _MARKER.fullmatch(line) is not None
    return len(blocks) - (2 if touches or may_join else 1)
