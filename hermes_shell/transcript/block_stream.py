"""A Markdown text that grows: only its last block is parsed again."""

from __future__ import annotations


class BlockStream:
    """The blocks of one text.

    Attributes:
        epoch: another number whenever blocks that were closed are so no longer.

    Args:
        text: what there is of it.
    """

    def __init__(self, text: str = "") -> None:
        self.epoch = 0
        self.finished = False
        self._pieces = [text] if text else []

    @property
    def text(self) -> str:
        """All of it."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    def append(self, text: str) -> None:
        """Add text at the end."""
        self._pieces.append(text)

    def replace(self, text: str) -> None:
        """Take another text."""
        self._pieces = [text]
        self.epoch += 1

    def finish(self) -> None:
        """Nothing is appended any more."""
        self.finished = True
