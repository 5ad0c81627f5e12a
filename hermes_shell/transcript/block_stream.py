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


class BlockStream:
    """The blocks of one text. Nothing is parsed before somebody asks for blocks.

    Attributes:
        epoch: another number whenever blocks that were closed are so no longer.
        last: HTML of the block that can; empty when there is none.
        finished: nothing is appended any more.

    Args:
        text: what there is of it.
    """

    # A session of 5,000 messages has as many of these, most of which nobody reads: what is not needed is not made.
    __slots__ = (
        "_closed",
        "_env",
        "_fresh",
        "_open",
        "_parsed",
        "_parsed_html",
        "_settled",
        "_tail",
        "_text",
        "epoch",
        "finished",
        "last",
    )

    def __init__(self, text: str = "") -> None:
        self.epoch = 0
        self.last = ""
        self.finished = False
        self._text = text
        self._tail: list[str] | None = None  # what came behind `_text`
        self._fresh: list[str] | None = None  # what was not read yet; None = nothing was
        self._closed: list[str] | None = None
        self._open = ""
        self._env: Env | None = None
        self._settled = False
        self._parsed = 0
        self._parsed_html = ""

    @property
    def closed(self) -> Sequence[str]:
        """HTML of blocks that cannot change any more; as of the last `settle`."""
        return self._closed or ()

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
        if self._fresh is not None:
            self._fresh.append(text)
        self.finished = self._settled = False

    def replace(self, text: str) -> None:
        """Take another text."""
        self._text, self._tail = text, None
        self._restart()

    def finish(self) -> None:
        """Nothing is appended any more."""
        if self.finished:
            return
        self.finished, self._settled = True, False
        if self._closed and _DEFINITION.search(self.text):
            self._restart()  # a definition at the end is one for the links before it
        elif self._fresh is not None and len(self._open) + sum(map(len, self._fresh)) > PATIENT:
            self._restart()  # its last block is long: as one that nobody has read, it can be read elsewhere

    def forget(self) -> None:
        """Let go of the HTML of a text that nobody shows; it is made again when somebody does, and is the same then."""
        if self.finished and self._settled:
            self._unread()

    @property
    def is_unread(self) -> bool:
        """Whether it is finished and nothing of it was made into blocks."""
        return self.finished and not self._settled and self._fresh is None

    def take_over(self, made: BlockStream) -> None:
        """Have the blocks that were made elsewhere of a copy, unless this is another text meanwhile, or was read.

        Args:
            made: finished and settled; not used by anybody else.
        """
        if self.is_unread and made.text == self.text:
            self._closed, self.last, self._env = made._closed, made.last, made._env
            self._fresh, self._open, self._settled = [], "", True

    def settle(self) -> None:
        """Bring `closed` and `last` up to date."""
        if self._settled:
            return
        self._settled = True
        fresh = self.text if self._fresh is None else "".join(self._fresh)
        self._fresh = []
        grown = self._grown_fence(fresh)
        self._open += fresh
        if grown is not None:
            self.last = grown
        elif self._can_wait():
            self.last = f'{self._parsed_html}<p class="hs-plain">{safe(self._open[self._parsed :])}</p>'
        else:
            self._parse()
            self._parsed, self._parsed_html = len(self._open), self.last

    def _parse(self) -> None:
        from hermes_shell.transcript.markdown import block_html, blocks_of  # late: nothing is parsed before a start

        text = visible(without_escapes(self._open))
        env: Env = {} if self._env is None else self._env
        blocks = blocks_of(text, env)
        final = blocks if self.finished else blocks[: _sure(text, blocks)]
        self._closed = [] if self._closed is None else self._closed
        for block in final:
            self._closed.append(block_html(block, env))
        rest = blocks[len(final) :]
        self.last = "".join(block_html(block, env, growing=True) for block in rest)
        self._env = env
        if self.finished:
            self._open = ""
        elif final:
            self._open = "\n".join(text.split("\n")[final[-1].end :])

    def _can_wait(self) -> bool:
        size, tail = len(self._open), len(self._open) - self._parsed
        return not self.finished and size > PATIENT and self._parsed > 0 and tail * 20 < size

    def _grown_fence(self, fresh: str) -> str | None:
        """The HTML of an open code block that only grows: no Markdown is read for it."""
        from hermes_shell.transcript.code import figure

        fence = _FENCE.match(self._open)
        if fence is None or self.finished:
            return None
        at = self._open.rfind("\n") + 1
        end = rf"^ {{0,3}}{re.escape(fence[1][0])}{{{len(fence[1])},}}"
        if re.search(end, self._open[at:] + fresh, re.MULTILINE):
            return None
        body = visible(without_escapes(self._open[fence.end() :] + fresh))
        return figure(body, fence[2], growing=True)

    def _restart(self) -> None:
        """Read all of it anew."""
        self.epoch += 1
        self._unread()

    def _unread(self) -> None:
        self.last = self._open = self._parsed_html = ""
        self._closed = self._env = self._fresh = None
        self._parsed = 0
        self._settled = False


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
